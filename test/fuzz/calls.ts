/**
 * Calls a session's methods in any order and with any arguments: each call is answered, and the answers are consistent.
 */
import assert from "node:assert/strict";
import type { Folds, Row, RowPlace, SessionApi } from "../../extension/session/protocol";
import { Session } from "../../extension/session/session";
import { MemorySource } from "../../extension/session/bytes/source";
import type { Random } from "./mutators";

const CALLS = 12;
const PATTERNS = ["0", "%", "@", "i32", "<", "\\d+", "["];
/** Every third call or so asks for rows, to which other calls then refer. */
const ROWS_OF = 3;

/** Opens a session on bytes and calls its methods. @throws if a call fails */
export async function calls(bytes: Uint8Array, random: Random, count = CALLS): Promise<void> {
  const stopped: string[] = [];
  const session = await Session.open(new MemorySource(bytes), { fileName: "x" }, (event) => {
    if (event.kind === "stopped") stopped.push(event.reason);
  });
  try {
    const { arrangements } = await session.api.opened(null, call());
    let seen: readonly Row[] = [];
    for (let i = 0; i < count; i++) {
      const arrangement = arrangements[random(arrangements.length)] ?? "records";
      const asked = question(session.api, arrangement, seen, bytes.length * 8, random);
      if (random(ROWS_OF) === 0) seen = await rows(asked);
      else await ASKING[random(ASKING.length)]?.(asked);
    }
  } finally {
    session.dispose();
  }
  assert.deepEqual(stopped, [], "counting lines goes on to the end");
}
const call = () => ({ signal: new AbortController().signal, progress: () => undefined });

/** Whom a call asks, and the arguments that it may use. */
interface Question {
  readonly api: SessionApi;
  readonly arrangement: Folds["arrangement"] & string;
  readonly folds: Folds;
  /** A row that was shown before, and its place; the first one if there is none. */
  readonly row: Row | undefined;
  readonly place: RowPlace;
  /** A position in bits, which may be past the end. */
  readonly bit: number;
  readonly random: Random;
}
function question(
  api: SessionApi,
  arrangement: Question["arrangement"],
  seen: readonly Row[],
  bits: number,
  random: Random,
): Question {
  const folds: Folds = {
    arrangement,
    base: oneOf(["preamble", "none", "all"], random),
    toggled: seen.slice(0, random(3)).map(({ section }) => section),
    detail: random(2) === 0,
  };
  const row = seen[random(Math.max(1, seen.length))];
  const { section = 0, entry = 0, line = 0 } = row ?? {};
  return { api, arrangement, folds, row, place: { section, entry, line }, bit: random(bits + 64), random };
}
function oneOf<const T>(items: readonly [T, ...T[]], random: Random): T {
  return items[random(items.length)] ?? items[0];
}

async function rows({ api, folds, row, place, bit, random }: Question): Promise<readonly Row[]> {
  const anchors = [
    { kind: "bit", bit },
    { kind: "line", line: random(500) },
    { kind: "end" },
    { kind: "place", place },
  ] as const;
  const anchor = anchors[random(row === undefined ? 3 : 4)] ?? { kind: "end" };
  const answer = await api.rows({ anchor, before: random(60), after: 1 + random(60), folds }, call());
  assert.ok(answer.rows.length === 0 || answer.anchor < answer.rows.length, "the row that was asked for is among them");
  return answer.rows;
}

/** A symbol in the row, if it has one. */
function symbolIn({ row, random }: Question): string | undefined {
  const symbols = row ? [...row.record, ...row.assembly].flatMap(({ symbol }) => symbol ?? []) : [];
  return symbols[random(Math.max(1, symbols.length))];
}
/** The number of lines, sections or problems that a call asks for. */
const SOME = 50;

/** Calls whose answers are not looked at: it is enough that they come. */
const ASKING: readonly ((asked: Question) => Promise<unknown>)[] = [
  ({ api, folds, random }) => {
    const text = PATTERNS[random(PATTERNS.length)] ?? "";
    return api.find({ text, matchCase: false, wholeWord: false, regex: random(2) === 0, scope: "all", folds }, call());
  },
  async (asked) => {
    const symbol = symbolIn(asked);
    if (symbol === undefined) return;
    const { api, arrangement, folds } = asked;
    await api.references({ symbol, folds: { ...folds, detail: false } }, call());
    await api.uses({ symbol, arrangement }, call());
    await api.calls({ symbol, arrangement }, call());
    await api.locate({ symbol, arrangement }, call());
  },
  async ({ api, arrangement, row, place, random }) => {
    if (!row) return;
    const column = oneOf(["assembly", "record"], random);
    const at = { ...place, arrangement, target: { column, line: place.line, token: random(4) } } as const;
    await api.hover(at, call());
    await api.definition(at, call());
  },
  async ({ api, arrangement, bit, random }) => {
    await api.placeOf({ bit, arrangement }, call());
    await api.rowOfRange({ startBit: bit, endBit: bit + random(100), arrangement }, call());
    await api.sectionsAt({ startBits: [bit, bit + 1], arrangement }, call());
    await api.sourceAt({ bit }, call());
  },
  async ({ api, arrangement, row, place, folds, random }) => {
    const files = await api.sourceFiles(null, call());
    await api.rowsOfSource({ files: files.slice(0, 1 + random(3)), line: random(30), folds }, call());
    if (row) await api.sourceOf({ ...place, arrangement }, call());
  },
  (asked) => {
    const { api, arrangement, place, bit } = asked;
    return api.again({ place, bit, title: symbolIn(asked) ?? "", arrangement }, call());
  },
  (asked) => {
    const { api, arrangement, place, bit } = asked;
    return api.bitAgain({ place, bit, title: symbolIn(asked) ?? "", arrangement }, call());
  },
  ({ api, folds, random }) => api.placeOfLine({ line: random(500), folds, wait: random(2) === 0 }, call()),
  async ({ api, bit }) => {
    await api.outline({ path: [], from: 0, count: SOME, sort: "size", filter: "", demangle: true }, call());
    await api.outlineAt({ bit, demangle: false }, call());
  },
  ({ api, random }) => {
    const what = oneOf(["text", "dump", "listing"], random);
    return api.text({ what, fileName: "x", cursor: 0, raw: false }, call());
  },
  async ({ api, folds, bit }) => {
    await api.overview({ sort: "size", count: 5 }, call());
    await api.marks(folds, call());
    await api.shares({ ...folds, bits: [bit] }, call());
  },
  ({ api, arrangement, row, place, random }) => {
    const kind = oneOf(["rows", "text", "record", "position", "hex", "json"], random);
    return api.copy({ kind, arrangement, ...(row ? { from: place, to: place } : {}) }, call());
  },
  async ({ api, arrangement, row, place, bit, random }) => {
    await api.textLines({ from: random(100), count: SOME }, call());
    await api.lineOfBit({ bit }, call());
    if (row && arrangement === "assembly") await api.linesOf({ places: [place] }, call());
    await api.textSections(null, call());
  },
  async ({ api, random }) => {
    await api.symbols({ text: oneOf(["", "@", "%a", "!"], random), count: 20, demangle: random(2) === 0 }, call());
    await api.problems({ from: random(20), count: SOME }, call());
  },
  async ({ api, bit, random }) => {
    await api.bytes({ startByte: bit >>> 3, endByte: (bit >>> 3) + random(100) }, call());
    await api.stats(null, call());
    await api.space(null, call());
    await api.derived(null, call());
    await api.cost(null, call());
  },
];
