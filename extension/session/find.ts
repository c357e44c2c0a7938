/** Find over the whole document: text in its columns, or bytes. Hits are handed on as they are found. */
import type { Place } from "../document/section";
import type { Line, Token } from "../document/token";
import type { Core } from "./core";
import { mayBeMangled, withPlainNames } from "./demangle";
import { displayTokens } from "./display";
import type { LinesEntry } from "./folds";
import { isLeftIn, UNFOLDED } from "./folds";
import { columnText } from "./listing";
import { withoutNoise } from "./noise";
import type { Pattern, Span } from "./pattern";
import { textPattern } from "./pattern";
import type { FindProgress, FindQuery, FindSummary, Hit } from "./protocol";
import { PAGE_ROWS } from "./protocol";
import { atBit } from "./rows";
import type { Call } from "./rpc";
import { Slice } from "./slices";

/** Hits that are sent; more are only counted (VS Code's own limit of marked matches). */
export const CAP = 19999;
/** Hits that have gathered are sent after so many ms. */
const SEND_EVERY = 60;
/** How far a search is that finds nothing is told after so many ms. */
const TELL_EVERY = 250;

/** Gathers hits and sends them by pages. */
export class HitSender<H> {
  hits = 0;
  private waiting: H[] = [];
  private sentAt = performance.now();
  /** @param send takes the hits that have gathered; none where there are none to tell of for a while */
  constructor(private readonly send: (hits: readonly H[]) => void) {}

  add(hit: () => H): void {
    if (this.hits++ >= CAP) return;
    this.waiting.push(hit());
    if (this.waiting.length >= PAGE_ROWS) this.flush();
  }
  /** To be called now and then in the search: sends what has waited long enough. */
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

/** Bytes to look for, -1 for any, or why the text means none. */
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
  let at: Place | undefined;
  const arranged = core.arranged(query.folds.arrangement);
  const sender = new HitSender<Hit>((hits) => call.progress({ hits, share: at ? arranged.share(at, query.folds) : 0 }));
  const columns = (["record", "assembly"] as const).filter((c) => query.scope === "all" || query.scope === c);
  const plainHits = (tokens: readonly Token[], found: readonly Span[]): readonly Span[] => {
    const hits: Span[] = [];
    let start = 0;
    for (const { text } of tokens) {
      const end = start + text.length;
      const plain = withPlainNames(text);
      const seen = found.some((span) => span.start < end && span.end > start);
      if (plain !== text && !seen && [...pattern(plain)].length > 0) hits.push({ start, end });
      start = end;
    }
    return hits;
  };
  const inLine = (place: Place, entry: LinesEntry, line: Line, index: number): void => {
    for (const column of columns) {
      const tokens = withoutNoise(line[column], query.folds.hidden);
      const text = columnText(displayTokens(tokens));
      const found = [...pattern(text)];
      // A name is found by what a programmer calls it, too; then all of it is the hit.
      const more = mayBeMangled(text) ? plainHits(tokens, found) : [];
      for (const match of more.length > 0 ? [...found, ...more].sort((a, b) => a.start - b.start) : found) {
        sender.add(() => ({
          ...place,
          ...match,
          line: index,
          column,
          startBit: line.positionBit ?? entry.startBit,
          share: arranged.share(place, query.folds),
        }));
      }
    }
  };
  let inside = query.between === undefined;
  const visit = (place: Place, entry: LinesEntry): boolean => {
    at = place;
    sender.tick();
    inside ||= samePlace(place, query.between?.from);
    if (!inside) return true;
    entry.lines.forEach((line, index) => {
      if (isLeftIn(line, query.folds) && line.when !== "folded") inLine(place, entry, line, index);
    });
    return !samePlace(place, query.between?.to);
  };
  await arranged.scan(call.signal, visit, query.section);
  return sender.finish();
}

function samePlace(a: Place, b: Place | undefined): boolean {
  return b !== undefined && a.section === b.section && a.entry === b.entry;
}

/** Bytes looked at in one step. */
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
  const isAt = (bytes: Uint8Array, at: number): boolean => pattern.every((p, i) => p < 0 || p === bytes[at + i]);
  for (; start < core.window.length; start += BLOCK) {
    const found = await core.step(() => {
      const bytes = core.window.view(start, start + BLOCK + pattern.length - 1);
      const places: { bit: number; place: ReturnType<typeof atBit> }[] = [];
      for (let at = 0; at < BLOCK && at + pattern.length <= bytes.length; at++)
        if (isAt(bytes, at)) places.push({ bit: (start + at) * 8, place: atBit((start + at) * 8, view) });
      return places;
    }, call.signal);
    for (const { bit, place } of found) {
      if (!place) continue;
      const share = arranged.share(place, query.folds);
      sender.add(() => ({ ...place, column: "record", start: 0, end: 0, startBit: bit, share }));
    }
    sender.tick();
    if (slice.due) await slice.pause();
  }
  return sender.finish();
}
