/** The outline's nodes and the symbols that Go to Symbol lists. */
import type { BitRange } from "../../document/bits";
import type { OutlineKind } from "../../document/outline";
import type { SymbolId } from "../../document/token";

/** An outline node, as the child indexes on the way from the top to it. */
export type OutlinePath = readonly number[];

/** A node of the outline, without its children. */
export interface OutlineItem extends BitRange {
  readonly path: OutlinePath;
  readonly kind: OutlineKind;
  readonly name: string;
  /** The demangled name, if `name` is a mangled C++ or Rust name. */
  readonly demangled?: string;
  readonly detail?: string;
  readonly symbol?: SymbolId;
  readonly derived?: number;
  /** See OutlineNode. */
  readonly unpackedBits?: number;
  readonly expandable: boolean;
}

/** Which children of a node are wanted, how they are sorted, filtered and named. */
export interface OutlineQuery {
  readonly path: OutlinePath;
  readonly from: number;
  readonly count: number;
  readonly sort: "position" | "name" | "size";
  /** Only nodes whose name or detail contains this text (ignoring case), or that have such a child. */
  readonly filter: string;
  /** Whether demangled names are wanted too. */
  readonly demangle: boolean;
}

/** Which symbols "Go to Symbol" wants. */
export interface SymbolsQuery {
  /** A part of the name (ignoring case), after an optional sigil that picks kinds: `@ % ! # :`. */
  readonly text: string;
  readonly count: number;
  readonly demangle: boolean;
}

/** A symbol that "Go to Symbol" lists. */
export interface SymbolItem extends BitRange {
  readonly name: string;
  readonly demangled?: string;
  readonly detail: string;
  readonly kind: OutlineKind;
}
