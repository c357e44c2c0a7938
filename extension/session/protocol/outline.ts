/** The outline's nodes and the symbols that Go to Symbol lists. */
import type { BitRange } from "../../document/bits";
import type { OutlineKind } from "../../document/outline";
import type { SymbolId } from "../../document/token";

/** An outline node by its path of child indexes from the top. */
export type OutlinePath = readonly number[];

export interface OutlineItem extends BitRange {
  readonly path: OutlinePath;
  readonly kind: OutlineKind;
  readonly name: string;
  /** A C++ or Rust name as a programmer writes it, where `name` is mangled. */
  readonly demangled?: string;
  readonly detail?: string;
  readonly symbol?: SymbolId;
  readonly derived?: number;
  readonly expandable: boolean;
}

export interface OutlineQuery {
  readonly path: OutlinePath;
  readonly from: number;
  readonly count: number;
  readonly sort: "position" | "name" | "size";
  /** Only nodes whose name or detail holds this (any case), or that have such a child. */
  readonly filter: string;
  /** Whether mangled names are given as programmers write them, too. */
  readonly demangle: boolean;
}

export interface SymbolsQuery {
  /** A part of the name (any case), after a sigil that picks kinds: `@ % ! # :`. */
  readonly text: string;
  readonly count: number;
  readonly demangle: boolean;
}

export interface SymbolItem extends BitRange {
  readonly name: string;
  readonly demangled?: string;
  readonly detail: string;
  readonly kind: OutlineKind;
}
