/** What MLIR's verifier refuses of single ops, and of branches. */
import assert from "node:assert/strict";
import type { Release } from "../../../extension/formats/mlir/model/release";
import type { AttributeNode, TypeNode } from "../../../extension/formats/mlir/model/node";
import { branchFault } from "../../../extension/formats/mlir/verify/branches";
import { ownCheckOf } from "../../../extension/formats/mlir/verify/ownChecks";
import { indexList, numbered } from "../../support/mlirOps";

describe("checks of single ops", () => {
  const DYNAMIC = -(2n ** 63n);
  const types: readonly TypeNode[] = [
    { kind: "integer", width: 32, sign: "signless" },
    { kind: "integer", width: 64, sign: "signless" },
    { kind: "float", name: "bf16" },
    { kind: "float", name: "f16" },
    { kind: "index" },
    { kind: "memref", shape: [4, 4], element: 0, layout: 0, space: undefined },
    { kind: "memref", shape: [2, DYNAMIC], element: 0, layout: 1, space: undefined },
    { kind: "memref", shape: [2, DYNAMIC], element: 0, layout: 2, space: undefined },
    { kind: "memref", shape: [2, DYNAMIC], element: 1, layout: 1, space: undefined },
    { kind: "memref", shape: [DYNAMIC], element: 0, layout: 1, space: undefined },
    { kind: "tensor", shape: [1, 4], element: 0, encoding: undefined },
    { kind: "tensor", shape: [4], element: 0, encoding: undefined },
    { kind: "memref", shape: [2, DYNAMIC], element: 0, layout: 3, space: undefined },
    { kind: "memref", shape: [2, DYNAMIC], element: 0, layout: 4, space: undefined },
    { kind: "memref", shape: [2], element: 0, layout: 5, space: undefined },
    { kind: "memref", shape: [2], element: 0, layout: 6, space: undefined },
    { kind: "memref", shape: [2, DYNAMIC], element: 0, layout: 7, space: undefined },
  ];
  const MAP = "affine_map<(d0, d1)[s0] ->";
  const layouts: readonly AttributeNode[] = [
    { kind: "assembly", dialect: "builtin", text: "affine_map<(d0, d1) -> (d0, d1)>" },
    { kind: "assembly", dialect: "builtin", text: "strided<[4, 1], offset: ?>" },
    ...["strided<[8, 1], offset: ?>", `${MAP} (d0 * 4 + d1 + s0)>`, `${MAP} (d0 * 4 + d1 + 8)>`]
      .concat("strided<[1], offset: ?>", "strided<[4], offset: ?>", "strided<[A, 1], offset: ?>")
      .map((text): AttributeNode => ({ kind: "assembly", dialect: "builtin", text })),
  ];
  const spelled = numbered(
    (index) => types[index] as TypeNode,
    (index) => layouts[index] as AttributeNode,
  );
  const fault = (
    name: string,
    operands: readonly number[],
    result: number,
    lists: Readonly<Record<string, readonly bigint[]>> = {},
    release: Release = 22,
  ): string | undefined =>
    ownCheckOf(name)?.(
      {
        ...{ name, operands: indexList(...operands), results: indexList(result), properties: [], release },
        integers: (property) => lists[property],
        divided: () => undefined,
      },
      spelled,
    );

  it("compare the widths of casts", () => {
    assert.equal(fault("arith.extui", [0], 1), undefined);
    assert.equal(
      fault("arith.extui", [1], 0),
      "'arith.extui' op operand type 't1' and result type 't0' are cast incompatible",
    );
    assert.notEqual(fault("arith.truncf", [2], 3), undefined);
    assert.equal(fault("arith.bitcast", [2], 3), undefined);
    assert.notEqual(fault("arith.bitcast", [2], 0), undefined);
    assert.equal(fault("arith.convertf", [2], 3), undefined);
    assert.notEqual(fault("arith.convertf", [2], 2), undefined);
    assert.equal(fault("arith.index_cast", [4], 0), undefined);
    assert.notEqual(fault("arith.index_cast", [1], 0), undefined);
  });
  it("compare slices of memrefs with their source", () => {
    const slice = { static_offsets: [DYNAMIC, 0n], static_sizes: [2n, DYNAMIC], static_strides: [1n, 1n] };
    const subview = (result: number, change = {}): string | undefined =>
      fault("memref.subview", [5, 4, 4], result, { ...slice, ...change });
    assert.equal(subview(6), undefined);
    assert.match(subview(7) ?? "", /mismatch of result layout/);
    assert.equal(subview(7, { static_strides: [2n, 1n] }), undefined);
    assert.equal(subview(8), "expected result element type to be 't0', but got 't8'");
    assert.match(subview(9) ?? "", /mismatch of result sizes/);
    assert.match(subview(6, { static_offsets: [0n, 0n] }) ?? "", /mismatch of result layout/);
    assert.equal(subview(12), undefined);
    assert.match(subview(13) ?? "", /mismatch of result layout/);
    assert.equal(subview(14, { static_sizes: [1n, 2n] }), undefined);
    assert.match(subview(15, { static_sizes: [1n, 2n] }) ?? "", /mismatch of result layout/);
    assert.equal(subview(15, { static_sizes: [2n, 1n] }), undefined);
    assert.equal(subview(16), undefined, "a stride of a damaged file is no number");
  });
  it("compare slices of tensors with their sizes, but for dimensions of 1", () => {
    assert.equal(fault("tensor.extract_slice", [10], 11, { static_sizes: [1n, 4n] }), undefined);
    assert.match(fault("tensor.extract_slice", [10], 11, { static_sizes: [2n, 4n] }) ?? "", /size mismatch/);
    assert.match(fault("tensor.insert_slice", [10, 11], 11, { static_sizes: [4n] }) ?? "", /rank too large/);
  });
  it("compare the ends of slices with the sizes of what they are taken from", () => {
    const extract = (offset: bigint, size: bigint, step: bigint): string | undefined =>
      fault("tensor.extract_slice", [11], 11, {
        ...{ static_offsets: [offset], static_sizes: [size], static_strides: [step] },
      });
    assert.equal(extract(0n, 4n, 1n), undefined);
    assert.equal(extract(DYNAMIC, 4n, 9n), undefined);
    assert.equal(extract(0n, 4n, DYNAMIC), undefined);
    assert.equal(extract(4n, 4n, 1n), "offset 0 is out-of-bounds: 4 >= 4");
    assert.equal(extract(0n, 4n, 2n), "slice along dimension 0 runs out-of-bounds: 6 >= 4");
    const inserted = { static_offsets: [1n], static_sizes: [4n], static_strides: [1n] };
    const runs = "slice along dimension 0 runs out-of-bounds: 4 >= 4";
    assert.equal(fault("tensor.parallel_insert_slice", [11, 11], 11, inserted), runs);
    assert.equal(fault("tensor.parallel_insert_slice", [11, 11], 11, inserted, 20), undefined, "MLIR 20 does not look");
  });
});

describe("branches", () => {
  const branch = (name: string, types: readonly number[], lists: Readonly<Record<string, readonly number[]>> = {}) =>
    branchFault({
      name,
      types: { length: types.length, at: (i) => types[i] ?? -1 },
      successors: { length: 2, at: (i) => i + 1 },
      integers: (property) => lists[property]?.map(BigInt),
      argumentCount: (block) => block,
      argumentType: () => 7,
      isSame: (type, other) => type === other,
    });

  it("give each block as many operands as it has arguments, of the same types", () => {
    const sizes = { operandSegmentSizes: [1, 1, 2] };
    assert.equal(branch("cf.cond_br", [0, 7, 7, 7], sizes), undefined);
    assert.equal(branch("cf.cond_br", [0, 7, 7, -1], sizes), undefined);
    assert.equal(branch("cf.cond_br", [0, 7, 7, 8], sizes), "type mismatch for bb argument #1 of successor #1");
    assert.equal(
      branch("llvm.cond_br", [0, 7, 7], { operandSegmentSizes: [1, 1, 1] }),
      "branch has 1 operands for successor #1, but target block has 2",
    );
    assert.equal(branch("cf.br", [7]), "branch has 1 operands for successor #1, but target block has 2");
    assert.equal(branch("other.br", [8]), undefined);
  });
  it("divide the operands of their cases", () => {
    const lists = { operandSegmentSizes: [1, 1, 2], case_operand_segments: [2] };
    assert.equal(branch("cf.switch", [0, 7, 7, 7], lists), undefined);
    assert.equal(branch("cf.switch", [0, 7, 7, 8], lists), "type mismatch for bb argument #1 of successor #1");
  });
  it("read the sizes of their cases once, however many there are", () => {
    const CASES = 50_000;
    const ones = new Array<bigint>(CASES).fill(1n);
    const read: string[] = [];
    const fault = branchFault({
      name: "cf.switch",
      types: { length: CASES + 1, at: () => 7 },
      successors: { length: CASES + 1, at: (i) => i },
      integers: (property) => {
        read.push(property);
        return property === "operandSegmentSizes" ? [1n, 0n, BigInt(CASES)] : ones;
      },
      argumentCount: (block) => (block === 0 ? 0 : 1),
      argumentType: () => 7,
      isSame: (type, other) => type === other,
    });
    assert.equal(fault, undefined);
    assert.deepEqual(read, ["operandSegmentSizes", "case_operand_segments"]);
  });
});
