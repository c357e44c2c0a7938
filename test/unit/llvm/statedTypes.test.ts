/** What the reference's reader takes and refuses where records state types: modules of a few records each. */
import assert from "node:assert/strict";
import {
  CONSTANTS,
  DEFINED,
  GROUPS,
  METADATA,
  PARAMATTR,
  SYMBOLS,
  TABLE,
  TYPES,
  block,
  body,
  chars,
  module,
  variable,
} from "./blocks";

describe("a type past the end of the table", () => {
  const made = (release: string, type: number): ReturnType<typeof module> =>
    module(release, TABLE, DEFINED, variable(1, 2), block(CONSTANTS, [1, type], [2]), body([10]));
  it("is one that the reader appends since LLVM 15: of an address, or i32", () => {
    for (const type of [5, 6]) assert.match(made("22", type).text, /global i32 null/);
    assert.match(made("15", 7).text, /global i32 0/);
    for (const type of [5, 6, 7]) assert.equal(made("22", type).problems, "");
  });
  it("is refused if there is none", () => {
    assert.equal(made("22", 8).problems, "Invalid settype record");
    assert.match(made("14", 7).problems, /Invalid settype record/);
  });
});

describe("the operands of a node from before LLVM 3.6", () => {
  it("are metadata, or values of the types that they state", () => {
    const types = block(TYPES, [1, 4], [2], [7, 32], [7, 1], [16]);
    const fault = (...operands: readonly number[]): string =>
      module("22", types, block(CONSTANTS, [1, 1], [4, 2]), block(METADATA, [8], [8, ...operands])).problems;
    assert.equal(fault(1, 0, 3, 0, 0, 0), "");
    assert.equal(fault(2, 0), "Invalid value reference from old metadata");
    for (const operands of [[1], [9, 0]]) assert.equal(fault(...operands), "Invalid record");
  });
});

describe("inline assembly after another type than a pointer", () => {
  it("is a pointer to the function type that it states", () => {
    const call = (release: string): ReturnType<typeof module> =>
      module(release, TABLE, DEFINED, body(block(CONSTANTS, [1, 1], [30, 2, 1, 0, 0]), [34, 0, 1 << 15, 2, 1], [10]));
    for (const release of ["15", "16", "17", "23"]) {
      assert.equal(call(release).problems, "");
      assert.match(call(release).text, /call void asm sideeffect "", ""\(\)/);
    }
  });
});

describe("a constant that a release does not know", () => {
  it("is undef, and what it is made of is not looked at", () => {
    const made = (release: string): string =>
      module(release, TABLE, DEFINED, block(CONSTANTS, [1, 3], [32, 4, 0, 1, 0, 1, 0]), body([10])).problems;
    assert.match(made("22"), /GEP base operand/);
    assert.equal(made("13"), "");
  });
});

describe("a struct that only an attribute names", () => {
  it("is among the types since LLVM 14", () => {
    const types = block(TYPES, [1, 4], [2], [25, 0], [19, ...chars("S")], [20, 0], [21, 0, 0, 1]);
    const lists = [block(GROUPS, [3, 1, 1, 6, 29, 2]), block(PARAMATTR, [2, 1])];
    const text = (release: string): string => module(release, types, ...lists, [8, 3, 0, 1, 0, 1, 0, 0, 0]).text;
    for (const release of ["13", "15"]) assert.match(text(release), /@0\(ptr sret\(%S\)/);
    assert.doesNotMatch(text("13"), /%S = type/);
    assert.match(text("15"), /%S = type/);
  });
});

describe("a node of a later release", () => {
  it("has no number in the table", () => {
    const nodes = block(METADATA, [51, 1, 2, 0, 0, 0], [3], [4, 110], [10, 0]);
    assert.match(module("23", nodes).text, /^!n = !\{!0\}\n\n!0 = !\{\}$/m);
    assert.doesNotMatch(module("24", nodes).text, /^!0 = !\{\}$/m);
  });
});

describe("the intrinsic that flt.rounds has become", () => {
  it("has its own type", () => {
    const types = block(TYPES, [1, 2], [7, 30], [21, 0, 0]);
    const named = block(SYMBOLS, [1, 0, ...chars("llvm.flt.rounds")]);
    const { text } = module("17", types, [8, 1, 0, 1, 0, 0, 0, 0, 0], named);
    assert.match(text, /declare i32 @llvm\.get\.rounding\(\)/);
  });
});

describe("a record of a symbol table", () => {
  const refusedIn = (place: "body" | "module", ...operands: readonly number[]): boolean => {
    const symbols = block(SYMBOLS, operands);
    const items = place === "body" ? [DEFINED, body([10], symbols)] : [DEFINED, body([10]), symbols];
    return module("17", TABLE, ...items).problems !== "";
  };
  it("has as many operands as come before the name", () => {
    for (const place of ["body", "module"] as const) {
      assert.ok(!refusedIn(place, 1, 0));
      assert.ok(refusedIn(place, 1));
    }
    assert.ok(!refusedIn("body", 2, 0));
    assert.ok(refusedIn("body", 2));
  });
});
