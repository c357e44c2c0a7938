/**
 * Measures how soon a session answers the editor, and how long it is deaf: it runs here in one thread, as in its worker,
 * and each request's processor time is noted, with the longest time in which no message would be taken. That is done
 * while the file is opened and read in the background, and then at random places all over it.
 * Usage: node out/bench/editor.js [--why] [FILE…], by default the files of bench/inputs.ts up to 17 MB. `--why` prints what the longest
 * steps spent their time on.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { FileSource } from "../extension/session/bytes/file";
import type { Row } from "../extension/session/protocol";
import { Session } from "../extension/session/session";
import { call, EditorCalls } from "./editorCalls";
import { INPUTS, fileOf } from "./inputs";
import { median, megabytes, sizeOf } from "./measure";
import { StepProfile } from "./stepProfile";
import type { Cost } from "./watch";
import { LoopWatch } from "./watch";

/** The default of the setting `bitscope.maxMemory`, in bytes. */
const MAX_MEMORY = 512 * 1024 * 1024;
/** How often each request is sent, at places all over the file. */
const TIMES = Number(process.env.BITSCOPE_BENCH_TIMES ?? 40);
/** Rows of a screen that are hovered over. */
const HOVERS = 5;
/** A search that would find nothing is cancelled after this many ms: a whole-file search may take long. */
const SEARCH = 1000;

/** The greatest of very many numbers. */
const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

/** What was measured, by the kind of request. */
class Results {
  private readonly costs = new Map<string, Cost[]>();
  add(title: string, cost: Cost): void {
    const known = this.costs.get(title) ?? [];
    known.push(cost);
    this.costs.set(title, known);
  }
  /** A row for each kind of request. */
  print(title: string): void {
    console.log(`\n${title}\n`);
    console.log("| request | times | work, median | work, most | longest step |\n| --- | --: | --: | --: | --: |");
    for (const [title, costs] of this.costs) {
      const work = costs.map((cost) => cost.work);
      const steps = costs.map(({ step }) => step);
      const cells = [median(work), most(work), most(steps)].map((ms) => ms.toFixed(1));
      console.log(`| ${[title, costs.length, ...cells].join(" | ")} |`);
    }
    this.costs.clear();
  }
}

/** One file's measurement. */
class Measurement {
  private readonly results = new Results();
  private label = "";
  private readonly profile = new StepProfile();
  private readonly watch = new LoopWatch((ms) => {
    this.profile.round(this.label, ms);
    if (this.label === BACKGROUND) this.results.add(BACKGROUND, { work: ms, step: ms });
  });

  private async cost(label: string, work: () => Promise<unknown>): Promise<void> {
    const before = this.label;
    this.label = label;
    this.results.add(label, await this.watch.cost(work));
    this.label = before;
  }

  async file(name: string): Promise<void> {
    console.log(`\n${path.basename(name)}: ${megabytes(sizeOf(name))}\n`);
    if (WHY) this.profile.start();
    this.watch.start();
    let ended = (): void => undefined;
    const counted = new Promise<void>((resolve) => (ended = resolve));
    let session: Session | undefined;
    await this.cost("open", async () => {
      session = await Session.open(new FileSource(name), { maxMemory: MAX_MEMORY }, (event) => {
        if (event.kind === "indexing" && event.share === 1) ended();
      });
    });
    if (!session) return;
    const { api } = session;
    const { arrangements, bits } = await api.opened(null, call());
    const calls = new EditorCalls(api, arrangements[0] ?? "records", bits);
    await this.atFirst(calls);
    this.label = BACKGROUND;
    await counted;
    this.label = "";
    this.results.print("Opening");
    for (const arrangement of arrangements) {
      await this.everywhere(new EditorCalls(api, arrangement, bits));
      this.results.print(`In the ${arrangement}`);
    }
    await this.once(calls);
    this.results.print("About the file");
    session.dispose();
    this.watch.stop();
    if (WHY) this.profile.print();
  }

  /** What the editor asks for as soon as a file is open, while it is read. */
  private async atFirst(calls: EditorCalls): Promise<void> {
    const note = "while opening";
    let rows: readonly Row[] = [];
    await this.cost(`first rows`, async () => ({ rows } = await calls.rows({ kind: "line", line: 0 })));
    await this.cost(`hover, ${note}`, async () => {
      const spot = calls.spot(rows);
      if (spot) await calls.hover(spot);
    });
    await this.cost(`outline, ${note}`, () => calls.outline());
    await this.cost(`marks, ${note}`, () => calls.marks());
    await this.cost(`overview, ${note}`, () => calls.overview());
    await this.cost(`space, ${note}`, () => calls.space());
    await this.cost(`outline at, ${note}`, () => calls.outlineAt(calls.bit()));
    await this.cost(`thumb, ${note}`, async () => ({ rows } = await calls.rows({ kind: "bit", bit: calls.bit() })));
    for (let i = 0; i < HOVERS; i++) {
      const spot = calls.spot(rows);
      if (spot) await this.cost(`hover, ${note}`, () => calls.hover(spot));
    }
  }

  /** Requests at random places of an arrangement, everything being read. */
  private async everywhere(calls: EditorCalls): Promise<void> {
    let { total, rows } = await calls.rows({ kind: "line", line: 0 });
    for (let time = 0; time < TIMES; time++) {
      await this.cost("rows at a line", async () => {
        ({ rows, total } = await calls.rows({ kind: "line", line: Math.floor((calls.bit() / calls.bits) * total) }));
      });
      await this.cost("rows at a bit", async () => ({ rows } = await calls.rows({ kind: "bit", bit: calls.bit() })));
      await this.cost("place of a bit", () => calls.placeOf(calls.bit()));
      await this.cost("row of a range", () => calls.rowOfRange(calls.bit()));
      for (let i = 0; i < HOVERS; i++) {
        const spot = calls.spot(rows);
        if (spot) await this.cost("hover", () => calls.hover(spot));
      }
      await this.aboutRows(calls, rows);
    }
    for (const base of ["all", "preamble", "none", "preamble"] as const) {
      calls.fold(base);
      await this.cost("fold all", () => calls.rows({ kind: "line", line: 0 }));
      await this.cost("marks", () => calls.marks());
      await this.cost("rows after folding", () => calls.rows({ kind: "bit", bit: calls.bit() }));
    }
  }
  private async aboutRows(calls: EditorCalls, rows: readonly Row[]): Promise<void> {
    const named = calls.spot(rows, ({ symbol }) => symbol !== undefined);
    if (named) await this.cost("definition", () => calls.definition(named));
    for (const kind of ["local", "global"]) {
      const spot = calls.spot(rows, (token) => token.kind === kind && token.symbol !== undefined);
      const symbol = spot?.row.assembly[spot.token]?.symbol;
      if (symbol === undefined) continue;
      await this.cost(`references (${kind})`, () => this.forAWhile((signal) => calls.references(symbol, signal)));
      if (kind === "global") await this.cost("calls", () => calls.calls(symbol));
    }
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return;
    await this.cost("source", () => calls.source(first));
    await this.cost("copy a screen", () => calls.copy(first, last));
  }

  /** Requests about the complete file. */
  private async once(calls: EditorCalls): Promise<void> {
    const groups = await calls.outline();
    for (const { path: at, kind } of groups)
      if (kind === "group") await this.cost("outline group", () => calls.outline(at));
    for (const { path: at } of groups.slice(0, 2))
      for (const sort of ["name", "size"] as const) await this.cost("outline sorted", () => calls.outline(at, sort));
    await this.cost("outline filtered", () => calls.outline([], "position", "zq"));
    for (let time = 0; time < TIMES; time++) await this.cost("outline at", () => calls.outlineAt(calls.bit()));
    for (const text of ["a", "main", "zqzq"]) await this.cost("symbols", () => calls.symbols(text));
    for (const sort of ["size", "name", "position"] as const) await this.cost("overview", () => calls.overview(sort));
    await this.cost("problems", () => calls.problems());
    await this.cost("space", () => calls.space());
    await this.cost("stats", () => calls.stats());
    await this.cost("find a word, first", () => this.forAWhile((signal) => calls.find("zyxwv", signal)));
    await this.cost("line, estimated", () => calls.placeOfLine(10000, false));
    await this.cost("line, all counted", () => calls.placeOfLine(10000, true));
    for (let time = 0; time < TIMES; time++) await this.cost("line", () => calls.placeOfLine(time * 1000, true));
    for (let time = 0; time < TIMES; time++) await this.cost("lines of text", () => calls.textLines(time * 1000));
  }
  /** Runs a search of the complete file, and cancels it after a while. */
  private async forAWhile(search: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), SEARCH);
    await search(controller.signal).catch(() => undefined);
    clearTimeout(timer);
  }
}

const BACKGROUND = "in the background";
const WHY = process.argv.includes("--why");
const MOST_BYTES = 17e6;

async function main(files: readonly string[]): Promise<void> {
  const [file, ...others] = files;
  if (file === undefined) return;
  if (others.length === 0) return new Measurement().file(file);
  // Each file in its own process, so that none is measured with what V8 has learnt from another.
  const words = WHY ? ["--why"] : [];
  for (const one of files) spawnSync(process.execPath, [__filename, ...words, one], { stdio: "inherit" });
}

const given = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const made = (): readonly string[] => INPUTS.map(fileOf).filter((file) => sizeOf(file) < MOST_BYTES);
void main(given.length > 0 ? given : made());
