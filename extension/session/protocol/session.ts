import type { BitRange } from "../../document/bits";
import type { StatsRow } from "../../document/document";
import type { Problem } from "../../document/problem";
import type { Place, SectionId } from "../../document/section";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";
import type { Call } from "../transport/rpc";
import type { CallsAnswer, Card } from "./card";
import type { OutlineItem, OutlineQuery, SymbolItem, SymbolsQuery } from "./outline";
import type { Cost, Overview, OverviewQuery, SpaceShare } from "./overview";
import type { Arranging, Folds, Opened, PlaceMemory, RowPlace, RowsAnswer, RowsQuery, TokenPlace } from "./rows";
import type { FindProgress, FindQuery, FindSummary, Reference, SymbolQuery, Target } from "./search";
import type { CopyQuery, TextApi, TextPage, TextQuery } from "./text";

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
