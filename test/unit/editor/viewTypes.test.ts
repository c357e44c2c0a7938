/** Which of the two editors opens a file. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { viewTypeOf } from "../../../extension/editor/viewTypes";

interface Contributed {
  readonly viewType: string;
  readonly selector: readonly { readonly filenamePattern: string }[];
}

/** `*.{a,b}` as `.a` and `.b`. */
function endingsOf(pattern: string): readonly string[] {
  const [, all] = /^\*\.\{(.*)\}$/.exec(pattern) ?? [];
  return all === undefined ? [pattern.slice(1)] : all.split(",").map((one) => `.${one}`);
}

describe("the editor for a file", () => {
  it("is the default one for the names in its selector, so that VS Code knows its title", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
      contributes: { customEditors: readonly Contributed[] };
    };
    const [ours] = contributes.customEditors;
    assert.ok(ours);
    const endings = ours.selector.flatMap(({ filenamePattern }) => endingsOf(filenamePattern));
    assert.ok(endings.length > 5);
    for (const ending of endings) assert.equal(viewTypeOf(`/folder/name${ending}`), ours.viewType, ending);
    for (const name of ["lib.a", "x.o", "x.bc.txt", "bc"])
      assert.notEqual(viewTypeOf(`/folder/${name}`), ours.viewType);
  });
});
