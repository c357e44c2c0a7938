/** The assembly of an LLVM module, read in any order while the background determines its numbers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IrDocument } from "../../../extension/document/document";
import { allEntries } from "../../../extension/kit/entryWalk";
import { irMagic } from "../../support/bitWriter";
import { largeModule } from "../../support/largeLlvm";
import { opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

/** The assembly of the record that begins at a bit. */
function rowAt(document: IrDocument, bit: number): string {
  const place = document.placeOf(bit) ?? assert.fail("there is no record");
  const [entry] = document.entries(place.section, place.entry, 1, {}).entries;
  assert.ok(entry?.kind === "lines" && entry.startBit === bit);
  return entry.lines.map((line) => line.assembly.map(({ text }) => text).join("")).join("\n");
}

describe("the assembly of an LLVM module", () => {
  it("is read without fault if rows are requested between the background's steps", () => {
    const document = opened(new Uint8Array(readFileSync("samples/factorial.bc")));
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const module = assembly.roots()[0] ?? 0;
    const background = assembly.background?.();
    do {
      for (const entry of assembly.entries(module, 0, 1000, {}).entries)
        if (entry.kind === "section" && assembly.section(entry.section).kind === "function")
          assembly.entries(entry.section, 0, 1000, {});
    } while (background?.next().done === false);
    assert.deepEqual(document.problems(), []);
  });
  it("has rows before anything is numbered, with the file's own numbers, marked", () => {
    const document = opened(new Uint8Array(readFileSync("samples/factorial.bc")));
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const head = (): string => {
      for (const entry of assembly.entries(assembly.roots()[0] ?? 0, 0, 1000, {}).entries) {
        if (entry.kind !== "section" || assembly.section(entry.section).kind !== "function") continue;
        const [first] = assembly.entries(entry.section, 0, 1, {}).entries;
        if (first?.kind === "lines") return first.lines.map((l) => l.assembly.map((t) => t.text).join("")).join("\n");
      }
      return "";
    };
    assert.match(head(), /^define .* #\? /);
    const background = assembly.background?.();
    while (background?.next().done === false);
    assert.match(head(), /^define .* #0 /);
  });
  it("tells keywords from strings in the module's head", () => {
    const assembly = opened(new Uint8Array(readFileSync("samples/factorial.bc"))).assembly?.({ fileName: "-" });
    const [, source] = assembly?.entries(assembly.roots()[0] ?? 0, 0, 2, {}).entries ?? [];
    const tokens = source?.kind === "lines" ? source.lines[0]?.assembly : undefined;
    assert.deepEqual(
      tokens?.map(({ kind, text }) => [kind, text]),
      [
        ["keyword", "source_filename = "],
        ["string", '"factorial.cpp"'],
      ],
    );
  });
  it("has many lines of module asm folded into a row that counts them, at their record", () => {
    const characters = Array.from(".globl a\n".repeat(8), (c) => c.charCodeAt(0));
    const document = opened(
      irMagic()
        .enter(8, 3)
        .record(1, 2)
        .record(4, ...characters)
        .end()
        .done(),
    );
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const background = assembly.background?.();
    while (background?.next().done === false);
    const inModule = assembly.entries(assembly.roots()[0] ?? 0, 0, 10, {}).entries;
    const section = inModule.flatMap((entry) => (entry.kind === "section" ? [assembly.section(entry.section)] : []))[0];
    assert.equal(section?.foldedAtFirst, true);
    const lines = assembly
      .entries(section.id, 0, 10, {})
      .entries.flatMap((entry) => (entry.kind === "lines" ? entry.lines : []));
    const texts = lines.map((line) => line.assembly.map(({ text }) => text).join(""));
    assert.deepEqual(texts, ["8 lines of module asm", ...new Array<string>(8).fill('module asm ".globl a"')]);
    assert.deepEqual(new Set(lines.slice(1).map(({ positionBit }) => positionBit)), new Set([section.startBit]));
  });
  it("has the lines of the module's head at the records that they show, also before the tables are read", () => {
    for (const bytes of [new Uint8Array(readFileSync("samples/factorial.bc")), largeModule()]) {
      const document = opened(bytes);
      const assembly = document.assembly?.({ fileName: "-", inBackground: true });
      assert.ok(assembly);
      const root = assembly.roots()[0] ?? 0;
      const { entries } = assembly.entries(root, 0, 5, {});
      const triple = entries.findIndex(
        (entry) => entry.kind === "lines" && entry.lines[0]?.assembly[0]?.text === "target triple = ",
      );
      const shown = entries[triple];
      assert.ok(shown?.kind === "lines");
      const bit = shown.lines[0]?.positionBit ?? assert.fail("it has no position");
      assert.match(rowAt(document, bit), /target triple/);
      assert.deepEqual(assembly.placeOf(bit)?.entry, bytes.length < 10_000 ? triple : 0);
    }
  });
  it("has every node at its record, also those of a function", () => {
    const document = opened(new Uint8Array(readFileSync("samples/factorial.bc")));
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const background = assembly.background?.();
    while (background?.next().done === false);
    const seen = { module: 0, functions: 0, instructions: 0 };
    const firstFunction = nodesIn(topOf(document)[0])[0]?.startBit ?? assert.fail("there is no function");
    for (const { lines, startBit } of allEntries(assembly, {})) {
      const line = lines.at(-1);
      const text = line?.assembly.map((token) => token.text).join("") ?? "";
      if (!/^!\d+ = /.test(text)) continue;
      const bit = line?.positionBit;
      if (bit === undefined) {
        // Such a location is in the records of instructions, which the assembly shows elsewhere.
        assert.match(text, / = !DILocation\(/);
        seen.instructions++;
        continue;
      }
      assert.equal(startBit, bit);
      assert.equal(
        / = (?:distinct )?!(\w*)/.exec(rowAt(document, bit))?.[1],
        / = (?:distinct )?!(\w*)/.exec(text)?.[1],
      );
      if (bit > firstFunction) seen.functions++;
      else seen.module++;
    }
    assert.deepEqual(seen, { module: 46, functions: 33, instructions: 28 });
    // What is after the functions belongs to the module, not to the last node of a function.
    const last = assembly.placeOf(document.bits - 1) ?? assert.fail("the file's end is nowhere");
    const [end] = assembly.entries(last.section, last.entry, 1, {}).entries;
    assert.ok(end && end.startBit < firstFunction);
  });
  it("shows the head of a large module first, while the rest is read in the background", () => {
    const document = opened(largeModule());
    const assembly = document.assembly?.({ fileName: "-", inBackground: true });
    assert.ok(assembly);
    const root = assembly.roots()[0] ?? 0;
    const texts = (): readonly string[] =>
      assembly
        .entries(root, 0, 1000, {})
        .entries.map((entry) =>
          entry.kind === "lines"
            ? entry.lines.map((l) => l.assembly.map((t) => t.text).join("")).join("\n")
            : "(section)",
        );
    const head = texts();
    assert.equal(head[0], "; ModuleID = '-'");
    assert.match(head.join("\n"), /target triple = "/);
    assert.ok(!head.includes("(section)"));
    assert.equal(assembly.section(root).entryCount, head.length);
    assert.equal(assembly.placeOf(1 << 20)?.section, root);
    assert.equal(assembly.locate("@main"), undefined);
    const before = assembly.revision?.() ?? 0;
    const background = assembly.background?.();
    while ((assembly.revision?.() ?? 0) === before && background?.next().done === false);
    assert.ok(texts().includes("(section)"));
    assert.deepEqual(texts().slice(0, head.length - 2), head.slice(0, -2));
    while (background?.next().done === false) assert.ok((assembly.progress?.() ?? 0) < 1);
    const whole = document.assembly?.({ fileName: "-" });
    const numbers = whole?.background?.();
    while (numbers?.next().done === false);
    assert.deepEqual(texts().length, whole?.section(whole.roots()[0] ?? 0).entryCount);
    assert.deepEqual(document.problems(), []);
  });
  it("lets others in while it upgrades and arranges many globals, once all are read", () => {
    const count = 60_000;
    const out = irMagic().enter(8, 3).record(1, 2);
    out.enter(17, 4).record(1, 2).record(2).record(21, 0, 0).end();
    for (let i = 0; i < count; i++) out.record(8, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0);
    const assembly = opened(out.end().done()).assembly?.({ fileName: "-", inBackground: true });
    const background = assembly?.background?.();
    assert.equal(assembly?.complete?.(), false, "the module is too small to be read in the background");
    let steps = 0;
    while (assembly?.complete?.() === false && background?.next().done === false) steps++;
    assert.ok(steps > count / 64, `${steps} steps`);
    const shown = assembly?.section(assembly.roots()[0] ?? 0).entryCount ?? 0;
    assert.ok(shown > 0);
  });
  it("keeps its rows where they are when the order of the types becomes known", () => {
    const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4);
    const structs = ["A", "B", "C", "D", "E", "F"];
    // Each struct is named by a STRUCT_NAME, and is opaque; then `ptr`.
    out.record(1, structs.length + 1);
    for (const name of structs) out.record(19, name.charCodeAt(0)).record(6, 0);
    out.record(25, 0).end();
    // External variables of these types.
    for (const index of structs.keys()) out.record(7, 0, 0, index, 2, 0, 0, 0, 0);
    const assembly = opened(out.end().done()).assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const rows = (): readonly string[] =>
      assembly
        .entries(assembly.roots()[0] ?? 0, 0, 1000, {})
        .entries.map((entry) =>
          entry.kind === "section"
            ? assembly.section(entry.section).title
            : entry.lines.map((l) => l.assembly.map((t) => t.text).join("")).join("\n"),
        );
    const before = rows().slice(2);
    assert.deepEqual(before, ["", "; the types are being read", "", "globals"]);
    const background = assembly.background?.();
    while (background?.next().done === false);
    assert.deepEqual(rows().slice(2), ["", "types", "", "globals"]);
  });
});
