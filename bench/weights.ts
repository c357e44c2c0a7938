/**
 * An IREE module with weights in its rodata, of 20 MB and of 1 GB: measures opening the file, its first hundred rows
 * and its outline, through the session as in the editor. Prints the time, the bytes read and the memory that remains in
 * use; the latter two must be the same for both sizes, since weights are not read. Usage: node out/bench/weights.js
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { Core } from "../extension/session/core";
import { FileSource } from "../extension/session/bytes/file";
import { buildModule } from "../test/fixtures/iree/builder.mjs";
import { lastEra, lastSpec } from "../test/fixtures/iree/modules.mjs";
import { folder } from "./measure";

const ROWS = 100;
const RUNS = 7;
const SEGMENTS = 16;

/** A module with 16 external segments of `megabytes` MB in total; the weights are zeros in a sparse file. */
function moduleFile(megabytes: number): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `iree-${megabytes}.vmfb`);
  const built = buildModule(
    lastSpec({ external: Array.from({ length: SEGMENTS }, () => new Uint8Array(64)) }),
    lastEra,
  );
  const bytes = built.bytes.slice();
  const view = new DataView(bytes.buffer);
  const each = (megabytes << 20) / SEGMENTS;
  for (let i = 0; i < SEGMENTS; i++) {
    const field = (name: string): number => built.marks[`rodata_segments[${i}].external_data_${name}`] ?? 0;
    view.setBigUint64(field("offset"), BigInt(each * i), true);
    view.setBigUint64(field("length"), BigInt(each), true);
  }
  const base = built.marks["rodata[0]"] ?? 0;
  const descriptor = openSync(file, "w");
  writeSync(descriptor, bytes, 0, base);
  ftruncateSync(descriptor, base + each * SEGMENTS);
  closeSync(descriptor);
  return file;
}

interface Opening {
  readonly ms: number;
  /** Bytes read for the rows; also with the outline. */
  readonly read: number;
  readonly outlined: number;
  readonly kept: number;
}

/** Opens a file, asks for its first rows and its outline. */
async function opening(file: string): Promise<Opening> {
  const before = process.memoryUsage();
  const start = performance.now();
  const source = new FileSource(file);
  const core = await Core.open(source, {});
  await core.step(() => core.document.entries(core.document.roots()[0] ?? 0, 0, ROWS, {}));
  const ms = performance.now() - start;
  const read = source.bytesRead;
  await core.step(() => {
    for (const group of core.document.outline()) group.children?.();
  });
  const after = process.memoryUsage();
  source.close();
  const kept = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  return { ms, read, outlined: source.bytesRead, kept };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

async function report(megabytes: number): Promise<number> {
  const file = moduleFile(megabytes);
  await opening(file);
  const runs: Opening[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await opening(file));
  const ms = median(runs.map((r) => r.ms));
  const kilobytes = (pick: (run: Opening) => number): string => (median(runs.map(pick)) / 1024).toFixed(0);
  const reads = `${kilobytes((r) => r.read)} KB read (${kilobytes((r) => r.outlined)} KB with the outline)`;
  const figures = `${reads}, ${kilobytes((r) => r.kept)} KB more in memory`;
  console.log(`open to ${ROWS} rows, ${megabytes} MB: ${ms.toFixed(2)} ms, ${figures}`);
  return ms;
}

async function main(): Promise<void> {
  const small = await report(20);
  const large = await report(1024);
  console.log(`1 GB takes ${(large / small).toFixed(2)} times as long as 20 MB`);
}

void main();
