/** One fuzzing process: tries files, keeps those that reach new branches and those that break a law. */
import { createHash } from "node:crypto";
import {
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { ResidentWindow } from "../../extension/document/window";
import { openDocument } from "../../extension/formats/detect";
import { LAWS } from "../support/laws";
import { seeded } from "../support/mutate";
import { seeds } from "../support/seeds";
import { calls } from "./calls";
import { Coverage } from "./coverage";
import type { Random } from "./mutators";
import { bred, LARGEST } from "./mutators";
import { Pool } from "./pool";

/** The folder for the results of all runs. */
export const FOLDER = "fuzz";
const CORPUS = path.join(FOLDER, "corpus");
const STATE = path.join(FOLDER, "state.json");
/** The file being tried: it remains if the process dies. */
const CURRENT = path.join(FOLDER, "current.bin");
/** Files that take more than this (ms of processor time, since other processes may have the machine) are kept too. */
const SLOW = 4000;
/** How long between two lines of the log, in ms. */
export const TELL_EVERY = 10_000;
/** A run that uses more bytes of memory is restarted. */
const MOST_MEMORY = 1500 * 2 ** 20;
/** Executions between two checks of the memory. */
const LOOK_EVERY = 256;
/**
 * How many of the smallest files in each folder of the corpus are used to begin with: many are tried in the time of one
 * large file.
 */
const FROM_EACH_FOLDER = 120;
/**
 * Laws that need several complete walks are checked on one file in this many, and on each file that reaches something
 * new.
 */
const SELDOM = 12;
/** Checked for each file: everything is read and printed, and its leaves tile it. */
const ALWAYS = ["problems", "tiling"] as const;

interface State {
  executions: number;
  failures: number;
  slow: number;
  /** Executions by format. */
  formats: Record<string, number>;
}
function earlierState(): State {
  const state = existsSync(STATE) ? (JSON.parse(readFileSync(STATE, "utf8")) as Partial<State>) : {};
  const { executions = 0, failures = 0, slow = 0, formats = {} } = state;
  return { executions, failures, slow, formats };
}

function corpusFolders(): readonly string[] {
  const corpus = process.env["BITSCOPE_CORPUS"] ?? path.resolve("../shared/corpus");
  const groups = existsSync(corpus) ? readdirSync(corpus).map((group) => path.join(corpus, group, "files")) : [];
  return groups.filter((folder) => existsSync(folder));
}
function filesIn(folder: string): string[] {
  const sized = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, stat: statSync(file) }))
    .filter(({ stat }) => stat.isFile() && stat.size <= LARGEST);
  return sized.sort((a, b) => a.stat.size - b.stat.size).map(({ file }) => file);
}
/** Files to begin with: the project's own, those found in earlier runs, and some from each folder of the corpus. */
function* beginnings(): Generator<Uint8Array, void, undefined> {
  for (const { bytes } of seeds()) if (bytes.length <= LARGEST) yield bytes;
  for (const file of filesIn(CORPUS)) yield new Uint8Array(readFileSync(file));
  for (const folder of corpusFolders())
    for (const file of filesIn(folder).slice(0, FROM_EACH_FOLDER)) yield new Uint8Array(readFileSync(file));
}

/** Processor time of this process until now, in ms. Asking takes as long as reading a small file does. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
/** The name of a file by its content. */
export const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

function keep(kind: string, bytes: Uint8Array, why: string): void {
  writeFileSync(path.join(FOLDER, `${kind}-${nameOf(bytes)}.bin`), bytes);
  writeFileSync(path.join(FOLDER, `${kind}-${nameOf(bytes)}.txt`), `${why}\n`);
}
/** Keeps the file on which a process died; returns its name. */
export function keepDeath(): string | undefined {
  if (!existsSync(CURRENT)) return undefined;
  const name = `death-${nameOf(new Uint8Array(readFileSync(CURRENT)))}.bin`;
  renameSync(CURRENT, path.join(FOLDER, name));
  return name;
}

/** Continues where the last run stopped. */
export class Fuzzer {
  private readonly coverage = new Coverage();
  private readonly pool = new Pool();
  private readonly broken = new Set<string>();
  private readonly state = earlierState();
  private told = performance.now();
  private readonly current: number;
  constructor() {
    mkdirSync(CORPUS, { recursive: true });
    this.current = openSync(CURRENT, "w");
  }

  /** Tries files for this long, of all formats or of the named ones. */
  async run(seconds: number, only: readonly string[]): Promise<void> {
    const end = performance.now() + seconds * 1000;
    for (const bytes of beginnings()) {
      if (performance.now() > end) return;
      const { format } = openDocument(new ResidentWindow(bytes));
      if (only.length > 0 && !only.includes(format)) continue;
      await this.tryOut(bytes, format);
    }
    const enough = (): boolean =>
      performance.now() > end || (this.state.executions % LOOK_EVERY === 0 && process.memoryUsage.rss() > MOST_MEMORY);
    while (!enough()) {
      const random = seeded(this.state.executions);
      const format = this.pool.next(only);
      const bytes = bred(this.pool.choose(format, random), this.pool.any(random), random);
      this.coverage.drop();
      if (await this.tryOut(bytes, format)) writeFileSync(path.join(CORPUS, nameOf(bytes)), bytes);
    }
    this.tell();
  }

  /** Checks a file against laws; returns whether it reached anything new, in which case it is fuzzed further. */
  private async tryOut(bytes: Uint8Array, parent: string): Promise<boolean> {
    ftruncateSync(this.current, 0);
    writeSync(this.current, bytes, 0, bytes.length, 0);
    const random = seeded(this.state.executions++);
    const [before, start] = [spent(), performance.now()];
    for (const law of ALWAYS) await this.holdLaw(law, bytes, random);
    const cost = performance.now() - start;
    let isNew = this.coverage.take();
    if (isNew || random(SELDOM) === 0) isNew = (await this.holdMore(bytes, random)) || isNew;
    const elapsed = performance.now() - start;
    this.pool.spend(parent, elapsed);
    const took = elapsed > SLOW ? spent() - before : 0;
    if (took > SLOW) {
      this.state.slow++;
      keep("slow", bytes, `${took.toFixed(0)} ms`);
    }
    const { format } = openDocument(new ResidentWindow(bytes));
    this.state.formats[format] = (this.state.formats[format] ?? 0) + 1;
    if (isNew) this.pool.add(format, bytes, cost);
    if (performance.now() - this.told > TELL_EVERY) this.tell();
    return isNew;
  }
  /** A law that takes longer, or calls of a session. */
  private async holdMore(bytes: Uint8Array, random: Random): Promise<boolean> {
    const names = Object.keys(LAWS);
    await this.holdLaw(names[random(names.length)] ?? "problems", bytes, random);
    if (random(3) === 0) await this.hold("calls", bytes, () => calls(bytes, random));
    return this.coverage.take();
  }
  private holdLaw(law: string, bytes: Uint8Array, random: Random): Promise<void> {
    return this.hold(law, bytes, () => LAWS[law]?.(bytes, random));
  }
  private async hold(law: string, bytes: Uint8Array, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.state.failures++;
      const { stack = "", message } = error instanceof Error ? error : new Error(String(error));
      // One file for each place and message is enough.
      const key = `${law} ${message.replace(/\d+/g, "").slice(0, 80)}`;
      if (!this.broken.has(key)) keep("failure", bytes, `${law}: ${message.slice(0, 2000)}\n${stack}`);
      this.broken.add(key);
    }
  }
  private tell(): void {
    this.told = performance.now();
    const { executions, failures, slow, formats } = this.state;
    writeFileSync(STATE, JSON.stringify(this.state));
    const by = Object.entries(formats).map(([format, count]) => `${format} ${count}`);
    const kept = `${this.coverage.reached} branches, ${this.pool.size} files kept`;
    console.log(`${executions} executions, ${failures} failures, ${slow} slow; ${kept}; ${by.join(", ")}`);
  }
}
