/** The outline of very many functions. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { attempt, ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
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

it("the blocks of PNaCl's functions are found in steps, between which others have their turn", () => {
  class Impatient extends ResidentWindow {
    due = (): boolean => true;
  }
  const bytes = new Uint8Array(readFileSync("samples/factorial.pexe"));
  const blocksOf = (window: ResidentWindow): { readonly names: readonly string[]; readonly stops: number } => {
    const functions = nodesIn(topOf(openDocument(window)).find(({ name }) => name === "functions"));
    for (let stops = 0; ; stops++) {
      const result = attempt(() => nodesIn(functions[0]).map(({ name }) => name));
      if ("value" in result) return { names: result.value, stops };
      assert.ok("unfinished" in result && stops < 100);
    }
  };
  assert.deepEqual(blocksOf(new ResidentWindow(bytes)), { names: ["constants", "%b0", "%b1", "%b2"], stops: 0 });
  const { names, stops } = blocksOf(new Impatient(bytes));
  assert.deepEqual(names, ["constants", "%b0", "%b1", "%b2"]);
  assert.ok(stops > 0);
});
