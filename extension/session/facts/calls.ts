/**
 * The callers and callees of a function: from the format, or found by reading uses of the function for a limited time.
 */
import type { Place, SectionId } from "../../document/section";
import type { SymbolId, Token } from "../../document/token";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { demanglerLoading, withPlainNames } from "../names/demangle";
import { unicode } from "../names/unicode";
import type { LinesEntry } from "../rows/folds";
import { ancestors } from "../rows/pages";
import type { CallList, CallsAnswer, SymbolQuery } from "../protocol";

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
export async function calls(core: Core, query: SymbolQuery, signal: AbortSignal): Promise<CallsAnswer | null> {
  const { symbol } = query;
  const arranged = await core.step(() => core.arranged(query.arrangement), signal);
  if (!(await core.step(() => isFunction(arranged, symbol), signal))) return null;
  const answer =
    (await core.step(() => told(arranged, symbol), signal)) ?? (await found(core, arranged, symbol, signal));
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
  if (!section || !/func/i.test(section.kind)) return false;
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

/** Reads the function's own section, then all other sections until {@link PATIENCE} ends. */
async function found(
  core: Core,
  arranged: Arranged,
  symbol: SymbolId,
  signal: AbortSignal,
): Promise<() => CallsAnswer> {
  const own = await core.step(() => bodyOf(arranged, symbol), signal);
  const functions = new Map<SymbolId, Place | undefined>();
  const callees = new Map<SymbolId, FoundOther>();
  const callers = new Map<SectionId, FoundOther>();
  const end = performance.now() + PATIENCE;
  const placeOf = (name: SymbolId): Place | undefined => {
    if (!functions.has(name))
      functions.set(name, isFunction(arranged, name) ? arranged.arrangement.locate(name) : undefined);
    return functions.get(name);
  };
  // A function's own head names it without calling it.
  const isHead = (place: Place): boolean => place.section === own?.section && place.entry === own.entry;
  const visitOwn = (at: Place, entry: LinesEntry): boolean => {
    for (const { symbol: name = "", text } of used(entry)) {
      const place = isHead(at) ? undefined : placeOf(name);
      if (!place) continue;
      const other = callees.get(name) ?? { name: text.trim(), place, count: 0 };
      other.count++;
      callees.set(name, other);
    }
    return performance.now() < end;
  };
  let complete = true;
  const visit = (place: Place, entry: LinesEntry): boolean => {
    for (const { symbol: name } of used(entry)) {
      if (name !== symbol) continue;
      const section = callerAt(arranged, place);
      // A symbol table does not call it either.
      if (section === undefined || isHead(place)) continue;
      const title = arranged.pages.section(section)?.title ?? "";
      const other = callers.get(section) ?? { name: functionIn(title), place: { section, entry: 0 }, count: 0 };
      other.count++;
      callers.set(section, other);
    }
    complete = performance.now() < end;
    return complete;
  };
  if (own) await arranged.scan(signal, visitOwn, own.section);
  await arranged.scan(signal, visit);
  return () => ({
    callers: listOf([...callers.values()], complete, ({ place }) => place),
    callees: own ? listOf([...callees.values()], true, ({ place }) => place) : null,
    indirect: 0,
  });
}

/** Where a function's body begins; if the format does not tell, where the function is defined. */
function bodyOf({ arrangement }: Arranged, symbol: SymbolId): Place | undefined {
  const facts = arrangement.functionFacts?.(symbol);
  if (!facts) return arrangement.locate(symbol);
  return facts.body && arrangement.placeOf(facts.body.startBit);
}
/**
 * The function around a place; if the format does not tell which sections are functions, the section below the
 * outermost.
 */
function callerAt({ arrangement, pages }: Arranged, { section }: Place): SectionId | undefined {
  const around = ancestors(pages, section);
  if (!arrangement.functionFacts) return around.at(-2) ?? section;
  return around.findLast((id) => pages.section(id)?.kind === "function");
}

/** The name in a function's title: `function i32 @f0(i32 %p0)`. */
function functionIn(title: string): string {
  return /@(?:"[^"]*"|[^\s(]+)/.exec(title)?.[0] ?? title;
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
      const name = unicode(one.name);
      const plain = withPlainNames(name);
      return [{ name, count: one.count, place, ...(plain === name ? {} : { plain }) }];
    }),
    total: others.length,
    calls: others.reduce((sum, { count }) => sum + count, 0),
    exact,
  };
}
