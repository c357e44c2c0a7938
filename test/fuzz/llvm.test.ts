/** Damaged modules: every request ends, throws nothing, and stays inside the file. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { mutated, seeded } from "../support/mutate";
import { assertTiles, listing, opened } from "../support/tiling";
import { nodesIn, topOf } from "../support/outline";

const folder = path.resolve("test/fixtures/llvm");
/** Damaged copies of each module; `BITSCOPE_FUZZ` multiplies the number. */
const COPIES = 300 * Number(process.env["BITSCOPE_FUZZ"] ?? 1);
const RELEASES = [undefined, "3", "9", "16", "22"];

/** Makes every request to a document. */
function exercise(bytes: Uint8Array, release: string | undefined): void {
  const document = opened(bytes);
  const options = release === undefined ? {} : { release };
  for (const piece of document.text({ fileName: "-", ...options })) void piece;
  listing(document);
  for (const node of topOf(document).flatMap(nodesIn)) {
    for (const { symbol } of [node, ...nodesIn(node)]) {
      if (symbol !== undefined) document.locate(symbol);
    }
  }
  for (const symbol of document.symbols()) void symbol;
  assertTiles(document);
}

for (const name of ["instructions", "typed", "debug"]) {
  describe(`damaged copies of ${name}`, () => {
    const bytes = new Uint8Array(readFileSync(path.join(folder, `${name}.bc`)));
    it("terminate, tile, and report their problems inside the file", () => {
      for (let seed = 1; seed <= COPIES; seed++)
        exercise(mutated(bytes, seeded(seed)), RELEASES[seed % RELEASES.length]);
    }).timeout(300_000);
    it("tile at every fourth length", () => {
      for (let length = 0; length < bytes.length; length += 52) exercise(bytes.slice(0, length), undefined);
    }).timeout(300_000);
  });
}
