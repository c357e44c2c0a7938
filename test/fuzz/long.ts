/**
 * Fuzzing at length: `npm run fuzz -- [seconds]`. Damages seeds of every format, asks everything of each, and keeps what
 * breaks a law in fuzz/. Goes on where the last run stopped, and says how many executions there were in all.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { doubledAttributes, doubledConstants, doubledTypes, nestedBlocks, nestedRegions } from "../support/hostile";
import { mutated, seeded } from "../support/mutate";
import { exercise } from "./exercise";

const FOLDER = "fuzz";
const STATE = path.join(FOLDER, "state.json");
const LARGEST = 32 * 1024;
/** What takes longer (ms) is kept as well: it is looked at, not counted as wrong. */
const SLOW = 5000;
/** How long between two lines of the log, in ms. */
const TELL_EVERY = 10_000;

interface State {
  executions: number;
  failures: number;
  slow: number;
}

function corpusFolders(): readonly string[] {
  const corpus = process.env["BITSCOPE_CORPUS"] ?? path.resolve("../shared/corpus");
  const groups = existsSync(corpus) ? readdirSync(corpus).map((group) => path.join(corpus, group, "files")) : [];
  return ["samples", "test/fixtures", ...groups].filter((folder) => existsSync(folder));
}

function seeds(): readonly Uint8Array[] {
  const made = [nestedBlocks(9), doubledConstants(9), doubledTypes(9), doubledAttributes(9), nestedRegions(9)];
  const files = corpusFolders().flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name))
      .filter((file) => /\.(bc|pexe|mlirbc|vmfb|module|bmod|pch|pcm|dia|o|a)$/.test(file))
      .filter((file) => statSync(file).isFile() && statSync(file).size <= LARGEST),
  );
  return [...made, ...files.map((file) => new Uint8Array(readFileSync(file)))];
}

function keep(kind: string, bytes: Uint8Array, why: string): void {
  const name = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  writeFileSync(path.join(FOLDER, `${kind}-${name}.bin`), bytes);
  writeFileSync(path.join(FOLDER, `${kind}-${name}.txt`), `${why}\n`);
}

function runOnce(bytes: Uint8Array, state: State): void {
  const start = performance.now();
  try {
    exercise(bytes);
  } catch (error) {
    state.failures++;
    keep("failure", bytes, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (performance.now() - start > SLOW) {
    state.slow++;
    keep("slow", bytes, `${Math.round(performance.now() - start)} ms`);
  }
  state.executions++;
}

function main(seconds: number): void {
  mkdirSync(FOLDER, { recursive: true });
  const state: State = existsSync(STATE)
    ? (JSON.parse(readFileSync(STATE, "utf8")) as State)
    : { executions: 0, failures: 0, slow: 0 };
  const from = seeds();
  const end = performance.now() + seconds * 1000;
  let told = performance.now();
  while (performance.now() < end) {
    const random = seeded(state.executions);
    let bytes = from[random(from.length)] ?? new Uint8Array(0);
    for (let times = 1 + random(4); times > 0; times--) bytes = mutated(bytes, random);
    runOnce(bytes, state);
    if (performance.now() - told < TELL_EVERY) continue;
    told = performance.now();
    writeFileSync(STATE, JSON.stringify(state));
    console.log(`${state.executions} executions, ${state.failures} failures, ${state.slow} slow`);
  }
  writeFileSync(STATE, JSON.stringify(state));
  console.log(`${state.executions} executions, ${state.failures} failures, ${state.slow} slow; kept in ${FOLDER}/`);
}

main(Number(process.argv[2] ?? 3600));
