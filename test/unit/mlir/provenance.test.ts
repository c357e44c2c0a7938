import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { IrDocument } from "../../../extension/document/document";
import type { SectionId } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";

interface Opened {
  readonly document: IrDocument;
  readonly lines: readonly Line[];
}

function open(name: string, locations = false): Opened {
  const document = openDocument(new ResidentWindow(new Uint8Array(readFileSync(`test/fixtures/mlir/${name}.mlirbc`))));
  const assembly = document.assembly?.({ fileName: name, locations });
  assert.ok(assembly);
  const steps = assembly.background?.();
  while (steps?.next().done === false);
  return { document, lines: assembly.roots().flatMap((root) => [...linesOf(assembly, root)]) };
}
function* linesOf(of: Arrangement, section: SectionId): Generator<Line, void, undefined> {
  for (let from = 0; ;) {
    const { entries, end } = of.entries(section, from, 100, {});
    for (const entry of entries) {
      if (entry.kind === "section") yield* linesOf(of, entry.section);
      else yield* entry.lines.filter(({ when }) => when !== "folded");
    }
    from += entries.length;
    if (end) return;
  }
}
const textOf = ({ assembly }: Line): string => assembly.map(({ text }) => text).join("");
function lineOf({ lines }: Opened, pattern: RegExp): Line {
  const line = lines.find((each) => pattern.test(textOf(each)));
  assert.ok(line, `no line ${String(pattern)}`);
  return line;
}
function tokenOf(opened: Opened, pattern: RegExp, text: string, nth = 0): Token {
  const token = lineOf(opened, pattern).assembly.filter((each) => each.text === text)[nth];
  assert.ok(token, `no token ${text} in a line ${String(pattern)}`);
  return token;
}
/** The row of the records that contains a bit. */
function recordAt(document: IrDocument, bit: number | undefined): string {
  assert.ok(bit !== undefined);
  const place = document.placeOf(bit);
  const entry = place && document.entries(place.section, place.entry, 1, {}).entries[0];
  assert.ok(entry?.kind === "lines");
  assert.ok(entry.startBit <= bit && bit < entry.endBit);
  return entry.lines.map(textOf).join("\n");
}

describe("a token of MLIR's assembly", () => {
  const opened = open("circt-1.162");
  const { document } = opened;
  const record = (pattern: RegExp, text: string, nth = 0): string =>
    recordAt(document, tokenOf(opened, pattern, text, nth).bit);

  it("links an op's name to the entry of the name", () => {
    assert.match(record(/"seq\.compreg"/, '"seq.compreg"'), /seq\.compreg/);
    assert.match(record(/"builtin\.module"/, '"builtin.module"'), /builtin\.module/);
  });
  it("links a type to its entry, for results, operands and arguments, and within another entry", () => {
    assert.match(record(/"comb\.add"/, "i8"), /= i8/);
    assert.match(record(/"seq\.compreg"/, "!seq.clock"), /= !seq\.clock/);
    assert.match(record(/\^bb0\(/, "i1"), /= i1/);
    assert.match(record(/"hw\.constant".*value = 1 /, "i8", 0), /= i8/);
  });
  it("links an attribute to its entry, and its name to the record of properties", () => {
    assert.match(record(/"hw\.constant".*value = 1 /, "1"), /= 1 : i8/);
    assert.match(record(/"hw\.instance"/, '"reset"'), /= "reset"/);
    assert.match(record(/"hw\.instance"/, "@counter"), /= @counter/);
    const names = ["argNames", "resultNames"].map((name) => tokenOf(opened, /"hw\.instance"/, name).bit);
    assert.equal(names[0], names[1]);
    assert.match(recordAt(document, names[0]), /argNames/);
  });
  it("links an alias to its entry, where it is used and where it is defined", () => {
    const used = tokenOf(opened, /"hw\.module".*#loc\b/, "#loc").bit;
    assert.equal(tokenOf(opened, /^#loc = /, "#loc").bit, used);
    assert.match(recordAt(document, used), /loc\("-":2:64\)/);
  });
  it("links a value to the operand in its op's record", () => {
    const line = lineOf(opened, /"seq\.compreg"/);
    const operands = line.assembly.filter(({ kind }) => kind === "local").map(({ text, operand }) => [text, operand]);
    assert.deepEqual(operands, [
      ["%5", 1000],
      ["%4", 1_000_000],
      ["%arg2", 1_000_001],
      ["%arg3", 1_000_002],
      ["%3", 1_000_003],
    ]);
    assert.deepEqual(
      lineOf(opened, /\^bb0\(%arg2/).assembly.flatMap(({ operand }) => (operand === undefined ? [] : [operand])),
      [0, 1],
    );
  });
  it("gives a label the position of its block, and an op's end none", () => {
    for (const line of opened.lines) {
      const isEnd = textOf(line).trimStart().startsWith("}");
      const isRecord = /^ *[%"^]/.test(textOf(line));
      assert.equal(line.positionBit !== undefined, isRecord && !isEnd, textOf(line));
    }
  });
  for (const name of ["sampler-22-v5", "sampler-22-v0", "rules-19-v6", "rules-16-v0", "iree-3.13"])
    it(`shows in ${name} what its own text says, with locations`, () => {
      const located = open(name, true);
      const text = Buffer.concat(
        [...located.document.text({ fileName: name, locations: true })].map((p) => Buffer.from(p as never, "latin1")),
      );
      assert.equal(located.lines.map((line) => `${textOf(line)}\n`).join(""), text.toString("latin1"));
      for (const line of located.lines)
        for (const { bit, text: shown, kind } of line.assembly) {
          if (bit === undefined || kind === "punctuation" || kind === "attribute") continue;
          const row = recordAt(located.document, bit);
          // The text in an entry's row may be cut, and has no aliases.
          if (kind === "string" || kind === "number")
            assert.ok(row.includes(shown) || /\xE2\x80\xA6|#|<|\[|\(/.test(row));
        }
      const locations = located.lines.flatMap(({ assembly }) => assembly.filter(({ text: t }) => /^#loc\d*$/.test(t)));
      assert.ok(locations.length > 0 && locations.every(({ bit }) => bit !== undefined));
    });
});
