/** The boundary around a document passes on options of its callers and properties of the document. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Leaf } from "../../../extension/document/element";
import { opened } from "../../support/tiling";

function leavesOf(file: string, plain: boolean): Leaf[] {
  const leaves: Leaf[] = [];
  const document = opened(new Uint8Array(readFileSync(file)));
  const sink = {
    plain,
    open: () => undefined,
    close: () => undefined,
    leaf: (leaf: Leaf) => void leaves.push({ ...leaf }),
  };
  for (const walk = document.elements(sink); !walk.next().done;);
  return leaves;
}

describe("the boundary around a document", () => {
  it("lets a walk skip meanings that nobody reads", () => {
    const file = "samples/factorial.bc";
    const worded = (leaves: readonly Leaf[]): number =>
      leaves.filter((l) => /operand/.test(l.name) && l.meaning).length;
    assert.equal(worded(leavesOf(file, true)), 0);
    assert.ok(worded(leavesOf(file, false)) > 100);
  });
  it("keeps which arrangement is shown first", () => {
    const open = (file: string): string | undefined => opened(new Uint8Array(readFileSync(file))).opensIn;
    assert.equal(open("samples/factorial.pexe"), "records");
    assert.equal(open("samples/factorial.bc"), undefined);
  });
});
