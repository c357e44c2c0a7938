import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { IrDocument } from "../../../extension/document/document";
import type { SectionId } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import { openDocument } from "../../../extension/formats/detect";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";

function open(name: string): { document: IrDocument; assembly: Arrangement } {
  const bytes = new Uint8Array(readFileSync(`test/fixtures/llvm/${name}.bc`));
  const document = openDocument(new PagedWindow(new MemorySource(bytes)), {});
  const assembly = document.assembly?.({ fileName: name });
  assert.ok(assembly);
  const numbering = assembly.background?.();
  while (numbering?.next().done === false);
  return { document, assembly };
}

function* linesOf(of: Arrangement, section: SectionId): Generator<Line, void, undefined> {
  for (let from = 0; ;) {
    const { entries, end } = of.entries(section, from, 100, {});
    for (const entry of entries) {
      if (entry.kind === "section") yield* linesOf(of, entry.section);
      else yield* entry.lines;
    }
    from += entries.length;
    if (end) return;
  }
}
function lineOf(of: Arrangement, pattern: RegExp): Line {
  for (const root of of.roots())
    for (const line of linesOf(of, root)) if (pattern.test(line.assembly.map((t) => t.text).join(""))) return line;
  assert.fail(`no line ${String(pattern)}`);
}
function shown({ assembly }: Line): readonly (readonly [string, number])[] {
  return assembly.flatMap((t): (readonly [string, number])[] =>
    t.operand === undefined ? [] : [[t.text.trim(), t.operand]],
  );
}
function token(line: Line, text: string): Token {
  const found = line.assembly.find((t) => t.text.trim() === text);
  assert.ok(found, text);
  return found;
}

/** The record in the listing at a token's position. */
function recordAt(document: IrDocument, { bit }: Token): string {
  assert.ok(bit !== undefined);
  const place = document.placeOf(bit);
  assert.ok(place);
  const entry = document.entries(place.section, place.entry, 1, {}).entries[0];
  assert.ok(entry?.kind === "lines");
  assert.equal(entry.startBit, bit);
  return (entry.lines.at(-1)?.assembly ?? []).map((t) => t.text).join("");
}

describe("a token of LLVM's assembly", () => {
  it("links to the operand that it shows", () => {
    const { assembly } = open("instructions");
    assert.deepEqual(shown(lineOf(assembly, /%u = load atomic/)), [
      ["volatile", 3],
      ["i32", 1],
      ["%p", 0],
      ['syncscope("agent")', 5],
      ["acquire", 4],
      [", align 4", 2],
    ]);
    assert.deepEqual(shown(lineOf(assembly, /%w = cmpxchg/)), [
      ["weak", 7],
      ["%p", 0],
      ["0", 1],
      ["1", 2],
      ["acq_rel", 4],
      ["monotonic", 6],
      [", align 4", 8],
    ]);
    assert.deepEqual(shown(lineOf(assembly, /%q = insertvalue/)), [
      ["undef", 0],
      ["%l", 1],
      [", 1", 2],
      [", 0", 3],
    ]);
  });

  it("links an attribute of a definition to its attribute group, a type to its record", () => {
    const { document, assembly } = open("instructions");
    const head = lineOf(assembly, /^define .*@arithmetic\(/);
    assert.match(recordAt(document, token(head, "noundef")), /group #\d+ = return value \{ noundef \}/);
    assert.match(recordAt(document, token(head, "#2")), /group #\d+ = function \{/);
    assert.match(recordAt(document, token(lineOf(assembly, /^@wide = /), "i128")), /^ *type \d+: i128$/);
  });

  it("links to the operands of a debug info node's record", () => {
    const { document } = open("debug");
    const [root = 0] = document.roots();
    for (const line of linesOf(document, root)) {
      if (!/= !DILocalVariable\(name: "x"/.test(line.assembly.map((t) => t.text).join(""))) continue;
      const found = new Map(shown(line));
      assert.equal(found.get('"x"'), 2);
      return;
    }
    assert.fail("no such node");
  });
});
