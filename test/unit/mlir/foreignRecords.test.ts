/** Records of properties of ops that the release's mlir-opt does not know. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import { mlirModule, varint } from "../../support/mlirWriter";
import { assertTiles, opened } from "../../support/tiling";

const text = (document: IrDocument, locations: boolean): string =>
  [...document.text({ fileName: "<stdin>", locations })].map(pieceText).join("");

describe("records of ops that are not the release's", () => {
  it("prints the first attribute of properties that only the writer knew, as the release's mlir-opt does", () => {
    // builtin.module with a region of one block: one op foo.bar with record 0, which is attribute 1 and two more bytes.
    const bar = [...varint(1), 0x40, ...varint(0), ...varint(0)];
    const ir = [...varint(2), ...varint(0), 0x10, ...varint(0), ...varint(2), ...varint(1), ...varint(0), ...varint(2)];
    const file = (producer: string, record: readonly number[], dialect = "foo"): IrDocument =>
      opened(
        mlirModule({
          producer,
          strings: ["a"],
          attributes: [varint(15), [...varint(2), ...varint(0)]],
          ops: [
            ["builtin", ["module"]],
            [dialect, ["bar"]],
          ],
          ir: [...ir, ...bar],
          properties: [record],
        }),
      );
    const released = file("MLIR22.1.8", [...varint(1), 7, 9]);
    assert.match(text(released, false), /"foo\.bar"\(\) <"a"> : \(\) -> \(\)/);
    assert.match(released.notices?.()[0]?.message ?? "", /of foo\.bar; only their first attribute is shown/);
    assert.equal(assertTiles(released).counts.undecoded, 0);
    const beyond = file("MLIR22.1.8", varint(99));
    assert.match(text(beyond, false), /"foo\.bar"\(\) <"0xC7"> : /);
    assert.deepEqual(beyond.problems(), [], "only the writer can read it");
    for (const [dialect, messages] of [
      ["spirv", ["invalid Attribute index: 99"]],
      ["transform", []],
    ] as const) {
      const document = file("MLIR22.1.8", varint(99), dialect);
      text(document, false);
      assert.deepEqual(
        document.problems().map(({ message }) => message),
        messages,
        "no compiler adds an op to a closed dialect",
      );
    }
    assert.match(text(file("MLIR22.0.0git", [...varint(1), 7, 9]), false), /"foo\.bar"\(\) <"0x030709"> : /);
  });
});
