/** What MLIR's verifier demands of the values that the ops at the ends of regions pass on. */
import assert from "node:assert/strict";
import { NumberList, Op } from "../../../extension/formats/mlir/ir/op";
import type { TypeNode } from "../../../extension/formats/mlir/model/node";
import { PassedValues } from "../../../extension/formats/mlir/verify/passed";

describe("values that regions pass on", () => {
  const types: readonly TypeNode[] = [
    { kind: "integer", width: 32, sign: "signless" },
    { kind: "float", name: "f32" },
    { kind: "tensor", shape: [4], element: 1, encoding: undefined },
  ];
  const list = (...of: readonly number[]): NumberList => {
    const numbers = new NumberList();
    numbers.reserve(of.length);
    of.forEach((number, i) => (numbers.items[i] = number));
    return numbers;
  };
  const passed = new PassedValues({
    attribute: () => ({ kind: "unit" }),
    type: (index) => types[index] as TypeNode,
    typeText: (index) => `t${index}`,
    isSame: (type, other) => type === other,
  });
  const enter = (
    { name, at, depth = 0 }: { readonly name: string; readonly at: number; readonly depth?: number },
    operands: NumberList,
    results: NumberList,
    sizes?: readonly bigint[],
  ): void => {
    const op = new Op();
    op.startByte = at;
    Object.assign(op, { results });
    passed.enter({ name, op, depth }, operands, () => sizes);
  };
  const fault = (terminator: string, operands: NumberList, startByte: number, depth = 0): string | undefined =>
    passed.fault(terminator, operands, { startByte, depth });

  it("are the results of conditions and loops", () => {
    enter({ name: "scf.if", at: 10 }, list(0), list(0, 1));
    assert.equal(fault("scf.yield", list(0, 1), 10), undefined);
    assert.equal(fault("scf.yield", list(0, -1), 10), undefined);
    assert.match(fault("scf.yield", list(0), 10) ?? "", /^'scf\.if' op .* has 1 operands, but .* needs 2 inputs$/);
    assert.match(fault("scf.yield", list(0, 0), 10) ?? "", /operand type #1 't0' should match .* type #1 't1'$/);
    assert.equal(fault("scf.yield", list(0), 99), undefined, "another op is around");
    assert.equal(fault("cf.br", list(0), 10), undefined, "a branch within the region");
  });
  it("are a while loop's results after its condition, and its operands in the end", () => {
    enter({ name: "scf.while", at: 20 }, list(1), list(0));
    assert.equal(fault("scf.condition", list(0, 0), 20), undefined);
    assert.notEqual(fault("scf.condition", list(0, 1), 20), undefined);
    assert.equal(fault("scf.yield", list(1), 20), undefined);
    assert.notEqual(fault("scf.yield", list(0), 20), undefined);
  });
  it("are elements of what a structured op initializes", () => {
    enter({ name: "linalg.generic", at: 30 }, list(0, 2), list(2), [1n, 1n]);
    assert.equal(fault("linalg.yield", list(1), 30), undefined);
    assert.equal(
      fault("linalg.yield", list(0), 30),
      "'linalg.yield' op type of yield operand 1 ('t0') doesn't match the element type of the enclosing linalg.generic op ('t1')",
    );
    assert.match(fault("linalg.yield", list(), 30) ?? "", /expected number of yield values \(0\)/);
    enter({ name: "linalg.generic", at: 30 }, list(0, 2), list(2));
    assert.equal(fault("linalg.yield", list(0), 30), undefined, "sizes of segments are not known");
    enter({ name: "linalg.reduce", at: 40 }, list(2, 2), list(2));
    assert.notEqual(fault("linalg.yield", list(0), 40), undefined);
    enter({ name: "linalg.matmul", at: 45 }, list(2, 2, 2), list(2), [2n, 1n]);
    assert.equal(fault("linalg.yield", list(1), 45), undefined);
    assert.match(fault("linalg.yield", list(0), 45) ?? "", /the enclosing linalg\.generic op \('t1'\)$/);
    enter({ name: "linalg.transpose", at: 46 }, list(2, 2), list(2));
    assert.equal(fault("linalg.yield", list(1), 46), undefined);
    assert.match(fault("linalg.yield", list(1, 1), 46) ?? "", /expected number of yield values \(2\)/);
  });
  it("belong to the innermost op", () => {
    enter({ name: "affine.for", at: 50 }, list(), list(0));
    enter({ name: "affine.if", at: 60, depth: 1 }, list(), list());
    assert.equal(fault("affine.yield", list(), 60, 1), undefined);
    assert.notEqual(fault("affine.yield", list(), 50), undefined);
    assert.equal(fault("affine.yield", list(0), 50), undefined);
  });
});
