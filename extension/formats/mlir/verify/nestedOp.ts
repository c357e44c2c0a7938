/** Ops with what is around them and in them, for the checks of regions, of defining ops and of symbols. */
import type { NamedValue } from "../model/module";
import { unknown } from "./fault";
import type { TypeView } from "./entryView";
import { AttrView } from "./entryView";
import type { ViewParts } from "./opView";
import { OpView } from "./opView";
import type { SpelledEntries } from "./signature";

/** A block of a region that was walked. */
export interface NestedBlock {
  readonly args: readonly TypeView[];
  /** The number of its first argument among the file's values. */
  readonly firstValue: number;
  readonly ops: readonly NestedOp[];
}

/** Whether the dialect of an op has it, as the file tells. */
export interface Registered {
  /** Undefined before bytecode version 5, which does not tell. */
  readonly registered: boolean | undefined;
}

/** The op that defines a value: its name, its properties and attributes, and the values that it takes. */
export interface Definer extends Registered {
  readonly name: string;
  readonly properties: () => readonly NamedValue[];
  /** The numbers of its operands among the file's values. Throws what fault.ts calls unknown. */
  readonly operands: () => readonly number[];
}

/** What an op in its place is made of, beside its own parts. */
export interface NestedParts extends ViewParts, Registered {
  readonly parent: NestedOp | undefined;
  /** The numbers of its operands among the file's values; -1 for one that is not defined yet. */
  readonly values: Int32Array;
  readonly firstResult: number;
  /** The first value of the region that it stands in. */
  readonly regionStart: number;
  readonly successors: readonly number[];
  readonly startByte: number;
  readonly endByte: number;
  /** Equal for ops with the same name, properties and types. */
  readonly key: string;
  /** How many regions it has. */
  readonly regionCount: number;
  /** The op that defines a value; undefined for a block's argument. Throws what fault.ts calls unknown. */
  definer(value: number): Definer | undefined;
}

const NO_REGIONS: NestedBlock[][] = [];

/** An op in its place. */
export class NestedOp extends OpView {
  /** By region, its blocks; filled while they are walked, if a check asks for them. */
  regions: NestedBlock[][] = NO_REGIONS;
  private walked: boolean | undefined;

  constructor(
    readonly place: NestedParts,
    entries: SpelledEntries,
  ) {
    super(place, entries);
  }

  /** The op around; undefined if there is none. */
  get parent(): NestedOp | undefined {
    return this.place.parent;
  }
  /** The ops around, innermost first. */
  *parents(): Generator<NestedOp, void, undefined> {
    for (let op = this.parent; op; op = op.parent) yield op;
  }
  /** The nearest op around that has one of these names. */
  within(...names: readonly string[]): NestedOp | undefined {
    for (const op of this.parents()) if (names.includes(op.name)) return op;
    return undefined;
  }
  /** Whether its regions have blocks, if those were walked for a check. */
  get hasBlocks(): boolean {
    return this.walked ?? this.regions.some((blocks) => blocks.length > 0);
  }
  /** Forgets the blocks. @param exceptFirst whether to keep each region's first block, for symbols: without ops */
  forget(exceptFirst: boolean): void {
    this.walked = this.hasBlocks;
    this.regions = exceptFirst
      ? this.regions.map((blocks) => blocks.slice(0, 1).map((block) => ({ ...block, ops: [] })))
      : NO_REGIONS;
  }
  /** The blocks of a region. */
  blocks(region: number): readonly NestedBlock[] {
    return this.regions[region] ?? [];
  }
  /** The first block of a region; unknown if it has none. */
  entry(region = 0): NestedBlock {
    return this.regions[region]?.[0] ?? unknown();
  }
  /** The ops in a region, without those inside them. */
  opsIn(region = 0): readonly NestedOp[] {
    return this.blocks(region).flatMap(({ ops }) => ops);
  }
  /** All ops in the regions, from the outside in. */
  *inside(): Generator<NestedOp, void, undefined> {
    const waiting = [this.regions];
    for (let regions = waiting.pop(); regions; regions = waiting.pop())
      for (const op of regions.flat().flatMap(({ ops }) => ops)) {
        yield op;
        if (op.regions.length > 0) waiting.push(op.regions);
      }
  }
  /** The op that ends the first block of a region. */
  last(region = 0): NestedOp {
    return this.entry(region).ops.at(-1) ?? unknown();
  }
  /** The op that defines an operand; undefined for a block's argument. */
  definer(operand: number): Definer | undefined {
    const value = this.place.values[operand] ?? -1;
    return value < 0 ? unknown() : this.place.definer(value);
  }
  /** Of this op and those around, the one in whose region a value is defined. */
  beside(value: number): NestedOp {
    if (value < 0) unknown();
    return value >= this.place.regionStart ? this : (this.parent?.beside(value) ?? unknown());
  }
  /** The value of an operand that an op with this name defines; undefined if it is no such constant. */
  constant(operand: number, ...names: readonly string[]): AttrView | undefined {
    const definer = this.definer(operand);
    if (!definer || !names.includes(definer.name)) return undefined;
    const value = definer.properties().find(({ name }) => name === "value" || name === "values")?.value;
    return value && new AttrView(value, this.entries);
  }
}

/** Checks an op in its place; its regions have been walked. */
export type NestedCheck = (op: NestedOp) => void;
/** Checks by the names of ops. */
export type NestedChecks = Readonly<Record<string, NestedCheck>>;
/** Checks a use of a symbol. @param find the op that a reference names; undefined if there is none */
export type SymbolCheck = (op: NestedOp, find: (reference: Pick<AttrView, "path">) => NestedOp | undefined) => void;
export type SymbolChecks = Readonly<Record<string, SymbolCheck>>;
