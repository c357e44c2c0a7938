/** Hover cards of LLVM bitcode: what operands and names mean, and what reading would change. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { IrDocument } from "../../../extension/document/document";
import type { HoverCard } from "../../../extension/document/hover";
import { openDocument } from "../../../extension/formats/detect";
import { irMagic } from "../../support/bitWriter";
import { cardOf, rowOf, rows } from "../../support/rows";
import { opened } from "../../support/tiling";
import { WatchedWindow } from "../../support/watched";

function fixture(name: string): IrDocument {
  return opened(new Uint8Array(readFileSync(path.resolve("test/fixtures/llvm", `${name}.bc`))));
}
function operandCard(document: IrDocument, assembly: RegExp, operand: number): HoverCard {
  const card = cardOf(rowOf(document, assembly), "record", (t) => t.operand === operand);
  return card ?? assert.fail("no card");
}
function line(card: HoverCard | undefined, label: string): string | undefined {
  return card?.lines.find((l) => l.label === label)?.text;
}

describe("the hover card of an LLVM operand", () => {
  const document = fixture("instructions");
  it("shows the name, type and kind of a relative value, and links to it", () => {
    const card = operandCard(document, /%k = zext/, 0);
    assert.match(line(card, "raw") ?? "", /^1 → relative: 1 back from %k → %j \(i32, value \d+\)$/);
    assert.match(card.symbol ?? "", /^f\d+\/%j$/);
    assert.equal(card.container, "function @arithmetic");
    const argument = operandCard(document, /%j = select/, 1);
    assert.match(line(argument, "raw") ?? "", /→ %a \(i32, argument 0\)$/);
    assert.equal(line(argument, "operand"), "opval1");
  });
  it("links a constant to its record", () => {
    const card = operandCard(document, /%b = sdiv/, 1);
    assert.match(line(card, "raw") ?? "", /→ 3 \(i32, constant, value \d+\)$/);
    const place = document.locate(card.symbol ?? "");
    assert.ok(place);
    const [entry] = document.entries(place.section, place.entry, 1, {}).entries;
    assert.equal(entry?.kind === "lines" && entry.lines[0]?.assembly.some((t) => t.symbol === card.symbol), true);
  });
  it("shows types, blocks, callees and signed relative values", () => {
    assert.match(line(operandCard(document, /%k = zext/, 1), "raw") ?? "", /→ type \d+ = i64$/);
    const branch = operandCard(document, /br i1 true/, 0);
    assert.equal(line(branch, "raw"), "1 → block 1 → %one");
    assert.match(branch.symbol ?? "", /^f\d+\/%one$/);
    assert.equal(operandCard(document, /call i64 @llvm.ctpop/, 3).symbol, "@llvm.ctpop.i64");
    assert.match(line(operandCard(document, /%p = phi/, 1), "raw") ?? "", /^8 → signed relative: 4 back from %p → 0 /);
  });
  it("shows flags, alignments, orderings and attributes in words", () => {
    assert.equal(line(operandCard(document, /%b = sdiv/, 3), "raw"), "1 → exact");
    assert.equal(line(operandCard(document, /store i32 %u/, 2), "raw"), "3 → align 4");
    assert.equal(line(operandCard(document, /%u = load atomic/, 4), "raw"), "3 → acquire");
    assert.equal(line(operandCard(document, /call i64 @llvm.ctpop/, 1), "raw"), "32769 → tail, ccc, explicit type");
    const list = operandCard(document, /declare void @callee/, 6);
    assert.match(line(list, "raw") ?? "", /parameter 0: noundef; parameter 1: byval\(%pair\) align 8; function: cold/);
    assert.equal(line(operandCard(document, /declare void @callee/, 0), "raw"), '76 → "callee"');
  });
  it("shows what metadata refers to", () => {
    const scope = operandCard(fixture("debug"), /= !DILocalVariable\(name: "x"/, 1);
    assert.match(line(scope, "raw") ?? "", /^15 → index \+ 1: !14 → distinct !DISubprogram\(name: "f"/);
    assert.equal(scope.symbol, "f0/!14", "a node of the function itself");
  });
  it("of an assembly token is that of its operand", () => {
    const row = rowOf(document, /%k = zext/);
    const shown = cardOf(row, "assembly", (t) => t.text === "%j");
    assert.deepEqual(
      shown,
      cardOf(row, "record", (t) => t.operand === 0),
    );
  });
  it("of a result and of an argument shows its type", () => {
    const result = cardOf(rowOf(document, /%k = zext/), "assembly", (t) => t.definition === true);
    assert.equal(result?.title, "%k — defined by INST_CAST");
    assert.match(line(result, "value") ?? "", /^%k \(i64, value \d+\)$/);
    const head = rowOf(document, /^\s*define .*@arithmetic\(i32 %a/);
    assert.equal(
      line(
        cardOf(head, "assembly", (t) => t.text === "%f"),
        "value",
      ),
      "%f (float, argument 2)",
    );
  });
  it("of a code or an abbreviation id shows how the record is written", () => {
    const row = rowOf(document, /%b = sdiv/);
    const code = cardOf(row, "record", (t) => t.kind === "keyword");
    assert.equal(line(code, "raw"), "2 → INST_BINOP");
    assert.equal(code?.encoding, "literal, abbreviation 9");
    const id = cardOf(row, "record", (t) => t.kind === "attribute");
    assert.equal(line(id, "abbrev"), "<2, vbr(6), vbr(6), fixed(4), fixed(8)>");
  });
});

describe("hover cards of LLVM files", () => {
  for (const name of ["instructions", "typed", "debug"]) {
    it(`exist for every token, with bits inside the file: ${name}`, function () {
      this.timeout(60_000);
      const document = fixture(name);
      for (const row of rows(document)) {
        for (const column of ["record", "assembly"] as const) {
          for (const token of row.tokens[column]) {
            const card = cardOf(row, column, (t) => t === token);
            assert.ok(card, token.text);
            assert.ok(!card.bits || (card.bits.startBit <= card.bits.endBit && card.bits.endBit <= document.bits));
            assert.ok(!card.lines.some((l) => /undefined|NaN/.test(l.text)), JSON.stringify(card));
          }
        }
      }
    });
  }
});

const chars = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** A module of LLVM 19 with an intrinsic that 16 has renamed, a body that calls it, and an old data layout. */
function old(): IrDocument {
  const writer = irMagic()
    .enter(13, 3)
    .record(1, ...chars("LLVM19.1.0"))
    .record(2, 0)
    .end()
    .enter(8, 3)
    .record(1, 1)
    .enter(17, 3)
    .record(1, 3)
    .record(7, 32)
    .record(21, 0, 0)
    .record(25, 0)
    .end()
    .record(2, ...chars("x86_64-unknown-linux-gnu"))
    .record(3, ...chars("e-m:e-i64:64-f80:128-n8:16:32:64-S128"))
    .record(8, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0)
    .record(8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  writer
    .enter(14, 3)
    .record(1, 0, ...chars("llvm.flt.rounds"))
    .record(1, 1, ...chars("f"))
    .end();
  writer.enter(12, 3).record(1, 1).record(34, 0, 32768, 1, 2).record(10, 1).end();
  return opened(writer.end().done());
}

describe("the first hover card", () => {
  /** How many bytes are read to find the row of a function's last record, after the assembly's background work or not. */
  const bytesRead = (isPrepared: boolean): number => {
    const window = new WatchedWindow(new Uint8Array(readFileSync(path.resolve("test/fixtures/llvm/debug.bc"))));
    const document = openDocument(window);
    const assembly = document.assembly?.({ fileName: "-", inBackground: true });
    if (isPrepared) for (const work = assembly?.background?.(); work?.next().done === false;);
    const [root = 0] = assembly?.roots() ?? [];
    const entries = assembly?.entries(root, 0, 1000, {}).entries ?? [];
    const bit = entries.find(({ kind }) => kind === "section")?.endBit ?? 0;
    window.forget();
    document.placeOf(bit - 64);
    return window.seenIn();
  };
  it("does not wait for the module's tables, which were read in the background", () => {
    assert.ok(bytesRead(true) < bytesRead(false) / 2, `${bytesRead(true)} of ${bytesRead(false)} bytes`);
  });
});

describe("what reading would change in an LLVM module", () => {
  const document = old();
  const change = (assembly: RegExp, of = document): string | undefined =>
    line(
      cardOf(rowOf(of, assembly), "position", () => true),
      "on reading",
    );
  it("is shown for the data layout", () => {
    assert.match(
      change(/target datalayout = /) ?? "",
      /^target datalayout = "e-m:e-p270:32:32-p271:32:32-.*-i128:128-/,
    );
  });
  it("is shown for an intrinsic and its calls", () => {
    assert.match(change(/declare i32 @llvm\.flt\.rounds/) ?? "", /^declare i32 @llvm\.get\.rounding\(\)/);
    assert.match(change(/call i32 @llvm\.flt\.rounds/) ?? "", /^%1 = call i32 @llvm\.get\.rounding\(\)$/);
  });
  it("is shown for calls that become debug records of the next instruction", () => {
    const calls = fixture("debugCalls");
    assert.match(change(/@llvm\.dbg\.value\(metadata i32 %x/, calls) ?? "", /^ *#dbg_value\(i32 %x, !\d+, !DIExp/);
    const many = "a debug record before the next instruction";
    assert.equal(change(/@llvm\.dbg\.value\(metadata i32 %y/, calls), many);
  });
  it("is not shown if nothing changes", () => {
    assert.equal(change(/ret i32 %1/), undefined);
    assert.equal(change(/target triple/), undefined);
  });
});
