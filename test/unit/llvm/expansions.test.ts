/** Intrinsics that become instructions, declared with other types than they have: a damaged file may declare any. */
import assert from "node:assert/strict";
import { RELEASES } from "../../../extension/formats/llvm/ir/releases";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import { rulesOf } from "../../../extension/formats/llvm/upgrade/calls/modern";
import { examplesOf } from "../../support/examples";
import { MODULE, SYMBOLS, TYPES, block, body, chars, read } from "./blocks";

const [VOID, I32, VECTOR, POINTER, FLOAT, LONG, BYTE, STRUCT, SCALABLE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Records of these types: `LONG` is a vector of more elements than there is memory for. */
const TABLE = [[2], [7, 32], [12, 4, 1], [25, 0], [3], [12, 2 ** 32 - 1, 1], [7, 8], [18, 0, 1], [12, 4, 1, 1]];

/** What is wrong in a module with a call of `name`, by the types of its result and of its parameters. */
function problemsOf(release: Release, name: string, [result = VOID, ...params]: readonly number[]): string {
  const type = TABLE.length;
  const operands = params.map((_, place) => params.length - place);
  const call = [34, 0, 1 << 15, type, params.length + 2, ...operands];
  const names = block(SYMBOLS, [1, 0, ...chars(name)], [1, 1, ...chars("f")]);
  const types = block(TYPES, [1, type + 1], ...TABLE, [21, 0, result, ...params]);
  const functions = [1, 0].map((isDeclared) => [8, type, 0, isDeclared, 0, 0, 0, 0, 0]);
  const code = body(call, result === VOID ? [10] : [10, 1]);
  return read(`${release}`, block(MODULE, [1, 1], types, ...functions, names, code)).problems;
}

/** As many types as make up a function with up to six parameters. */
const SHAPES: readonly (readonly number[])[] = [
  ...[0, 1, 2, 3, 4, 5, 6].map((count) => Array<number>(count + 1).fill(I32)),
  [VOID],
  [VOID, POINTER, I32, I32],
  [FLOAT, POINTER, FLOAT],
  [VECTOR, I32, I32, I32, I32],
  [VECTOR, VECTOR],
  [BYTE, I32, VECTOR, I32],
  [I32, LONG, LONG, LONG],
  [LONG, LONG, LONG, I32, I32],
  [STRUCT, STRUCT, STRUCT, STRUCT],
  [SCALABLE, SCALABLE, SCALABLE, SCALABLE],
];

describe("a call that an upgrade expands", () => {
  const tried = new Set<unknown>();
  for (const release of RELEASES.filter((one) => one >= 9).reverse())
    it(`may have any types (LLVM ${release})`, () => {
      const rules = rulesOf(release, false).expansions.all.filter((rule) => !tried.has(rule));
      for (const rule of rules) {
        tried.add(rule);
        const names = examplesOf(rule.from).slice(0, 3);
        assert.notEqual(names.length, 0, rule.name);
        for (const name of names)
          for (const shape of SHAPES) assert.doesNotMatch(problemsOf(release, name, shape), /could not read/, name);
      }
    });
  it("is left as it is, with a problem, if it lacks a vector whose elements are needed", () => {
    const rotation = "llvm.x86.xop.vprotd";
    assert.equal(problemsOf(22, rotation, [VECTOR, VECTOR, VECTOR]), "");
    for (const type of [I32, LONG, SCALABLE])
      assert.match(problemsOf(22, rotation, [type, type, type]), /vprotd lacks a vector/);
    assert.equal(problemsOf(22, "llvm.x86.ssse3.pabs.d.128", [I32, I32]), "");
  });
});
