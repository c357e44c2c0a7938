/**
 * Measures complete processes, ours and a reference in turn, so that both are affected when the machine's speed
 * changes.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** One run of a process. */
export interface Run {
  readonly seconds: number;
  /** Seconds of processor time, over all threads. */
  readonly processor: number;
  /** Peak resident memory in bytes. */
  readonly memory: number;
}

/** The folder for inputs and results, outside the tree. */
export const folder = process.env.BITSCOPE_BENCH ?? path.join(homedir(), ".cache", "bitscope-bench");

/** Runs a command once without keeping its output. GNU time measures its peak memory. */
export function once(command: readonly string[]): Run {
  const log = path.join(folder, "time.txt");
  mkdirSync(folder, { recursive: true });
  const sink = openSync("/dev/null", "w");
  const started = process.hrtime.bigint();
  const done = spawnSync("/usr/bin/time", ["-f", "%M %U %S", "-o", log, ...command], {
    stdio: ["ignore", sink, "inherit"],
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  closeSync(sink);
  if (done.error) throw new Error("GNU time is needed (Debian package time)");
  const last = readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "";
  const [memory = NaN, user = NaN, system = NaN] = last.split(" ").map(Number);
  return { seconds, processor: user + system, memory: memory * 1024 };
}

/** Runs two commands in turn, `runs` times, after one uncounted run of each unless there is a single pair. */
export function pairs(
  ours: readonly string[],
  reference: readonly string[],
  runs: number,
): readonly (readonly [Run, Run])[] {
  if (runs > 1) for (const command of [ours, reference]) once(command);
  return Array.from({ length: runs }, () => [once(ours), once(reference)] as const);
}

/** The median of numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

/** Bytes as text in megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** A file's size in bytes. */
export function sizeOf(file: string): number {
  return statSync(file).size;
}
