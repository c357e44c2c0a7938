/** Which of the two editors opens a file, and which files have our icon. */
import * as assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { BINARY_LANGUAGE, viewTypeOf } from "../../../extension/editor/viewTypes";

interface Contributed {
  readonly viewType: string;
  readonly selector: readonly { readonly filenamePattern: string }[];
}

interface Language {
  readonly id: string;
  readonly extensions?: readonly string[];
  readonly icon?: { readonly light: string; readonly dark: string };
}

interface Contributes {
  readonly customEditors: readonly Contributed[];
  readonly languages: readonly Language[];
}

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as { contributes: Contributes };

/** `*.{a,b}` as `.a` and `.b`. */
function endingsOf(pattern: string): readonly string[] {
  const [, all] = /^\*\.\{(.*)\}$/.exec(pattern) ?? [];
  return all === undefined ? [pattern.slice(1)] : all.split(",").map((one) => `.${one}`);
}

/** The endings of the files that the default editor opens. */
function ourEndings(): readonly string[] {
  const [ours] = contributes.customEditors;
  assert.ok(ours);
  return ours.selector.flatMap(({ filenamePattern }) => endingsOf(filenamePattern));
}

describe("the editor for a file", () => {
  it("is the default one for the names in its selector, so that VS Code knows its title", () => {
    const [ours] = contributes.customEditors;
    const endings = ourEndings();
    assert.ok(endings.length > 5);
    for (const ending of endings) assert.equal(viewTypeOf(`/folder/name${ending}`), ours?.viewType, ending);
    for (const name of ["lib.a", "x.o", "x.bc.txt", "bc"])
      assert.notEqual(viewTypeOf(`/folder/${name}`), ours?.viewType);
  });

  it("is offered before those for any file where IR is likely: of two patterns VS Code puts the longer one first", () => {
    const [, option] = contributes.customEditors;
    const endings = option?.selector.map(({ filenamePattern }) => filenamePattern).flatMap(endingsOf) ?? [];
    for (const ending of [".module", ".bmod", ".a", ".o", ".so"]) assert.ok(endings.includes(ending), ending);
  });

  it("is told by an icon where the file icon theme has none for its files", () => {
    const language = contributes.languages.find(({ id }) => id === BINARY_LANGUAGE);
    assert.deepEqual([...(language?.extensions ?? [])].sort(), [...ourEndings()].sort());
    for (const path of Object.values(language?.icon ?? {})) assert.ok(existsSync(path), path);
    const packed = readFileSync(".vscodeignore", "utf8").split("\n");
    assert.ok(packed.includes(`!${language?.icon?.dark.slice(2) ?? ""}`));
  });
});
