import * as assert from "node:assert/strict";
import { Core } from "../../../extension/session/core";
import { readFileSync } from "node:fs";
import { allEntries } from "../../../extension/kit/entryWalk";
import { columnText } from "../../../extension/document/token";
import { entryText } from "../../../extension/session/rows/listing";
import type { Entry, EntryPage, Section } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import type { Anchor, Folds, Hit, Row, RowsAnswer, TextPage } from "../../../extension/session/protocol";
import { rowOfRange } from "../../../extension/session/facts/rowOfRange";
import { Session } from "../../../extension/session/session";
import type { ByteSource } from "../../../extension/session/bytes/source";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { SampleDocument } from "./sample";

const OPEN: Folds = { base: "none", toggled: [], detail: false };

function sampleBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 7) & 255);
}

/** A document whose every row fills a page alone. */
class WideDocument extends SampleDocument {
  override entries(...query: Parameters<SampleDocument["entries"]>): EntryPage {
    const page = super.entries(...query);
    const record = Array.from({ length: 4000 }, (): Token => ({ kind: "number", text: "0" }));
    const wide = (entry: Entry): Entry =>
      entry.kind === "lines" ? { ...entry, lines: entry.lines.map((line) => ({ ...line, record })) } : entry;
    return { ...page, entries: page.entries.map(wide) };
  }
}

/** A document whose second section shows nothing unless details are wanted. */
class HiddenDocument extends SampleDocument {
  override entries(...query: Parameters<SampleDocument["entries"]>): EntryPage {
    const page = super.entries(...query);
    if (query[0] !== 2) return page;
    const hidden = (entry: Entry): Entry =>
      entry.kind === "lines" ? { ...entry, lines: entry.lines.map((line) => ({ ...line, detail: true })) } : entry;
    return { ...page, entries: page.entries.map(hidden) };
  }
}

/** A document that knows how many rows its module has, before the functions in it are found. */
class EstimatedDocument extends SampleDocument {
  override section(id: number): Section {
    const section = super.section(id);
    return id === 0 ? { ...section, rowCount: section.entryCount * 50 } : section;
  }
}

/** A document whose entries have many lines each, of which it counts those whose tokens are asked for. */
class LongDocument extends SampleDocument {
  static readonly LINES = 1000;
  asked = 0;
  override entries(...query: Parameters<SampleDocument["entries"]>): EntryPage {
    const page = super.entries(...query);
    const counted = (line: Line, index: number): Line =>
      Object.defineProperty({ ...line, record: [] }, "record", {
        get: () => {
          this.asked++;
          return [{ kind: "number", text: `${index}` }];
        },
      });
    const long = (entry: Entry): Entry =>
      entry.kind === "lines"
        ? { ...entry, lines: Array.from({ length: LongDocument.LINES }, (_, i) => counted(entry.lines[0] as Line, i)) }
        : entry;
    return { ...page, entries: page.entries.map(long) };
  }
}

interface Subject {
  readonly core: Core;
  readonly session: Session;
  readonly window: PagedWindow;
}

function subject(sizes: readonly number[], folded: readonly number[] = [], source?: ByteSource): Subject {
  const bytes = sampleBytes(sizes.reduce((a, b) => a + b, 0));
  const from = source ?? new MemorySource(bytes);
  const window = new PagedWindow(from, undefined, 64);
  const core = new Core(new SampleDocument(window, sizes, new Set(folded)), window, from);
  return { core, session: new Session(core), window };
}

function call<P>(take: (value: P) => void = () => undefined, signal = new AbortController().signal) {
  return { signal, progress: take };
}

function texts(answer: RowsAnswer): string[] {
  return answer.rows.map((row) => columnText(row.assembly));
}

async function rows(s: Subject, anchor: Anchor, before: number, after: number, folds = OPEN): Promise<RowsAnswer> {
  return s.session.api.rows({ anchor, before, after, folds }, call());
}

/** Measures all sections, so that line numbers are exact. */
function measure(s: Subject, folds = OPEN): void {
  while (s.core.records.layout(folds).measurePage());
}

describe("rows of a session", () => {
  it("continue after, and before, a row that fills a page alone", async () => {
    const plain = texts(await rows(subject([2, 1]), { kind: "line", line: 0 }, 0, 100));
    const source = new MemorySource(sampleBytes(3));
    const window = new PagedWindow(source, undefined, 64);
    const core = new Core(new WideDocument(window, [2, 1]), window, source);
    const s = { core, session: new Session(core), window };
    let answer = await rows(s, { kind: "line", line: 0 }, 0, 100);
    const found = texts(answer);
    for (let last = answer.rows.at(-1); last && !answer.atEnd; last = answer.rows.at(-1)) {
      answer = await rows(s, { kind: "place", place: last }, 0, 100);
      const more = texts(answer).slice(1);
      assert.notEqual(more.length, 0);
      found.push(...more);
    }
    assert.deepEqual(found, plain);
    for (let first = answer.rows[0]; first && !answer.atStart; first = answer.rows[0]) {
      answer = await rows(s, { kind: "place", place: first }, 100, 0);
      assert.notEqual(answer.anchor, 0);
    }
    assert.equal(texts(answer)[0], plain[0]);
  });
  it("of an entry with many lines are made only where they are shown", async () => {
    const source = new MemorySource(sampleBytes(3));
    const window = new PagedWindow(source, undefined, 64);
    const document = new LongDocument(window, [2, 1]);
    const core = new Core(document, window, source);
    const s = { core, session: new Session(core), window };
    const place = { section: 0, entry: 0, line: LongDocument.LINES / 2 };
    await rows(s, { kind: "place", place }, 5, 5);
    const before = document.asked;
    const answer = await rows(s, { kind: "place", place }, 5, 5);
    assert.deepEqual(
      answer.rows.map(({ line }) => line),
      Array.from({ length: 11 }, (_, i) => place.line - 5 + i),
    );
    assert.equal(answer.anchor, 5);
    assert.ok(document.asked - before < 50, `${document.asked - before} lines`);
    assert.deepEqual(
      (await rows(s, { kind: "line", line: 0 }, 0, 3)).rows.map(({ line, fold }) => [line, fold]),
      [
        [0, "open"],
        [1, undefined],
        [2, undefined],
        [3, undefined],
      ],
    );
  });
  it("start at the nearest line of an anchor's entry if it has no such line", async () => {
    const s = subject([2, 1]);
    const [, second] = (await rows(s, { kind: "line", line: 0 }, 0, 3)).rows;
    assert.ok(second);
    const place = { section: second.section, entry: second.entry, line: 99 };
    const answer = await rows(s, { kind: "place", place }, 3, 0);
    assert.deepEqual(texts(answer), ["module {", "function @f0 {"]);
    assert.equal(answer.anchor, 1);
  });
  it("are in file order, without detail rows", async () => {
    const answer = await rows(subject([2, 1]), { kind: "line", line: 0 }, 10, 100);
    assert.deepEqual(texts(answer), [
      "module {",
      "function @f0 {",
      "  %v1 = call @f0",
      "  %v2 = call @f1",
      "}",
      "function @f1 {",
      "  %v1 = call @f0",
      "}",
      "}",
    ]);
    assert.equal(answer.atStart && answer.atEnd, true);
  });

  it("include the padding rows if detail is requested", async () => {
    const answer = await rows(subject([1]), { kind: "line", line: 0 }, 0, 100, { ...OPEN, detail: true });
    assert.equal(texts(answer)[1], "padding");
  });

  it("are the same read forwards and backwards, from every row, across pages", async () => {
    const s = subject([300, 0, 5, 129, 128, 1]);
    measure(s);
    const all: string[] = [];
    const places: Row[] = [];
    let from: Anchor = { kind: "line", line: 0 };
    for (;;) {
      const answer: RowsAnswer = await rows(s, from, 0, 200);
      const fresh: readonly Row[] = places.length === 0 ? answer.rows : answer.rows.slice(1);
      places.push(...fresh);
      all.push(...fresh.map((row) => columnText(row.assembly)));
      if (answer.atEnd) break;
      from = { kind: "place", place: answer.rows.at(-1)! };
    }
    assert.equal(all.length, s.core.records.layout(OPEN).total(s.core.records.view(OPEN)));
    for (let i = 0; i < places.length; i += 17) {
      const answer = await rows(s, { kind: "place", place: places[i]! }, 20, 20);
      assert.equal(answer.line, Math.max(0, i - 20));
      assert.deepEqual(texts(answer), all.slice(Math.max(0, i - 20), i + 21));
    }
  });

  it("at a line have that line number, folded or not", async () => {
    const s = subject([130, 7, 300], [2]);
    for (const folds of [OPEN, { ...OPEN, base: "preamble" as const }, { ...OPEN, base: "all" as const }]) {
      measure(s, folds);
      const total = s.core.records.layout(folds).total(s.core.records.view(folds));
      for (let line = 0; line < total; line += 11) {
        const answer = await rows(s, { kind: "line", line }, 0, 0, folds);
        assert.equal(answer.line, line);
      }
    }
  });

  it("at the end are the last ones, before lines were counted, folded or not", async () => {
    for (const folds of [OPEN, { ...OPEN, base: "all" as const }, { ...OPEN, detail: true }]) {
      const s = subject([300, 5, 700]);
      const answer = await rows(s, { kind: "end" }, 3, 10, folds);
      assert.equal(answer.atEnd, true);
      assert.equal(answer.anchor, answer.rows.length - 1);
      measure(s, folds);
      const total = s.core.records.layout(folds).total(s.core.records.view(folds));
      const last = await rows(s, { kind: "line", line: total - 1 }, 3, 10, folds);
      assert.deepEqual(texts(answer), texts(last));
    }
  });

  it("show only the head of a folded section, and unfold what hides an anchor", async () => {
    const s = subject([3, 3], [1]);
    const folds: Folds = { base: "preamble", toggled: [], detail: false };
    const folded = await rows(s, { kind: "line", line: 0 }, 0, 100, folds);
    assert.deepEqual(texts(folded).slice(0, 4), ["module {", "function @f0 {", "function @f1 {", "  %v1 = call @f1"]);
    assert.deepEqual(
      folded.rows.map((row) => row.fold),
      ["open", "closed", "open", undefined, undefined, undefined, undefined, undefined, undefined],
    );
    const inside = await rows(s, { kind: "place", place: { section: 1, entry: 2, line: 0 } }, 1, 1, folds);
    assert.deepEqual(inside.unfolded, [1]);
    assert.deepEqual(texts(inside), ["  %v1 = call @f0", "  %v2 = call @f1", "  %v3 = call @f0"]);
  });

  it("are those of the outermost folded head if the target must stay folded", async () => {
    const s = subject([3, 3], [1]);
    const place = { section: 1, entry: 2, line: 0 };
    const folded = await rows(s, { kind: "shown", place }, 0, 0, { base: "preamble", toggled: [], detail: false });
    assert.deepEqual([texts(folded), folded.unfolded], [["function @f0 {"], []]);
    const open = await rows(s, { kind: "shown", place }, 0, 0);
    assert.deepEqual(texts(open), ["  %v2 = call @f1"]);
  });

  it("list the sections around them", async () => {
    const answer = await rows(subject([3]), { kind: "bit", bit: 8 }, 0, 0);
    assert.deepEqual(
      answer.sections.map((section) => section.title),
      ["function @f0", "module"],
    );
  });

  it("are loaded page by page from a source that cannot be read without waiting", async () => {
    const bytes = sampleBytes(1000);
    const asked: number[] = [];
    const slow: ByteSource = {
      length: bytes.length,
      bytesRead: 0,
      read: (start, end) => {
        asked.push(start);
        return Promise.resolve(bytes.slice(start, end));
      },
      close: () => undefined,
    };
    const s = subject([1000], [], slow);
    // Counting in the background would continue to read meanwhile.
    await s.session.api.stopIndexing(null, call());
    const answer = await s.core.step(() => s.core.document.entries(1, 1, 1, {}));
    assert.equal(answer.entries.length, 1);
    const page = await rows(s, { kind: "bit", bit: 8 * 500 }, 2, 2);
    assert.equal(page.rows.length, 5);
    assert.ok(asked.length < 1000 / 64, "only the pages that were looked at are read");
  });
});

describe("find", () => {
  async function find(text: string, more: object = {}, s = subject([40, 3])): Promise<Hit[]> {
    const hits: Hit[] = [];
    const query = { text, matchCase: false, wholeWord: false, regex: false, scope: "all" as const, folds: OPEN };
    await s.session.api.find(
      { ...query, ...more },
      call((page) => hits.push(...page.hits)),
    );
    return hits;
  }
  it("searches the complete document, not just what is drawn", async () => {
    assert.equal((await find("call")).length, 43);
  });
  it("keeps whole words apart: %v1 is not part of %v12", async () => {
    assert.ok((await find("%v1")).length > 2);
    assert.equal((await find("%v1", { wholeWord: true })).length, 2);
  });
  it("accepts regular expressions, and reports invalid ones", async () => {
    assert.equal((await find("%v\\d$", { regex: true, scope: "assembly" })).length, 0);
    assert.equal((await find("^  %v[12] =", { regex: true, scope: "assembly" })).length, 4);
    const s = subject([1]);
    const summary = await s.session.api.find(
      { text: "(", matchCase: false, wholeWord: false, regex: true, scope: "all", folds: OPEN },
      call(),
    );
    assert.ok(summary.invalid);
  });
  it("stays in a section, or between two records", async () => {
    const all = await find("call");
    const first = all[0]?.section ?? -1;
    const inFirst = all.filter(({ section }) => section === first);
    assert.ok(inFirst.length < all.length);
    assert.deepEqual(await find("call", { section: first }), inFirst);
    const [from, to] = [inFirst[3], inFirst[7]];
    assert.deepEqual(await find("call", { between: { from, to } }), inFirst.slice(3, 8));
  });
  it("finds bytes with gaps", async () => {
    const hits = await find("07 ?? 15", { scope: "bytes" });
    assert.deepEqual(
      hits.map((hit) => hit.startBit),
      [8],
    );
  });
  it("ends when it is cancelled", async () => {
    const s = subject([200000]);
    const controller = new AbortController();
    const running = s.session.api.find(
      { text: "call", matchCase: false, wholeWord: false, regex: false, scope: "all", folds: OPEN },
      call(() => controller.abort(), controller.signal),
    );
    await assert.rejects(running, /cancelled/);
  });
});

describe("definitions and uses", () => {
  it("link a use to the row of its definition", async () => {
    const s = subject([3, 3]);
    const target = { column: "assembly" as const, line: 0, token: 3 };
    const found = await s.session.api.definition({ section: 1, entry: 2, target }, call());
    assert.deepEqual(found, { section: 2, entry: 0, line: 0, bit: 24, column: "assembly", token: 1 });
  });
  it("link the record's operand too", async () => {
    const s = subject([3, 3]);
    const target = { column: "record" as const, line: 0, token: 1 };
    const found = await s.session.api.definition({ section: 1, entry: 2, target }, call());
    assert.equal(found?.section, 2);
  });
  it("are found by a walk if the format keeps no table", async () => {
    const found = await subject([3, 3]).session.api.locate({ symbol: "f1/%v2" }, call());
    assert.deepEqual(found, { section: 2, entry: 2, line: 0, bit: 32, column: "assembly", token: 1 });
  });
  it("list every occurrence of a symbol in file order, and count the uses", async () => {
    const s = subject([3, 3]);
    const found: { definition: boolean; startBit: number }[] = [];
    await s.session.api.references(
      { symbol: "@f1", folds: OPEN },
      call((page) => found.push(...page)),
    );
    assert.deepEqual(
      found.map((f) => [f.startBit, f.definition]),
      [
        [8, false],
        [24, true],
        [24, false],
        [40, false],
      ],
    );
    assert.equal(await s.session.api.uses({ symbol: "@f1" }, call()), 3);
  });
});

describe("hover, go to, outline, copy, text", () => {
  it("estimates before anything is counted, so that a line leads into the sections", () => {
    const { core } = subject([30, 30]);
    const layout = core.records.layout(OPEN);
    const view = core.records.view(OPEN);
    const total = layout.total(view);
    assert.ok(!layout.exact && total > 2, `${total} lines`);
    assert.notDeepEqual(layout.placeAt(0, view), layout.placeAt(total - 1, view));
  });
  it("estimates by a module's rows, so that a line leads to the same share of its entries", () => {
    const sizes = Array.from({ length: 97 }, () => 40);
    const bytes = sampleBytes(sizes.length * 40);
    const window = new PagedWindow(new MemorySource(bytes), undefined, 64);
    const { records } = new Core(new EstimatedDocument(window, sizes), window, new MemorySource(bytes));
    const [layout, view] = [records.layout(OPEN), records.view(OPEN)];
    assert.equal(layout.total(view), 5000);
    const place = layout.placeAt(3000, view);
    assert.ok(place && (place.section === 59 || (place.section === 0 && place.entry === 60)), JSON.stringify(place));
    const line = layout.lineOf({ section: 0, entry: 60, line: 0 }, view);
    assert.equal(line, 3000);
    while (layout.measurePage());
    assert.ok(layout.exact && layout.total(view) < 6000 && layout.total(view) > 4000, `${layout.total(view)} lines`);
  });
  it("estimates lead to rows that are shown, also into a section that shows none", async () => {
    const window = new PagedWindow(new MemorySource(sampleBytes(60)), undefined, 64);
    const { records } = new Core(
      new HiddenDocument(window, [30, 30], new Set()),
      window,
      new MemorySource(sampleBytes(60)),
    );
    const view = records.view(OPEN);
    const layout = records.layout(OPEN);
    for (let line = 0; line < layout.total(view); line++) {
      const place = layout.placeAt(line, view);
      const entry = place && view.entry(place);
      assert.ok(entry && view.lines(entry, place).includes(place.line), `line ${line}`);
    }
  });
  it("shows the format's card with its range and the definition", async () => {
    const s = subject([3, 3]);
    const card = await s.session.api.hover(
      { section: 1, entry: 2, target: { column: "assembly", line: 0, token: 3 } },
      call(),
    );
    assert.equal(card?.range?.startBit, 8);
    assert.equal(card.range.endBit, 16);
    assert.deepEqual(card?.definition, { section: 2, entry: 0, line: 0, bit: 24, text: "function @f1 {" });
  });
  it("finds a line of the text whatever is folded, and counts the lines if it may wait for them", async () => {
    const s = subject([3, 3]);
    const line = async (line: number, wait: boolean): Promise<unknown> => {
      const folds = { ...OPEN, base: "all" as const };
      const found = await s.session.api.placeOfLine({ line, folds, wait }, call());
      return found && [found.place.section, found.place.entry, found.total];
    };
    assert.deepEqual(await line(5, true), [1, 3, 14]);
    assert.deepEqual(await line(9, false), [2, 2, 14]);
    assert.deepEqual(await line(99, false), await line(13, false));
  });
  it("tells the row of bits, and that there is none", async () => {
    const s = subject([3, 3]);
    const row = (startBit: number) =>
      s.session.api.rowOfRange({ arrangement: "records", startBit, endBit: startBit + 1 }, call());
    assert.deepEqual(await row(35), { section: 2, entry: 2, line: 0 });
    assert.equal(await row(9999), null);
  });
  it("tells the row whose record bits are in, if rows tell only where their records start", async () => {
    const bytes = new Uint8Array(readFileSync("samples/factorial.bc"));
    const core = await Core.open(new MemorySource(bytes), { fileName: "-" });
    const assembly = core.arranged("assembly");
    for (const work = assembly.arrangement.background?.(); work?.next().done === false;);
    // A node of the module, and one of a function.
    const records = new Map<string, number>();
    for (const { startBit, lines } of allEntries(core.document, {})) {
      const text = lines.map((line) => columnText(line.assembly)).join("");
      const kind = /^ *!\d+ = .*(DILocation|DIBasicType)/.exec(text)?.[1];
      if (kind !== undefined) records.set(kind, startBit);
    }
    assert.equal(records.size, 2);
    for (const [kind, startBit] of records) {
      const rowOf = (bit: number): unknown => rowOfRange({ startBit: bit, endBit: bit + 1 }, assembly, core.records);
      assert.ok(rowOf(startBit), kind);
      assert.deepEqual(rowOf(startBit + 5), rowOf(startBit));
    }
  });
  it("finds a place again by its section's title, also before lines are counted, otherwise by its bit", async () => {
    const s = subject([3, 3]);
    const memory = { place: { section: 7, entry: 2, line: 0 }, bit: 0, title: "function @f1" };
    assert.deepEqual(await s.session.api.again(memory, call()), { section: 2, entry: 2, line: 0 });
    assert.equal((await s.session.api.again({ ...memory, title: "gone", bit: 8 }, call())).entry, 2);
  });
  it("gives the position that a remembered row has now: of the last row that has one, none if its section is gone", async () => {
    const s = subject([3, 3]);
    const bitOf = (entry: number, title = "function @f1"): Promise<number | null> =>
      s.session.api.bitAgain({ place: { section: 7, entry, line: 0 }, bit: 0, title }, call());
    assert.equal(await bitOf(2), 32);
    assert.equal(await bitOf(1000), 48);
    assert.equal(await bitOf(2, "gone"), null);
  });
  it("pages, filters and sorts the outline, and finds the node around a bit", async () => {
    const { api } = subject([3, 30, 4]).session;
    const query = { path: [0], from: 0, count: 2, sort: "size" as const, filter: "", demangle: false };
    const page = await api.outline(query, call());
    assert.deepEqual(
      page.items.map((item) => item.name),
      ["@f1", "@f2"],
    );
    assert.equal(page.total, 3);
    assert.equal((await api.outline({ ...query, filter: "f2" }, call())).total, 1);
    const at = await api.outlineAt({ bit: 8 * 4, demangle: false }, call());
    assert.deepEqual(at.at(-1)?.path, [0, 1]);
  });
  it("copies rows with tabs between the columns, and the bytes in hex", async () => {
    const { api } = subject([3]).session;
    const range = { from: { section: 1, entry: 1 }, to: { section: 1, entry: 2 } };
    assert.equal(
      (await api.copy({ kind: "rows", ...range }, call())).text,
      "0:0\t<0, 0\t  %v1 = call @f0\n1:0\t<0, 7\t  %v2 = call @f0\n",
    );
    assert.equal((await api.copy({ kind: "hex", ...range }, call())).text, "00\n07\n");
  });
  it("gives the records of a file in pages, as the entries have them", async () => {
    const session = await Session.open(new MemorySource(new Uint8Array(readFileSync("samples/factorial.bc"))));
    const document = await session.resident();
    let expected = "";
    for (const entry of allEntries(document, { unpaired: true }))
      expected += entryText(entry, { recordWidth: document.recordWidth });
    let text = "";
    for (let cursor: number | undefined = 0; cursor !== undefined;) {
      const page: TextPage = await session.api.text({ what: "listing", fileName: "x", cursor, raw: true }, call());
      text += page.text;
      cursor = page.next;
    }
    assert.equal(text, expected);
    session.dispose();
  });
  it("gives a long text in pages that together are the text", async () => {
    const s = subject([9000]);
    let text = "";
    let cursor: number | undefined = 0;
    let pages = 0;
    while (cursor !== undefined) {
      const page: { text: string; next?: number } = await s.session.api.text(
        { what: "text", fileName: "x", cursor, raw: false },
        call(),
      );
      assert.ok(page.text.length <= 65536);
      text += page.text;
      cursor = page.next;
      pages++;
    }
    assert.ok(pages > 2);
    assert.equal(text, Array.from({ length: 9000 }, (_, i) => `line ${i} of the text ä\n`).join(""));
  });
});
