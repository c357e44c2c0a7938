/**
 * The callers and callees of a function: from the format, or found by reading uses of the function for a limited time.
 */
import type { Place, Section, SectionId } from "../../document/section";
import { isFunctionSection } from "../../document/section";
import type { SymbolId, Token } from "../../document/token";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { demanglerLoading, withPlainNames } from "../names/demangle";
import { visibleText } from "../rows/display";
import type { LinesEntry } from "../rows/folds";
import { ancestors } from "../rows/pages";
import { whereOf } from "../search/references";
import type { Uses } from "../search/uses";
import type { CallList, CallsAnswer, SymbolQuery } from "../protocol";
import { Slice } from "../transport/slices";

/** Most functions that an answer names. */
const NAMED = 8;
/** How long (ms) a file is searched for callers; after that the answer tells that there may be more. */
const PATIENCE = 1500;

/** The function at the other end of calls, and how many calls there are. */
interface Other {
  readonly name: string;
  count: number;
}

/** A function found by one of its uses, with the place of that use. */
interface FoundOther extends Other {
  readonly place: Place;
}

/** The callers and callees of a symbol; null if the symbol is not a function. */
export async function calls(
  core: Core,
  uses: Uses,
  query: SymbolQuery,
  signal: AbortSignal,
): Promise<CallsAnswer | null> {
  const { symbol } = query;
  const arranged = await core.step(() => core.arranged(query.arrangement), signal);
  if (!(await core.step(() => isFunction(arranged, symbol), signal))) return null;
  const answer =
    (await core.step(() => told(arranged, symbol), signal)) ?? (await found({ core, uses, arranged, signal }, symbol));
  await demanglerLoading();
  return answer();
}

/**
 * Whether a symbol is a function: the format tells so, or it is a global defined by the head of a function's section.
 */
export function isFunction({ arrangement, pages }: Arranged, symbol: SymbolId): boolean {
  if (arrangement.functionFacts) return arrangement.functionFacts(symbol) !== undefined;
  const place = arrangement.locate(symbol);
  const section = place?.entry === 0 ? pages.section(place.section) : undefined;
  if (!section || !isFunctionSection(section)) return false;
  const head = pages.entry(section.id, 0);
  const defines = ({ symbol: name, definition, kind }: Token): boolean =>
    name === symbol && definition === true && kind === "global";
  return head?.kind === "lines" && head.lines.some(({ assembly }) => assembly.some(defines));
}

/** What the format itself knows of the calls; the answer is made later, when names are available. */
function told({ arrangement }: Arranged, symbol: SymbolId): (() => CallsAnswer) | undefined {
  const known = arrangement.functionCalls?.(symbol);
  if (!known) return undefined;
  const others = (counts: ReadonlyMap<SymbolId, number>): Other[] =>
    Array.from(counts, ([name, count]) => ({ name, count }));
  const placeOf = ({ name }: Other): Place | undefined => arrangement.locate(name);
  const hasBody = arrangement.functionFacts?.(symbol)?.body !== undefined;
  const [callers, callees] = [others(known.callers), others(known.callees)];
  return () => ({
    callers: listOf(callers, known.complete, placeOf),
    callees: hasBody ? listOf(callees, true, placeOf) : null,
    indirect: known.indirect,
  });
}

/** What a search for calls needs. */
interface Search {
  readonly core: Core;
  readonly uses: Uses;
  readonly arranged: Arranged;
  readonly signal: AbortSignal;
}

/** Reads the function's own section, and all entries that name it, until {@link PATIENCE} ends. */
async function found(search: Search, symbol: SymbolId): Promise<() => CallsAnswer> {
  const { core, arranged, signal } = search;
  const own = await core.step(() => bodyOf(arranged, symbol), signal);
  const end = performance.now() + PATIENCE;
  const callees = own ? await calleesIn(search, own, end) : [];
  const { callers, complete } = await callersOf(search, symbol, own, end);
  return () => ({
    callers: listOf(callers, complete, ({ place }) => place),
    callees: own ? listOf(callees, true, ({ place }) => place) : null,
    indirect: 0,
  });
}

/** A function's own head names it without calling it. */
function isHead(place: Place, own: Place | undefined): boolean {
  return place.section === own?.section && place.entry === own.entry;
}

/** The functions that a body names. */
async function calleesIn({ core, arranged, signal }: Search, own: Place, end: number): Promise<readonly FoundOther[]> {
  const named = new Map<SymbolId, Other>();
  const visit = (at: Place, entry: LinesEntry): boolean => {
    for (const { symbol: name = "", text } of isHead(at, own) ? [] : used(entry)) {
      const other = named.get(name) ?? { name: text.trim(), count: 0 };
      other.count++;
      named.set(name, other);
    }
    return performance.now() < end;
  };
  await arranged.scan(signal, visit, own.section);
  const callees: FoundOther[] = [];
  const slice = new Slice(signal);
  for (const [name, other] of named) {
    const place = await core.step(
      () => (isFunction(arranged, name) ? arranged.arrangement.locate(name) : undefined),
      signal,
    );
    // A call may name it in another way than its definition does: by its number.
    const title = place && arranged.pages.section(place.section)?.title;
    if (place) callees.push({ ...other, name: nameIn(title ?? "") ?? other.name, place });
    // To find a function may take as long as to print it.
    if (slice.over) await slice.pause();
  }
  return callees;
}

/** The functions that name a function, and whether they are all. */
async function callersOf(
  { core, uses, arranged, signal }: Search,
  symbol: SymbolId,
  own: Place | undefined,
  end: number,
): Promise<{ readonly callers: readonly FoundOther[]; readonly complete: boolean }> {
  const callers = new Map<SectionId, FoundOther>();
  const take = async (place: Place): Promise<void> => {
    const entry = await arranged.entryAlone(place, signal);
    const count = entry ? used(entry).filter(({ symbol: name }) => name === symbol).length : 0;
    if (count === 0 || isHead(place, own)) return;
    const caller = await core.step(() => callerAt(arranged, place), signal);
    // A symbol table does not call it either.
    if (!caller) return;
    const { id, title } = caller;
    const other = callers.get(id) ?? { name: nameIn(title) ?? title, place: { section: id, entry: 0 }, count: 0 };
    other.count += count;
    callers.set(id, other);
  };
  const where = await whereOf(core, arranged, symbol, signal);
  const complete = await uses.follow(arranged, where, symbol, {
    signal,
    take,
    isEnough: () => performance.now() >= end,
  });
  return { callers: [...callers.values()], complete };
}

/** Where a function's body begins; if the format does not tell, where the function is defined. */
function bodyOf({ arrangement }: Arranged, symbol: SymbolId): Place | undefined {
  const facts = arrangement.functionFacts?.(symbol);
  if (!facts) return arrangement.locate(symbol);
  return facts.body && arrangement.placeOf(facts.body.startBit);
}
/**
 * The function around a place; if the format does not tell which sections are functions, the section below the
 * outermost. What the file says outside of its sections, such as which functions it exports, calls none.
 */
function callerAt({ arrangement, pages }: Arranged, { section }: Place): Section | undefined {
  const around = ancestors(pages, section);
  if (arrangement.functionFacts)
    return around.map((id) => pages.section(id)).findLast((inner) => inner?.kind === "function");
  const below = around.at(-2);
  const caller = pages.section(below ?? section);
  return below !== undefined || (caller && isFunctionSection(caller)) ? caller : undefined;
}

/** The name in a function's title: `function i32 @f0(i32 %p0)`. */
function nameIn(title: string): string | undefined {
  return /@(?:"[^"]*"|[^\s(]+)/.exec(title)?.[0];
}

/** The tokens of an entry that use a global, without definitions. */
function used(entry: LinesEntry): readonly Token[] {
  const uses = ({ symbol, definition, kind }: Token): boolean =>
    symbol !== undefined && definition !== true && kind === "global";
  return entry.lines.flatMap(({ assembly }) => assembly.filter(uses));
}

/** The functions with the most calls; only for these the places are looked up. */
function listOf<T extends Other>(
  others: readonly T[],
  exact: boolean,
  placeOf: (one: T) => Place | undefined,
): CallList {
  const first = [...others].sort((a, b) => b.count - a.count).slice(0, NAMED);
  return {
    functions: first.flatMap((one) => {
      const place = placeOf(one);
      if (!place) return [];
      const name = visibleText(one.name);
      const plain = withPlainNames(name);
      return [{ name, count: one.count, place, ...(plain === name ? {} : { plain }) }];
    }),
    total: others.length,
    calls: others.reduce((sum, { count }) => sum + count, 0),
    exact,
  };
}
