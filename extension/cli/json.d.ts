/**
 * The JSON that the command line prints: stable, for scripts. Every number that ends in `Bit` counts bits from the file's
 * first byte; ranges are half open.
 */

/** `outline --json` prints an array of these. */
export interface OutlineNode {
  readonly kind: string;
  readonly name: string;
  /** A C++ or Rust name as a programmer writes it, where `name` is mangled. */
  readonly demangled?: string;
  /** Type or size. */
  readonly detail?: string;
  readonly startBit: number;
  readonly endBit: number;
  readonly children?: readonly OutlineNode[];
}

/** `at` prints an array of these, outermost first. */
export interface Element {
  /** A container's kind (`block`, `record`, `section`, …), or a leaf's: `decoded`, `padding`, `opaque`, `undecoded`. */
  readonly kind: string;
  readonly name: string;
  readonly startBit: number;
  readonly endBit: number;
  /** `fixed(3)`, `vbr(6)`, `char6`, `bytes(12)`, … Leaves only. */
  readonly encoding?: string;
  /** The stored value; past 2^53, and for bytes (in hex), a string. */
  readonly raw?: number | string;
  /** The meaning of the value, as a value. */
  readonly value?: string;
  /** The meaning in words. */
  readonly meaning?: string;
  readonly definition?: { readonly startBit: number };
  readonly uses?: number;
}

/** A problem, as printed on standard error and shown in the Problems panel. The README lists the codes. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly startBit: number;
  readonly endBit: number;
  /** Containers around it, outermost first. */
  readonly path: readonly string[];
}

/** `symbols --json` prints an array of these. */
export interface Symbol {
  readonly name: string;
  /** llvm-nm's letter. */
  readonly letter: string;
  readonly kind: string;
  readonly startBit: number;
  readonly endBit: number;
}

/** `stats --json` prints an array of these. */
export interface StatsRow {
  readonly block: string;
  /** Absent on the row of the block itself. */
  readonly record?: string;
  readonly count: number;
  readonly bits: number;
  /** Records written with a user abbreviation. */
  readonly abbreviated?: number;
}

/** `diff --json` prints one of these. Names in lines are those of the left file, on both sides. */
export interface Difference {
  readonly equal: boolean;
  /** Null if there is no such file (`/dev/null`, as git names it). */
  readonly left: DifferenceSide | null;
  readonly right: DifferenceSide | null;
  /** Every function of either file, in the left one's order. */
  readonly functions: readonly FunctionDifference[];
  /** Lines between functions that differ; a side is absent if that file has no such line. */
  readonly lines: readonly { readonly left?: string; readonly right?: string }[];
}

/** One of the two files. */
export interface DifferenceSide {
  readonly name: string;
  readonly format: string;
  readonly title: string;
}

/** How a function of one file relates to the other file's. */
export interface FunctionDifference {
  /** `left`, `right`: only that file has it. */
  readonly state: "same" | "changed" | "renamed" | "left" | "right";
  readonly name: string;
  readonly demangled?: string;
  /** Its name in the right file, if different. */
  readonly rightName?: string;
  readonly leftLines?: number;
  readonly rightLines?: number;
  /** Its size in the file, in bytes. */
  readonly leftBytes?: number;
  readonly rightBytes?: number;
  /** Lines of both sides that have no equal on the other side. */
  readonly differing: number;
}
