/** Pages of written rows: what gathers before the next page follows from the text, not from the number of rows. */
import assert from "node:assert/strict";
import { ByteText } from "../../../extension/document/byteText";
import type { RowWriter } from "../../../extension/document/rowWriter";
import { writtenPages } from "../../../extension/session/rows/listing";
import { HOSTILE } from "../../support/hostile";
import { opened } from "../../support/tiling";

const COUNT = 20_000;
/** The text of one row of this kind is at most about half a million bytes. */
const ROW = 600_000;
const MIB = 2 ** 20;

/** Keeps the text of rows. */
function writer(): RowWriter {
  const text = new ByteText();
  return {
    text,
    details: true,
    entry: () => undefined,
    row: () => true,
    assembly: () => undefined,
    message: () => undefined,
    end: () => {
      text.text("\n");
    },
  };
}

describe("pages of written rows", () => {
  for (const kind of ["sharedExpression.bc", "sharedAttribute.mlirbc"])
    it(`end early where rows are long: ${kind}`, () => {
      const document = opened(HOSTILE[kind]?.(COUNT) ?? new Uint8Array());
      const into = writer();
      let [most, all] = [0, 0];
      for (const page of writtenPages(document, {}, into) ?? []) {
        assert.ok(page.entries > 0 || page.end);
        all += into.text.length;
        most = Math.max(most, into.text.take().length);
      }
      assert.ok(most <= MIB / 8 + ROW, `${most} bytes in one page`);
      assert.ok(all > MIB, `${all} bytes in all`);
    });
});
