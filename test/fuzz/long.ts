/**
 * Fuzzing at length, led by coverage: `npm run fuzz -- [seconds]`. Files of every format are changed, by bytes and by what
 * they are made of; one that makes branches run that none has run before is kept in fuzz/corpus and changed further. Each is
 * held to the laws and asked by calls of a session; what breaks one is kept in fuzz/. Goes on where the last run stopped.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openDocument } from "../../extension/formats/detect";
import { ResidentWindow } from "../../extension/document/window";
import { LAWS } from "../support/laws";
import { seeded } from "../support/mutate";
import { seeds } from "../support/seeds";
import { calls } from "./calls";
import { bred, LARGEST } from "./mutators";

const FOLDER = "fuzz";
const CORPUS = path.join(FOLDER, "corpus");
const STATE = path.join(FOLDER, "state.json");
/** The file that is tried: what is there when the process has died. */
const CURRENT = path.join(FOLDER, "current.bin");
/** What takes longer (ms of CPU) is kept as well. */
const SLOW = 4000;
/** How long between two lines of the log, in ms; without a line for this many times that, a run hangs. */
const TELL_EVERY = 10_000;
const SILENT = 12;
/** Bytes of memory beyond which a run is looked at, and begun anew. */
const MOST_MEMORY = 1500 * 2 ** 20;

interface State {
  executions: number;
  failures: number;
  slow: number;
  /** Executions by format. */
  formats: Record<string, number>;
}

/** Counters of branches, which the build has put into the product. */
const branches = (globalThis as { readonly branchCounts?: Uint8Array }).branchCounts ?? new Uint8Array(0);

/** Which counts of which branches have been seen: a bit for each range of counts. */
class Coverage {
  private readonly seen = new Uint8Array(branches.length);
  /** Takes the counters; says whether anything is new. */
  take(): boolean {
    let isNew = false;
    for (let i = 0; i < branches.length; i++) {
      const count = branches[i] ?? 0;
      if (count === 0) continue;
      const range = 1 << Math.min(7, 31 - Math.clz32(count));
      if (((this.seen[i] ?? 0) & range) === 0) isNew = true;
      this.seen[i] = (this.seen[i] ?? 0) | range;
    }
    branches.fill(0);
    return isNew;
  }
  get reached(): number {
    return this.seen.reduce((sum, ranges) => sum + (ranges === 0 ? 0 : 1), 0);
  }
}

function corpusFolders(): readonly string[] {
  const corpus = process.env["BITSCOPE_CORPUS"] ?? path.resolve("../shared/corpus");
  const groups = existsSync(corpus) ? readdirSync(corpus).map((group) => path.join(corpus, group, "files")) : [];
  return [CORPUS, ...groups].filter((folder) => existsSync(folder));
}
/** Files to begin with: the project's own, what earlier runs found, and some of the corpus of each folder. */
function* beginnings(): Generator<Uint8Array, void, undefined> {
  for (const { bytes } of seeds()) yield bytes;
  for (const folder of corpusFolders()) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile() && statSync(file).size <= LARGEST);
    const step = folder === CORPUS ? 1 : Math.max(1, Math.floor(files.length / 300));
    for (let i = 0; i < files.length; i += step) yield new Uint8Array(readFileSync(files[i] ?? ""));
  }
}

const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

class Fuzzer {
  private readonly coverage = new Coverage();
  private readonly corpus: Uint8Array[] = [];
  private readonly broken = new Set<string>();
  constructor(private readonly state: State) {}

  async run(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    let told = performance.now();
    const tell = (): void => {
      if (performance.now() - told < TELL_EVERY) return;
      told = performance.now();
      this.tell();
    };
    for (const bytes of beginnings()) {
      if (performance.now() > end) return;
      if (await this.tryOut(bytes, this.state.executions)) this.corpus.push(bytes);
      tell();
    }
    while (performance.now() < end && process.memoryUsage().rss < MOST_MEMORY) {
      const random = seeded(this.state.executions);
      // Files that were found last lead on.
      const recent = random(3) === 0 ? Math.min(64, this.corpus.length) : this.corpus.length;
      const parent = this.corpus[this.corpus.length - 1 - random(recent)] as Uint8Array;
      const bytes = bred(parent, this.corpus[random(this.corpus.length)] as Uint8Array, random);
      branches.fill(0);
      if (await this.tryOut(bytes, this.state.executions)) {
        this.corpus.push(bytes);
        writeFileSync(path.join(CORPUS, nameOf(bytes)), bytes);
      }
      tell();
    }
    this.tell();
  }

  /** Holds a file to some of the laws; says whether it reached anything new. */
  private async tryOut(bytes: Uint8Array, seed: number): Promise<boolean> {
    writeFileSync(CURRENT, bytes);
    const random = seeded(seed);
    const before = process.cpuUsage();
    const names = Object.keys(LAWS);
    const law = names[random(names.length)] ?? "problems";
    await this.hold("problems", bytes, () => LAWS["problems"]?.(bytes, random));
    const isNew = this.coverage.take();
    await this.hold(law, bytes, () => LAWS[law]?.(bytes, random));
    if (random(8) === 0) await this.hold("calls", bytes, () => calls(bytes, random));
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > SLOW) {
      this.state.slow++;
      keep("slow", bytes, `${Math.round((user + system) / 1000)} ms, ${law}`);
    }
    this.state.executions++;
    const { format } = openDocument(new ResidentWindow(bytes));
    this.state.formats[format] = (this.state.formats[format] ?? 0) + 1;
    return this.coverage.take() || isNew;
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
    const { executions, failures, slow, formats } = this.state;
    writeFileSync(STATE, JSON.stringify(this.state));
    const by = Object.entries(formats).map(([format, count]) => `${format} ${count}`);
    const kept = `${this.coverage.reached} branches, ${this.corpus.length} files kept`;
    console.log(`${executions} executions, ${failures} failures, ${slow} slow; ${kept}; ${by.join(", ")}`);
  }
}

function keep(kind: string, bytes: Uint8Array, why: string): void {
  writeFileSync(path.join(FOLDER, `${kind}-${nameOf(bytes)}.bin`), bytes);
  writeFileSync(path.join(FOLDER, `${kind}-${nameOf(bytes)}.txt`), `${why}\n`);
}

/** Runs the fuzzer in a process of its own; one that dies or hangs leaves the file that it tried, and is started again. */
async function watch(seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end - 1000) {
    const left = Math.round((end - performance.now()) / 1000);
    const child = spawn(process.execPath, ["--stack-size=900", __filename, "run", String(left)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let heard = performance.now();
    child.stdout.on("data", (data: Buffer) => {
      heard = performance.now();
      process.stdout.write(data);
    });
    const watching = setInterval(() => {
      if (performance.now() - heard > SILENT * TELL_EVERY) child.kill("SIGKILL");
    }, TELL_EVERY);
    const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
    clearInterval(watching);
    if (status !== 0 && existsSync(CURRENT)) {
      const name = `death-${nameOf(new Uint8Array(readFileSync(CURRENT)))}.bin`;
      renameSync(CURRENT, path.join(FOLDER, name));
      console.log(`a run ended with ${status ?? "a signal"}: ${name}`);
    }
  }
}

mkdirSync(CORPUS, { recursive: true });
if (process.argv[2] === "run") {
  const state = existsSync(STATE) ? (JSON.parse(readFileSync(STATE, "utf8")) as Partial<State>) : {};
  const { executions = 0, failures = 0, slow = 0, formats = {} } = state;
  void new Fuzzer({ executions, failures, slow, formats }).run(Number(process.argv[3])).then(() => process.exit(0));
} else void watch(Number(process.argv[2] ?? 3600));
