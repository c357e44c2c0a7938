/** The listing of LLVM bitcode: the links between its two columns. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { IrDocument } from "../../../extension/document/document";
import { formatPosition } from "../../../extension/document/bits";
import { HOSTILE } from "../../support/hostile";
import { rowOf, rows, textOf } from "../../support/rows";
import { opened } from "../../support/tiling";

function fixture(name: string): IrDocument {
  return opened(new Uint8Array(readFileSync(path.resolve("test/fixtures/llvm", `${name}.bc`))));
}

/** The tokens of the first row whose assembly matches, with the operands they show. */
function shown(document: IrDocument, assembly: RegExp): readonly (readonly [string, number | undefined])[] {
  const { assembly: tokens } = rowOf(document, assembly).tokens;
  return tokens.filter((t) => t.operand !== undefined).map((t) => [t.text.trim(), t.operand]);
}

describe("the columns of the LLVM listing", () => {
  it("pair values, operations and flags, in any order of printing", () => {
    const document = fixture("instructions");
    assert.deepEqual(shown(document, /%b = sdiv/), [
      ["sdiv", 2],
      ["exact", 3],
      ["%1", 0],
      ["3", 1],
    ]);
    assert.deepEqual(shown(document, /%j = select/), [
      ["%h", 2],
      ["%c", 0],
      ["%a", 1],
    ]);
    assert.deepEqual(shown(document, /store i32 %u/), [
      ["%u", 1],
      ["%t", 0],
      [", align 4", 2],
    ]);
  });
  it("pair types and callees", () => {
    assert.deepEqual(shown(fixture("instructions"), /%k = zext/), [
      ["zext", 2],
      ["nneg", 3],
      ["%j", 0],
      ["i64", 1],
    ]);
    const call = new Map(shown(fixture("instructions"), /call i64 @llvm.ctpop/));
    assert.equal(call.get("i64"), 2, "the function type's result stands for it");
    assert.equal(call.get("@llvm.ctpop.i64"), 3);
    assert.equal(call.get("%k"), 4);
  });
  it("pair blocks", () => {
    const branch = new Map(shown(fixture("instructions"), /br i1 true/));
    assert.equal(branch.get("%one"), 0);
    assert.equal(branch.get("%four"), 1);
    assert.equal(branch.get("true"), 2);
  });
  it("pair metadata by the layout of its node", () => {
    const variable = shown(fixture("debug"), /= !DILocalVariable\(name: "x"/);
    assert.deepEqual(
      variable.map(([, operand]) => operand),
      [2, 6, 1, 3, 4, 5],
    );
  });
  it("pair the elements of constants", () => {
    assert.deepEqual(shown(fixture("instructions"), /: <4 x i32> <i32 0/), [
      ["0", 0],
      ["poison", 1],
      ["2", 2],
      ["3", 3],
    ]);
  });
  it("show debug records as they are printed", () => {
    const record = new Map(shown(fixture("debug"), /^\s*#dbg_value\(i32 %x, !\d+, !DIExpression\(\), !\d+\)$/));
    assert.equal(record.get("%x"), 3);
    shown(fixture("debug"), /^\s*#dbg_label\(/);
  });
  it("refer only to operands that the record has", () => {
    for (const name of ["instructions", "typed", "debug"]) {
      for (const { tokens } of rows(fixture(name))) {
        const last = Math.max(-1, ...tokens.record.map((t) => t.operand ?? -1));
        for (const { operand, text } of tokens.assembly) assert.ok((operand ?? -1) <= last || last < 0, text);
      }
    }
  });
});

describe("symbols in the LLVM listing", () => {
  it("are found where they are defined, including metadata of functions", () => {
    for (const name of ["instructions", "typed", "debug"]) {
      const document = fixture(name);
      for (const row of rows(document)) {
        for (const { symbol, definition, text } of row.tokens.assembly) {
          if (symbol === undefined || !definition || row.tokens.positionBit === undefined) continue;
          // A function is defined by its record and by its body: names lead to the body.
          if (symbol.startsWith("@")) continue;
          assert.deepEqual(document.locate(symbol), { section: row.section, entry: row.index }, `${symbol} ${text}`);
        }
      }
    }
  });
});

describe("nested constants", () => {
  const document = opened(HOSTILE["chain.bc"]?.(40) ?? new Uint8Array());
  it("are named by their own rows if they are deep, which is not a problem", () => {
    const all = [...rows(document)];
    const deepest = all.map(({ tokens }) => /<at (\d+:\d)>/.exec(textOf(tokens.assembly))?.[1]).findLast(Boolean);
    assert.ok(deepest);
    const named = all.find(({ entry }) => formatPosition(entry.startBit) === deepest);
    assert.match(textOf(named?.tokens.assembly ?? []), /value \d+: /);
    assert.deepEqual(
      document.problems().filter(({ code }) => code === "limit"),
      [],
    );
  });
});
