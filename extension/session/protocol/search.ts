/** Find, references, and the targets of symbols and positions. */
import type { Place, SectionId } from "../../document/section";
import type { NoiseKind, SymbolId } from "../../document/token";
import type { Arranging, Folds, RowPlace } from "./rows";

/** What to find, and where. */
export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
  /** `bytes`: hex digits, `??` for any byte. */
  readonly scope: "all" | "assembly" | "record" | "bytes";
  readonly folds: Folds;
  /** Only in this section and those nested in it. */
  readonly section?: SectionId;
  /** Only from one entry to another, both included. */
  readonly between?: { readonly from: Place; readonly to: Place };
}

/** The hits found since the last message, and the progress of the search, from 0 to 1. */
export interface FindProgress {
  readonly hits: readonly Hit[];
  readonly share: number;
}

/** A hit of find or of references: characters `start` up to `end` of a column of a row. */
export interface Hit extends RowPlace {
  readonly column: "record" | "assembly";
  readonly start: number;
  readonly end: number;
  /** In a mangled name: the match in the name as programmers write it, from that name's first character. */
  readonly plain?: { readonly start: number; readonly end: number };
  readonly startBit: number;
  /** Its position in the listing, from 0 to 1, for the overview ruler. */
  readonly share: number;
  /** The kind of hidden noise that the hit is in: going there shows that noise. Find has no such hits. */
  readonly noise?: NoiseKind;
}

/** A use of a symbol (or its definition), with the text of its row. */
export interface Reference extends Hit {
  readonly definition: boolean;
  /** Whether the definition is none, but declares what is defined in another module. */
  readonly declares?: boolean;
  readonly text: string;
  /** The title of its section. */
  readonly container: string;
}

/** How a search ended. `hits` counts all hits, also those beyond the limit that were not sent. */
export interface FindSummary {
  readonly hits: number;
  readonly capped: boolean;
  /** Why the pattern is invalid. */
  readonly invalid?: string;
}

/** A symbol of an arrangement. */
export interface SymbolQuery extends Arranging {
  readonly symbol: SymbolId;
}

/** The place that a symbol or position leads to. */
export interface Target extends RowPlace {
  readonly bit: number;
  /** The token that defines the symbol. */
  readonly column?: "record" | "assembly";
  readonly token?: number;
}
