import { encodeCompressed, encodeModule, INT } from "../support/bytecode";
import type { ModuleDescription } from "../support/bytecode";
import { sampleModule } from "../support/bytecodeSample";
import { mutated, seeded } from "../support/mutate";
import { assertTiles, listing, opened } from "../support/tiling";
import { allSteps } from "../../extension/kit/steps";
import { nodesIn, topOf } from "../support/outline";

/** A module of an old version: long block headers, alignment, plane 12 for types. */
function old(version: number): ModuleDescription {
  return {
    version,
    types: [{ result: INT, parameters: [INT] }, { pointer: 13 }, { struct: [INT, 14] }],
    typeNames: [[15, "pair"]],
    functions: [{ type: 14 }],
    constants: [[INT, [5, -3]]],
    bodies: [
      {
        code: [
          [6, INT, 2, 1],
          [6, INT, 300, 1],
          [1, INT, 3],
        ],
        names: [[INT, [[2, "a"]]]],
      },
    ],
    names: [[14, [[1, "f"]]]],
  };
}

/** Makes every request to a document; it must end and not throw. */
function everything(bytes: Uint8Array): void {
  const document = opened(bytes);
  listing(document);
  for (const piece of document.text({ fileName: "x" })) void piece;
  for (const piece of document.dump({ fileName: "-" })) void piece;
  topOf(document).flatMap(nodesIn).forEach(nodesIn);
  for (const row of [...document.symbols(), ...allSteps(document.stats())]) void row;
  for (let bit = 0; bit < document.bits; bit += 97) {
    const place = document.placeOf(bit);
    const entry = place && document.entries(place.section, place.entry, 1, {}).entries[0];
    if (!entry || entry.kind !== "lines") continue;
    document.hover(place, entry, { column: "position", line: 0, token: 0 });
    for (const line of entry.lines) for (const token of line.assembly) if (token.symbol) document.locate(token.symbol);
  }
  assertTiles(document);
}

describe("damaged LLVM 1.x bytecode", () => {
  const modules = [encodeModule(sampleModule), encodeModule(old(0)), encodeModule(old(1)), encodeModule(old(3))];
  it("terminates, tiles, and reports its problems inside the file", () => {
    for (const bytes of modules) for (let seed = 1; seed <= 400; seed++) everything(mutated(bytes, seeded(seed)));
  });
  it("does so when damaged twice", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = seeded(seed);
      everything(mutated(mutated(modules[0]!, random), random));
    }
  });
  it("tiles at every length", () => {
    for (const bytes of modules)
      for (let length = 0; length < bytes.length; length += 3) everything(bytes.slice(0, length));
  });
  it("does so when compressed", () => {
    const bytes = encodeCompressed(sampleModule);
    for (let seed = 1; seed <= 200; seed++) everything(mutated(bytes, seeded(seed)));
  });
});
