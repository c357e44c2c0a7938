import assert from "node:assert/strict";
import { Numbering } from "../../../extension/formats/mlir/ir/numbering";
import { listed, signatureKey } from "../../../extension/formats/mlir/model/signatureKey";
import { hexText } from "../../../extension/formats/mlir/model/hex";

/** Types as a list. */
const list = (...types: readonly number[]): { readonly length: number; at(index: number): number } => ({
  length: types.length,
  at: (index) => types[index] ?? 0,
});

describe("the keys of signatures", () => {
  it("differ for other operands, other results, and the same types in another place", () => {
    const signatures = [
      [list(), list()],
      [list(0), list()],
      [list(), list(0)],
      [list(0, 1), list()],
      [list(1, 0), list()],
      [list(0), list(1)],
      [list(1), list(0)],
    ] as const;
    const keys = signatures.map(([operands, results]) => signatureKey(2, operands, results));
    assert.equal(new Set(keys).size, signatures.length);
  });
  it("are no numbers that could be another's if a type is unknown", () => {
    assert.equal(signatureKey(2, list(0, -1), list(1)), Infinity);
  });
  it("come from lists that may become arrays", () => {
    assert.deepEqual(listed(list(3, -1, 5)), [3, -1, 5]);
  });
});

describe("regions in a numbering", () => {
  it("are counted up to a byte", () => {
    const numbering = new Numbering();
    for (const startByte of [0, 10, 20, 30]) numbering.addRegion(startByte === 0 ? -1 : 0, 0, 0, startByte);
    assert.deepEqual(
      [0, 10, 11, 30, 31].map((byte) => numbering.regionsBefore(byte)),
      [0, 1, 2, 3, 4],
    );
    assert.deepEqual(
      [10, 11, 31].map((byte) => numbering.regionAt(byte)),
      [1, -1, -1],
    );
  });
});

describe("bytes in hexadecimal", () => {
  it("have two digits each, with the separator between them", () => {
    const bytes = Uint8Array.of(0, 0xab, 0x0f);
    assert.deepEqual(
      [hexText(bytes), hexText(bytes, " "), hexText(bytes.subarray(0, 0), " ")],
      ["00AB0F", "00 AB 0F", ""],
    );
  });
});
