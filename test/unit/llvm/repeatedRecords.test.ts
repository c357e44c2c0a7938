/** Metadata records that say the same as earlier ones. */
import assert from "node:assert/strict";
import type { MetadataId } from "../../../extension/formats/llvm/ir/ids";
import { repeatedRecords } from "../../../extension/formats/llvm/metadata/repeatedRecords";
import { Code } from "../../../extension/formats/llvm/spec/metadataCodes";

/** Tuples with these operands, and how often two of them are compared. */
function tuples(operands: readonly string[], hash: (text: string) => number) {
  const counted = { compared: 0 };
  const records = {
    size: operands.length,
    code: () => Code.NODE,
    hashes: () => Uint32Array.from(operands, hash),
    hasSameOperands: (one: MetadataId, other: MetadataId) => {
      counted.compared++;
      return operands[one] === operands[other];
    },
  };
  return { records, counted };
}

describe("repeated records", () => {
  it("are found with the first of their kind, also if others have their hash", () => {
    const { records } = tuples(["1,2", "3", "1,2", "4", "3", "1,2"], ({ length }) => length);
    assert.deepEqual(
      [...repeatedRecords(records)],
      [
        [2, 0],
        [4, 1],
        [5, 0],
      ],
    );
  });
  it("are searched for in bounded work if all records have one hash", () => {
    const count = 5000;
    const { records, counted } = tuples(
      Array.from({ length: count }, (_, i) => String(i)),
      () => 1,
    );
    assert.equal(repeatedRecords(records).size, 0);
    assert.ok(counted.compared <= 64 * count, `${counted.compared} comparisons`);
  });
});
