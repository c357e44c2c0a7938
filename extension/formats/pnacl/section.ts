/** A block of the file as a section: where it is, what it sees of the module, what is known of it so far. */
import type { SectionId } from "../../document/section";
import type { Block, Checkpoint } from "../bitstream/reader";
import type { Scope } from "./module";
import { Column } from "./module";
import { BLOCK } from "./tables";
import type { Type } from "./types";

/** Which printer reads a block. `skipped`: a second BLOCKINFO, which the reference jumps over. */
export type BlockKind =
  "module" | "abbreviations" | "types" | "globals" | "valuesymtab" | "function" | "constants" | "unknown" | "skipped";

/** Kinds of ids that a section defines; the entries of their definitions are kept by number. */
export type IdKind = "a" | "b" | "c" | "f" | "g" | "t" | "v";

/** A place in a section from which printing can go on. */
export interface SectionCheckpoint {
  /** Index of the next item. */
  readonly entry: number;
  readonly reader: Checkpoint;
  readonly lastKnownBit: number;
  readonly indent: number;
  readonly state: unknown;
}

/** What a walk over a whole block leaves for the blocks behind it. */
export interface Outcome {
  readonly types?: number;
  readonly globals?: number;
  readonly expectedGlobals?: number;
  readonly constants?: number;
}

/** A type that a forward declaration gave a value, and at which entry. */
export interface ForwardType {
  readonly entry: number;
  readonly type: Type;
}

/** Types of a function's values, found while it is walked. */
export class FunctionData {
  /** By instruction value: the type's id. */
  readonly valueTypes = new Column();
  readonly constantTypes: Type[] = [];
  readonly forward = new Map<number, ForwardType[]>();
}

const NO_SECTIONS: ReadonlyMap<number, SectionId> = new Map();

/** A section of the document; there may be very many, so tables come with their first entry. Bits count from the file's first byte. */
export class SectionNode {
  /** Behind its last bit. */
  endBit: number;
  readonly checkpoints: SectionCheckpoint[] = [];
  /** Items found so far, and whether the end was come to. */
  entryCount = 0;
  exact = false;
  /** Items whose messages have been told: all up to this one. */
  checked = 0;
  outcome: Outcome | undefined;
  private nested: Map<number, SectionId> | undefined;
  private definitions: Map<string, Column> | undefined;
  /** Of values: the most numerous, and so kept at hand. */
  private values: Column | undefined;
  private found: FunctionData | undefined;

  constructor(
    readonly id: SectionId,
    readonly parent: SectionNode | undefined,
    readonly kind: BlockKind,
    readonly block: Block,
    readonly scope: Scope,
    readonly depth: number,
    /** Which function it belongs to; absent where a body has no function. */
    readonly functionId: number | undefined,
    /** The function's constants in front of it. */
    readonly constantsBefore: number,
  ) {
    this.endBit = block.endBit;
  }

  /** Nested sections by the bit they start at. */
  get children(): ReadonlyMap<number, SectionId> {
    return this.nested ?? NO_SECTIONS;
  }
  /** Notes a nested section. */
  nest(startBit: number, id: SectionId): void {
    (this.nested ??= new Map()).set(startBit, id);
  }
  /** Types of a function's values; dropped when memory is short, and found again. */
  get data(): FunctionData {
    return (this.found ??= new FunctionData());
  }
  /** Notes at which entry an id is defined; `space` tells apart the numberings of abbreviations. */
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
    // Entries are kept one up, so that 0 says "none".
    column.set(number, entry + 1);
  }
  /** The entry that defines an id, as far as the section has been walked. */
  entryOf(kind: IdKind, number: number, space = ""): number | undefined {
    const entry = this.definitions?.get(kind + space)?.get(number);
    return entry ? entry - 1 : undefined;
  }
  /** Bytes that stay in typed arrays for it. */
  get residentBytes(): number {
    let bytes = this.found?.valueTypes.bytes ?? 0;
    for (const column of this.definitions?.values() ?? []) bytes += column.bytes;
    return bytes;
  }
  /** Forgets what can be found again by walking. */
  forget(): void {
    this.found = undefined;
    this.definitions = undefined;
    this.values = undefined;
    this.checkpoints.length = 1;
  }
}

/** The kind of section that a block is, by where it stands. */
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
