/** One isolated region with many ops: read only as far as somebody looks, in steps between which others run. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import type { Entry, SectionId } from "../../../extension/document/section";
import { attempt, ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Core } from "../../../extension/session/core";
import { Steps } from "../../../extension/session/rows/steps";
import { Session } from "../../../extension/session/session";
import type { Folds, RowsAnswer } from "../../../extension/session/protocol";
import { isolatedRegions } from "../../support/hostile/mlir";
import { largeMlir } from "../../support/largeMlir";
import { nodesIn, topOf } from "../../support/outline";

const OPS = 400_000;

const textOf = (entry: Entry | undefined): string =>
  entry?.kind === "lines" ? (entry.lines[0]?.assembly ?? []).map((t) => t.text).join("") : "";

/** The section of the function. */
function functionOf(document: IrDocument): SectionId {
  let section = document.roots().find((id) => document.section(id).title === "IR section") ?? -1;
  for (let depth = 0; depth < 2; depth++) {
    const nested = document.entries(section, 1, 4, {}).entries.find((entry) => entry.kind === "section");
    assert.ok(nested);
    section = nested.section;
  }
  return section;
}

const bytes = largeMlir(OPS);

describe("a large body of MLIR", () => {
  it("shows its first rows without reading the rest, and its last ones on request", () => {
    const document = openDocument(new ResidentWindow(bytes));
    const section = functionOf(document);
    const first = document.entries(section, 0, 6, {});
    assert.deepEqual(first.entries.slice(2).map(textOf), [
      "    ^bb0(%arg0: i32):",
      '      %1 = "x.add"(%arg0) : (i32) -> i32',
      '      %2 = "x.add"(%1) : (i32) -> i32',
      '      %3 = "x.add"(%2) : (i32) -> i32',
    ]);
    assert.equal(document.section(section).exact, false);
    const place = document.placeOf(document.section(section).endBit - 8);
    assert.ok(place);
    assert.equal(place.section, section);
    assert.equal(
      textOf(document.entries(section, place.entry, 1, {}).entries[0]),
      `      "x.end"(%${OPS}) : (i32) -> ()`,
    );
    const foot = document.entries(section, place.entry + 1, 5, {});
    assert.equal(foot.end, true);
    assert.deepEqual(foot.entries.map(textOf), ["    }) : () -> ()"]);
    const { entryCount, exact } = document.section(section);
    assert.deepEqual([entryCount, exact], [OPS + 5, true]);
    assert.deepEqual(document.problems(), []);
  });

  it("finds the definition of a value that was not read yet, and the section of its uses", () => {
    const document = openDocument(new ResidentWindow(bytes));
    const section = functionOf(document);
    const row = document.entries(section, 0, 4, {}).entries[3];
    assert.ok(row?.kind === "lines");
    const symbol = row.lines[0]?.assembly.find((t) => t.text === "%1")?.symbol ?? "";
    const later = symbol.replace(/\d+$/, (value) => String(Number(value) + OPS - 1));
    const place = document.locate(later);
    assert.match(textOf(place && document.entries(place.section, place.entry, 1, {}).entries[0]), /^ {6}%400000 = /);
    assert.equal(document.scope?.(symbol), section);
  });

  it("stops when others wait, and continues from there", () => {
    class Impatient extends ResidentWindow {
      due = (): boolean => true;
    }
    const document = openDocument(new Impatient(bytes));
    const end = document.bits - 8 * 1024;
    let stops = 0;
    for (;;) {
      const result = attempt(() => document.placeOf(end));
      if ("value" in result) break;
      assert.ok("unfinished" in result);
      assert.ok(++stops < 1000);
    }
    assert.ok(stops > 10, String(stops));
    assert.deepEqual(document.placeOf(end), openDocument(new ResidentWindow(bytes)).placeOf(end));
  });

  it("shows the name of a value in the text on its card, once it is known", async () => {
    const folds: Folds = { base: "none", toggled: [], detail: false };
    const session = await Session.open(new MemorySource(bytes));
    const call = { signal: new AbortController().signal, progress: () => undefined };
    const document = openDocument(new ResidentWindow(bytes));
    const section = functionOf(document);
    const at = { section, entry: 4, target: { column: "assembly" as const, line: 0, token: 1 } };
    await session.api.rows(
      { anchor: { kind: "bit", bit: document.bits - 8 * 1024 }, before: 5, after: 5, folds },
      call,
    );
    const { rows } = await session.api.rows(
      { anchor: { kind: "place", place: { section, entry: 4, line: 0 } }, before: 0, after: 0, folds },
      call,
    );
    assert.equal(rows[0]?.assembly[1]?.text, "%2");
    let inText: string | undefined;
    for (let tries = 0; inText === undefined && tries < 500; tries++) {
      const card = await session.api.hover({ ...at, section: rows[0]?.section ?? -1 }, call);
      inText = card?.lines.find(({ label }) => label === "in text")?.text;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    session.dispose();
    assert.equal(inText, "%1");
  });

  it("shows the end of the listing without drawing what comes before", async () => {
    const folds: Folds = { base: "none", toggled: [], detail: false };
    const source = new MemorySource(bytes);
    const window = new PagedWindow(source);
    // Opening reads from the source, a step at a time.
    const document = await new Steps(window).step(() => openDocument(window));
    let drawn = 0;
    const entries: IrDocument["entries"] = (...asked) => {
      const page = document.entries(...asked);
      drawn += page.entries.length;
      return page;
    };
    const session = new Session(new Core(new Proxy(document, watching({ entries })), window, source));
    const call = { signal: new AbortController().signal, progress: () => undefined };
    const anchor = { kind: "line", line: 1e9 } as const;
    const answer: RowsAnswer = await session.api.rows({ anchor, before: 10, after: 0, folds }, call);
    session.dispose();
    assert.equal(answer.atEnd, true);
    assert.ok(drawn < OPS / 10, `${drawn} entries were drawn`);
  });
});

/** Answers some of a document's members instead of it. */
function watching(members: Partial<IrDocument>): ProxyHandler<IrDocument> {
  return {
    get: (document, name: keyof IrDocument) => {
      const member = members[name] ?? document[name];
      return typeof member === "function" ? member.bind(document) : member;
    },
  };
}

describe("a large module of many functions", () => {
  const FUNCTIONS = 20_000;
  const many = largeMlir(20, FUNCTIONS);
  /** Keeps far fewer bytes than the module has. */
  const KEPT = 64 * 1024;

  it("makes its outline in one pass over the bytes, and reads names when they are asked for", () => {
    const source = new MemorySource(many);
    const document = openDocument(new PagedWindow(source, KEPT));
    const nodes = nodesIn(topOf(document).find(({ kind }) => kind === "module"));
    assert.equal(nodes.length, FUNCTIONS);
    const last = nodes.at(-1);
    assert.equal(last?.name, "x.func");
    assert.ok(last.startBit > nodes[0]!.endBit);
    assert.ok(last.children);
    assert.ok(source.bytesRead < 1.5 * many.length, `${source.bytesRead} of ${many.length} bytes`);
  });
  it("finds the content of a function again after its rows were dropped", () => {
    const document = openDocument(new PagedWindow(new MemorySource(many), KEPT));
    const module = topOf(document).find(({ kind }) => kind === "module");
    const nodes = nodesIn(module);
    for (const node of nodes) document.placeOf(node.startBit + 128);
    const place = document.placeOf(nodes[7]!.endBit - 8);
    assert.ok(place);
    assert.equal(document.section(place.section).startBit, nodes[7]!.startBit);
  });
});

describe("isolated regions within each other", () => {
  it("share the bytes that are read for the outermost", () => {
    const LEVELS = 1500;
    const nested = isolatedRegions(LEVELS);
    let copied = 0;
    class Counted extends PagedWindow {
      override view(startByte: number, endByte: number): Uint8Array {
        const bytes = super.view(startByte, endByte);
        copied += bytes.length;
        return bytes;
      }
    }
    const document = openDocument(new Counted(new MemorySource(nested)));
    let lines = 0;
    for (const piece of document.text({ fileName: "-" })) lines += pieceText(piece).split("\n").length - 1;
    assert.ok(lines > 2 * LEVELS);
    assert.ok(copied < 200 * nested.length, `${copied / nested.length} times the file`);
  });
});
