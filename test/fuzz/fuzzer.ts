/** One process of fuzzing: tries files, keeps those that reach what none has reached, and those that break something. */
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

/** What is kept of all runs. */
export const FOLDER = "fuzz";
const CORPUS = path.join(FOLDER, "corpus");
const STATE = path.join(FOLDER, "state.json");
/** The file that is tried: what is there when the process has died. */
const CURRENT = path.join(FOLDER, "current.bin");
/** What takes longer (ms) is kept as well. */
const SLOW = 4000;
/** How long between two lines of the log, in ms. */
export const TELL_EVERY = 10_000;
/** Bytes of memory beyond which a run is begun anew. */
const MOST_MEMORY = 1500 * 2 ** 20;
/** Executions between two looks at the memory. */
const LOOK_EVERY = 256;
/** The smallest files of each folder of the corpus to begin with: many are tried in the time of a large one. */
const FROM_EACH_FOLDER = 120;
/** Laws that take a walk over everything more than once are held on one file in so many, and on each that is new. */
const SELDOM = 12;
/** What each file is held to: all of it is read and printed, its leaves tile it. */
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
/** Files to begin with: the project's own, what earlier runs found, and some of the corpus of each folder. */
function* beginnings(): Generator<Uint8Array, void, undefined> {
  for (const { bytes } of seeds()) if (bytes.length <= LARGEST) yield bytes;
  for (const file of filesIn(CORPUS)) yield new Uint8Array(readFileSync(file));
  for (const folder of corpusFolders())
    for (const file of filesIn(folder).slice(0, FROM_EACH_FOLDER)) yield new Uint8Array(readFileSync(file));
}

/** The name of a file by its content. */
export const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

function keep(kind: string, bytes: Uint8Array, why: string): void {
  writeFileSync(path.join(FOLDER, `${kind}-${nameOf(bytes)}.bin`), bytes);
  writeFileSync(path.join(FOLDER, `${kind}-${nameOf(bytes)}.txt`), `${why}\n`);
}
/** Keeps the file on which a process died; gives its name. */
export function keepDeath(): string | undefined {
  if (!existsSync(CURRENT)) return undefined;
  const name = `death-${nameOf(new Uint8Array(readFileSync(CURRENT)))}.bin`;
  renameSync(CURRENT, path.join(FOLDER, name));
  return name;
}

/** Goes on where the last run stopped. */
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

  /** Tries files for that long, of all formats or of those that are named. */
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

  /** Holds a file to laws; says whether it reached anything new, and has it lead on then. */
  private async tryOut(bytes: Uint8Array, parent: string): Promise<boolean> {
    ftruncateSync(this.current, 0);
    writeSync(this.current, bytes, 0, bytes.length, 0);
    const random = seeded(this.state.executions++);
    const before = performance.now();
    for (const law of ALWAYS) await this.holdLaw(law, bytes, random);
    const cost = performance.now() - before;
    let isNew = this.coverage.take();
    if (isNew || random(SELDOM) === 0) isNew = (await this.holdMore(bytes, random)) || isNew;
    const took = Math.round(performance.now() - before);
    this.pool.spend(parent, performance.now() - before);
    if (took > SLOW) {
      this.state.slow++;
      keep("slow", bytes, `${took} ms`);
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
