/** Text that is copied, exported, or read line by line as a text document. */
import type { Place, SectionId } from "../../document/section";
import type { NoiseKind, SymbolId, TokenKind } from "../../document/token";
import type { Call } from "../transport/rpc";
import type { Arranging, RowPlace } from "./rows";

/** The forms of "Copy As…". */
export type CopyKind = "rows" | "text" | "record" | "position" | "hex" | "json";

/** A range of characters in a column; the query tells in which entries. */
export interface CopyPart {
  readonly column: "position" | "record" | "assembly";
  readonly from: RowPlace & { readonly char: number };
  readonly to: RowPlace & { readonly char: number };
}

/**
 * Entries as text; without `from` (`to`) from the first (to the last) entry. Numbers that need the complete file are
 * then final.
 */
export interface CopyQuery extends Arranging {
  readonly kind: CopyKind;
  readonly from?: Place;
  readonly to?: Place;
  readonly part?: CopyPart;
  /** The kinds of noise to leave out. */
  readonly hidden?: readonly NoiseKind[];
}

/** A piece of a long text; `next` asks for the following piece and is absent at the end. */
export interface TextPage {
  readonly text: string;
  readonly next?: number;
}

/** Asks for a piece of a text of the document. */
export interface TextQuery {
  readonly what: "text" | "dump" | "listing";
  readonly fileName: string;
  /** 0, or `next` of the previous page. */
  readonly cursor: number;
  /** Byte strings instead of Unicode, for export, which must be exact. */
  readonly raw: boolean;
  readonly function?: string;
}

/** A token in a line of text: characters `start` up to `start + length`. */
export interface TextToken {
  readonly start: number;
  readonly length: number;
  readonly kind: TokenKind;
  readonly symbol?: SymbolId;
  readonly definition?: boolean;
}

/** A line of the assembly's text. */
export interface TextLine {
  /** Its row in the assembly arrangement. */
  readonly place: RowPlace;
  /** The position of its record in bits, if it shows one. */
  readonly bit?: number;
  readonly tokens: readonly TextToken[];
}

/** A function, block or table in the text; lines count from 0, `end` is the line after its last. */
export interface TextSection {
  readonly section: SectionId;
  readonly parent: SectionId | null;
  readonly kind: string;
  readonly title: string;
  /** The name in the title: `@f0` in `define void @f0()`; a title without one is the name itself. */
  readonly name: string;
  /** The name demangled, if it is mangled. */
  readonly plain?: string;
  readonly startBit: number;
  readonly line: number;
  readonly end: number;
}

/** Questions about the assembly by line number. The first of them counts all lines. */
export interface TextApi {
  /** Lines, at most one page of them; null if the document has no assembly arrangement. */
  textLines(query: { readonly from: number; readonly count: number }, call: Call): Promise<readonly TextLine[] | null>;
  /** The line numbers of rows of the assembly arrangement. */
  linesOf(query: { readonly places: readonly RowPlace[] }, call: Call): Promise<readonly (number | null)[]>;
  lineOfBit(query: { readonly bit: number }, call: Call): Promise<number | null>;
  textSections(query: null, call: Call): Promise<readonly TextSection[]>;
}
