/**
 * A bench of a few seconds on what the tree itself has, printed with every test run: how fast each sample's text is made, once
 * and when it is warm. It measures and never judges.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ResidentWindow } from "../extension/document/window";
import { openDocument } from "../extension/formats/detect";
import { median } from "./measure";

const RUNS = 5;
const folder = "samples";

/** Milliseconds of one text. */
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
