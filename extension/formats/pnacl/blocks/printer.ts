/** What the printers of all blocks share: ids, types, abbreviations, the head and foot of a block. */
import type { SymbolId } from "../../../document/token";
import type { ByteWindow } from "../../../document/window";
import type { Abbreviation } from "../../bitstream/abbreviation";
import { operandText } from "../../bitstream/abbreviation";
import { BitCursor } from "../../bitstream/cursor";
import type { Block } from "../../bitstream/reader";
import { DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, FIRST_ABBREV } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { ModuleTables, Scope } from "../module";
import type { ItemWriter } from "../output";
import { operandsOf } from "../output";
import type { Outcome, SectionNode } from "../section";
import { BLOCK_NAMES, PSEUDO } from "../tables";
import type { FunctionType, Type } from "../types";
import { VOID } from "../types";

/** A value's name in print, and what it names. */
export interface ValueId {
  readonly text: string;
  readonly symbol: SymbolId;
  readonly kind: "global" | "local";
}

/** A 64-bit operand cut to 32 bits, as most operands are taken. */
export function low32(record: BitRecord, index: number): number {
  const value = record.value(index);
  return value <= Number.MAX_SAFE_INTEGER ? value % 2 ** 32 : Number(record.big(index) & 0xffffffffn);
}
/** An operand in decimal, exact. */
export function decimal(record: BitRecord, index: number): string {
  const value = record.value(index);
  return value <= Number.MAX_SAFE_INTEGER ? String(value) : record.big(index).toString();
}

/** The symbol of an abbreviation that BLOCKINFO gives to a kind of block. */
export function sharedAbbreviation(blockId: number, index: number): SymbolId {
  return `k${blockId}/@a${index}`;
}

/**
 * Prints one block: its head, its records, its foot. What it knows between two records it gives and takes back with
 * `save` and `restore`, so that a walk can begin in the middle.
 */
export abstract class BlockPrinter {
  /** The block as the reader has it: its abbreviations grow. */
  block: Block;

  constructor(
    protected readonly window: ByteWindow,
    readonly section: SectionNode,
    protected readonly tables: ModuleTables,
    protected readonly out: ItemWriter,
  ) {
    this.block = section.block;
  }

  /** Statements of a record, messages about it, and the record. Returns why the block cannot be read on, if so. */
  abstract record(record: BitRecord): string | undefined;
  /** The words of the head, without the record. */
  protected head(): void {
    this.out.asm.put("keyword", BLOCK_NAMES[this.block.id] ?? "unknown").space();
  }
  /** Messages that come with the foot, and what has to be closed first. */
  protected beforeExit(): void {
    // Most blocks have nothing to say.
  }
  /** Messages that come behind the foot. */
  protected afterExit(): void {
    // Most blocks have nothing to say.
  }
  save(): unknown {
    return undefined;
  }
  restore?(state: unknown): void;
  /** What the blocks behind this one have to know, at its end. */
  outcome(): Outcome {
    return {};
  }
  /** What a nested block sees of the module. */
  get scope(): Scope {
    return this.section.scope;
  }
  /** Constants of the function so far. */
  get constantCount(): number {
    return 0;
  }
  /** Takes over what a nested block has left. */
  adopt?(child: SectionNode): void;

  /** The head's row. */
  enter(): void {
    const { asm } = this.out;
    this.out.lastKnownBit = this.section.parent?.block.startBit ?? this.block.startBit;
    this.head();
    asm.open("{").space().space().put("comment", `// BlockID = ${this.block.id}`).line();
    const { startBit, bodyBit, id, width } = this.block;
    this.out.write({
      startBit,
      endBit: bodyBit,
      abbreviationId: ENTER_SUBBLOCK,
      code: PSEUDO.ENTER,
      values: [id, width],
    });
    this.out.recordDepth++;
    asm.indent++;
  }
  /** The foot's row. */
  exit(startBit: number, endBit: number): void {
    this.beforeExit();
    // The reference steps one level back from where it is: a constants block whose type is set has its foot one level deeper.
    this.out.asm.indent = Math.max(0, this.out.asm.indent - 1);
    this.out.recordDepth--;
    this.out.asm.close("}").line();
    this.out.write({ startBit, endBit, abbreviationId: END_BLOCK, code: PSEUDO.EXIT, values: [] });
    this.afterExit();
    this.out.amend();
  }
  /** An abbreviation that this block defines for itself. */
  definition(abbreviation: Abbreviation, endBit: number): void {
    const index = this.block.abbreviations.length - this.block.shared - 1;
    this.section.define("a", index, this.out.index);
    this.putDefinition(`%a${index}`, `${this.section.id}/%a${index}`, abbreviation);
    this.writeDefinition(abbreviation, endBit);
  }

  protected putDefinition(name: string, symbol: SymbolId, abbreviation: Abbreviation): void {
    const { asm } = this.out;
    asm.put("attribute", name, symbol, true).space().put("punctuation", "=").space();
    asm.put("keyword", "abbrev").space().begin().open("<");
    const { operands } = abbreviation;
    for (let i = 0; i < operands.length; i++) {
      if (i > 0) asm.put("punctuation", ",").end().space().begin();
      const operand = operands[i];
      if (!operand) continue;
      if (operand.kind !== "array") this.putEncoding(operandText(operand));
      else {
        asm.put("keyword", "array").begin().open("(");
        const element = operands[++i];
        if (element) this.putEncoding(operandText(element));
        asm.close(")").end();
      }
    }
    asm.close(">").end().put("punctuation", ";").line();
  }
  protected writeDefinition(abbreviation: Abbreviation, endBit: number): void {
    const { startBit } = abbreviation;
    const values = definitionValues(this.window, startBit + this.block.width);
    this.out.write({ startBit, endBit, abbreviationId: DEFINE_ABBREV, code: PSEUDO.DEFINE_ABBREV, values });
  }
  private putEncoding(text: string): void {
    const { asm } = this.out;
    const parts = /^(\w+)\((\d+)\)$/.exec(text);
    if (!parts) asm.put(/^\d/.test(text) ? "number" : "keyword", text);
    else
      asm
        .begin()
        .put("keyword", parts[1] ?? "")
        .open("(")
        .put("number", parts[2] ?? "")
        .close(")")
        .end();
  }

  /** The record itself, behind its statements. */
  protected write(record: BitRecord): void {
    const { startBit, endBit, abbreviationId, code } = record;
    this.out.write({ startBit, endBit, abbreviationId, code, values: operandsOf(record) });
  }
  /** ` <@a0>` behind a record that was written with an abbreviation. */
  protected putAbbreviation(record: BitRecord): void {
    const id = record.abbreviationId - FIRST_ABBREV;
    if (id < 0) return;
    const { shared } = this.block;
    const { asm } = this.out;
    const isShared = id < shared;
    const symbol = isShared ? sharedAbbreviation(this.block.id, id) : `${this.section.id}/%a${id - shared}`;
    const text = isShared ? `@a${id}` : `%a${id - shared}`;
    asm.operand(undefined).space().begin().open("<").put("attribute", text, symbol).close(">").end();
  }

  /** A type of the module, as many as are defined here. */
  protected type(index: number, defined: number): Type {
    const type = index < defined ? this.tables.types[index] : undefined;
    if (type) return type;
    this.out.error(`Can't find definition for @t${index}`);
    return VOID;
  }
  protected putType(type: Type): void {
    const { asm } = this.out;
    switch (type.kind) {
      case "void":
      case "float":
      case "double":
      case "integer":
        asm.put("type", type.name);
        return;
      case "vector":
        asm.begin().open("<").put("number", String(type.count)).space().put("type", "x").space();
        this.putType(type.element);
        asm.close(">").end();
        return;
      case "function":
        this.putFunctionType(type);
        return;
    }
  }
  /** A function's type around its name, if it has one; with its parameters' names, if they are asked for. */
  protected putFunctionType(type: FunctionType, name?: () => void, param?: (index: number) => void): void {
    const { asm } = this.out;
    const { params } = type;
    asm.begin();
    this.putType(type.result);
    asm.space().begin();
    if (params.length > 0) asm.begin();
    name?.();
    asm.open("(").end();
    let open = false;
    for (const [index, parameter] of params.entries()) {
      if (index > 0) asm.put("punctuation", ",").end().space();
      asm.begin();
      this.putType(parameter);
      if (param) {
        asm.space();
        param(index);
      }
      open = true;
    }
    if (type.variadic) {
      if (open) asm.put("punctuation", ",").end().space();
      asm.begin().put("punctuation", "...");
      open = true;
    }
    if (open) asm.end();
    asm.close(")").end();
    if (params.length > 0) asm.end();
  }
  /** As many globals as the globals block says there are. */
  protected get globalCount(): number {
    return this.section.scope.expectedGlobals;
  }
  /** An absolute value id in a block outside of functions. */
  globalId(index: number): ValueId {
    const { functions } = this.section.scope;
    const expectedGlobals = this.globalCount;
    if (index < functions) return { text: `@f${index}`, symbol: `@f${index}`, kind: "global" };
    const global = index - functions;
    if (global < expectedGlobals) return { text: `@g${global}`, symbol: `@g${global}`, kind: "global" };
    const local = global - expectedGlobals;
    return { text: `%v${local}`, symbol: `?/%v${local}`, kind: "local" };
  }
}

/** What DEFINE_ABBREV holds, as its record shows it: count, then for each operand "is literal", encoding or value, width. */
function definitionValues(window: ByteWindow, startBit: number): readonly (number | bigint)[] {
  const cursor = new BitCursor(window);
  cursor.seek(startBit);
  const count = cursor.vbr(5);
  const values: (number | bigint)[] = [count];
  for (let i = 0; i < count; i++) {
    const literal = cursor.fixed(1);
    values.push(literal);
    if (literal === 1) {
      const value = cursor.vbr(8);
      values.push(value > Number.MAX_SAFE_INTEGER ? (cursor.wide as bigint) : value);
      continue;
    }
    const encoding = cursor.fixed(3);
    values.push(encoding);
    if (encoding !== 1 && encoding !== 2) continue;
    const width = cursor.vbr(5);
    values.push(width);
    // A width of 0 is the literal 0, and the reference shows that too.
    if (width === 0) values.push(0);
  }
  return values;
}
