/**
 * A benchmark of a few seconds on files in the tree, printed with every test run: the time to make each sample's text,
 * once and when warm. It only measures.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ResidentWindow } from "../extension/document/window";
import { openDocument } from "../extension/formats/detect";
import { median } from "./measure";

const RUNS = 5;
const folder = "samples";

/** The time to make one text, in ms. */
function text(bytes: Uint8Array, fileName: string): number {
  const started = performance.now();
  for (const piece of openDocument(new ResidentWindow(bytes), {}).text({ fileName, whole: true })) void piece;
  return performance.now() - started;
}

for (const name of readdirSync(folder).sort()) {
  if (!/\.(?:bc|pexe|vmfb|mlirbc|tileirbc)$/.test(name)) continue;
  const bytes = new Uint8Array(readFileSync(path.join(folder, name)));
  const [first = 0, ...others] = Array.from({ length: RUNS }, () => text(bytes, name));
  const size = `${(bytes.length / 1024).toFixed(1)} KB`;
  console.log(`${name} (${size}): text in ${first.toFixed(1)} ms, then ${median(others).toFixed(1)} ms`);
}
