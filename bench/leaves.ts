/**
 * The share of a file's operand leaves that have a field name, and of those that have a meaning too.
 * Usage: node out/bench/leaves.js FILE…
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { openDocument } from "../extension/formats/detect";
import type { Leaf } from "../extension/document/element";
import { MemorySource } from "../extension/session/bytes/source";
import { PagedWindow } from "../extension/session/bytes/window";
import { megabytes, sizeOf } from "./measure";

function leaves(bytes: Uint8Array): void {
  const source = new MemorySource(bytes);
  let [operands, named, told] = [0, 0, 0];
  const leaf = ({ kind, name, meaning }: Leaf): void => {
    if (kind !== "decoded" || !/^operand \d+$/.test(name)) return;
    operands++;
    if (meaning === undefined) return;
    named++;
    if (meaning.includes(": ")) told++;
  };
  const ignore = (): void => undefined;
  const started = performance.now();
  const walk = openDocument(new PagedWindow(source), {}).elements({ open: ignore, close: ignore, leaf });
  while (!walk.next().done);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  const share = (count: number): string => `${((100 * count) / Math.max(1, operands)).toFixed(2)} %`;
  console.log(
    `operand leaves: ${operands}, with a word ${share(named)}, field and meaning ${share(told)} (${seconds} s)`,
  );
}

for (const file of process.argv.slice(2)) {
  console.log(`${path.basename(file)}: ${megabytes(sizeOf(file))}`);
  leaves(new Uint8Array(readFileSync(file)));
}
