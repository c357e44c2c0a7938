import assert from "node:assert/strict";
import { ByteText } from "../../../extension/document/byteText";
import { writtenListing } from "../../../extension/session/rows/listing";
import { mlirModule, varint } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";

const COUNT = 100;
const LENGTH = 100_000;
/** Characters that a row may write for what it shows of an entry. */
const A_ROW = LENGTH / 2;

describe("long strings of MLIR bytecode", () => {
  it("are written only as far as they are shown, at each of many mentions", () => {
    const document = opened(
      mlirModule({
        strings: ["\0".repeat(LENGTH)],
        attributes: Array.from({ length: COUNT }, () => [...varint(2), ...varint(0)]),
      }),
    );
    const { text } = ByteText.prototype;
    let characters = 0;
    ByteText.prototype.text = function (this: ByteText, piece: string): void {
      characters += piece.length;
      text.call(this, piece);
    };
    try {
      const pieces = writtenListing(document, {}, { recordWidth: document.recordWidth });
      assert.ok(pieces && [...pieces].length > 0);
    } finally {
      ByteText.prototype.text = text;
    }
    assert.ok(characters > COUNT && characters < COUNT * A_ROW, `${characters} characters`);
  });
});
