import { pieceText } from "../../extension/document/byteText";
import { wrapInZip } from "../fixtures/iree/builder.mjs";
import { firstModule, lastModule } from "../fixtures/iree/modules.mjs";
import { mutated, seeded } from "../support/mutate";
import { assertTiles, listing, opened } from "../support/tiling";
import { allSteps } from "../../extension/kit/steps";
import { nodesIn, topOf } from "../support/outline";

/** Makes every request to a document, to see that none throws. */
function exercise(bytes: Uint8Array): void {
  const document = opened(bytes);
  listing(document);
  for (const piece of document.text({ fileName: "-" })) pieceText(piece);
  for (const piece of document.text({ fileName: "-", tables: true })) pieceText(piece);
  for (const piece of document.dump({ fileName: "-" })) pieceText(piece);
  topOf(document).flatMap(nodesIn).forEach(nodesIn);
  for (const symbol of document.symbols()) document.locate(symbol.name);
  for (const row of allSteps(document.stats())) void row;
  for (const nested of document.derived()) nested.open().problems();
  for (let bit = 0; bit < document.bits; bit += 97) document.placeOf(bit);
  assertTiles(document);
}

describe("a damaged IREE module", function () {
  this.timeout(120_000);
  const samples = {
    "first era": firstModule().bytes,
    "last era": lastModule().bytes,
    archive: wrapInZip(lastModule().bytes).bytes,
  };
  for (const [name, bytes] of Object.entries(samples)) {
    it(`${name}: terminates, tiles, and reports its problems inside the file`, () => {
      for (let seed = 1; seed <= 400; seed++) exercise(mutated(bytes, seeded(seed)));
    });
  }
  it("tiles at every length", () => {
    for (const { bytes } of [firstModule(), lastModule()])
      for (let length = 1; length < bytes.length; length += 3) assertTiles(opened(bytes.slice(0, length)));
  });
});
