import * as assert from "node:assert/strict";
import { folded } from "../../../extension/formats/mlir/attributes/affine/fold";
import { spelledBinary, spelledLeaf } from "../../../extension/formats/mlir/attributes/affine/spell";
import { reprintAffine } from "../../../extension/formats/mlir/attributes/affine/text";
import { simplifiesAs21 } from "../../../extension/formats/mlir/model/release";

/** A map with one result, three dimensions and two symbols, as it is printed after reading. */
function reread(result: string, as21 = true): string {
  const head = "affine_map<(d0, d1, d2)[s0, s1] -> (";
  const text = reprintAffine(`${head}${result})>`, as21);
  assert.ok(text.startsWith(head) && text.endsWith(")>"), text);
  return text.slice(head.length, -2);
}

describe("MLIR affine expressions", () => {
  it("are folded when they were read operator by operator", () => {
    const [d0, d1] = [spelledLeaf("dimension", 0), spelledLeaf("dimension", 1)];
    const sum = spelledBinary("add", d1, spelledBinary("mul", d0, spelledLeaf("constant", 1)));
    assert.equal(folded(sum).text, "d0 + d1");
    const large = spelledBinary("mul", d0, spelledLeaf("constant", 2n ** 60n));
    assert.equal(folded(large).text, `d0 * ${2n ** 60n}`);
  });
  it("keep text that reads back unchanged", () => {
    for (const text of ["d0 + d1 * 2 - 3", "-(d0 + d1)", "(d0 mod 4) floordiv s0", "d0 - d1 floordiv 4", "s0 * -2"])
      assert.equal(reread(text), text);
    for (const text of [
      "affine_map<() -> ()>",
      "affine_map<(d0) -> (x)>",
      "affine_set<(d0) : (d0 < 0)>",
      "affine_map<",
    ])
      assert.equal(reprintAffine(text, true), text);
  });
  it("subtract quotients that were added with a minus", () => {
    assert.equal(reread("d0 + -(d0 floordiv 4) - 4"), "d0 - d0 floordiv 4 - 4");
    assert.equal(reread("d0 floordiv 4 + -s0 + 7"), "d0 floordiv 4 - s0 + 7");
  });
  it("fold sums: constants go to the right, equal terms are counted", () => {
    assert.equal(reread("d0 + s1 - 1 + 9"), "d0 + s1 + 8");
    assert.equal(reread("d0 + s0 + s1 + 2 + d2"), "d0 + s0 + s1 + d2 + 2");
    assert.equal(reread("d0 * 3 + d0 * -1"), "d0 * 2");
    assert.equal(reread("d1 - (d1 floordiv 8) * 8"), "d1 mod 8");
  });
  it("fold quotients and remainders of multiples", () => {
    assert.equal(reread("(-d1 + s0 * -2 + 3) floordiv 3"), "(-d1 - s0 * 2) floordiv 3 + 1");
    assert.equal(reread("(d0 * 128) floordiv 64 + 7 ceildiv 2"), "d0 * 2 + 4");
    assert.equal(reread("(d0 * 128 + d1) mod 64"), "d1 mod 64");
    assert.equal(reread("(d0 mod 64) mod 8 + -9 mod 4"), "d0 mod 8 + 3");
  });
  it("sort by position, and find remainders in longer sums, only since July 2025", () => {
    const [sum, remainder] = ["s1 + s0", "s0 + s1 + (s1 floordiv 4) * -4"];
    assert.deepEqual([reread(sum), reread(remainder)], ["s0 + s1", "s0 + s1 mod 4"]);
    assert.deepEqual([reread(sum, false), reread(remainder, false)], [sum, "s0 + s1 - (s1 floordiv 4) * 4"]);
    assert.equal(simplifiesAs21({ producer: "MLIR21.1.8", release: 21 }), true);
    assert.equal(simplifiesAs21({ producer: "MLIR21.0.0git", release: 21 }), false);
    assert.equal(simplifiesAs21({ producer: "MLIR20.1.8", release: 20 }), false);
    assert.equal(simplifiesAs21({ producer: "StableHLO_v1.9.0", release: 22 }), true);
  });
  it("print positions, whatever the identifiers are", () => {
    assert.equal(
      reprintAffine("affine_map<( a ,\tb)[ ]->( b,a )>", true),
      "affine_map<(d0, d1) -> (d1, d0)>",
      "any blanks may be between",
    );
    assert.equal(reprintAffine("affine_set<(d0):(d0>=0 ,d0==0)>", true), "affine_set<(d0) : (d0 >= 0, d0 == 0)>");
    assert.equal(
      reprintAffine("affine_set<(d0)[s0] : (d0 + 3 == s0 - 1, d0 >= 4, d0 <= s0 + 7)>", true),
      "affine_set<(d0)[s0] : (d0 - (s0 - 1) + 3 == 0, d0 - 4 >= 0, -d0 + s0 + 7 >= 0)>",
    );
    assert.equal(
      reprintAffine("affine_map<(i, d0)[n.x] -> (d0 + i * n.x)>", true),
      "affine_map<(d0, d1)[s0] -> (d1 + d0 * s0)>",
    );
  });
  it("read the constraints of sets", () => {
    assert.equal(
      reprintAffine("affine_set<(d0)[s0] : (s0 + d0 - 1 + 2 >= 0, d0 * 0 == 0)>", false),
      "affine_set<(d0)[s0] : (d0 + s0 + 1 >= 0, 0 == 0)>",
    );
  });
  it("give up on what is too deep, too long or too large", () => {
    for (const result of [
      `${"(".repeat(2000)}d0${")".repeat(2000)}`,
      `d0${" + 1 + d0".repeat(1000)}`,
      "d0 * 99999999999999999999",
      "d0 * 9007199254740991 * 9007199254740991",
    ])
      assert.equal(reread(result), result);
  });
});
