/** The interface of an open document: the methods of its session. */
import type { BitRange } from "../../document/bits";
import type { StatsRow } from "../../document/document";
import type { Problem } from "../../document/problem";
import type { Place, SectionId } from "../../document/section";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";
import type { Call } from "../transport/rpc";
import type { CallsAnswer, Card } from "./card";
import type { FlowApi } from "./flow";
import type { OutlineItem, OutlineQuery, SymbolItem, SymbolsQuery } from "./outline";
import type { Cost, Marks, Overview, OverviewQuery, SharesQuery, SpaceShare } from "./overview";
import type {
  Arranging,
  Folds,
  LinePlace,
  LineQuery,
  Opened,
  PlaceMemory,
  RowPlace,
  RowsAnswer,
  RowsQuery,
  TokenPlace,
} from "./rows";
import type { FindProgress, FindQuery, FindSummary, Reference, SymbolQuery, Target } from "./search";
import type { CopyQuery, TextApi, TextPage, TextQuery } from "./text";

/** The methods of an open document. Each may be called at any time, by several editors, and may be cancelled. */
export interface SessionApi extends TextApi, FlowApi {
  opened(query: null, call: Call): Promise<Opened>;
  rows(query: RowsQuery, call: Call): Promise<RowsAnswer>;
  /** Where a remembered place is after the document's content has changed. */
  again(query: PlaceMemory, call: Call): Promise<RowPlace>;
  /** The position of the row that a remembered place has now, in bits; null if its section is no longer there. */
  bitAgain(query: PlaceMemory, call: Call): Promise<number | null>;
  /** The sections that begin at these bits, by their present ids; `undefined` if none begins there. */
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
  /** How often a symbol is used, not counting its definition. */
  uses(query: SymbolQuery, call: Call): Promise<number>;
  /** The callers and callees of a function; null if the symbol is not a function. */
  calls(query: SymbolQuery, call: Call): Promise<CallsAnswer | null>;
  definition(query: TokenPlace, call: Call): Promise<Target | null>;
  locate(query: SymbolQuery, call: Call): Promise<Target | null>;
  /** The row of an arrangement that shows a bit, or the nearest row before it: the target of switching arrangements. */
  placeOf(query: Arranging & { readonly bit: number }, call: Call): Promise<Target | null>;
  /** The row of an arrangement that shows these bits, or a problem with them; null if it has none. */
  rowOfRange(query: Arranging & BitRange, call: Call): Promise<RowPlace | null>;
  /** The source of the instruction that a bit belongs to, in Unicode; null if the format keeps no locations. */
  sourceAt(query: { readonly bit: number }, call: Call): Promise<SourceAnswer | null>;
  /** The source files that the assembly names, each once. */
  sourceFiles(query: null, call: Call): Promise<readonly SourceFile[]>;
  /** The rows of the assembly that were compiled from a line of these files, or inlined from it, in order. */
  rowsOfSource(
    query: { readonly files: readonly SourceFile[]; readonly line: number; readonly folds: Folds },
    call: Call<readonly Reference[]>,
  ): Promise<FindSummary>;
  /** The source frames of an entry, innermost first, with demangled functions. */
  sourceOf(query: Place & Arranging, call: Call): Promise<readonly SourceFrame[]>;
  /**
   * The row of a line, from 0, of the whole text: as if nothing were folded or hidden. `wait`: until all lines are
   * counted; otherwise the row may be an estimate.
   */
  placeOfLine(query: LineQuery, call: Call): Promise<LinePlace | null>;
  problems(query: { readonly from: number; readonly count: number }, call: Call): Promise<readonly Problem[]>;
  /** The positions of functions and problems in the listing. */
  marks(query: Folds, call: Call): Promise<Marks>;
  /** The positions of bits in the listing, as shares of all rows. */
  shares(query: SharesQuery, call: Call): Promise<readonly number[]>;
  outline(query: OutlineQuery, call: Call): Promise<{ readonly items: readonly OutlineItem[]; readonly total: number }>;
  /** The outline nodes around a bit, outermost first. */
  outlineAt(query: { readonly bit: number; readonly demangle: boolean }, call: Call): Promise<readonly OutlineItem[]>;
  /** The symbols that match a text; those that come first are reported before all are found. */
  symbols(query: SymbolsQuery, call: Call<readonly SymbolItem[]>): Promise<readonly SymbolItem[]>;
  /** The entries from one place to another as text; `next` is where the next piece begins. */
  copy(query: CopyQuery, call: Call): Promise<{ readonly text: string; readonly next?: Place }>;
  text(query: TextQuery, call: Call): Promise<TextPage>;
  overview(query: OverviewQuery, call: Call): Promise<Overview>;
  /** What takes the space, by kind of section, largest first. Slow for large files. */
  space(query: null, call: Call): Promise<readonly SpaceShare[]>;
  stats(query: null, call: Call): Promise<readonly StatsRow[]>;
  derived(query: null, call: Call): Promise<readonly (BitRange & { readonly name: string })[]>;
  /** Bytes of the document, at most 1 MiB a call. */
  bytes(query: { readonly startByte: number; readonly endByte: number }, call: Call): Promise<Uint8Array>;
  cost(query: null, call: Call): Promise<Cost>;
  /** Stops counting lines and finding numbers; the scrollbar stays an estimate. What rows need is still read. */
  stopIndexing(query: null, call: Call): Promise<null>;
  /** Continues what {@link stopIndexing} stopped. */
  resumeIndexing(query: null, call: Call): Promise<null>;
}
