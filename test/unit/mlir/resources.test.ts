/** Whose resources a file may have. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import { ResidentWindow } from "../../../extension/document/window";
import { readResources } from "../../../extension/formats/mlir/container/resources";
import { MlirCursor } from "../../../extension/formats/mlir/model/cursor";
import { varint } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";

/** The byte at which the fixture's first op in the module begins. */
const FIRST_OP = 232;

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
  it("are all printed of a damaged file, where what names them may be lost", () => {
    const bytes = new Uint8Array(readFileSync("test/fixtures/mlir/resources-23-v6.mlirbc"));
    const text = (): string => [...opened(bytes).text({ fileName: "x" })].map(pieceText).join("");
    // Only a location names it, and locations are not printed.
    assert.doesNotMatch(text(), /\bplace: /);
    bytes[FIRST_OP] = 0xff;
    assert.match(text(), /\bplace: "0x040000000100000007000000"/);
  });
});
