/** Definitions and uses of symbols: the target of a token, and all rows that name a symbol. */
import type { Entry, Place } from "../../document/section";
import type { NoiseKind, SymbolId, Token } from "../../document/token";
import { countBefore } from "../../kit/sortedSearch";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { displayTokens } from "../rows/display";
import { isDeclaration } from "../names/declared";
import { HitSender } from "./find";
import type { LinesEntry } from "../rows/folds";
import { UNFOLDED } from "../rows/folds";
import { columnText } from "../../document/token";
import { withoutNoise } from "../rows/noise";
import { PAGE } from "../rows/pages";
import type { Arranging, FindSummary, Folds, Reference, SymbolQuery, Target, TokenPlace } from "../protocol";
import { atBit } from "../rows/places";
import type { Call } from "../transport/rpc";
import { DefinitionNames } from "./pageNames";
import type { Uses } from "./uses";
import type { Where } from "./useScan";

/** A token of an entry that names a symbol. */
interface Naming {
  readonly token: Token;
  readonly column: "record" | "assembly";
  readonly line: number;
  /** Its index in its column. */
  readonly index: number;
}

function* tokensOf(entry: LinesEntry, column: "record" | "assembly"): Generator<Naming, void, undefined> {
  for (const [line, { [column]: tokens }] of entry.lines.entries()) {
    for (const [index, token] of tokens.entries()) yield { token, column, line, index };
  }
}

/**
 * The tokens of an entry that name a symbol: those of the assembly, or those of the record if the assembly has none.
 */
function namings(entry: LinesEntry, symbol: SymbolId): readonly Naming[] {
  for (const column of ["assembly", "record"] as const) {
    const found = [...tokensOf(entry, column)].filter(({ token }) => token.symbol === symbol);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether an entry names a symbol at all; most do not, and this allocates nothing. */
function names(entry: LinesEntry, symbol: SymbolId): boolean {
  return entry.lines.some(
    (line) => line.assembly.some((t) => t.symbol === symbol) || line.record.some((t) => t.symbol === symbol),
  );
}

/** All tokens that name a symbol, in file order. */
export async function references(
  core: Core,
  uses: Uses,
  query: { readonly symbol: SymbolId; readonly folds: Folds },
  call: Call<readonly Reference[]>,
): Promise<FindSummary> {
  const arranged = await core.step(() => core.arranged(query.folds.arrangement), call.signal);
  const where = await whereOf(core, arranged, query.symbol, call.signal);
  const sender = new HitSender<Reference>((hits) => call.progress(hits));
  let last: Place | undefined;
  const take = async (place: Place): Promise<void> => {
    // Making a page of entries pays if it has several uses.
    const isNear = last?.section === place.section && place.entry - last.entry < PAGE;
    last = place;
    const entry = await (isNear ? arranged.entryAt(place, call.signal) : arranged.entryAlone(place, call.signal));
    if (!entry) return;
    const row = new ReferringEntry(arranged, place, entry, query.folds);
    for (const naming of namings(entry, query.symbol)) sender.add(() => row.reference(naming));
  };
  const tick = (): void => {
    sender.tick();
  };
  await uses.follow(arranged, where, query.symbol, { signal: call.signal, take, tick });
  return sender.finish();
}

/** Where a symbol may be used. */
export function whereOf(core: Core, { arrangement }: Arranged, symbol: SymbolId, signal: AbortSignal): Promise<Where> {
  return core.step(() => ({ scope: arrangement.scope?.(symbol), isNaming: arrangement.naming?.(symbol) }), signal);
}

/** The most characters of a row that a reference has: who shows the reference asks for its row. */
const LONGEST = 500;

/** A row with references: the beginning of its text, and the characters before each of its tokens and before its end. */
interface ReferringRow {
  readonly text: string;
  readonly starts: readonly number[];
}

/** An entry with references. An entry may have a million of them, so what they have in common is made once. */
class ReferringEntry {
  private readonly rows = new Map<string, ReferringRow>();
  private common: Pick<Reference, "share" | "container"> | undefined;

  constructor(
    private readonly arranged: Arranged,
    private readonly place: Place,
    private readonly entry: LinesEntry,
    private readonly folds: Folds,
  ) {}

  reference(naming: Naming): Reference {
    const { arranged, place, entry, folds } = this;
    const { token, column, line, index } = naming;
    // Hidden noise is shown when the user goes there; the characters are those of the row then.
    const noise = token.noise !== undefined && folds.hidden?.includes(token.noise) ? token.noise : undefined;
    const { text, starts } = this.row(naming, noise);
    const start = starts[index] ?? starts.at(-1) ?? 0;
    this.common ??= {
      share: arranged.share(place, folds),
      container: arranged.pages.section(place.section)?.title ?? "",
    };
    return {
      ...place,
      line,
      column,
      start,
      end: start + token.text.length,
      startBit: entry.lines[line]?.positionBit ?? entry.startBit,
      definition: token.definition ?? false,
      ...(this.declares(naming) ? { declares: true } : {}),
      text,
      ...(noise === undefined ? {} : { noise }),
      ...this.common,
    };
  }
  private declares({ token, column, line, index }: Naming): boolean {
    const { assembly = [] } = this.entry.lines[line] ?? {};
    return token.definition === true && column === "assembly" && isDeclaration(assembly, index);
  }
  /** @param noise the hidden kind that is shown all the same */
  private row({ line, column }: Naming, noise: NoiseKind | undefined): ReferringRow {
    const key = `${line} ${column} ${noise ?? ""}`;
    let row = this.rows.get(key);
    if (!row) {
      const hidden = this.folds.hidden?.filter((kind) => kind !== noise);
      const tokens = withoutNoise(this.entry.lines[line]?.[column] ?? [], hidden);
      const starts = [0];
      for (const { text } of tokens) starts.push((starts.at(-1) ?? 0) + text.length);
      const first = tokens.slice(
        0,
        countBefore(tokens.length, (index) => (starts[index] ?? 0) >= LONGEST),
      );
      this.rows.set(key, (row = { text: columnText(displayTokens(first)).slice(0, LONGEST), starts }));
    }
    return row;
  }
}

/** How often a symbol is used. */
export async function countUses(
  core: Core,
  uses: Uses,
  { symbol, arrangement }: SymbolQuery,
  signal: AbortSignal,
): Promise<number> {
  const arranged = await core.step(() => core.arranged(arrangement), signal);
  let count = 0;
  const take = (_place: Place, times: number): void => {
    count += times;
  };
  await uses.follow(arranged, await whereOf(core, arranged, symbol, signal), symbol, { signal, take });
  return count;
}

/** The token at a place in the listing. */
export function tokenAt(entry: Entry | undefined, { target }: TokenPlace): Token | undefined {
  if (entry?.kind !== "lines" || target.column === "position") return undefined;
  return entry.lines[target.line]?.[target.column][target.token];
}

/** The row where a symbol is defined. */
export async function locate(core: Core, query: SymbolQuery, signal: AbortSignal): Promise<Target | null> {
  const { symbol } = query;
  const arranged = await core.step(() => core.arranged(query.arrangement), signal);
  const view = arranged.view(UNFOLDED);
  const found = await core.step(() => {
    const place = arranged.arrangement.locate(symbol);
    const entry = place && view.entry(place);
    return place && entry && targetIn(place, entry, symbol);
  }, signal);
  return found ?? definitionByScan(arranged, symbol, signal);
}

/** A format without a table of definitions still marks them: the first one counts. */
async function definitionByScan(arranged: Arranged, symbol: SymbolId, signal: AbortSignal): Promise<Target | null> {
  if (arranged.tellsNames) return definitionByNames(arranged, symbol, signal);
  let target: Target | null = null;
  await arranged.scan(signal, (place, entry) => {
    if (names(entry, symbol) && namings(entry, symbol).some(({ token }) => token.definition))
      target = targetIn(place, entry, symbol);
    return target === null;
  });
  return target;
}

/** The same, without making tokens of what is passed. */
async function definitionByNames(arranged: Arranged, symbol: SymbolId, signal: AbortSignal): Promise<Target | null> {
  const names = new DefinitionNames(symbol);
  await arranged.scanNames(signal, await arranged.walk(signal), names, () => names.found === undefined);
  const place = names.found;
  const entry = place && (await arranged.entryAlone(place, signal));
  return place && entry ? targetIn(place, entry, symbol) : null;
}

function targetIn(place: Place, entry: LinesEntry, symbol: SymbolId): Target {
  const naming = namings(entry, symbol).find(({ token }) => token.definition);
  const line = naming?.line ?? 0;
  const at = naming ? { column: naming.column, token: naming.index } : {};
  return { ...place, line, bit: entry.lines[line]?.positionBit ?? entry.startBit, ...at };
}

/** The bit that a token of an assembly shows: of its own field, or of the operand of its row's record. */
export function bitOf(entry: LinesEntry, query: TokenPlace): number | undefined {
  const token = tokenAt(entry, query);
  if (token?.bit !== undefined) return token.bit;
  return entry.lines[query.target.line]?.positionBit;
}

/** The target of a token: the definition of its symbol, or the position that it shows. */
export async function definition(core: Core, query: TokenPlace, signal: AbortSignal): Promise<Target | null> {
  const meant = await core.step(() => {
    const arranged = core.arranged(query.arrangement);
    const entry = arranged.pages.entry(query.section, query.entry);
    const token = tokenAt(entry, query);
    if (!token || entry?.kind !== "lines") return undefined;
    if (token.symbol !== undefined) return { symbol: token.symbol };
    if (token.targetBit !== undefined) return { bit: token.targetBit };
    // An operand in the record leads where the same operand's name in the assembly leads.
    const paired = [...tokensOf(entry, "assembly"), ...tokensOf(entry, "record")].find(
      (t) => t.token.operand !== undefined && t.token.operand === token.operand && t.token.symbol !== undefined,
    );
    const symbol = paired?.token.symbol ?? arranged.arrangement.hover?.(query, entry, query.target)?.symbol;
    return symbol === undefined ? undefined : { symbol };
  }, signal);
  if (meant?.symbol !== undefined) return locate(core, { ...query, symbol: meant.symbol }, signal);
  if (meant?.bit === undefined) return null;
  return atBitOf(core, { ...query, bit: meant.bit }, signal);
}

/** The row of an arrangement that shows a bit, or the nearest row before it. */
export async function atBitOf(
  core: Core,
  { arrangement, bit }: Arranging & { readonly bit: number },
  signal: AbortSignal,
): Promise<Target | null> {
  const place = await core.step(() => atBit(bit, core.arranged(arrangement).view(UNFOLDED)), signal);
  return place ? { ...place, bit } : null;
}
