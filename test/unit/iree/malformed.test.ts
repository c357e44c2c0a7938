import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { malformed } from "../../fixtures/iree/malformed.mjs";
import { firstModule, lastModule } from "../../fixtures/iree/modules.mjs";
import { HOSTILE } from "../../support/hostile";
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
  for (const kind of ["sharedExports.vmfb", "sharedAttributes.vmfb", "longTypeName.vmfb"])
    it(`with much that is mentioned often (${kind}) have texts in proportion to the file, and a problem`, () => {
      const bytes = HOSTILE[kind]?.(4000) ?? new Uint8Array();
      const document = opened(bytes);
      const most = 1e7 + 128 * bytes.length;
      for (const text of [document.dump({ fileName: "-" }), document.text({ fileName: "-" })]) {
        let length = 0;
        for (const piece of text) length += piece.length;
        assert.ok(length < most, `${length} bytes of text from ${bytes.length}`);
      }
      listing(document);
      assert.ok(document.problems().some(({ message }) => /too often to be shown whole/.test(message)));
    }).timeout(60_000);
  it("whose rodata lead past the end have lists within the file", () => {
    const file =
      "xAAAACQAAABJUkVFGgAcAAQAAAIIAAEADAAAAAAAAAAQABQAGAAAABwAAAAYAAAAHAAAACAAAAAkAACAEAAFACwAAAABAAAAbQAAAAEAAAAw" +
      "AAAAEQAAADwAAAABAAAAAAAAAAgAAAAAAAAACAAAAFoAAAAAAAAABgAIAAQAAAAIAAAAIAAAAAoAEAAEAAgADAAAAAwAAAAUAAAACRMXGx8F" +
      "AyMHBScraTMyAAEAAABmAAYAMHZfdgAAAAA=";
    LAWS["sections"]?.(Uint8Array.from(Buffer.from(file, "base64")), seeded(1));
  });
});
