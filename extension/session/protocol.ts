/**
 * What can be asked of an open file. One interface of async, range-based methods; the types of calls and answers on
 * every hop (webview ↔ host ↔ worker) are derived from it in `rpc.ts`. No message carries a whole file: rows, hits and
 * outline nodes come in pages of at most {@link PAGE_ROWS}, text in pieces of about {@link PAGE_BYTES}.
 */
import type { DialectDefinitions } from "../document/definitions";
import type { ArrangementName } from "../document/arrangement";
import type { BitRange } from "../document/bits";
import type { Fact, Notice, StatsRow } from "../document/document";
import type { HoverLine, HoverTarget } from "../document/hover";
import type { OutlineKind } from "../document/outline";
import type { Problem } from "../document/problem";
import type { Place, SectionId } from "../document/section";
import type { NoiseKind, SymbolId, Token, TokenKind } from "../document/token";
import type { SourceAnswer, SourceFile, SourceFrame } from "../document/sourceLocation";
import type { ComparisonSummary } from "./compare/summary";
import type { Call } from "./rpc";

/** Most rows, hits or nodes in one message. */
export const PAGE_ROWS = 500;
/** About as many characters of text in one message. */
export const PAGE_BYTES = 65536;

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

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
  /** `bytes`: hex digits, `??` for any byte. */
  readonly scope: "all" | "assembly" | "record" | "bytes";
  readonly folds: Folds;
  /** Only in this section and what is nested in it. */
  readonly section?: SectionId;
  /** Only from one entry to another, both with them. */
  readonly between?: { readonly from: Place; readonly to: Place };
}

/** Hits that were found since the last message, and how far the search is, from 0 to 1. */
export interface FindProgress {
  readonly hits: readonly Hit[];
  readonly share: number;
}

/** A hit of find or of references: characters `start` up to `end` of a column of a row. */
export interface Hit extends RowPlace {
  readonly column: "record" | "assembly";
  readonly start: number;
  readonly end: number;
  readonly startBit: number;
  /** Where it stands in the listing, from 0 to 1, for the overview ruler. */
  readonly share: number;
  /** What it is hidden as: to go there is to show that noise. Find has no such hits. */
  readonly noise?: NoiseKind;
}

/** A use of a symbol (or its definition), with what its row says. */
export interface Reference extends Hit {
  readonly definition: boolean;
  readonly text: string;
  /** The title of its section. */
  readonly container: string;
}

/** How a search ended. `hits` counts all, also those past the cap that were not sent. */
export interface FindSummary {
  readonly hits: number;
  readonly capped: boolean;
  /** Why the pattern cannot be searched for. */
  readonly invalid?: string;
}

/** What a card says of a function. Texts are Unicode. */
export interface FunctionCard {
  /** As the file has it, where that is not the card's title. */
  readonly mangled?: string;
  /** Its type, or the line that declares it. */
  readonly signature: string;
  readonly linkage?: string;
  readonly attributes?: string;
  /** Where its body is. */
  readonly body?: BitRange;
  readonly instructions?: number;
  readonly blocks?: number;
}

/** The hover card as it is drawn: the format's, and what the session knows for every format. */
export interface Card {
  readonly title: string;
  readonly container?: string;
  readonly lines: readonly HoverLine[];
  readonly description?: string;
  /** `108:2 … 109:0   (6 bits, from bit 866)`. */
  readonly bits?: string;
  readonly range?: BitRange;
  readonly encoding?: string;
  readonly symbol?: SymbolId;
  readonly definition?: Place & { readonly bit: number };
  /** Of a function; who calls it and what it calls is asked for apart. */
  readonly function?: FunctionCard;
  /** The source of what the token names, or else of its row: frames, the innermost first. */
  readonly source?: readonly SourceFrame[];
}

/** Functions at the other end of calls. */
export interface CallList {
  /** The first few, those with most calls first. */
  readonly functions: readonly {
    readonly name: string;
    /** As a programmer writes it, where `name` is mangled. */
    readonly plain?: string;
    readonly count: number;
    readonly place: Place;
  }[];
  /** Functions and calls in all; `exact`: there are no more than these. */
  readonly total: number;
  readonly calls: number;
  readonly exact: boolean;
}

/** Who calls a function, and what it calls. */
export interface CallsAnswer {
  readonly callers: CallList;
  /** null: it has no body. */
  readonly callees: CallList | null;
  /** Calls of what is known as the program runs only. */
  readonly indirect: number;
}

/** A symbol of an arrangement. */
export interface SymbolQuery extends Arranging {
  readonly symbol: SymbolId;
}

/** Where a symbol or position leads. */
export interface Target extends RowPlace {
  readonly bit: number;
  /** The token that defines the symbol. */
  readonly column?: "record" | "assembly";
  readonly token?: number;
}

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

/** Which functions of an overview are wanted first, and how many. */
export interface OverviewQuery {
  readonly sort: "size" | "name" | "position";
  readonly count: number;
}

export interface OverviewFunction extends BitRange {
  readonly name: string;
  /** As a programmer writes it, where `name` is mangled. */
  readonly plain?: string;
}

/** Bits that sections of a kind take. */
export interface SpaceShare {
  readonly kind: string;
  readonly bits: number;
}

/** What a file is, in short. */
export interface Overview {
  readonly facts: readonly Fact[];
  readonly counts: readonly { readonly label: string; readonly count: number }[];
  readonly functions: readonly OverviewFunction[];
  readonly functionCount: number;
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly notices: readonly Notice[];
}

/** What reading has cost so far; tests hold these numbers. */
export interface Cost {
  readonly bytesRead: number;
  readonly bytesResident: number;
}

/** The methods of an open document. Every one may be called at any time, by several editors, and cancelled. */
export interface SessionApi extends TextApi {
  opened(query: null, call: Call): Promise<Opened>;
  rows(query: RowsQuery, call: Call): Promise<RowsAnswer>;
  /** Where a place of the document's former content is now. */
  again(query: PlaceMemory, call: Call): Promise<RowPlace>;
  /** The sections that begin at these bits, as they are named now: `undefined` where none does. */
  sectionsAt(
    query: Arranging & { readonly startBits: readonly number[] },
    call: Call,
  ): Promise<readonly (SectionId | undefined)[]>;
  find(query: FindQuery, call: Call<FindProgress>): Promise<FindSummary>;
  references(
    query: { readonly symbol: SymbolId; readonly folds: Folds },
    call: Call<readonly Reference[]>,
  ): Promise<FindSummary>;
  hover(query: TokenPlace, call: Call): Promise<Card | null>;
  /** How often a symbol is used (its definition not counted). */
  uses(query: SymbolQuery, call: Call): Promise<number>;
  /** Who calls a function and what it calls; null where the symbol is no function. */
  calls(query: SymbolQuery, call: Call): Promise<CallsAnswer | null>;
  definition(query: TokenPlace, call: Call): Promise<Target | null>;
  locate(query: SymbolQuery, call: Call): Promise<Target | null>;
  /** The row of an arrangement that shows a bit, or the nearest one before it: where switching arrangements leads. */
  placeOf(query: Arranging & { readonly bit: number }, call: Call): Promise<Target | null>;
  /** The row of an arrangement at which a problem shows; null where it has none there. */
  problemRow(query: Arranging & BitRange, call: Call): Promise<RowPlace | null>;
  /** The source of the instruction that a bit belongs to, in Unicode; null where the format keeps no locations. */
  sourceAt(query: { readonly bit: number }, call: Call): Promise<SourceAnswer | null>;
  /** The source files that the assembly names, each once. */
  sourceFiles(query: null, call: Call): Promise<readonly SourceFile[]>;
  /** The rows of the assembly that were compiled from a line of these files, or inlined into it, in order. */
  rowsOfSource(
    query: { readonly files: readonly SourceFile[]; readonly line: number; readonly folds: Folds },
    call: Call<readonly Reference[]>,
  ): Promise<FindSummary>;
  /** The frames of what an entry shows, the innermost first, with functions as programmers write them. */
  sourceOf(query: Place & Arranging, call: Call): Promise<readonly SourceFrame[]>;
  /** The place that `B:N`, `0x…`, `#bit` or a line number means. */
  goTo(query: { readonly text: string; readonly folds: Folds }, call: Call): Promise<Target | null>;
  problems(query: { readonly from: number; readonly count: number }, call: Call): Promise<readonly Problem[]>;
  /** Where functions and problems stand in the listing, from 0 to 1. */
  marks(
    query: Folds,
    call: Call,
  ): Promise<{ readonly functions: readonly number[]; readonly problems: readonly number[] }>;
  outline(query: OutlineQuery, call: Call): Promise<{ readonly items: readonly OutlineItem[]; readonly total: number }>;
  /** The outline nodes around a bit, outermost first, under that sort. */
  outlineAt(query: { readonly bit: number; readonly demangle: boolean }, call: Call): Promise<readonly OutlineItem[]>;
  symbols(query: SymbolsQuery, call: Call): Promise<readonly SymbolItem[]>;
  /** The entries from one place to another as text; `next` is where the next piece begins. */
  copy(query: CopyQuery, call: Call): Promise<{ readonly text: string; readonly next?: Place }>;
  text(query: TextQuery, call: Call): Promise<TextPage>;
  overview(query: OverviewQuery, call: Call): Promise<Overview>;
  /** What takes the space, by kind of section, largest first. It takes its time. */
  space(query: null, call: Call): Promise<readonly SpaceShare[]>;
  stats(query: null, call: Call): Promise<readonly StatsRow[]>;
  derived(query: null, call: Call): Promise<readonly (BitRange & { readonly name: string })[]>;
  /** Bytes of the document, at most 1 MiB a call. */
  bytes(query: { readonly startByte: number; readonly endByte: number }, call: Call): Promise<Uint8Array>;
  cost(query: null, call: Call): Promise<Cost>;
  /** Gives up counting lines; the scrollbar stays an estimate. */
  stopIndexing(query: null, call: Call): Promise<null>;
}

/** What a session says unasked. */
export type SessionEvent =
  /** Counting lines has come to this share; 1 when it is done. */
  | { readonly kind: "indexing"; readonly share: number; readonly problems: number }
  /** Numbers that only the whole file tells are there now: rows of this arrangement are to be asked for again. */
  | { readonly kind: "renumbered"; readonly arrangement: ArrangementName }
  /** A mangled name has appeared: the worker waits for `demangler`. */
  | { readonly kind: "mangled" };

/** What a worker says unasked: of its session, or that counting lines has stopped because the file cannot be read any more. */
export type WorkerEvent = SessionEvent | { readonly kind: "stopped"; readonly reason: string };

/** What a worker opens: a file by its path, or bytes; and in it a member, by the names of the documents on the way. */
export interface OpenQuery {
  readonly path?: string;
  readonly bytes?: Uint8Array;
  /** The document's name where its text names it. */
  readonly fileName?: string;
  readonly members: readonly string[];
  readonly maxMemory: number;
  /** MLIR: definitions of ops that the user brings. */
  readonly dialects?: readonly DialectDefinitions[];
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

/** Two documents to compare; null stands for a file that does not exist. */
export interface CompareQuery {
  readonly left: OpenQuery | null;
  readonly right: OpenQuery | null;
}

/** What a worker does that compares. */
export interface CompareApi {
  /** Compares, and keeps the result. `lines`: how many lines between functions differ. */
  compare(query: CompareQuery, call: Call): Promise<Omit<ComparisonSummary, "lines"> & { readonly lines: number }>;
  /** One side's text; the same line of both sides says the same where they are equal. `all`: what is unchanged too. */
  compareText(
    query: { readonly side: "left" | "right"; readonly all: boolean; readonly cursor: number },
    call: Call,
  ): Promise<TextPage>;
}

/** A worker's methods: `open` comes first, or `compare`. */
export interface WorkerApi extends SessionApi, CompareApi {
  open(query: OpenQuery, call: Call): Promise<Opened>;
  /** The demangler's wasm, or null where there is none: what the event `mangled` asks for. */
  demangler(query: { readonly wasm: Uint8Array | null }, call: Call): Promise<null>;
}
