/**
 * Every call of the command line on a real module: PostgreSQL's server, 734 files of Debian's package linked to one of 17 MB.
 * Beside each stands a reference, in turn with it, as whole processes; the table goes into bench/RESULTS.md.
 * Needs apt-get, dpkg, llvm-link-14, llvm-dis-14 and llvm-bcanalyzer-14 of Debian. Usage: node out/bench/real.js [RUNS]
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import type { Run } from "./measure";
import { median, megabytes, pairs, sizeOf } from "./measure";

const RUNS = Number(process.argv[2] ?? 3);
const folder = path.resolve(".cache/bench");
const cli = [process.execPath, "dist/cli.js"];

/** The server as one module, fetched and linked once. @throws where a tool or the package cannot be had */
function server(): string {
  const file = path.join(folder, "postgres.bc");
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const call = (command: string, ...words: string[]): void => {
    execFileSync(command, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  };
  call("apt-get", "download", "postgresql-15");
  const package_ = readdirSync(folder).find((name) => name.startsWith("postgresql-15_")) ?? "";
  call("dpkg", "-x", package_, "postgres");
  const parts = readdirSync(path.join(folder, "postgres"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("bitcode/postgres/") && name.endsWith(".bc"))
    .sort();
  call("llvm-link-14", ...parts.map((name) => path.join("postgres", name)), "-o", file);
  return file;
}

/** A call, and what it is compared with. */
interface Comparison {
  readonly call: string;
  readonly reference: readonly string[];
}

/** A row of the table: medians of elapsed time, of processor time and of memory, and of the ratios of pairs. */
function row({ call, reference }: Comparison, file: string): string {
  const runs = pairs([...cli, ...call.split(" "), file], reference, RUNS);
  const both = (pick: (run: Run) => number, digits: number): string =>
    `${median(runs.map(([ours]) => pick(ours))).toFixed(digits)} : ${median(runs.map(([, theirs]) => pick(theirs))).toFixed(digits)}`;
  const ratio = (pick: (run: Run) => number): string =>
    `${median(runs.map(([ours, theirs]) => pick(ours) / pick(theirs))).toFixed(2)}×`;
  const name = path.basename(
    reference[0] === process.execPath ? `bitscope ${reference.slice(2, -1).join(" ")}` : (reference[0] ?? ""),
  );
  const cells = [call, name, ratio((r) => r.processor), ratio((r) => r.seconds), both((r) => r.processor, 2)];
  return `| ${[...cells, both((r) => r.memory / 1e6, 0)].join(" | ")} |`;
}

function main(): void {
  const file = server();
  const text = [...cli, "text", file];
  const comparisons: readonly Comparison[] = [
    { call: "text", reference: ["llvm-dis-14", "-o", "/dev/null", file] },
    { call: "text --jobs 2", reference: [...cli, "text", "--jobs", "1", file] },
    { call: "dump", reference: ["llvm-bcanalyzer-14", "-dump", file] },
    { call: "check", reference: text },
    { call: "show", reference: text },
    { call: "outline", reference: text },
  ];
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim();
  const lines = [
    `# Times of ${new Date().toISOString().slice(0, 10)}, commit ${commit}`,
    "",
    `PostgreSQL's server as one LLVM 14 module of ${megabytes(sizeOf(file))}; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}.`,
    `Ours against the reference, medians of ${RUNS} pairs; \`npm run bench\` writes this page (bench/real.ts).`,
    "",
    "| call | reference | processor time | elapsed | seconds of processor | MB of memory |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  for (const comparison of comparisons) {
    lines.push(row(comparison, file));
    console.log(lines.at(-1));
    // An interrupted run leaves what it has measured.
    writeFileSync("bench/RESULTS.md", `${lines.join("\n")}\n`);
  }
}

try {
  main();
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
