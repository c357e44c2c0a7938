/**
 * Measures every command on every input as a complete process, in turn with its reference, and writes a table per
 * format and size to bench/RESULTS.md. A command without a reference on this machine is compared with our own `text`.
 * Each measurement is stored with its date and commit, so that the page can be made step by step.
 * Usage: node out/bench/table.js [RUNS] [REGEX for `FILE CALL`]
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import type { Input } from "./inputs";
import { fileOf, INPUTS, toolOf } from "./inputs";
import type { Run } from "./measure";
import { folder, median, pairs, sizeOf } from "./measure";

const [RUNS, ONLY] = [Number(process.argv[2] ?? 3), new RegExp(process.argv[3] ?? "")];
const cli = [process.execPath, "dist/cli.js"];
const CALLS = ["text", "dump", "show", "check", "find", "outline"];
const KEPT = path.join(folder, "results.json");
const PAGE = "bench/RESULTS.md";

/** A measurement: medians of pairs, ours and the reference's, in seconds and bytes. */
interface Measurement {
  readonly reference: string;
  readonly processor: readonly [number, number];
  readonly elapsed: readonly [number, number];
  readonly memory: readonly [number, number];
  /** Medians of the ratios of pairs. */
  readonly processorRatio: number;
  readonly elapsedRatio: number;
  readonly commit: string;
  readonly date: string;
}
type Measurements = Record<string, Measurement>;

function measurements(): Measurements {
  return existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as Measurements) : {};
}

function oursOf(call: string, file: string): readonly string[] {
  return call === "find" ? [process.execPath, "out/bench/find.js", file] : [...cli, call, file];
}

/** The reference of a command: its name, and the command line. */
function referenceOf({ references }: Input, call: string, file: string): readonly [string, readonly string[]] {
  const reference = references[call];
  if (!reference) return ["bitscope text", [...cli, "text", file]];
  const { tool, release, words } = reference;
  return [`${tool} ${release}`, [toolOf(tool, release), ...words.map((word) => (word === "FILE" ? file : word))]];
}

function measured(ours: readonly string[], [reference, theirs]: readonly [string, readonly string[]]): Measurement {
  const runs = pairs(ours, theirs, RUNS);
  const both = (pick: (run: Run) => number): readonly [number, number] => [
    median(runs.map(([a]) => pick(a))),
    median(runs.map(([, b]) => pick(b))),
  ];
  const ratio = (pick: (run: Run) => number): number => median(runs.map(([a, b]) => pick(a) / pick(b)));
  return {
    reference,
    processor: both((run) => run.processor),
    elapsed: both((run) => run.seconds),
    memory: both((run) => run.memory),
    processorRatio: ratio((run) => run.processor),
    elapsedRatio: ratio((run) => run.seconds),
    commit: spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim(),
    date: new Date().toISOString().slice(0, 10),
  };
}

function row(call: string, m: Measurement): string {
  const pair = ([a, b]: readonly [number, number], digits: number, unit = 1): string =>
    `${(a / unit).toFixed(digits)} : ${(b / unit).toFixed(digits)}`;
  const ratios = [`${m.processorRatio.toFixed(2)}×`, `${m.elapsedRatio.toFixed(2)}×`];
  const cells = [call, m.reference, ...ratios, pair(m.processor, 2), pair(m.memory, 0, 1e6), m.commit, m.date];
  return `| ${cells.join(" | ")} |`;
}

const COLUMNS = [
  "command",
  "reference",
  "processor",
  "elapsed",
  "seconds of processor",
  "MB of memory",
  "commit",
  "date",
];

const sizeText = (bytes: number): string =>
  bytes < 1e5 ? `${(bytes / 1e3).toFixed(0)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** The page with all measurements. */
function page(kept: Measurements): string {
  const lines = [
    "# Times compared with the reference tools",
    "",
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}. Each row shows medians of whole processes, Bitscope and`,
    "the reference in turn; ratios are medians of pairs. Elapsed times are unreliable on a busy machine. Made by `npm run bench`",
    "(bench/table.ts) from the files in bench/inputs.ts.",
  ];
  const add = (title: string, rows: readonly string[]): void => {
    if (rows.length === 0) return;
    lines.push("", `## ${title}`, "", `| ${COLUMNS.join(" | ")} |`, `|${" --- |".repeat(COLUMNS.length)}`, ...rows);
  };
  for (const { file, title } of INPUTS) {
    const rows = CALLS.flatMap((call) => {
      const found = kept[`${file} ${call}`];
      return found ? [row(call, found)] : [];
    });
    const stored = path.join(folder, file);
    add(existsSync(stored) ? `${title}, ${sizeText(sizeOf(stored))}` : title, rows);
  }
  const start = kept[START];
  add("Start of the command line", start ? [row("`--version`", start)] : []);
  return `${lines.join("\n")}\n`;
}

/** The page's part about the editor, which is measured elsewhere (tools/vscode/bench.ts) and kept as it is. */
function ofEditor(): string {
  const text = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "";
  const from = text.indexOf("\n## Response times of the editor");
  return from < 0 ? "" : text.slice(from);
}

/** The key of the command line's start time, which is compared with that of Node itself. */
const START = "start";

function keep(key: string, measure: () => Measurement): void {
  if (!ONLY.test(key)) return;
  try {
    const measurement = measure();
    const all = { ...measurements(), [key]: measurement };
    console.log(row(key, measurement));
    writeFileSync(KEPT, JSON.stringify(all, null, 1));
    writeFileSync(PAGE, page(all) + ofEditor());
  } catch (error) {
    console.log(`${key}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

keep(START, () => measured([...cli, "--version"], ["node -e 0", [process.execPath, "-e", "0"]]));
for (const input of INPUTS)
  for (const call of CALLS)
    keep(`${input.file} ${call}`, () => {
      const file = fileOf(input);
      return measured(oursOf(call, file), referenceOf(input, call, file));
    });
spawnSync(process.execPath, ["node_modules/prettier/bin/prettier.cjs", "--write", PAGE], { stdio: "ignore" });
