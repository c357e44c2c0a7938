/** Files made to cost time or memory without limit: reading them must not. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import type { Entry, SectionId } from "../../../extension/document/section";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { EntryWriter } from "../../../extension/formats/mlir/model/entryWriter";
import { MlirCursor } from "../../../extension/formats/mlir/model/cursor";
import { Damage } from "../../../extension/formats/mlir/model/damage";
import { HOSTILE } from "../../support/hostile";
import { LAWS } from "../../support/laws";
import { mlirModule, varint } from "../../support/mlirWriter";
import { seeded } from "../../support/mutate";
import { assertTiles, listing, opened } from "../../support/tiling";

const NO_SIZES = { strings: 0, attributes: 0, types: 0 };

/** An op named 0 at location 0 with a dictionary of attributes. */
const withAttributes = (dictionary: number): number[] => [
  ...varint(2),
  ...varint(0),
  0x01,
  ...varint(0),
  ...varint(dictionary),
];

function textOf(bytes: Uint8Array): string {
  let text = "";
  for (const piece of opened(bytes).text({ fileName: "-" })) text += pieceText(piece);
  return text;
}

describe("limits of MLIR bytecode", () => {
  it("shows the beginnings of a long type that a row mentions often, as tokens and as text", () => {
    const bytes = HOSTILE["sharedType.mlirbc"]?.(1000) ?? new Uint8Array();
    LAWS["written"]?.(bytes, seeded(1));
    // Mentioned in brief, with 2048 characters each, the types would take 2 MB.
    assert.ok(listing(opened(bytes)).length < 1.5e6);
  });
  it("lets each isolated region reserve values, whatever those before it have reserved, but not without limit", () => {
    const reserving = (values: number): readonly number[] => {
      // One empty block.
      const region = [...varint(1), ...varint(values), ...varint(0)];
      return [...varint(0), 0x10, ...varint(0), ...varint(1 * 2 + 1), 4, ...varint(region.length), ...region];
    };
    const problemsOf = (...values: readonly number[]): readonly string[] => {
      const ir = [...varint(2 * values.length), ...values.flatMap(reserving)];
      const document = opened(mlirModule({ version: 2, ops: [["x", ["f"]]], ir }));
      for (const piece of document.text({ fileName: "-" })) void piece;
      return document.problems().flatMap(({ message }) => (message.includes("bytes remain") ? [message] : []));
    };
    assert.deepEqual(problemsOf(2000, 2000, 4000), []);
    assert.deepEqual(problemsOf(5000, 4000), ["5000 values, but 1 bytes remain"]);
    assert.notDeepEqual(problemsOf(...Array.from({ length: 20 }, () => 4000)), []);
  });
  it("tells the names in entries without spelling types, which may be long", () => {
    const document = opened(HOSTILE["doubledTypes.mlirbc"]?.(20) ?? new Uint8Array());
    const prototype = EntryWriter.prototype as { brief: unknown };
    const { brief } = prototype;
    prototype.brief = () => assert.fail("no text is needed");
    const uses = new Map<string, number>();
    const name = (symbol: string, isDefinition: boolean): void =>
      void uses.set(symbol, (uses.get(symbol) ?? 0) + (isDefinition ? 0 : 1));
    try {
      for (const id of document.roots())
        for (let from = 0, end = false; !end;) {
          const page = document.tellNames?.(id, from, 100, { locals: true, entry: () => undefined, name });
          assert.ok(page?.section === undefined);
          from += page?.entries ?? 0;
          end = page?.end ?? true;
        }
    } finally {
      prototype.brief = brief;
    }
    // Each type has the one before it twice.
    assert.equal(uses.get("!7"), 2);
  });
  it("tells where entries are without their rows, which may be long, to whoever needs no more", () => {
    const document = opened(HOSTILE["callSiteOps.mlirbc"]?.(20) ?? new Uint8Array());
    const entriesOf = (id: SectionId, bare: boolean, from = 0): readonly Entry[] => {
      const { entries, end } = document.entries(id, from, 100, { bare });
      return end ? entries : [...entries, ...entriesOf(id, bare, from + entries.length)];
    };
    const entries = (bare: boolean): readonly Entry[] => document.roots().flatMap((id) => entriesOf(id, bare));
    const ranges = (all: readonly Entry[]) => all.map(({ kind, startBit, endBit }) => [kind, startBit, endBit]);
    const rows = (all: readonly Entry[]): number =>
      all.reduce((sum, entry) => sum + (entry.kind === "lines" ? entry.lines.length : 0), 0);
    assert.deepEqual(ranges(entries(true)), ranges(entries(false)));
    assert.ok(rows(entries(false)) > 60);
    // Only heads and feet of sections.
    assert.ok(rows(entries(true)) < 20, `${rows(entries(true))} rows`);
  });
  it("reads a chain of 200,000 attributes", () => {
    const count = 200_000;
    // 0: loc(unknown), 1: "x", then arrays, each containing the next one; the last contains a unit attribute.
    const chain = Array.from({ length: count }, (_, i) => [...varint(0), ...varint(1), ...varint(i + 4)]);
    const dictionary = [...varint(1), ...varint(1), ...varint(1), ...varint(3)];
    const attributes = [varint(15), [...varint(2), ...varint(0)], dictionary, ...chain, varint(7)];
    const bytes = mlirModule({ strings: ["x"], attributes, ir: withAttributes(2) });
    const text = textOf(bytes);
    assert.ok(text.startsWith('"builtin.module"() {x = [[['), text.slice(0, 40));
    assert.deepEqual(opened(bytes).problems(), []);
    const document = opened(bytes);
    const offsets = document.roots().find((id) => document.section(id).title === "AttrType section") ?? 0;
    assert.equal(document.entries(offsets, 100_000, 256, {}).entries.length, 256);
  }).timeout(60_000);

  it("terminates on attributes that contain themselves", () => {
    const cycle = [...varint(0), ...varint(1), ...varint(3)];
    const dictionary = [...varint(1), ...varint(1), ...varint(1), ...varint(3)];
    const bytes = mlirModule({
      strings: ["x"],
      attributes: [varint(15), [...varint(2), ...varint(0)], dictionary, cycle],
      ir: withAttributes(2),
    });
    const document = opened(bytes);
    assert.match([...document.text({ fileName: "-" })].map(pieceText).join(""), /x = \[+<<cycle>>\]+/);
    const problems = document.problems().map((p) => p.message);
    assert.ok(problems.includes("the entry contains itself"), problems.join());
    assertTiles(document);
  });

  it("cuts a text that doubles with every attribute", () => {
    // Each array contains the next one twice: 2^60 atoms.
    const doubling = Array.from({ length: 60 }, (_, i) => [
      ...varint(0),
      ...varint(2),
      ...varint(i + 4),
      ...varint(i + 4),
    ]);
    const dictionary = [...varint(1), ...varint(1), ...varint(1), ...varint(3)];
    const attributes = [varint(15), [...varint(2), ...varint(0)], dictionary, ...doubling, varint(7)];
    const bytes = mlirModule({ strings: ["x"], attributes, ir: withAttributes(2) });
    const text = textOf(bytes);
    assert.ok(text.length > 2 ** 20 && text.length < 2 ** 21, `${text.length} characters`);
    assert.ok(listing(opened(bytes)).length < 2_000_000);
    // Of the line's characters only the first are cut into tokens; all are there.
    const assembly = opened(bytes).assembly?.({ fileName: "-" });
    const background = assembly?.background?.();
    while (background?.next().done === false);
    const lines = (assembly?.roots() ?? []).flatMap((id) => assembly?.entries(id, 0, 10, {}).entries ?? []);
    const tokens = lines.flatMap((entry) => (entry.kind === "lines" ? entry.lines.flatMap((l) => l.assembly) : []));
    assert.ok(tokens.length < 2 ** 18, `${tokens.length} tokens`);
    assert.ok(tokens.reduce((sum, token) => sum + token.text.length, 0) > 2 ** 20);
    // Only the first parts of the attribute are known one by one: a later array is written as it was before.
    const shown = (from: number, to: number): number => {
      const found = new Set<number>();
      let at = 0;
      for (const { bit, text: part } of tokens) {
        if (bit !== undefined && at >= from && at < to) found.add(bit);
        at += part.length;
      }
      return found.size;
    };
    assert.ok(shown(0, 2 ** 14) > 10, `${shown(0, 2 ** 14)} parts are shown`);
    assert.ok(shown(2 ** 17, 2 ** 17 + 2 ** 14) < 5, `${shown(2 ** 17, 2 ** 17 + 2 ** 14)} parts are shown`);
  }).timeout(60_000);

  it("prints an attribute or a type that is used often in full only in proportion to the file", () => {
    for (const kind of ["sharedAttribute", "sharedType"]) {
      const bytes = HOSTILE[`${kind}.mlirbc`]!(3000);
      const document = opened(bytes);
      let text = "";
      for (const piece of document.text({ fileName: "-" })) text += pieceText(piece);
      // What follows the room is at most 256 characters for each use.
      assert.ok(text.length < 2 ** 22 + (128 + 256 + 64) * bytes.length, `${kind}: ${text.length}`);
      const limits = document.problems().filter(({ code }) => code === "limit");
      assert.equal(limits.length, text.length > 2 ** 20 ? 1 : 0);
    }
  });

  it("gives few long lines at once, and marks parts of attributes in proportion to the file", () => {
    const bytes = HOSTILE["sharedAttribute.mlirbc"]!(2000);
    const document = opened(bytes);
    const assembly = document.assembly?.({ fileName: "-" });
    const background = assembly?.background?.();
    while (background?.next().done === false);
    const [first] = assembly?.entries(0, 0, 1, {}).entries ?? [];
    const ops = first?.kind === "section" ? first.section : 0;
    for (const arrangement of [document, assembly]) {
      const sections = arrangement === document ? document.roots() : [0, ops];
      for (const id of sections) {
        const { entries = [] } = arrangement?.entries(id, 0, 128, {}) ?? {};
        const lines = entries.flatMap((entry) => (entry.kind === "lines" ? entry.lines : []));
        const tokens = lines.reduce((sum, line) => sum + line.assembly.length, 0);
        assert.ok(tokens < 2 ** 15, `${tokens} tokens in a page`);
      }
    }
    const parts = (entry: number): number => {
      const [found] = assembly?.entries(ops, entry, 1, {}).entries ?? [];
      const tokens = found?.kind === "lines" ? found.lines.flatMap((line) => line.assembly) : [];
      return new Set(tokens.map(({ bit }) => bit)).size;
    };
    assert.ok(parts(1) > parts(150) && parts(150) > 0, `${parts(1)} and ${parts(150)} parts are marked`);
  });

  it("refuses counts larger than the file", () => {
    const huge = 2n ** 60n;
    for (const ir of [
      varint(huge),
      [...varint(2), ...varint(0), 0x02, ...varint(0), ...varint(huge)],
      [...varint(2), ...varint(0), 0x04, ...varint(0), ...varint(huge)],
      [...varint(2), ...varint(0), 0x08, ...varint(0), ...varint(huge)],
      [...varint(2), ...varint(0), 0x10, ...varint(0), ...varint(huge)],
      [...varint(2), ...varint(0), 0x10, ...varint(0), ...varint(2), ...varint(huge), ...varint(huge)],
      [...varint(2), ...varint(0), 0x10, ...varint(0), ...varint(2), ...varint(1), ...varint(huge), ...varint(0)],
    ]) {
      const document = opened(mlirModule({ ir }));
      listing(document);
      assert.notEqual(document.problems().length, 0, ir.join(" "));
      assertTiles(document);
    }
    for (const attributes of [
      [varint(15), [...varint(0), ...varint(huge)]],
      [varint(15), [...varint(1), ...varint(huge)]],
    ]) {
      const document = opened(mlirModule({ attributes }));
      listing(document);
      assert.notEqual(document.problems().length, 0);
      assertTiles(document);
    }
  });

  it("reads ops that nest two thousand levels deep", () => {
    const depth = 2000;
    // Each op has one region with one block with one op; the last has none.
    const level = [...varint(0), 0x10, ...varint(0), ...varint(2), ...varint(1), ...varint(0), ...varint(2)];
    const ir = [...varint(2), ...Array.from({ length: depth }, () => level).flat(), ...varint(0), 0x00, ...varint(0)];
    const document = opened(mlirModule({ ir, ops: [["builtin", ["module"]]] }));
    const text = textOf(mlirModule({ ir }));
    assert.equal(text.split("\n").filter((line) => line.endsWith("({")).length, depth);
    assert.equal(document.problems().length, 0);
    assertTiles(document);
  });

  it("reads a range as long as a large file in pieces", () => {
    const bytes = new Uint8Array((33 << 20) + 5);
    bytes.fill(varint(5)[0] ?? 0);
    let most = 0;
    class Paged extends ResidentWindow {
      readonly pageBytes = 2048;
      override view(startByte: number, endByte: number): Uint8Array {
        most = Math.max(most, Math.min(endByte, bytes.length) - startByte);
        return super.view(startByte, endByte);
      }
    }
    const cursor = new MlirCursor(new Paged(bytes), 0, bytes.length, NO_SIZES, undefined, true);
    for (let i = 0; i < bytes.length; i++) if (cursor.varint("") !== 5) assert.fail(`at ${i}`);
    assert.throws(() => cursor.varint(""), Damage);
    assert.ok(most <= 1 << 20, `${most} bytes at once`);
  });

  it("shows only the records if the assembly would take more memory than it may", () => {
    const bytes = new Uint8Array(readFileSync("samples/sampler.mlirbc"));
    const tight = { maxMemory: 1024 };
    const document = openDocument(new ResidentWindow(bytes), tight);
    assert.equal(document.assembly?.({ fileName: "-", inBackground: true }), undefined);
    assert.deepEqual(
      document.problems().map(({ code }) => code),
      ["limit"],
    );
    for (const work = document.background?.(); work?.next().done === false;);
    assert.equal(listing(document), listing(opened(bytes)));
    const whole = openDocument(new ResidentWindow(bytes), tight);
    assert.ok(whole.assembly?.({ fileName: "-" }), "a text that is printed as it is read needs no such memory");
    assert.ok(openDocument(new ResidentWindow(bytes)).assembly?.({ fileName: "-", inBackground: true }));
  });
});
