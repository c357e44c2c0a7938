import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { SectionId } from "../../../extension/document/section";
import { opened } from "../../support/tiling";

function* sectionsIn(arrangement: Arrangement, ids = arrangement.roots()): Generator<SectionId> {
  for (const id of ids) {
    yield id;
    const { entries } = arrangement.entries(id, 0, 1_000_000, {});
    yield* sectionsIn(
      arrangement,
      entries.flatMap((entry) => (entry.kind === "section" ? [entry.section] : [])),
    );
  }
}

describe("the sections of MLIR's assembly", () => {
  it("have the symbols that they define as titles, and finding these causes no problem", () => {
    const document = opened(new Uint8Array(readFileSync("samples/sampler.mlirbc")));
    const assembly = document.assembly?.({ fileName: "<stdin>" });
    assert.ok(assembly);
    for (const work = assembly.background?.(); work?.next().done === false;);
    const titles = [...sectionsIn(assembly)].map((id) => assembly.section(id).title);
    assert.ok(titles.includes("func.func @sum"), titles.join(", "));
    assert.deepEqual(document.problems(), []);
  });
});
