/** Whose resources a file may have. */
import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import { readResources } from "../../../extension/formats/mlir/container/resources";
import { MlirCursor } from "../../../extension/formats/mlir/model/cursor";
import { varint } from "../../support/mlirWriter";

/** What is said of an empty group of resources of a dialect. */
function said(dialect: string, producer: string): readonly string[] {
  const bytes = Uint8Array.from([0, 0, 0].flatMap(varint));
  const messages: string[] = [];
  const cursor = new MlirCursor(new ResidentWindow(bytes), 0, bytes.length, { strings: 0, attributes: 0, types: 0 });
  const report = ({ message }: { readonly message: string }): void => void messages.push(message);
  const context = { dialects: [dialect], producer, string: () => "", report };
  readResources(cursor, { startByte: 0, endByte: 0 }, context, []);
  return messages;
}

describe("MLIR's resources", () => {
  it("are those of the builtin and the test dialect in a file of a release", () => {
    assert.deepEqual(said("builtin", "MLIR22.1.8"), []);
    assert.deepEqual(said("test", "MLIR22.1.8"), []);
    assert.deepEqual(said("arith", "MLIR22.1.8"), ["dialect 'arith' is unknown"]);
  });
  it("are those of any dialect in a file of a compiler with dialects of its own", () => {
    assert.deepEqual(said("mine", "MLIR23.0.0git"), []);
  });
});
