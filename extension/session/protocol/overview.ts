/** The overview of a file. */
import type { BitRange } from "../../document/bits";
import type { Fact, Notice } from "../../document/document";
import type { Problem } from "../../document/problem";
import type { SymbolId } from "../../document/token";
import type { Folds } from "./rows";

/** Asks where bits are among all rows. */
export interface SharesQuery extends Folds {
  readonly bits: readonly number[];
}

/** Marks of the overview ruler as shares of all rows, from 0 to 1. */
export interface Marks {
  /** All functions, or the largest if there are many. */
  readonly functions: readonly number[];
  readonly problems: readonly number[];
}

/** How the list of an overview is sorted, and how many items are wanted. */
export interface OverviewQuery {
  readonly sort: "size" | "name" | "position";
  readonly count: number;
}

/** A function; in a container, a document inside it. */
export interface OverviewItem extends BitRange {
  readonly name: string;
  /** The demangled name, if `name` is mangled. */
  readonly plain?: string;
  /** For a document inside a container: its index in `derived()`. */
  readonly derived?: number;
  /** See OutlineNode; then its symbol leads to it. */
  readonly unpackedBits?: number;
  readonly symbol?: SymbolId;
}

/** The list of an overview, which may be shortened. */
export interface OverviewList {
  readonly of: "functions" | "modules";
  readonly count: number;
  readonly items: readonly OverviewItem[];
}

/** The number of bits in sections of one kind. */
export interface SpaceShare {
  readonly kind: string;
  readonly bits: number;
}

/** The overview of a file. */
export interface Overview {
  readonly title: string;
  /** Size of the file. */
  readonly bits: number;
  readonly facts: readonly Fact[];
  readonly counts: readonly { readonly label: string; readonly count: number }[];
  readonly list: OverviewList;
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly notices: readonly Notice[];
}

/** The cost of reading so far; tests check these numbers. */
export interface Cost {
  readonly bytesRead: number;
  readonly bytesResident: number;
}
