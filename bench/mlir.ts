/**
 * `text` of MLIR bytecode against mlir-opt's generic printing, on modules of about 1, 10 and 50 MB, in turn, as whole
 * processes: time, peak memory, and the ratio of each pair. Usage: node out/bench/mlir.js [mlir-opt-22]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { megabytes, pairs, report, sizeOf } from "./measure";

const [reference = "mlir-opt-22"] = process.argv.slice(2);
const folder = path.resolve(".cache/bench");

/** A module of `count` functions in bytecode, made once by bench/functions.mjs and the reference. */
function module_(count: number): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${count}.mlirbc`);
  if (existsSync(file)) return file;
  const command = `"${process.execPath}" bench/functions.mjs ${count} | "${reference}" --emit-bytecode -o "${file}" -`;
  const done = spawnSync("sh", ["-c", command], { stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0) throw new Error(`${reference} is needed to make ${file}`);
  return file;
}

for (const [count, runs] of [
  [750, 5],
  [7500, 5],
  [34000, 3],
] as const) {
  const file = module_(count);
  const ours = [process.execPath, "dist/cli.js", "text", file];
  const theirs = [reference, "-mlir-print-op-generic", "--allow-unregistered-dialect", file];
  report(`text, ${megabytes(sizeOf(file))} of bytecode`, pairs(ours, theirs, runs));
}
