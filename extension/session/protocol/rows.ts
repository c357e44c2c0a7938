/** Rows: which are asked for, and what they are when they are drawn. */
import type { ArrangementName } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { HoverTarget } from "../../document/hover";
import type { Place, SectionId } from "../../document/section";
import type { NoiseKind, Token } from "../../document/token";

/** What a document is; known as soon as it is open. */
export interface Opened {
  readonly format: string;
  readonly title: string;
  readonly bits: number;
  /** Columns the record cell is padded to. */
  readonly recordWidth: number;
  readonly problems: number;
  readonly derived: number;
  /** The first bytes in hex, for the page that says "not ours". */
  readonly head: string;
  /** The arrangements there are, the one to open in first. */
  readonly arrangements: readonly ArrangementName[];
}

/** A row: a line of an entry. */
export interface RowPlace extends Place {
  readonly line: number;
}

/** Which arrangement a call is about; records where it does not say. Places, sections and symbols belong to theirs. */
export interface Arranging {
  readonly arrangement?: ArrangementName;
}

/**
 * Which sections are folded: the base rule, except for the sections in `toggled`. `detail`: container and padding rows too.
 * `hidden`: the noise that is left out; lines of it are no rows, also for find and for the count of lines.
 */
export interface Folds extends Arranging {
  readonly base: "preamble" | "none" | "all";
  readonly toggled: readonly SectionId[];
  readonly detail: boolean;
  readonly hidden?: readonly NoiseKind[];
}

/** Where rows are wanted. A place, bit or symbol inside a folded section unfolds what is around it. */
export type Anchor =
  /** `unhide`: noise is shown if this row is such, else the nearest row is meant. `reveals`: this kind is shown, too. */
  | { readonly kind: "place"; readonly place: RowPlace; readonly unhide?: boolean; readonly reveals?: NoiseKind }
  /** The same, or the head of the outermost folded section around it. */
  | { readonly kind: "shown"; readonly place: RowPlace }
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "bit"; readonly bit: number }
  /** The last row, however many there are. */
  | { readonly kind: "end" };

export interface RowsQuery {
  readonly anchor: Anchor;
  /** Rows wanted in front of the anchor's and after it. */
  readonly before: number;
  readonly after: number;
  readonly folds: Folds;
}

/** A token as it is drawn. */
export interface RowToken extends Token {
  /** A C++ or Rust name as a programmer writes it, where `text` has it mangled. */
  readonly plain?: string;
}

/** Where the source of a row is: the innermost frame, and how many calls it was inlined through. */
export interface RowSource {
  /** As the file has it. */
  readonly file: string;
  readonly directory: string;
  readonly line: number;
  readonly column: number;
  readonly inlined: number;
  /** The text says it, by a location that is not hidden. */
  readonly said: boolean;
}

/** A line as it is drawn. Token text here is Unicode: bytes that are UTF-8 are decoded. */
export interface Row extends RowPlace, BitRange {
  readonly kind: "row" | "message";
  readonly positionBit?: number;
  readonly record: readonly RowToken[];
  readonly assembly: readonly RowToken[];
  /** Nesting of its section, from 1. */
  readonly level: number;
  /** On the first row of a section that can be folded. */
  readonly fold?: "open" | "closed";
  /** On the first row of what has a source location. */
  readonly source?: RowSource;
}

/** A section as the sticky header and the breadcrumbs name it. */
export interface SectionInfo extends BitRange {
  readonly id: SectionId;
  readonly parent: SectionId | undefined;
  readonly kind: string;
  readonly title: string;
  /** The title with its names as programmers write them, where it has them mangled. */
  readonly plain?: string;
}

export interface RowsAnswer {
  readonly rows: readonly Row[];
  /** Index in `rows` of the row that was asked for. */
  readonly anchor: number;
  /** Line of `rows[0]` and lines in all under these folds; estimated until `exact`. */
  readonly line: number;
  readonly total: number;
  readonly exact: boolean;
  /** Whether the first (last) of `rows` is the document's. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** The sections of these rows and those around them. */
  readonly sections: readonly SectionInfo[];
  /** Sections that had to be unfolded to show the anchor. */
  readonly unfolded: readonly SectionId[];
  /** Noise that had to be shown for it. */
  readonly unhidden: readonly NoiseKind[];
  /** Of the arrangement: rows of an older one are out of date. */
  readonly revision: number;
}

/** What a place was called when it was last seen, so that it can be found again after the file has changed. */
export interface PlaceMemory extends Arranging {
  readonly place: RowPlace;
  readonly bit: number;
  readonly title: string;
}

/** A token in the listing: a row, a column in it, and which token of it. */
export interface TokenPlace extends Place, Arranging {
  readonly target: HoverTarget;
}
