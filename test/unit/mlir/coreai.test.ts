/** A model of Apple's Core AI: MLIR bytecode in AICode, a dialect that encodes all it has. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertTiles, opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

const model = (): Uint8Array => new Uint8Array(readFileSync("test/fixtures/mlir/coreai-1.0.mlirbc"));

describe("a model of Core AI", () => {
  it("has an outline with the names of its graphs", () => {
    const module = topOf(opened(model()))[0];
    const asset = nodesIn(module)[0];
    assert.equal(asset?.name, "aicode.serialization.asset");
    const graphs = nodesIn(asset).filter(({ detail }) => detail === "aicode.dataflow.graph_v1");
    assert.deepEqual(
      graphs.map(({ name }) => name),
      ["main"],
    );
  });
  it("has no bit that is not explained", () => {
    assertTiles(opened(model()));
  });
});
