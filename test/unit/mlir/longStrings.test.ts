import assert from "node:assert/strict";
import { ByteText } from "../../../extension/document/byteText";
import { leading } from "../../../extension/formats/mlir/model/node";
import { writtenListing } from "../../../extension/session/rows/listing";
import { mlirModule, varint } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

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
  it("are spelled only as far as a brief text shows them", () => {
    const node = { kind: "string", string: 0, type: undefined } as const;
    assert.deepEqual(leading(node, 81), { ...node, most: 81 });
    assert.equal(leading(node, 1e6), node);
    const document = opened(
      mlirModule({
        strings: ["\0".repeat(LENGTH), "x".repeat(LENGTH)],
        attributes: [0, 1].map((string) => [...varint(2), ...varint(string)]),
      }),
    );
    const group = topOf(document).find(({ name }) => name === "attributes");
    const details = nodesIn(group).map(({ detail }) => detail);
    assert.deepEqual(details, [`"${"\\00".repeat(27).slice(0, 79)}\xE2\x80\xA6`, `"${"x".repeat(79)}\xE2\x80\xA6`]);
  });
});
