/**
 * Records with unusual operands: what the text shows of them, by release. The expected lines are those of llvm-dis for
 * the same bytes.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import type { OperandPlace } from "../../support/operands";
import { withOperand } from "../../support/operands";
import { opened } from "../../support/tiling";

/** The text of a fixture with one operand changed, and the problems. */
function read(place: OperandPlace, value: number, release: string, file = "records.bc") {
  const bytes = new Uint8Array(readFileSync(path.join("test/fixtures/llvm", file)));
  const document: IrDocument = opened(withOperand(bytes, place, value));
  let text = "";
  for (const piece of document.text({ fileName: "x", release })) text += pieceText(piece);
  return { text, problems: document.problems().map(({ message }) => message) };
}
function lines(text: string): readonly string[] {
  return text.split("\n").slice(1);
}

/** Bit of an invoke's convention: the record has the function's type. */
const EXPLICIT = 1 << 13;

const original = read({ record: "MODULE_BLOCK/VERSION", operand: 0 }, 2, "17").text;

/** What a change of an operand changes in the text: the lines that it has and the original does not. */
const CASES: readonly (readonly [title: string, OperandPlace, value: number, readonly string[]])[] = [
  ["an unknown model of thread-local storage is the general one", at("MODULE_BLOCK/GLOBALVAR", 9), 9, []],
  [
    "an old linkage implies no comdat where names are in a string table",
    at("MODULE_BLOCK/GLOBALVAR", 5, 1),
    4,
    ["@g = linkonce global i32 0"],
  ],
  ["a name that another global has gets a number", at("MODULE_BLOCK/GLOBALVAR", 0, 1), 0, ["@t.1 = global i32 0"]],
  ["the first sync scopes are fixed, whatever their names", at("SYNC_SCOPE_NAMES_BLOCK/SYNC_SCOPE_NAME", 4), 109, []],
  [
    "prefix data that is no value of the module is dropped",
    at("MODULE_BLOCK/FUNCTION", 15, 1),
    60,
    ["define void @h() {"],
  ],
  [
    "any number but 0 makes a file distinct",
    at("METADATA_BLOCK/FILE", 0),
    2,
    ['!0 = distinct !DIFile(filename: "a.c", directory: "/")'],
  ],
  [
    "any number but 0 makes a basic type distinct before its size may be a node",
    at("METADATA_BLOCK/BASIC_TYPE", 0),
    2,
    ['!1 = distinct !DIBasicType(name: "int", size: 32)'],
  ],
  [
    "a function's symbol table may name a global",
    at("VALUE_SYMTAB/ENTRY", 0),
    1,
    ["@x = global i32 0", "define i1 @f(i32 %0) {", "  %c = icmp eq i32 %0, 0"],
  ],
];

function at(record: string, operand: number, nth = 0): OperandPlace {
  return { record, operand, nth };
}

describe("a record with an unusual operand", () => {
  for (const [title, place, value, expected] of CASES) {
    it(title, () => {
      const { text, problems } = read(place, value, "17");
      assert.deepEqual(problems, []);
      assert.deepEqual(
        lines(text).filter((line) => !lines(original).includes(line)),
        expected,
      );
    });
  }
  it("may name a global in a body, also where the module says that it has no bytes", () => {
    const file = new Uint8Array(readFileSync("test/fixtures/llvm/records.bc"));
    const bytes = withOperand(file, at("VALUE_SYMTAB/ENTRY", 0), 1);
    const words = new DataView(bytes.buffer, bytes.byteOffset);
    // The identification block, whose size is at byte 8, and the module's after it.
    const size = 12 + 4 * words.getUint32(8, true) + 4;
    assert.ok(words.getUint32(size, true) > 300);
    words.setUint32(size, 0, true);
    let text = "";
    for (const piece of opened(bytes).text({ fileName: "x", release: "17" })) text += pieceText(piece);
    assert.match(text, /^@x = global i32 0$/m);
  });
  it("is a comparison whose predicate is checked since LLVM 18", () => {
    const place = at("FUNCTION_BLOCK/INST_CMP2", 2);
    assert.match(read(place, 0, "16").text, /%c = icmp false i32/);
    assert.match(read(place, 63, "16").text, /%c = icmp unknown i32/);
    assert.equal(read(place, 0, "18").problems[0], "Invalid icmp predicate");
  });
  it("is a constant whose operands must have the types that it states up to LLVM 14", () => {
    const problems = (operand: number, value: number): readonly string[] =>
      read(at("CONSTANTS_BLOCK/CE_INBOUNDS_GEP", operand), value, "13", "typed.bc").problems;
    assert.ok(problems(4, 1).includes("Type mismatch in constant table!"));
    assert.ok(problems(4, 31).includes("Invalid constant reference"));
    assert.ok(problems(1, 13).includes("GEP base operand must be pointer or vector of pointer"));
    assert.ok(problems(0, 2).includes("Explicit gep operator type does not match pointee type of pointer operand"));
  });
  it("is an expression of a version that no reader knows", () => {
    const { problems } = read(at("METADATA_BLOCK/EXPRESSION", 0), 8, "17", "body-variable.bc");
    assert.deepEqual(problems, ["Invalid record"]);
  });
  it("is a summary of a version that the release does not read", () => {
    const place = at("GLOBALVAL_SUMMARY_BLOCK/VERSION", 0);
    assert.deepEqual(read(place, 10, "16", "vtables.bc").problems, ["Invalid summary version 10"]);
    assert.deepEqual(read(place, 9, "16", "vtables.bc").problems, []);
  });
  it("makes room for a value that is never defined, before the values of functions", () => {
    // Operands of instructions that are constants or globals then lead elsewhere.
    const { problems } = read(at("METADATA_BLOCK/VALUE", 1), 31, "17");
    assert.ok(problems.includes("Invalid record: an operand of another type"));
  });
  it("is a constant that contains itself, of which no instructions are made for ever", () => {
    const { text } = read(at("CONSTANTS_BLOCK/CE_BINOP", 2), 6, "21", "circle.bc");
    assert.match(text, /define i64 @f/);
  });
  it("is an array with fewer elements than indices into it count: up to LLVM 18 the index before takes the rest", () => {
    const text = (release: string): string => read(at("TYPE_BLOCK_ID/ARRAY", 0), 1, release, "joined.bc").text;
    assert.match(text("13"), /@p4 = .* @b, i64 0, i64 2, i64 0\), i64 5\)/);
    assert.match(text("18"), /@p4 = .* @b, i64 2, i64 1, i64 0\)/);
    assert.match(text("19"), /@p4 = .* @b, i64 0, i64 1, i64 1\), i64 5\)/);
  });
  it("is an invoke's convention, of which readers keep ten bits", () => {
    const place = at("FUNCTION_BLOCK/INST_INVOKE", 1);
    const file = "exceptions.bc";
    assert.match(read(place, EXPLICIT | (1 << 12) | 511, "17", file).text, /invoke cc511 /);
  });
  it("is the name table of Apple, which has no name before LLVM 17", () => {
    const place = at("METADATA_BLOCK/COMPILE_UNIT", 18);
    assert.match(read(place, 3, "17", "nodes.bc").text, /nameTableKind: Apple/);
    assert.match(read(place, 3, "16", "nodes.bc").text, /nameTableKind: [,)]/);
  });
  it("is a list of strings that must have one", () => {
    const { problems } = read(at("METADATA_BLOCK/STRINGS", 0), 0, "17");
    assert.ok(problems.includes("Invalid record: metadata strings with no strings"));
  });
  it("is an atom group in a subprogram without Key Instructions: the debug info is dropped", () => {
    const place = at("METADATA_BLOCK/SUBPROGRAM", 20);
    const { text } = read(place, 0, "22", "nodes.bc");
    assert.match(text, /define void @f\(i32 %x, ptr %p\) \{\n {2}ret void\n\}/);
    assert.match(read(place, 1, "22", "nodes.bc").text, /ret void, !dbg/);
  });
  it("is a flag without a known behaviour, which is ignored up to LLVM 20 and refused later", () => {
    const refused = read(at("CONSTANTS_BLOCK/INTEGER", 0, 1), 20, "22").problems;
    assert.deepEqual(refused, ["invalid behavior operand in module flag"]);
    const { text } = read(at("CONSTANTS_BLOCK/INTEGER", 0, 1), 20, "17");
    assert.match(text, /!\{i32 10, !"Debug Info Version", i32 3\}/);
  });
  it("is the length of vectors that intrinsics halve: an odd one makes no fractions of numbers", () => {
    const { text, problems } = read(at("TYPE_BLOCK_ID/VECTOR", 0, 1), 7, "22", "shuffles.bc");
    assert.deepEqual(problems, []);
    assert.doesNotMatch(text, /\d\.5/);
  });
});

describe("a unit whose language is 0", () => {
  it("is printed with it since LLVM 21", () => {
    const unit = (release: string): string =>
      /DICompileUnit\(.*/.exec(
        read({ record: "METADATA_BLOCK/COMPILE_UNIT", operand: 1 }, 0, release, "debug.bc").text,
      )?.[0] ?? "";
    assert.match(unit("19"), /^DICompileUnit\(file: /);
    assert.match(unit("21"), /^DICompileUnit\(language: 0, file: /);
  });
});
