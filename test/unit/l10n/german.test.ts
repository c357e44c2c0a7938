import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

type Texts = Readonly<Record<string, string>>;

const read = (file: string): Texts => JSON.parse(readFileSync(file, "utf8")) as Texts;

/** What a translation must keep of a text: its placeholders, the commands of its links, and its code spans, sorted. */
function kept(text: string): readonly string[] {
  return (text.match(/\{\d+\}|\(command:[^)]*\)|`[^`]*`/g) ?? []).sort();
}

/** Checks that two languages have the same texts, and that each translation keeps what is not language. */
function assertTranslated(english: Texts, german: Texts): void {
  assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    const translation = german[key] ?? "";
    assert.notEqual(translation.trim(), "", key);
    const wanted = kept(text);
    // A translation may show more code, for example the value that a sentence describes.
    for (const part of wanted) assert.ok(kept(translation).includes(part), `${key}: ${part} is missing`);
    const places = (parts: readonly string[]): readonly string[] => parts.filter((part) => !part.startsWith("`"));
    assert.deepEqual(places(kept(translation)), places(wanted), key);
  }
}

describe("German texts", () => {
  it("exist for everything that the package declares", () => {
    assertTranslated(read("package.nls.json"), read("package.nls.de.json"));
  });

  it("exist for everything that the extension and the webview say", () => {
    assertTranslated(read("l10n/bundle.l10n.json"), read("l10n/bundle.l10n.de.json"));
  });

  it("are packed into the extension", () => {
    const packed = readFileSync(".vscodeignore", "utf8").split("\n");
    for (const file of ["!package.nls.de.json", "!l10n/bundle.l10n.*.json"]) assert.ok(packed.includes(file), file);
  });
});

describe("The package's texts", () => {
  it("exist for all keys in the manifest, and for no others", () => {
    const named = [...readFileSync("package.json", "utf8").matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(named)].sort(), Object.keys(read("package.nls.json")).sort());
  });

  it("have the walkthrough's pictures and texts packed", () => {
    const packed = readFileSync(".vscodeignore", "utf8").split("\n");
    const pictures = [...readFileSync("package.json", "utf8").matchAll(/"(?:image|markdown)": "([^"]+)"/g)].map(
      ([, file]) => file!,
    );
    assert.ok(pictures.length > 0);
    for (const file of pictures) {
      assert.ok(readFileSync(file).length > 0, file);
      assert.ok(packed.includes(`!${file}`), file);
    }
  });
});
