/** What older releases make of records that newer ones write: they refuse some, and read others as something else. */
import assert from "node:assert/strict";
import type { Block, Operands } from "./blocks";
import {
  CONSTANTS,
  DEFINED,
  GROUPS,
  METADATA,
  MODULE,
  PARAMATTR,
  TABLE,
  TYPES,
  WRITER,
  block,
  body,
  chars,
  read,
  variable,
} from "./blocks";

/** A module of version 1 whose writer is known. */
const module = (release: string, ...items: readonly (Operands | Block)[]): ReturnType<typeof read> =>
  read(release, WRITER, block(MODULE, [1, 1], ...items));
/** The values 1 and 2: an i32 and a null pointer. */
const NUMBER_AND_POINTER = block(CONSTANTS, [1, 1], [4, 2], [1, 3], [2]);
/** The problems of a function with these records. */
const problemsOf = (release: string, ...records: readonly Operands[]): string =>
  module(release, TABLE, DEFINED, body(NUMBER_AND_POINTER, ...records, [10])).problems;

describe("an instruction of a newer release", () => {
  it("is refused if the release does not know its code", () => {
    assert.match(problemsOf("14", [60, 0]), /instruction code 60/);
    assert.equal(problemsOf("15", [60, 0]), "");
    assert.match(problemsOf("18", [65, 0, 0]), /instruction code 65/);
  });
  it("is refused if the release does not know the operation of an atomicrmw", () => {
    const update = (operation: number): Operands => [59, 1, 2, operation, 0, 5, 1, 3];
    const firsts: readonly (readonly [number, string, string])[] = [
      [13, "14", "15"],
      [16, "15", "16"],
      [18, "19", "21"],
      [20, "19", "21"],
      [22, "22", "23"],
      [32, "22", "23"],
    ];
    for (const [operation, before, since] of firsts) {
      assert.match(problemsOf(before, update(operation)), /no such operation/);
      assert.equal(problemsOf(since, update(operation)), "");
    }
  });
  it("is refused if it is an update that states its alignment, before LLVM 12", () => {
    const types = block(TYPES, [1, 4], [2], [7, 32], [21, 0, 0], [8, 1, 0]);
    const updated = (release: string, ...record: Operands): string =>
      module(release, types, DEFINED, body(NUMBER_AND_POINTER, record, [10])).problems;
    assert.match(updated("11", 46, 1, 2, 2, 0, 6, 1, 6, 0, 3), /more operands than it has/);
    assert.equal(updated("11", 46, 1, 2, 2, 0, 6, 1, 6, 0), "");
    assert.equal(updated("13", 46, 1, 2, 2, 0, 6, 1, 6, 0, 3), "");
    assert.match(updated("11", 59, 1, 2, 1, 0, 5, 1, 3), /instruction code 59/);
  });
  it("is refused if it is a cast that the release does not know", () => {
    assert.match(problemsOf("21", [3, 1, 1, 13]), /Invalid cast/);
    assert.equal(problemsOf("22", [3, 1, 1, 13]), "");
  });
  it("has no node in a bundle before LLVM 20", () => {
    const tags = block(21, [1, ...chars("a")]);
    const called = body([55, 0, 0x80000000, 1], [34, 0, 32768, 2, 1], [10]);
    const items = [TABLE, tags, DEFINED, block(METADATA, [3]), called];
    assert.match(module("19", ...items).problems, /Invalid record: no such value/);
    assert.equal(module("21", ...items).problems, "");
  });
});

describe("a constant of a newer release", () => {
  const types = block(TYPES, [1, 6], [2], [7, 64], [25, 0], [3], [12, 4, 3], [12, 4, 3, 1]);
  it("is undef if it is a cast that the release does not know, and what is cast from it or added to it", () => {
    const constants = block(CONSTANTS, [1, 1], [11, 13, 2, 0], [10, 0, 2, 2], [1, 2], [11, 10, 1, 2]);
    const items = [types, variable(1, 3), variable(2, 4), constants];
    assert.match(module("18", ...items).text, /global i64 undef\n.*global ptr undef/);
    assert.match(module("22", ...items).text, /global i64 add \(i64 ptrtoaddr/);
  });
  it("is undef up to LLVM 18 if it is a float of a vector type, and then a vector of that float", () => {
    const one = 0x3f800000;
    const texts = (release: string): string =>
      module(release, types, variable(4, 2), variable(4, 3), block(CONSTANTS, [1, 4], [6, one], [6, 0])).text;
    assert.match(texts("18"), /global <4 x float> undef\n.*global <4 x float> undef/);
    assert.match(texts("19"), /<float 1.0+e\+00(, float 1.0+e\+00){3}>\n.*zeroinitializer/);
    assert.match(texts("23"), /splat \(float 1.0+e\+00\)\n.*zeroinitializer/);
    const { text } = module("19", types, variable(5, 1), block(CONSTANTS, [1, 5], [6, one]));
    assert.match(text, /shufflevector \(<vscale x 4 x float> insertelement \(<vscale x 4 x float> poison, float 1/);
  });
  it("is the pointer itself up to LLVM 21 if it is a pointer cast to an i64 and back", () => {
    const constants = block(CONSTANTS, [1, 1], [11, 9, 2, 0], [1, 2], [11, 10, 1, 1]);
    const texts = (release: string): string => module(release, types, variable(2, 2), constants).text;
    assert.match(texts("21"), /@0 = .*global ptr @0/);
    assert.match(texts("22"), /@0 = .*global ptr inttoptr \(i64 ptrtoint \(ptr @0 to i64\) to ptr\)/);
  });
});

describe("a global of a newer release", () => {
  it("has no code model before LLVM 18", () => {
    const global: Operands = [7, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    assert.doesNotMatch(module("17", TABLE, global).text, /code_model/);
    assert.match(module("18", TABLE, global).text, /code_model "tiny"/);
  });
  it("has no preferred alignment before LLVM 23", () => {
    const declared: Operands = [8, 2, 0, 1, ...Array.from({ length: 16 }, () => 0), 99];
    assert.equal(module("22", TABLE, declared).problems, "");
    assert.match(module("23", TABLE, declared).problems, /Invalid alignment value/);
  });
  it("has no partition if its name is past the table's end and it is a function", () => {
    const declared: Operands = [8, 2, 0, 1, ...Array.from({ length: 13 }, () => 0), 1, 9];
    const { problems, text } = module("23", TABLE, declared);
    assert.equal(problems, "");
    assert.doesNotMatch(text, /partition/);
  });
  it("has effects on memory that the release does not know, and that still make its attributes differ", () => {
    const versioned = 1n << 57n;
    const groups = [0x0ffn, 0x1ffn].map((effects, i): Operands => [3, i + 1, 0xffff_ffff, 1, 86, versioned | effects]);
    const declared = [1, 2].map((list): Operands => [8, 2, 0, 1, 0, list, 0, 0, 0]);
    const lists = block(PARAMATTR, [2, 1], [2, 2]);
    for (const release of ["16", "21"]) {
      const { text } = module(release, block(GROUPS, ...groups), lists, TABLE, ...declared);
      assert.match(text, /attributes #0 = \{ memory\(readwrite\) \}\nattributes #1 = \{ memory\(readwrite\) \}/);
    }
  });
});

describe("the head of a newer module", () => {
  it("is refused before LLVM 22 if its layout names an address space", () => {
    const layout: Operands = [3, ...chars("p1(x):64:64")];
    assert.match(module("21", layout).problems, /address space must be a 24-bit integer/);
    assert.equal(module("22", layout).problems, "");
  });
  it("is refused before LLVM 20 if a target's type is in a vector", () => {
    const name: Operands = [19, ...chars("llvm.test.vectorelement")];
    const types = block(TYPES, [1, 3], [2], name, [26, 0], [12, 4, 1]);
    assert.match(module("19", types).problems, /Invalid type/);
    assert.equal(module("21", types).problems, "");
  });
});

describe("a comdat", () => {
  it("is refused without a name", () => {
    assert.match(module("23", [12, 1]).problems, /Invalid comdat record/);
    assert.match(module("23", [12, 1, 2, 97]).problems, /Comdat name size too large/);
    assert.equal(module("23", [12, 1, 1, 97]).problems, "");
  });
});
