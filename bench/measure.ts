/** Times whole processes, ours and a reference in turn, so that a change of the machine's speed meets both. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** One run of a process. */
export interface Run {
  readonly seconds: number;
  /** Seconds of processor time, of all its threads. */
  readonly processor: number;
  /** Peak resident memory in bytes. */
  readonly memory: number;
}

const folder = path.resolve(".cache/bench");

/**
 * A module of about that size in bitcode, made once by bench/module.mjs and the assembler.
 * @throws where the assembler is not on this machine
 */
export function module_(megabytes: number, assembler: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${megabytes}.bc`);
  if (existsSync(file)) return file;
  const command = `"${process.execPath}" bench/module.mjs ${megabytes} | ${assembler} -o "${file}"`;
  const done = spawnSync("sh", ["-c", command], { stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0) throw new Error(`${assembler} is needed to make ${file}`);
  return file;
}

/** Runs a command once with its output thrown away. GNU time tells its peak memory. */
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

/** Runs two commands in turn, after one run of each that is not counted. */
export function pairs(
  ours: readonly string[],
  reference: readonly string[],
  runs: number,
): readonly (readonly [Run, Run])[] {
  once(ours);
  once(reference);
  return Array.from({ length: runs }, () => [once(ours), once(reference)] as const);
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

/** Prints the medians of some pairs, and of their ratios. */
export function report(title: string, runs: readonly (readonly [Run, Run])[]): void {
  const of = (pick: (run: readonly [Run, Run]) => number): number => median(runs.map(pick));
  const time = `${of(([a]) => a.seconds).toFixed(2)} s : ${of(([, b]) => b.seconds).toFixed(2)} s`;
  const memory = `${megabytes(of(([a]) => a.memory))} : ${megabytes(of(([, b]) => b.memory))}`;
  const ratios = `${of(([a, b]) => a.seconds / b.seconds).toFixed(2)}× time, ${of(([a, b]) => a.memory / b.memory).toFixed(2)}× memory`;
  console.log(`${title}: ${ratios}   (${time}, ${memory}; ours : reference, medians of ${runs.length})`);
}

/** Bytes in print. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** A file's size in bytes. */
export function sizeOf(file: string): number {
  return statSync(file).size;
}
