import { factorial, fixtureBytes } from "../support/pexe";
import { mutated, seeded } from "../support/mutate";
import { assertTiles, listing, opened } from "../support/tiling";
import { allSteps } from "../../extension/kit/steps";

describe("a damaged PNaCl file", function () {
  this.timeout(120_000);
  for (const name of ["instructions.listing", "messages.listing", "damage.listing"]) {
    it(`made from ${name} terminates, tiles, and reports its problems inside the file`, () => {
      const bytes = fixtureBytes(name);
      for (let seed = 1; seed <= 400; seed++) {
        const broken = mutated(bytes, seeded(seed));
        const document = opened(broken);
        listing(document);
        for (const piece of document.text({ fileName: "x" })) void piece;
        for (const piece of document.dump({ fileName: "-" })) void piece;
        for (const row of allSteps(document.stats())) void row;
        for (const symbol of document.symbols()) void symbol;
        assertTiles(document);
      }
    });
  }
  it("tiles at every length", () => {
    const { bytes } = factorial();
    for (let length = 0; length < bytes.length; length++) {
      const document = opened(bytes.slice(0, length));
      listing(document);
      assertTiles(document);
    }
  });
  it("tiles with any one bit flipped", () => {
    const { bytes } = factorial();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const broken = bytes.slice();
      broken[bit >> 3]! ^= 1 << (bit & 7);
      const document = opened(broken);
      listing(document);
      assertTiles(document);
    }
  });
});
