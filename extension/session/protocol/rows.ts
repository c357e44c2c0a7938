/** Rows: how they are asked for, and how they are drawn. */
import type { ArrangementName } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { HoverTarget } from "../../document/hover";
import type { Place, SectionId } from "../../document/section";
import type { NoiseKind, Token } from "../../document/token";

/** What is known of a document as soon as it is open. */
export interface Opened {
  readonly format: string;
  readonly title: string;
  readonly bits: number;
  /** Width to which the record cell is padded, in characters. */
  readonly recordWidth: number;
  readonly problems: number;
  readonly derived: number;
  /** The first bytes in hex, for the page of a file in no known format. */
  readonly head: string;
  /** The arrangements of the document; the first is shown first. */
  readonly arrangements: readonly ArrangementName[];
  /** Those of them that hold noise which a reader may want to hide. */
  readonly noisy: readonly ArrangementName[];
}

/** The place of a row: a line of an entry. */
export interface RowPlace extends Place {
  readonly line: number;
}

/**
 * Which arrangement a call is about; without one, the records. Places, sections and symbols belong to their
 * arrangement.
 */
export interface Arranging {
  readonly arrangement?: ArrangementName;
}

/**
 * Which sections are folded: the base rule, reversed for the sections in `toggled`. `detail`: container and padding
 * rows are shown too. `hidden`: the kinds of noise to leave out; their lines are no rows, also for find and for the
 * count of lines.
 */
export interface Folds extends Arranging {
  readonly base: "preamble" | "none" | "all";
  readonly toggled: readonly SectionId[];
  readonly detail: boolean;
  readonly hidden?: readonly NoiseKind[];
}

/** Where rows are wanted. If a place, bit or symbol is inside a folded section, the sections around it are unfolded. */
export type Anchor =
  /**
   * `unhide`: if this row is hidden noise, show that noise; without it the nearest row is used. `reveals`: also show
   * this kind.
   */
  | { readonly kind: "place"; readonly place: RowPlace; readonly unhide?: boolean; readonly reveals?: NoiseKind }
  /** Like `place`, or the head of the outermost folded section around the place. */
  | { readonly kind: "shown"; readonly place: RowPlace }
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "bit"; readonly bit: number }
  /** The last row, whatever its number. */
  | { readonly kind: "end" };

/** Asks for rows around an anchor. */
export interface RowsQuery {
  readonly anchor: Anchor;
  /** How many rows are wanted before the anchor's row and after it. */
  readonly before: number;
  readonly after: number;
  readonly folds: Folds;
}

/** A token as it is drawn. */
export interface RowToken extends Token {
  /** The demangled name, if `text` is a mangled C++ or Rust name. */
  readonly plain?: string;
}

/** The source of a row: the innermost frame, and through how many calls it was inlined. */
export interface RowSource {
  /** The file's name as in the debug information. */
  readonly file: string;
  readonly directory: string;
  readonly line: number;
  readonly column: number;
  readonly inlined: number;
}

/** A line as it is drawn. Token text here is Unicode: bytes that are valid UTF-8 are decoded. */
export interface Row extends RowPlace, BitRange {
  readonly kind: "row" | "message";
  readonly positionBit?: number;
  readonly record: readonly RowToken[];
  readonly assembly: readonly RowToken[];
  /** Nesting depth of its section, from 1. */
  readonly level: number;
  /** Set on the first row of a section that can be folded. */
  readonly fold?: "open" | "closed";
  /** Set on the first row of an entry with a source location. */
  readonly source?: RowSource;
}

/** A section as shown in the sticky header and the breadcrumb. */
export interface SectionInfo extends BitRange {
  readonly id: SectionId;
  readonly parent: SectionId | undefined;
  readonly kind: string;
  readonly title: string;
  /** The title with demangled names, if it has mangled ones. */
  readonly plain?: string;
}

/** The rows for a {@link RowsQuery}, and what the scrollbar and the headers need. */
export interface RowsAnswer {
  readonly rows: readonly Row[];
  /** Index in `rows` of the anchor's row. */
  readonly anchor: number;
  /** The line number of `rows[0]` and the number of lines under these folds; estimates unless `exact`. */
  readonly line: number;
  readonly total: number;
  readonly exact: boolean;
  /** Whether the first (last) of `rows` is the first (last) of the document. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** The sections of these rows and those around them. */
  readonly sections: readonly SectionInfo[];
  /** Sections that were unfolded to show the anchor. */
  readonly unfolded: readonly SectionId[];
  /** Noise that was shown to show the anchor. */
  readonly unhidden: readonly NoiseKind[];
  /** The arrangement's revision: rows of an older one are out of date. */
  readonly revision: number;
}

/** Asks for a line of the text, see `placeOfLine`. */
export interface LineQuery {
  readonly line: number;
  readonly folds: Folds;
  readonly wait: boolean;
}

/** The row of a line of the text, or the last row; `total`: the number of lines if they are all counted. */
export interface LinePlace {
  readonly place: RowPlace;
  readonly total: number | undefined;
}

/** A place with its name when it was last seen, so that it can be found again after the file has changed. */
export interface PlaceMemory extends Arranging {
  readonly place: RowPlace;
  readonly bit: number;
  readonly title: string;
}

/** A token in the listing: its row, its column, and its index there. */
export interface TokenPlace extends Place, Arranging {
  readonly target: HoverTarget;
}
