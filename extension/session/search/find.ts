/** Find in the complete document: text in its columns, or bytes. Hits are sent as they are found. */
import type { Place } from "../../document/section";
import type { Line, Token } from "../../document/token";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { mayBeMangled, withPlainNames } from "../names/demangle";
import { displayTokens, leftOut, LONGEST } from "../rows/display";
import type { LinesEntry } from "../rows/folds";
import { isLeftIn, UNFOLDED } from "../rows/folds";
import type { WrittenWalk } from "../rows/listing";
import { columnText } from "../../document/token";
import { isOfTokens, withoutNoise } from "../rows/noise";
import type { Pattern, RowTest, Span } from "./pattern";
import { rowTest, textPattern } from "./pattern";
import type { FindProgress, FindQuery, FindSummary, Hit } from "../protocol";
import { PAGE_ROWS } from "../protocol";
import { atBit } from "../rows/places";
import type { Call } from "../transport/rpc";
import { SearchedText } from "./searchedText";
import { Slice } from "../transport/slices";

/** Most hits to send; further hits are only counted (VS Code's own limit for marked matches). */
export const CAP = 19999;
/** Gathered hits are sent after this many ms. */
const SEND_EVERY = 60;
/** A search that finds nothing reports its progress after this many ms. */
const TELL_EVERY = 250;

/** Gathers hits and sends them in pages. */
export class HitSender<H> {
  hits = 0;
  private waiting: H[] = [];
  private sentAt = performance.now();
  /** @param send receives the gathered hits; an empty array reports progress when there are none for a while */
  constructor(private readonly send: (hits: readonly H[]) => void) {}

  /** Whether the next hit is only counted. */
  get isFull(): boolean {
    return this.hits >= CAP;
  }
  /** A hit beyond those that are sent. */
  count(): void {
    this.hits++;
  }
  add(hit: () => H): void {
    if (this.hits++ >= CAP) return;
    this.waiting.push(hit());
    if (this.waiting.length >= PAGE_ROWS) this.flush();
  }
  /** Called now and then during the search: sends what has waited long enough. */
  tick(): void {
    const quiet = performance.now() - this.sentAt;
    if (quiet > (this.waiting.length > 0 ? SEND_EVERY : TELL_EVERY)) this.flush(true);
  }
  finish(): FindSummary {
    this.flush();
    return { hits: this.hits, capped: this.hits > CAP };
  }
  private flush(always = false): void {
    if (always || this.waiting.length > 0) this.send(this.waiting);
    this.waiting = [];
    this.sentAt = performance.now();
  }
}

/** The bytes to look for, -1 for any byte; or an explanation why the text means none. */
export function bytePattern(text: string): readonly number[] | string {
  const digits = text.replace(/\s|0x/g, "");
  if (digits.length === 0 || digits.length % 2 !== 0 || !/^(?:[0-9a-f]{2}|\?\?)*$/i.test(digits))
    return "two hexadecimal digits for each byte, ?? for any byte";
  return (digits.match(/../g) ?? []).map((pair) => (pair === "??" ? -1 : parseInt(pair, 16)));
}

/** Searches; cancelled by the call's signal. */
export async function find(core: Core, query: FindQuery, call: Call<FindProgress>): Promise<FindSummary> {
  if (query.text === "") return { hits: 0, capped: false };
  if (query.scope === "bytes") {
    const bytes = bytePattern(query.text);
    if (typeof bytes === "string") return { hits: 0, capped: false, invalid: bytes };
    return findBytes(core, bytes, query, call);
  }
  const pattern = textPattern(query);
  if (typeof pattern === "string") return { hits: 0, capped: false, invalid: pattern };
  return findText(core, pattern, query, call);
}

async function findText(
  core: Core,
  pattern: Pattern,
  query: FindQuery,
  call: Call<FindProgress>,
): Promise<FindSummary> {
  const isNoisy = await core.step(() => core.isNoisy, call.signal);
  const search = new TextSearch(core.arranged(query.folds.arrangement), pattern, query, call);
  if (search.isOfText(isNoisy)) await search.throughText(rowTest(query));
  else await search.throughEntries();
  return search.sender.finish();
}

/** A match in a column; in a mangled name also its range in the demangled name. */
interface Match extends Span {
  readonly plain?: Span;
}

/** Up to this many entries of a page are looked at one by one; more are read together. */
const FEW = 16;

/** One search for a pattern in the columns of an arrangement. */
class TextSearch {
  private at: Place | undefined;
  private inside: boolean;
  private readonly columns: readonly ("record" | "assembly")[];
  readonly sender = new HitSender<Hit>((hits) => {
    const { at, arranged, query } = this;
    this.call.progress({ hits, share: at ? arranged.share(at, query.folds) : 0 });
  });

  constructor(
    private readonly arranged: Arranged,
    private readonly pattern: Pattern,
    private readonly query: FindQuery,
    private readonly call: Call<FindProgress>,
  ) {
    this.inside = query.between === undefined;
    this.columns = (["record", "assembly"] as const).filter((c) => query.scope === "all" || query.scope === c);
  }

  /**
   * Whether the text of rows can be searched: not for rows without what is nested in them.
   * @param isNoisy whether tokens of the document may be noise
   */
  isOfText(isNoisy: boolean): boolean {
    return this.arranged.isWritten(isNoisy && (this.query.folds.hidden?.some(isOfTokens) ?? false));
  }
  /**
   * Walks the text of the searched part, and looks closely at entries that may contain a match. If all is searched, it
   * walks sections as a whole first, if the arrangement can write them so, then those that may contain one.
   */
  async throughText(test: RowTest): Promise<void> {
    const { arranged, call } = this;
    const { between, section } = this.query;
    this.inside = true;
    if (between) await this.onText(test, await arranged.walkFrom(call.signal, between.from, section), false);
    else await this.onText(test, await arranged.walk(call.signal, section), true);
  }
  private async onText(test: RowTest, walk: WrittenWalk, whole: boolean): Promise<void> {
    const { arranged, call, columns } = this;
    const to = this.query.between?.to;
    const text = new SearchedText({ record: columns.includes("record"), assembly: columns.includes("assembly") });
    const slice = new Slice(call.signal);
    const visit = async (): Promise<boolean> => {
      this.at = text.first;
      this.sender.tick();
      const isLast = to !== undefined && text.has(to);
      const places = text.candidates(test).filter(({ entry }) => !isLast || entry <= to.entry);
      for (const place of places) {
        const nested = whole ? await arranged.sectionAt(place, call.signal) : undefined;
        if (nested === undefined) await this.lookAt(place, places.length < FEW);
        else await this.onText(test, await arranged.walk(call.signal, nested), false);
        // A page of entries may have thousands of hits in each.
        if (slice.over) await slice.pause();
      }
      return !isLast;
    };
    const hidden = this.query.folds.hidden?.filter(isOfTokens) ?? [];
    await arranged.scanText(call.signal, walk, text, visit, { whole, hidden });
  }
  /** @param isAlone whether its neighbours are not needed */
  private async lookAt(place: Place, isAlone: boolean): Promise<void> {
    const { arranged, call } = this;
    const entry = await (isAlone ? arranged.entryAlone(place, call.signal) : arranged.entryAt(place, call.signal));
    if (entry) this.visit(place, entry);
  }
  /** Walks the entries of the searched part. */
  throughEntries(): Promise<void> {
    const { section, between } = this.query;
    const after = between && { section: between.from.section, entry: between.from.entry - 1 };
    return this.arranged.scan(this.call.signal, (place, entry) => this.visit(place, entry), section, after);
  }

  /** Looks at an entry; returns false after the end of the searched part. */
  private visit(place: Place, entry: LinesEntry): boolean {
    const { query } = this;
    this.at = place;
    this.sender.tick();
    this.inside ||= samePlace(place, query.between?.from);
    if (!this.inside) return true;
    entry.lines.forEach((line, index) => {
      if (isLeftIn(line, query.folds) && line.when !== "folded") this.inLine(place, entry, line, index);
    });
    return !samePlace(place, query.between?.to);
  }
  private inLine(place: Place, entry: LinesEntry, line: Line, index: number): void {
    const { arranged, query } = this;
    for (const column of this.columns)
      for (const match of this.matches(withoutNoise(line[column], query.folds.hidden))) {
        this.sender.add(() => ({
          ...place,
          ...match,
          line: index,
          column,
          startBit: line.positionBit ?? entry.startBit,
          share: arranged.share(place, query.folds),
        }));
      }
  }
  private matches(tokens: readonly Token[]): readonly Match[] {
    const text = columnText(displayTokens(tokens));
    const found = [...this.pattern(text), ...this.leftOutMatch(tokens, text)];
    return mayBeMangled(text) ? this.withPlainNames(tokens, found) : found;
  }
  /** In a row that is cut where it is drawn, a match beyond the cut is shown as the words that stand for the rest, once. */
  private leftOutMatch(tokens: readonly Token[], shown: string): readonly Span[] {
    const whole = columnText(tokens);
    if (whole.length <= LONGEST) return [];
    const start = shown.length - leftOut(whole.length - LONGEST).length;
    for (const { end } of this.pattern(whole)) if (end > LONGEST) return [{ start, end: shown.length }];
    return [];
  }
  /** Adds matches in demangled names: to those in the mangled name, or as one hit, which is the complete name. */
  private withPlainNames(tokens: readonly Token[], found: readonly Span[]): readonly Match[] {
    const hits: Match[] = [];
    let start = 0;
    let next = 0;
    for (const { text } of tokens) {
      const end = start + text.length;
      const plain = withPlainNames(text);
      const matches = plain === text ? [] : [...this.pattern(plain)];
      const first = next;
      for (let span = found[next]; span && span.start < end; span = found[++next]) {
        const shown = matches[next - first] ?? matches.at(-1);
        hits.push(shown ? { ...span, plain: shown } : span);
      }
      const seen = found.some((span) => span.start < end && span.end > start);
      if (!seen && matches[0]) hits.push({ start, end, plain: matches[0] });
      start = end;
    }
    return [...hits, ...found.slice(next)];
  }
}

function samePlace(a: Place, b: Place | undefined): boolean {
  return b !== undefined && a.section === b.section && a.entry === b.entry;
}

/** Bytes searched in one step. */
const BLOCK = 65536;

async function findBytes(
  core: Core,
  pattern: readonly number[],
  query: FindQuery,
  call: Call<FindProgress>,
): Promise<FindSummary> {
  let start = 0;
  const sender = new HitSender<Hit>((hits) => call.progress({ hits, share: start / core.window.length }));
  const slice = new Slice(call.signal);
  const arranged = core.arranged(query.folds.arrangement);
  const view = arranged.view(UNFOLDED);
  const add = async (startBit: number): Promise<void> => {
    const place = await core.step(() => atBit(startBit, view), call.signal);
    if (!place) return;
    const share = arranged.share(place, query.folds);
    sender.add(() => ({ ...place, column: "record", start: 0, end: 0, startBit, share }));
  };
  for (; start < core.window.length; start += BLOCK) {
    const found = await core.step(() => bytesIn(core, start, pattern), call.signal);
    for (const at of found) {
      // Finding the row takes much longer than finding the bytes, of which there may be millions.
      if (sender.isFull) sender.count();
      else await add(at * 8);
      if (slice.due) await slice.pause();
    }
    sender.tick();
    if (slice.over) await slice.pause();
  }
  return sender.finish();
}

/** The bytes of a block, which begins at `start`, where a pattern begins. May throw MissingBytes. */
function bytesIn({ window }: Core, start: number, pattern: readonly number[]): readonly number[] {
  const bytes = window.view(start, start + BLOCK + pattern.length - 1);
  const isAt = (at: number): boolean => pattern.every((p, i) => p < 0 || p === bytes[at + i]);
  const found: number[] = [];
  for (let at = 0; at < BLOCK && at + pattern.length <= bytes.length; at++) if (isAt(at)) found.push(start + at);
  return found;
}
