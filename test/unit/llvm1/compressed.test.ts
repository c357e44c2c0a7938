import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { OutlineNode } from "../../../extension/document/outline";
import { sizeOf } from "../../../extension/document/outline";
import { ResidentWindow } from "../../../extension/document/window";
import { llvm1Format } from "../../../extension/formats/llvm1";
import { writtenListing } from "../../../extension/session/rows/listing";
import { encodeCompressed, encodeModule } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";
import { assertTiles, listing, opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

/** The sample's module without its signature, by Python's bz2.compress(payload, 5). */
const PAYLOAD = Buffer.from(
  "425a6835314159265359418a93120000197fdd7fffffc14201600c008102007f67ff6c040024002000100481093000f4d511537a9a9e269a87a2340d1a" +
    "68d3401a069a001b4422a7a353cd29903f5234c800c8c864310620003553c04d23ca034d0001a3401e90000d052c490aa281aca5c04c83020c2a6341" +
    "c06c5a5c92b5764ae664a08d532653811e3c820948bf63b5769f362866675f94d992f28998465e22644d102ceb2bcf0b903fc92e140d729015616c5b" +
    "6afa18605c8076927fd3201b79d64674056901b8493c575d44a76627980149a48acc0ca5a140add86749a852b6e5be243ac4b38a9c266f085099414b" +
    "f012f3144698a164a4501aa58a4719e83928f63c48b5967af2aa3285669329816afc509600769d0649258d6a1f1ea6ce640f89b1e01145f7f120730a" +
    "6043d5a27021800968e105901746470697630fe2ee48a70a120831526240",
  "hex",
);

const text = (bytes: Uint8Array): string => [...opened(bytes).text({ fileName: "x" })].map(pieceText).join("");

describe("compressed LLVM 1.x bytecode", () => {
  const plain = encodeModule(sampleModule);
  const files = { stored: encodeCompressed(sampleModule), bzip2: encodeCompressed(sampleModule, PAYLOAD) };

  for (const [how, bytes] of Object.entries(files)) {
    it(`reads as the plain module does (${how})`, () => {
      assert.equal(text(bytes), text(plain));
      const document = opened(bytes);
      assert.deepEqual(document.problems(), []);
      const { counts } = assertTiles(document);
      assert.deepEqual([counts.decoded, counts.undecoded], [40, 0]);
    });
    it(`shows in its outline what the payload's shows (${how})`, () => {
      const shown = (nodes: readonly OutlineNode[]): unknown =>
        nodes.map((node) => [node.kind, node.name, node.detail, node.symbol, shown(nodesIn(node))]);
      assert.deepEqual(shown(topOf(opened(bytes))), shown(topOf(opened(plain))));
    });
    it(`gives the sizes of functions in the payload (${how})`, () => {
      const functions = (of: Uint8Array): readonly OutlineNode[] =>
        nodesIn(topOf(opened(of)).find(({ name }) => name === "functions"));
      const sizes = functions(bytes).map(sizeOf);
      assert.ok(sizes.length > 0);
      assert.deepEqual(sizes, functions(plain).map(sizeOf));
    });
    it(`has a payload that tiles (${how})`, () => {
      const [payload] = opened(bytes).derived();
      assert.equal(payload?.name, "payload");
      const result = assertTiles(payload!.open());
      assert.deepEqual([result.bits, result.counts.undecoded], [(plain.length - 4) * 8, 0]);
    });
    it(`names the payload in positions (${how})`, () => {
      assert.match(listing(opened(bytes)), /^payload +155:0\|op=7 form=2 .*%sum\.next = add int %sum, %value$/m);
    });
    it(`aligns the columns of all rows, drawn and written (${how})`, () => {
      const document = opened(bytes);
      const rows = listing(document).trimEnd().split("\n");
      assert.deepEqual(new Set(rows.map((row) => row.indexOf("|"))), new Set(["payload ".length + 10]));
      assert.ok(
        rows.some((row) => row.startsWith(" ")),
        "a row without a position",
      );
      let written = "";
      // A piece is valid until the next is asked for.
      for (const piece of writtenListing(document, {}, { recordWidth: document.recordWidth })!)
        written += pieceText(piece);
      assert.equal(written.trimEnd(), rows.join("\n"));
    });
  }

  it("reports an unknown compression, and tiles", () => {
    const document = opened(Uint8Array.from([0x6c, 0x6c, 0x76, 0x63, 0x31, 1, 2, 3]));
    assertTiles(document);
    const [problem] = document.problems();
    assert.deepEqual([problem?.code, problem?.startBit], ["bad-compression", 32]);
  });
  it("reports where in the payload damage is", () => {
    const bytes = files.stored.slice();
    // The function's linkage: an unknown one.
    bytes[5 + 116] = 9;
    const document = opened(bytes);
    listing(document);
    assert.ok(document.problems().some((problem) => problem.message.startsWith("payload 116:0: ")));
  });
  it("stops at the limit of its expansion", () => {
    const window = new ResidentWindow(files.bzip2);
    const document = llvm1Format.open(window, { maxMemory: 100 });
    assert.match(document.problems()[0]?.message ?? "", /larger than the limit of 100 bytes/);
  });
});
