import { irMagic } from "../support/bitWriter";
import { mutated, seeded } from "../support/mutate";
import { assertTiles, listing, opened } from "../support/tiling";

/** A stream with everything: BLOCKINFO, every encoding, nesting, a blob. */
function sample(): Uint8Array {
  const writer = irMagic().enter(0, 2).record(1, 17).define(21, { fixed: 1 }, "array", { vbr: 6 }).end();
  writer.enter(8, 4).record(1, 2).define(16, "array", "char6");
  writer.use(4).vbr(5, 6).char6("hello").enter(17, 4);
  for (let i = 0; i < 20; i++) {
    writer
      .use(4)
      .fixed(i % 2, 1)
      .vbr(3, 6)
      .vbr(i, 6)
      .vbr(i * 99, 6)
      .vbr(i, 6);
  }
  writer.record(7, 32).end().define(1, "blob").use(5).vbr(6, 6).align32();
  for (let i = 0; i < 6; i++) writer.fixed(i, 8);
  return writer
    .align32()
    .record(9, 2 ** 40)
    .end()
    .done();
}

describe("a damaged bitstream", () => {
  it("terminates, tiles, and reports its problems inside the file", () => {
    const bytes = sample();
    for (let seed = 1; seed <= 1500; seed++) {
      const document = opened(mutated(bytes, seeded(seed)));
      listing(document);
      for (const piece of document.dump({ fileName: "-" })) void piece;
      assertTiles(document);
    }
  });
  it("tiles at every length", () => {
    const bytes = sample();
    for (let length = 0; length < bytes.length; length++) assertTiles(opened(bytes.slice(0, length)));
  });
});
