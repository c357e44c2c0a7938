/** Text that is copied, exported, or read line by line as a text document. */
import type { Place, SectionId } from "../../document/section";
import type { NoiseKind, SymbolId, TokenKind } from "../../document/token";
import type { Call } from "../transport/rpc";
import type { Arranging, RowPlace } from "./rows";

export type CopyKind = "rows" | "text" | "record" | "position" | "hex" | "json";

/** A column's characters from one to another; which entries they are in, the query says. */
export interface CopyPart {
  readonly column: "position" | "record" | "assembly";
  readonly from: RowPlace & { readonly char: number };
  readonly to: RowPlace & { readonly char: number };
}

/** Entries as text; without `from` (`to`) from the first (to the last) of all, with the numbers that the whole file tells. */
export interface CopyQuery extends Arranging {
  readonly kind: CopyKind;
  readonly from?: Place;
  readonly to?: Place;
  readonly part?: CopyPart;
  /** The noise that is left out. */
  readonly hidden?: readonly NoiseKind[];
}

/** A piece of a long text; `next` asks for the piece after it, absent at the end. */
export interface TextPage {
  readonly text: string;
  readonly next?: number;
}

export interface TextQuery {
  readonly what: "text" | "dump" | "listing";
  readonly fileName: string;
  /** 0, or `next` of the page before. */
  readonly cursor: number;
  /** Byte strings instead of Unicode: for export, which is exact. */
  readonly raw: boolean;
  readonly function?: string;
}

/** A token of a line of text: characters `start` up to `start + length`. */
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
  /** The position of its record, where it shows one. */
  readonly bit?: number;
  readonly tokens: readonly TextToken[];
}

/** A function, block or table in the text; lines from 0, `end` is the one after its last. */
export interface TextSection {
  readonly section: SectionId;
  readonly parent: SectionId | null;
  readonly kind: string;
  readonly title: string;
  readonly startBit: number;
  readonly line: number;
  readonly end: number;
}

/** What can be asked of the assembly by its lines. The first of these counts them all. */
export interface TextApi {
  /** Lines, at most a page of them; null where the document has no assembly arrangement. */
  textLines(query: { readonly from: number; readonly count: number }, call: Call): Promise<readonly TextLine[] | null>;
  /** The lines of rows of the assembly arrangement. */
  linesOf(query: { readonly places: readonly RowPlace[] }, call: Call): Promise<readonly (number | null)[]>;
  lineOfBit(query: { readonly bit: number }, call: Call): Promise<number | null>;
  textSections(query: null, call: Call): Promise<readonly TextSection[]>;
}
