/** The arrangement of a text that is printed in chunks. */
import assert from "node:assert/strict";
import { byteString, ByteText } from "../../../extension/document/byteText";
import type { Place } from "../../../extension/document/section";
import type { SourceFrame } from "../../../extension/document/sourceLocation";
import { Unfinished } from "../../../extension/document/window";
import { ChunkedAssembly } from "../../../extension/kit/chunks";
import { MadeLines } from "../../../extension/kit/lines";
import { assemblyLine } from "../../../extension/kit/lineSink";

/** More than the lines that are kept. */
const SECTIONS = 25_000;
const ASKED = 10;
/** Sections of one line each, and the characters of that line: together more than is kept. */
const MANY = 50;
const LONG = 1_000_000;
/** Steps for a line of a text: more for two lines than are made without asking whether others wait. */
const STEPS = 50;

describe("a text in chunks", () => {
  it("prints the blank lines between sections once, however many places are asked for", () => {
    let blanks = 0;
    const blank = {
      startBit: 0,
      endBit: 0,
      estimate: 1,
      print: () => {
        blanks++;
        return new MadeLines([assemblyLine([{ kind: "text", text: "" }])]);
      },
    };
    const section = (index: number) => ({
      startBit: index * 8,
      endBit: index * 8 + 4,
      estimate: 1,
      section: { kind: "function", title: `f${index}` },
      print: () => new MadeLines([assemblyLine([{ kind: "text", text: "x" }], index * 8)]),
    });
    const chunks = Array.from({ length: SECTIONS }, (_, index) => [section(index), blank]).flat();
    const text = { title: "t", window: {}, bits: SECTIONS * 8, chunks: () => chunks, bitOf: () => undefined };
    const assembly = new ChunkedAssembly(text);
    for (let index = 0; index < ASKED; index++)
      assert.equal(assembly.section(assembly.placeOf(index * 8)?.section ?? 0).title, `f${index}`);
    // Between two sections, in no record: the first place of the file.
    for (let index = 0; index < ASKED; index++)
      assert.deepEqual(assembly.placeOf(index * 8 + 5), { section: 0, entry: 0 });
    assert.ok(blanks < 3 * SECTIONS, `${blanks} blank lines printed`);
  });

  it("keeps the lines of few sections if they are long", () => {
    let printed = 0;
    const text = "x".repeat(LONG);
    const section = (index: number) => ({
      startBit: index * 8,
      endBit: index * 8 + 4,
      estimate: 1,
      section: { kind: "function", title: `f${index}` },
      print: () => {
        printed++;
        return new MadeLines([assemblyLine([{ kind: "text", text }], index * 8)]);
      },
    });
    const chunks = Array.from({ length: MANY }, (_, index) => section(index));
    const assembly = new ChunkedAssembly({
      title: "t",
      window: {},
      bits: MANY * 8,
      chunks: () => chunks,
      bitOf: () => undefined,
    });
    for (let round = 0; round < 2; round++)
      for (let index = 0; index < MANY; index++) assembly.entries(index + 1, 0, 1);
    assert.equal(printed, 2 * MANY, "none is kept until the next round");
    assembly.entries(MANY, 0, 1);
    assert.equal(printed, 2 * MANY, "the last one is kept");
  });

  it("keeps a long section while short ones are asked for", () => {
    const printed: number[] = [];
    const section = (index: number, lines: number) => ({
      startBit: index * 8,
      endBit: index * 8 + 4,
      estimate: lines,
      section: { kind: "function", title: `f${index}` },
      print: () => {
        printed.push(index);
        const line = assemblyLine([{ kind: "text", text: "x" }], index * 8);
        return new MadeLines(Array.from({ length: lines }, () => line));
      },
    });
    const chunks = [section(0, 1), section(1, SECTIONS), section(2, 1), section(3, SECTIONS)];
    const text = { title: "t", window: {}, bits: 64, chunks: () => chunks, bitOf: () => undefined };
    const assembly = new ChunkedAssembly(text);
    for (let round = 0; round < 3; round++)
      for (let index = 0; index < chunks.length; index++) assembly.entries(index + 1, 0, 1);
    assert.deepEqual(printed, [0, 1, 2, 3]);
  });

  it("writes a section at once if it is short, in steps if it is longer, and leaves out the longest", () => {
    const written: string[] = [];
    const section = (name: string, bytes: number) => ({
      startBit: 0,
      endBit: bytes * 8,
      estimate: 2,
      section: { kind: "function", title: name },
      print: () =>
        new MadeLines(["a", "b"].map((line) => assemblyLine([{ kind: "text", text: `${line} of ${name}` }]))),
      *write(text: ByteText) {
        for (const line of ["a", "b"]) {
          for (let step = 0; step < STEPS; step++) yield;
          text.text(`${line} of ${name}\n`);
          written.push(`${line} of ${name}`);
        }
      },
    });
    const chunks = [section("short", 1 << 10), section("longer", 1 << 17), section("longest", 1 << 20)];
    const window = { due: () => true };
    const assembly = new ChunkedAssembly({ title: "t", window, bits: 0, chunks: () => chunks, bitOf: () => undefined });
    const text = new ByteText();
    const ignored = { row: () => false, assembly: () => undefined, message: () => undefined, entry: () => undefined };
    const writer = { text, details: true, ...ignored, end: () => text.text("\n") };
    const write = (): unknown => {
      text.truncate(0);
      return assembly.write(0, 0, 9, { whole: true }, writer);
    };
    assert.throws(write, Unfinished);
    assert.equal(byteString(text.since(0)), "a of short\nb of short\n", "before the longer one is complete");
    let page: unknown;
    while (!page)
      try {
        page = write();
      } catch (thrown) {
        if (!(thrown instanceof Unfinished)) throw thrown;
      }
    assert.deepEqual(page, { entries: 3, section: 3, end: true });
    assert.equal(byteString(text.take()), "a of short\nb of short\na of longer\nb of longer\n");
    assert.deepEqual(
      written.filter((line) => !line.includes("short")),
      ["a of longer", "b of longer"],
      "each step is made once",
    );
  });

  it("finds the lines of a source line in the plain text, and in tokens only where that has no sources", () => {
    const frame = (line: number): SourceFrame => ({ file: "a.c", directory: "/d", line, column: 1, function: "" });
    class Lines extends MadeLines {
      constructor(private readonly lines: readonly number[]) {
        super(lines.map((line) => assemblyLine([{ kind: "text", text: `${line}` }], line * 8)));
      }
      sourceOf(index: number): readonly SourceFrame[] {
        return [frame(this.lines[index] ?? 0), frame(9)];
      }
    }
    const printed: number[] = [];
    const chunks = [[1, 2, 2], [3], [2, 4]].map((lines, index) => ({
      startBit: index * 8,
      endBit: index * 8 + 4,
      estimate: lines.length,
      section: { kind: "function", title: `f${index}` },
      print: () => (printed.push(index), new Lines(lines)),
      text: () => (index === 1 ? new MadeLines([assemblyLine([{ kind: "text", text: "3" }], 24)]) : new Lines(lines)),
    }));
    const text = { title: "t", window: {}, bits: 24, hasSources: true, chunks: () => chunks, bitOf: () => undefined };
    const assembly = new ChunkedAssembly(text);
    const placesOf = (line: number, file = "a.c"): readonly (Place | undefined)[] =>
      [...(assembly.entriesOfSource?.((of) => of.file === file, line) ?? [])].filter(Boolean);
    assert.deepEqual(placesOf(4), [{ section: 3, entry: 1 }]);
    assert.deepEqual(printed, [1, 2], "without sources in the text, and where a line was found");
    assert.deepEqual(placesOf(2), [1, 2].map((entry) => ({ section: 1, entry })).concat({ section: 3, entry: 0 }));
    assert.deepEqual(placesOf(2, "b.c"), []);
    assert.equal(placesOf(9).length, 6, "code inlined at the line");
  });
});
