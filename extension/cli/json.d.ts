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
  /** What the value stands for, as a value. */
  readonly value?: string;
  /** What it means, in words. */
  readonly meaning?: string;
  readonly definition?: { readonly startBit: number };
  readonly uses?: number;
}

/** A problem, as standard error and the Problems panel tell it. Codes are listed in the README. */
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

/** `diff --json` prints one of these. A line's names are the left file's, on both sides. */
export interface Difference {
  readonly equal: boolean;
  /** Null where there is no such file (`/dev/null`, as git has it). */
  readonly left: DifferenceSide | null;
  readonly right: DifferenceSide | null;
  /** Every function of either file, in the left one's order. */
  readonly functions: readonly FunctionDifference[];
  /** Lines between functions that differ; one side is absent where the other has no such line. */
  readonly lines: readonly { readonly left?: string; readonly right?: string }[];
}

export interface DifferenceSide {
  readonly name: string;
  readonly format: string;
  readonly title: string;
}

export interface FunctionDifference {
  /** `left`, `right`: only that file has it. */
  readonly state: "same" | "changed" | "renamed" | "left" | "right";
  readonly name: string;
  readonly demangled?: string;
  /** What the right file calls it, where that differs. */
  readonly rightName?: string;
  readonly leftLines?: number;
  readonly rightLines?: number;
  /** Its size in the file, in bytes. */
  readonly leftBytes?: number;
  readonly rightBytes?: number;
  /** Lines of both sides without an equal on the other. */
  readonly differing: number;
}
