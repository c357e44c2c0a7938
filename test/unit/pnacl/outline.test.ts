/** The outline of very many functions. */
import assert from "node:assert/strict";
import { bytesKept } from "../../support/heap";
import { HOSTILE } from "../../support/hostile";
import { opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

const COUNT = 20_000;

it("a node of PNaCl's outline keeps neither texts nor closures", () => {
  const document = opened(HOSTILE["functions.pexe"]?.(COUNT) ?? new Uint8Array());
  const nodes = (name: string): readonly unknown[] => nodesIn(topOf(document).find((group) => group.name === name));
  assert.equal(nodes("functions").length, COUNT);
  for (const name of ["functions", "blocks"]) {
    const kept = bytesKept(() => nodes(name)) / COUNT;
    assert.ok(kept < 120, `${name}: ${kept.toFixed(0)} bytes for each`);
  }
});
