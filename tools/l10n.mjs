#!/usr/bin/env node
/**
 * Writes l10n/bundle.l10n.json, which lists every text for translators: `node tools/l10n.mjs`. With `--check` it writes
 * nothing, and fails if the file is not up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const bundle = path.join(root, "l10n/bundle.l10n.json");
/** `vscode.l10n.t("…")` in the extension, `t("…")` in the webview. */
const CALL = /\bt\(\s*("(?:[^"\\]|\\.)*")/g;

const found = new Set();
for (const folder of ["extension", "webview"])
  for (const file of readdirSync(path.join(root, folder), { recursive: true }).sort()) {
    if (!file.endsWith(".ts")) continue;
    const source = readFileSync(path.join(root, folder, file), "utf8");
    if (!source.includes("l10n")) continue;
    for (const [, text] of source.matchAll(CALL)) found.add(JSON.parse(text));
  }
const wanted = `${JSON.stringify(Object.fromEntries([...found].sort().map((text) => [text, text])), null, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(bundle, wanted);
else if (readFileSync(bundle, "utf8") !== wanted) {
  console.error("l10n/bundle.l10n.json is not up to date: node tools/l10n.mjs");
  process.exit(1);
}
