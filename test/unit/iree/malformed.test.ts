import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { malformed } from "../../fixtures/iree/malformed.mjs";
import { firstModule, lastModule } from "../../fixtures/iree/modules.mjs";
import { LAWS } from "../../support/laws";
import { seeded } from "../../support/mutate";
import { assertTiles, listing, opened } from "../../support/tiling";

describe("malformed IREE modules", () => {
  const cases = malformed();
  it("are at least sixty, from the first and the last era", () => {
    assert.ok(cases.length >= 60);
    assert.equal(new Set(cases.map((c) => c.name)).size, cases.length);
  });
  it("differ from the modules that they were made from", () => {
    for (const { bytes } of [firstModule(), lastModule()]) {
      const document = opened(bytes);
      listing(document);
      assert.deepEqual(document.problems(), []);
    }
  });
  for (const { name, bytes, at } of cases) {
    it(`${name}: is listed, with a message at its byte`, () => {
      const document = opened(bytes);
      assert.equal(document.format, "iree");
      listing(document);
      const problems = document.problems();
      assert.ok(problems.length > 0);
      const holds = problems.some(
        (p) => at === undefined || (p.startBit <= at * 8 && at * 8 < Math.max(p.endBit, p.startBit + 8)),
      );
      assert.ok(holds, `no message at ${at}: ${problems.map((p) => `${p.startBit / 8} ${p.message}`).join("; ")}`);
      const known = problems.length;
      for (const piece of document.text({ fileName: "-" })) pieceText(piece);
      assertTiles(document);
      assert.equal(document.problems().length, known, "problems that the listing did not find");
    });
  }
  it("whose rodata lead past the end have lists within the file", () => {
    const file =
      "xAAAACQAAABJUkVFGgAcAAQAAAIIAAEADAAAAAAAAAAQABQAGAAAABwAAAAYAAAAHAAAACAAAAAkAACAEAAFACwAAAABAAAAbQAAAAEAAAAw" +
      "AAAAEQAAADwAAAABAAAAAAAAAAgAAAAAAAAACAAAAFoAAAAAAAAABgAIAAQAAAAIAAAAIAAAAAoAEAAEAAgADAAAAAwAAAAUAAAACRMXGx8F" +
      "AyMHBScraTMyAAEAAABmAAYAMHZfdgAAAAA=";
    LAWS["sections"]?.(Uint8Array.from(Buffer.from(file, "base64")), seeded(1));
  });
});
