/** Which functions of a module may name a global: a search for its uses reads only these. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Arrangement } from "../../../extension/document/arrangement";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";

function assembly(name: string): Arrangement {
  const bytes = readFileSync(path.resolve("test/fixtures/llvm", `${name}.bc`));
  const arrangement = openDocument(new ResidentWindow(bytes)).assembly?.({ fileName: "<stdin>" });
  assert.ok(arrangement);
  return arrangement;
}

/** The functions, by name, that may name a symbol. */
function functionsNaming(arrangement: Arrangement, symbol: string): readonly string[] {
  const isNaming = arrangement.naming?.(symbol);
  assert.ok(isNaming);
  const [root = 0] = arrangement.roots();
  const { entries } = arrangement.entries(root, 0, 1000, {});
  const sections = entries.flatMap((entry) => (entry.kind === "section" ? [entry.section] : [])).filter(isNaming);
  return sections.flatMap((id) => /^define .* (@\w+)$/.exec(arrangement.section(id).title)?.[1] ?? []);
}

describe("the functions that name a global", () => {
  const arrangement = assembly("constants");
  it("are not known before every body has been read", () => {
    assert.equal(arrangement.naming?.("@g"), undefined);
    for (const work = arrangement.background?.(); work?.next().done === false;);
    assert.notEqual(arrangement.naming?.("@g"), undefined);
  });
  it("are those that name it in an operand, or in a constant inside one", () => {
    assert.deepEqual(functionsNaming(arrangement, "@g"), ["@operations", "@elements", "@edge"]);
    assert.deepEqual(functionsNaming(arrangement, "@h"), ["@operations"]);
    assert.deepEqual(functionsNaming(arrangement, "@labels"), ["@labels"]);
  });
  it("are not told for other symbols", () => {
    assert.equal(arrangement.naming?.("#0"), undefined);
    assert.equal(arrangement.naming?.("@missing"), undefined);
  });
});
