/** The module-level tables: types, globals, constants, names. */
import { append } from "../../../document/arrays";
import type { ProblemCode } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import { steppedAt } from "../../../kit/steps";
import type { Block, Layout, Report } from "./blocks";
import { PoolReader, resolveConstants } from "./constants";
import type { PoolRow } from "./constants";
import { Cursor, Damage } from "../model/cursor";
import type { InfoRow } from "./globals";
import { InfoReader } from "./globals";
import type { NextNumbers } from "./numbering";
import { numberModule } from "./numbering";
import type { Row } from "../model/row";
import type { SymbolRow, TypePlaneRow } from "./tables";
import { SymbolReader, TypePlaneReader } from "./tables";
import type { Traits } from "../model/traits";
import type { TypeRow } from "../model/typeRecord";
import { TypeTable } from "../model/types";
import type { FunctionValue, GlobalVariable } from "../model/values";
import { Planes } from "../model/values";

/** A reader of one kind of block: returns its records one by one, and can read one again for its fields. */
export interface BlockReader<R extends Row> {
  done(cursor: Cursor): boolean;
  /** @throws {Damage} */
  next(cursor: Cursor): R;
  /** @throws {Damage} */
  again(cursor: Cursor, row: R): void;
}

/** The records of a block, and where decoding stopped: at its end, or at damage. */
export interface Rows<R extends Row> {
  readonly block: Block;
  readonly rows: readonly R[];
  /** The first byte that was not decoded; the block's end if all were. */
  readonly stopByte: number;
  readonly damage: string | undefined;
}

/** Reads a block's records up to its end or to damage, which is reported. */
export function readRows<R extends Row>(
  window: ByteWindow,
  block: Block,
  reader: BlockReader<R>,
  report: Report,
): Rows<R> {
  const cursor = new Cursor(window.view(block.bodyByte, block.endByte), block.bodyByte, block.bodyByte, block.endByte);
  const rows: R[] = [];
  let start = cursor.position;
  try {
    while (!reader.done(cursor)) {
      start = cursor.position;
      const row = reader.next(cursor);
      steppedAt(rows.push(row) - 1);
    }
    return { block, rows, stopByte: block.endByte, damage: undefined };
  } catch (thrown) {
    if (!(thrown instanceof Damage)) throw thrown;
    report(thrown.code, thrown.message, start, Math.max(start, block.endByte), block);
    return { block, rows, stopByte: start, damage: thrown.message };
  }
}

/** The content of the module's own blocks. */
export interface ModuleTables {
  readonly types: TypeTable;
  readonly typeRows: readonly TypeRow[];
  readonly planes: Planes;
  readonly globals: readonly GlobalVariable[];
  readonly functions: readonly FunctionValue[];
  /** Rows by the index of their block. */
  readonly rows: ReadonlyMap<number, Rows<ModuleRow>>;
  /** Type names in the order of the file, with the slot of each. */
  readonly typeNames: readonly { readonly name: string; readonly slot: number }[];
  readonly libraries: readonly string[];
  readonly triple: string;
  readonly sections: readonly string[];
  readonly assembly: string;
  /** The first numbers for functions' unnamed values. */
  readonly nextNumbers: NextNumbers;
  /** The function of each function block, by the block's index. */
  readonly bodies: ReadonlyMap<number, FunctionValue>;
}

/** A record of one of the module's own blocks. */
export type ModuleRow = TypePlaneRow | InfoRow | PoolRow | SymbolRow;

/** Reads the tables; damage is reported, and everything else is read. */
export class ModuleLoader {
  private readonly traits: Traits;
  private readonly types = new TypeTable();
  private readonly planes: Planes;
  private readonly rows = new Map<number, Rows<ModuleRow>>();
  private readonly typeRows: TypeRow[] = [];
  private readonly globals: GlobalVariable[] = [];
  private readonly functions: FunctionValue[] = [];
  private readonly strings = new Map<string, readonly string[]>();
  private readonly typeNames: { name: string; slot: number }[] = [];

  constructor(
    private readonly window: ByteWindow,
    private readonly layout: Layout,
    private readonly report: Report,
  ) {
    this.traits = layout.traits;
    this.planes = new Planes(this.traits);
  }

  /** Reads the blocks in file order, which is the order of their dependencies; names last. */
  load(): ModuleTables {
    const children = this.layout.module?.children ?? [];
    for (const block of children) {
      if (block.kind === "GlobalTypePlane") this.readTypes(block);
      else if (block.kind === "ModuleGlobalInfo") this.readInfo(block);
      else if (block.kind === "ConstantPool") this.readConstants(block);
    }
    for (const rows of this.rows.values()) this.resolve(rows.rows);
    this.initialize();
    const bodies = this.bodies(children);
    for (const block of children) if (block.kind === "SymbolTable") this.readNames(block);
    const nextNumbers = numberModule(this.globals, this.functions);
    return {
      nextNumbers,
      ...{ types: this.types, typeRows: this.typeRows, planes: this.planes, rows: this.rows, bodies },
      ...{ globals: this.globals, functions: this.functions, typeNames: this.typeNames },
      libraries: this.strings.get("libraries") ?? [],
      triple: this.strings.get("triple")?.[0] ?? "",
      sections: this.strings.get("sections") ?? [],
      assembly: this.strings.get("assembly")?.[0] ?? "",
    };
  }

  /** Reads a block's records and keeps them for the listing. */
  private keep<R extends ModuleRow>(block: Block, reader: BlockReader<R>): readonly R[] {
    const rows = readRows(this.window, block, reader, this.report);
    this.rows.set(block.index, rows);
    return rows.rows;
  }

  private readTypes(block: Block): void {
    const rows = this.keep(block, new TypePlaneReader(this.traits));
    const types = rows.filter((row) => row.kind === "type");
    append(this.typeRows, types);
    this.link(types, block);
  }

  private readonly linkTypes = (rows: readonly TypeRow[]): void => {
    this.link(rows, undefined);
  };

  private link(rows: readonly TypeRow[], block: Block | undefined): void {
    this.types.link(rows, (row, slot) => {
      this.report("bad-type", `there is no type ${slot}`, row.startByte, row.endByte, block);
    });
  }

  /** Variables take the first slots of their planes, then functions, in file order. */
  private readInfo(block: Block): void {
    for (const row of this.keep(block, new InfoReader(this.traits, this.types))) {
      if (row.kind === "global" || row.kind === "function") this.planes.add(row);
      if (row.kind === "global") this.globals.push(row);
      else if (row.kind === "function") this.functions.push(row);
      else if ("strings" in row) this.strings.set(row.kind, row.strings);
    }
  }

  /** Constants follow the globals in their planes; they may refer to later planes. */
  private readConstants(block: Block): void {
    const reader = new PoolReader(this.traits, this.types, false, this.linkTypes);
    for (const row of this.keep(block, reader)) {
      if (row.kind !== "types" && row.kind !== "plane" && row.kind !== "type") this.planes.add(row);
      else if (row.kind === "type") this.typeRows.push(row);
    }
  }

  private resolve(rows: readonly ModuleRow[]): void {
    const pool = rows.filter(
      (row): row is PoolRow => row.kind === "aggregate" || row.kind === "expression" || row.kind === "pointer",
    );
    for (const { row, slot } of resolveConstants(pool, this.planes)) this.missing(row, slot);
  }

  private missing(row: Row, slot: number): void {
    this.report("bad-reference", `there is no value ${slot} in that plane`, row.startByte, row.endByte);
  }

  /** An initializer is a slot in the plane of the variable's element type, known once all constants are read. */
  private initialize(): void {
    for (const global of this.globals) {
      if (global.initializer === undefined) continue;
      global.initial = this.planes.get(global.type.element, global.initializer);
      if (!global.initial) this.missing(global, global.initializer);
    }
  }

  /** The function of each body: up to version 4 every function has a block, a declaration's without a body. */
  private bodies(children: readonly Block[]): ReadonlyMap<number, FunctionValue> {
    const blocks = children.filter((block) => block.kind === "Function");
    const defined = this.traits.signatureFlags ? this.functions.filter((f) => !f.declared) : this.functions;
    const bodies = new Map<number, FunctionValue>();
    blocks.forEach((block, i) => {
      const of = defined[i];
      if (!of) {
        this.report(
          "bad-block",
          "a function block, but every function has one already",
          block.headerByte,
          block.endByte,
          block.parent,
        );
        return;
      }
      bodies.set(block.index, of);
      if (!this.traits.signatureFlags) of.declared = block.children.length === 0;
    });
    const without = defined[blocks.length];
    const end = this.layout.module?.endByte ?? 0;
    if (without) {
      const code: ProblemCode = "bad-block";
      this.report(code, `${defined.length - blocks.length} functions have no block`, end, end, this.layout.module);
    }
    return bodies;
  }

  /** Names of types, and of globals by plane and slot. */
  private readNames(block: Block): void {
    for (const row of this.keep(block, new SymbolReader(this.traits))) {
      if (row.kind !== "symbol") continue;
      if (row.plane === "types") {
        this.typeNames.push({ name: row.name, slot: row.slot });
        continue;
      }
      const type = this.types.find(row.plane);
      const value = type ? this.planes.get(type, row.slot) : undefined;
      if (!value) this.missing(row, row.slot);
      else if (value.kind === "global" || value.kind === "function") value.name = row.name;
    }
  }
}
