/**
 * Runs every command on hostile files of every kind and checks the limits: memory of 64 MB plus 40 bytes for each byte
 * of the file, seconds in proportion to it, status 0 or 1, no fault of Bitscope. `npm run hostile -- [--sizes
 * 2000,20000] [--kinds REGEX] [--calls show,text] [--seconds 20] [FILE…]`: the kinds in test/support/hostile at these
 * sizes, or the given files. Prints what exceeds a limit, and then exits with 1.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { HOSTILE } from "../test/support/hostile";

const MIB = 2 ** 20;
/** Memory allowed for any file, and for each byte of it. */
const ALWAYS = 64 * MIB;
const TIMES = 40;
/** Seconds of processor time: two, and four for each MB. */
const SECONDS = 2;
const SECONDS_A_MB = 4;
/** A session gets many requests, so it may use this many times the memory and time. */
const SESSION_TIMES = 8;
/** Every command, with the options that run code of their own. `session` sends the editor's requests. */
const CALLS = [
  "show",
  "show --all",
  "text",
  "text --positions",
  "dump",
  "tree",
  "outline",
  "outline --json --all",
].concat(
  ["symbols", "symbols --json", "stats", "stats --json", "check", "at 20:1", "session"],
  ["textconv", "show --full", "show --bytes", "text --locations", "text --tables", "diff", "diff --json"],
);

/** Signals that stop a run that takes too long. */
const KILLED: ReadonlySet<number> = new Set([constants.signals.SIGKILL, constants.signals.SIGXCPU]);

interface Run {
  readonly seconds: number;
  readonly memory: number;
  readonly status: number | "time";
  readonly errors: string;
}

const root = path.resolve(__dirname, "../..");
const scratch = mkdtempSync(path.join(tmpdir(), "bitscope-hostile-"));

/** The command line of a call. `other`: a file that `diff` compares it with. */
function commandOf(call: string, file: string, other: string): readonly string[] {
  const [name = "", ...rest] = call.split(" ");
  if (name === "diff") rest.unshift(other);
  if (name === "session") return [process.execPath, "--expose-gc", path.join(__dirname, "hostileSession.js"), file];
  return [process.execPath, path.join(root, "dist", "cli.js"), name, file, ...rest];
}

/** Runs a call without keeping its output. GNU time measures processor time and peak memory. */
function run(call: string, file: string, limit: number, other = file): Run {
  const log = path.join(scratch, "time");
  const said = path.join(scratch, "said");
  const sink = openSync(call === "session" ? said : "/dev/null", "w");
  // A limit on processor time stops a hanging run, independent of the load on the machine.
  const limited = ["sh", "-c", `ulimit -t ${limit} && exec "$@"`, "sh", ...commandOf(call, file, other)];
  const timed = ["-f", "%M %U %S", "-o", log, ...limited];
  const { status, stderr } = spawnSync("/usr/bin/time", timed, {
    stdio: ["ignore", sink, "pipe"],
    encoding: "latin1",
    maxBuffer: 1024 * MIB,
  });
  closeSync(sink);
  const last = readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "";
  const [memory = NaN, user = NaN, system = NaN] = last.split(" ").map(Number);
  // The shell's limit kills with SIGKILL or SIGXCPU; the time used until then may not be counted completely.
  const stopped = user + system >= limit * 0.98 || (status !== null && KILLED.has(status - 128));
  const live = call === "session" ? Number(readFileSync(said, "utf8")) : 0;
  const bytes = live > 0 ? live : memory * 1024;
  return { seconds: user + system, memory: bytes, status: stopped ? "time" : (status ?? -1), errors: stderr };
}

/** The limits that a run has exceeded, in words. `base`: memory of the same call on a small sound file. */
function broken(call: string, done: Run, bytes: number, base: number): readonly string[] {
  const { seconds, memory, status, errors } = done;
  const laws: string[] = [];
  const most = (SECONDS + (SECONDS_A_MB * bytes) / 1e6) * (call === "session" ? SESSION_TIMES : 1);
  if (status === "time") laws.push("TIME (stopped)");
  else if (seconds > most) laws.push("TIME");
  if (memory > base + ALWAYS + TIMES * bytes) laws.push(`MEMORY (${((memory - base - ALWAYS) / bytes).toFixed(0)}x)`);
  if (typeof status === "number" && (status > 1 || status < 0)) laws.push(`STATUS ${status}`);
  const fault = /Bitscope could not [^\n]*|^\s+at .*\.js[^\n]*/m.exec(errors);
  if (fault) laws.push(`FAULT ${fault[0].slice(0, 120)}`);
  return laws;
}

/** The memory of each call on a small sound file, in bytes. */
function basis(calls: readonly string[], limit: number): ReadonlyMap<string, number> {
  const sound = path.join(root, "samples", "factorial.pexe");
  return new Map(calls.map((call) => [call, run(call, sound, limit).memory]));
}

/** Runs the calls on a file; returns how many exceed a limit. `other`: one that differs from it, if there is any. */
function tried(name: string, file: string, calls: ReadonlyMap<string, number>, limit: number, other = file): number {
  const { size } = statSync(file);
  let count = 0;
  for (const [call, base] of calls) {
    const done = run(call, file, limit, other);
    const laws = broken(call, done, call.startsWith("diff") ? size + statSync(other).size : size, base);
    if (laws.length === 0) continue;
    count++;
    const cost = `${done.seconds.toFixed(1)} s, ${(done.memory / MIB).toFixed(0)} MB`;
    console.log(`${name} (${(size / 1e6).toFixed(2)} MB) ${call}: ${cost}: ${laws.join(", ")}`);
  }
  return count;
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sizes: { type: "string", default: "2000,20000" },
      kinds: { type: "string", default: "" },
      calls: { type: "string", default: CALLS.join(",") },
      seconds: { type: "string", default: "20" },
      keep: { type: "string" },
    },
  });
  const limit = Number(values.seconds);
  const calls = basis(values.calls.split(","), limit);
  let count = 0;
  for (const file of positionals) count += tried(path.basename(file), file, calls, limit);
  const wanted = new RegExp(values.kinds);
  for (const [kind, make] of positionals.length > 0 ? [] : Object.entries(HOSTILE)) {
    for (const size of wanted.test(kind) ? values.sizes.split(",").map(Number) : []) {
      const file = path.join(values.keep ?? scratch, `${size}.${kind}`);
      mkdirSync(path.dirname(file), { recursive: true });
      const other = path.join(path.dirname(file), `less.${kind}`);
      writeFileSync(file, make(size));
      writeFileSync(other, make(size - 1));
      count += tried(`${kind} ${size}`, file, calls, limit, other);
      rmSync(other);
      if (values.keep === undefined) rmSync(file);
    }
  }
  rmSync(scratch, { recursive: true });
  console.log(`${count} broken`);
  process.exitCode = count > 0 ? 1 : 0;
}

main();
