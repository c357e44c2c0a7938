/**
 * A block of the file as a section: its bits, the part of the module that it sees, and what is known about it so far.
 */
import type { SectionId } from "../../document/section";
import type { Block, BlockInfo, Checkpoint } from "../bitstream/reader";
import type { Scope } from "./module";
import { Column } from "./module";
import { countBefore } from "../../kit/sortedSearch";
import { BLOCK } from "./tables";
import type { Type } from "./types";

/** The kind of printer that a block needs. `skipped`: a second BLOCKINFO, which the reference skips. */
export type BlockKind =
  "module" | "abbreviations" | "types" | "globals" | "valuesymtab" | "function" | "constants" | "unknown" | "skipped";

/** Kinds of blocks that are folded at first: those that come before the functions. */
const PREAMBLE: readonly BlockKind[] = ["abbreviations", "types", "globals", "valuesymtab", "skipped"];

/** Whether blocks of a kind are folded at first. */
export function isPreamble(kind: BlockKind): boolean {
  return PREAMBLE.includes(kind);
}

/** Letters of the ids that a section defines: abbreviation, basic block, constant, function, global, type, value. */
export type IdKind = "a" | "b" | "c" | "f" | "g" | "t" | "v";

/** A position in a section where printing can resume. */
export interface SectionCheckpoint {
  /** Index of the next item. */
  readonly entry: number;
  readonly reader: Checkpoint;
  readonly lastKnownBit: number;
  readonly indent: number;
  readonly state: unknown;
}

/** What later blocks need to know from a block, once a walk has covered it completely. */
export interface Outcome {
  readonly types?: number;
  readonly globals?: number;
  readonly expectedGlobals?: number;
  readonly constants?: number;
}

/** The type that a forward declaration gives to a value, and the entry of the declaration. */
export interface ForwardType {
  readonly entry: number;
  readonly type: Type;
}

/** The types of a function's values, as far as it has been walked. */
export class FunctionData {
  /** By the number of an instruction's value: its type's id. */
  readonly valueTypes = new Column();
  readonly constantTypes: Type[] = [];
  readonly forward = new Map<number, ForwardType[]>();
}

/** The bytes that a section's tables take besides what is in them, and those of each table of definitions, about. */
const TABLES_BYTES = 256;
const TABLE_BYTES = 384;

/** Abbreviations are those that the file has when a reading begins. */
const NO_INFO: BlockInfo = new Map();
const NO_SECTIONS: ReadonlyMap<number, SectionId> = new Map();

/**
 * A section of the document. There may be very many, so tables are created with their first entry. Bits count from the
 * file's first byte.
 */
export class SectionNode {
  /** The bit after its last one. */
  endBit: number;
  /** Checkpoints after the first, in order. */
  private later: SectionCheckpoint[] | undefined;
  /** Items found so far, and whether these are all. */
  entryCount = 0;
  exact = false;
  /** The number of items whose messages have been reported. */
  checked = 0;
  /** What later blocks need to know; undefined until a walk has reached the end. */
  outcome: Outcome | undefined;
  private nested: Map<number, SectionId> | undefined;
  /** The first bits of the nested sections, in order. */
  private nestedBits: number[] | undefined;
  private definitions: Map<string, Column> | undefined;
  /** The entries that define values, as in `definitions`: they are by far the most, so they are at hand. */
  private values: Column | undefined;
  private found: FunctionData | undefined;

  constructor(
    readonly id: SectionId,
    readonly parent: SectionNode | undefined,
    readonly kind: BlockKind,
    readonly block: Block,
    readonly scope: Scope,
    readonly depth: number,
    /** The function that it belongs to; undefined for a body without a function. */
    readonly functionId: number | undefined,
    /** Constants of the function in earlier blocks. */
    readonly constantsBefore: number,
  ) {
    this.endBit = block.endBit;
  }

  /** The checkpoint at its beginning. Most sections have no other, so this one is made when it is asked for. */
  get first(): SectionCheckpoint {
    const { block, depth } = this;
    // A section is read as if there were no blocks around it.
    const alone = { ...block, outer: undefined, depth: 1 };
    const reader = { bit: block.bodyBit, block: alone, blockInfo: NO_INFO, setBlock: undefined };
    return { entry: 0, reader, lastKnownBit: block.startBit, indent: depth, state: undefined };
  }
  /** The last checkpoint. */
  get last(): SectionCheckpoint {
    return this.later?.at(-1) ?? this.first;
  }
  /** The last checkpoint that fits; the first one if no other does. */
  lastWhere(fits: (checkpoint: SectionCheckpoint) => boolean): SectionCheckpoint {
    return this.later?.findLast(fits) ?? this.first;
  }
  /** The entry of the last checkpoint. */
  get lastEntry(): number {
    return this.later?.at(-1)?.entry ?? 0;
  }
  /** Adds a checkpoint after the others. */
  mark(checkpoint: SectionCheckpoint): void {
    (this.later ??= []).push(checkpoint);
  }

  /** Nested sections by their first bit. */
  get children(): ReadonlyMap<number, SectionId> {
    return this.nested ?? NO_SECTIONS;
  }
  /** Adds a nested section. */
  nest(startBit: number, id: SectionId): void {
    (this.nested ??= new Map()).set(startBit, id);
    const bits = (this.nestedBits ??= []);
    bits.splice(
      countBefore(bits.length, (i) => (bits[i] as number) > startBit),
      0,
      startBit,
    );
  }
  /** The last nested section that begins at a bit or before it; undefined if no walk has reached one. */
  nestedUpTo(bit: number): SectionId | undefined {
    const bits = this.nestedBits ?? [];
    const startBit = bits[countBefore(bits.length, (i) => (bits[i] as number) > bit) - 1];
    return startBit === undefined ? undefined : this.nested?.get(startBit);
  }
  /** The types of a function's values; dropped if memory is short, and found again by walking. */
  get data(): FunctionData {
    return (this.found ??= new FunctionData());
  }
  /** Remembers the entry that defines an id. `space` distinguishes the numberings of abbreviations. */
  define(kind: IdKind, number: number, entry: number, space = ""): void {
    if (kind === "v" && this.values) {
      this.values.set(number, entry + 1);
      return;
    }
    const key = kind + space;
    this.definitions ??= new Map();
    let column = this.definitions.get(key);
    if (!column) this.definitions.set(key, (column = new Column()));
    if (kind === "v") this.values = column;
    // Entries are stored plus one: 0 means none.
    column.set(number, entry + 1);
  }
  /** The entry that defines an id; undefined if the walks so far have not reached it. */
  entryOf(kind: IdKind, number: number, space = ""): number | undefined {
    const entry = this.definitions?.get(kind + space)?.get(number);
    return entry ? entry - 1 : undefined;
  }
  /** Bytes of its tables, about. */
  get residentBytes(): number {
    let bytes = this.found ? TABLES_BYTES + this.found.valueTypes.bytes : 0;
    for (const column of this.definitions?.values() ?? []) bytes += TABLE_BYTES + column.bytes;
    return bytes;
  }
  /** How often what walking had found was dropped: a walk that was interrupted then cannot go on. */
  generation = 0;
  /** Drops what walking can find again. */
  forget(): void {
    this.generation++;
    this.found = undefined;
    this.definitions = undefined;
    this.values = undefined;
    this.later = undefined;
  }
}

/** The kind of section of a block, from its id and the section around it. */
export function kindOf(parent: SectionNode | undefined, block: Block, isFirstInfo: boolean): BlockKind {
  if (!parent) return block.id === BLOCK.MODULE ? "module" : "unknown";
  if (parent.kind === "function") return block.id === BLOCK.CONSTANTS ? "constants" : "unknown";
  if (parent.kind !== "module") return "unknown";
  switch (block.id) {
    case BLOCK.BLOCKINFO:
      return isFirstInfo ? "abbreviations" : "skipped";
    case BLOCK.TYPE:
      return "types";
    case BLOCK.GLOBALVAR:
      return "globals";
    case BLOCK.VALUE_SYMTAB:
      return "valuesymtab";
    case BLOCK.FUNCTION:
      return "function";
    default:
      return "unknown";
  }
}
