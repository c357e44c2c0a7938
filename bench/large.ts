/**
 * Measures the costs of very large files: opening, first rows, outline, a place in the middle, the end; each in
 * processor time since the start, bytes read and memory. The files are archives with as many copies of the given
 * members as the size requires.
 * Usage: node out/bench/large.js MEGABYTES MEMBER… (makes and measures), node out/bench/large.js --measure FILE…, node
 * out/bench/large.js (the module of bench/inputs.ts, and 1 GB of it)
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { FileSource } from "../extension/session/bytes/file";
import type { Folds } from "../extension/session/protocol";
import { Session } from "../extension/session/session";
import { folder, megabytes, sizeOf } from "./measure";

const ROWS = 60;
/** The default of the setting `bitscope.maxMemory`, in bytes. */
const MAX_MEMORY = 512 * 1024 * 1024;
/** Widths of the fields in an archive's member header: name, blank fields, size. */
const [NAME_WIDTH, BLANK_WIDTH, SIZE_WIDTH] = [16, 32, 10];

/** An archive (System V's ar) of copies of the members, each named by its number. */
function archive(megabytes_: number, members: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `large-${megabytes_}.a`);
  if (existsSync(file)) return file;
  const out = openSync(file, "w");
  let written = writeSync(out, "!<arch>\n");
  for (let number = 0; written < megabytes_ * 1e6; number++) {
    const bytes = readFileSync(members[number % members.length] ?? "");
    const name = `${number}.bc/`.padEnd(NAME_WIDTH);
    written += writeSync(out, `${name}${"0".padEnd(BLANK_WIDTH)}${String(bytes.length).padEnd(SIZE_WIDTH)}\`\n`);
    written += writeSync(out, bytes);
    if (bytes.length % 2 !== 0) written += writeSync(out, "\n");
  }
  closeSync(out);
  return file;
}

function call<P>(): { signal: AbortSignal; progress: (value: P) => void } {
  return { signal: new AbortController().signal, progress: () => undefined };
}

/** Opens a file as the editor does, and prints the cost after each step. */
async function measure(file: string): Promise<void> {
  console.log(`${path.basename(file)}: ${megabytes(sizeOf(file))}`);
  const before = process.cpuUsage();
  const source = new FileSource(file);
  const tell = (what: string): void => {
    const { user, system } = process.cpuUsage(before);
    const { rss, heapUsed } = process.memoryUsage();
    const cost = `${((user + system) / 1000).toFixed(0)} ms of processor, ${megabytes(source.bytesRead)} read`;
    console.log(`  ${what}: ${cost}, ${megabytes(heapUsed)} of heap, ${megabytes(rss)} resident`);
  };
  let changed = (): void => undefined;
  const more = new Promise<void>((resolve) => (changed = resolve));
  const session = await Session.open(source, { maxMemory: MAX_MEMORY }, (event) => {
    if (event.kind === "renumbered") changed();
  });
  const { api } = session;
  tell("opened");
  const { arrangements } = await api.opened(undefined as never, call());
  const folds: Folds = { arrangement: arrangements[0] ?? "records", base: "preamble", toggled: [], detail: false };
  const first = await api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: ROWS, folds }, call());
  tell(`first rows (${first.rows.length})`);
  // A large module shows its head first, until its tables are read. Counting lines is stopped: only requests are
  // measured.
  const isHead = first.rows.length < ROWS && first.atEnd;
  if (isHead) await more;
  await api.stopIndexing(undefined as never, call());
  if (isHead) tell("tables read in the background");
  const query = { from: 0, count: ROWS, filter: "", sort: "position", demangle: false } as const;
  await api.outline({ path: [], ...query }, call());
  await api.outline({ path: [0], ...query }, call());
  tell("outline");
  const bit = Math.floor(statSync(file).size / 2) * 8;
  await api.rows({ anchor: { kind: "bit", bit }, before: ROWS, after: ROWS, folds }, call());
  tell("in the middle");
  await api.rows({ anchor: { kind: "end" }, before: ROWS, after: 0, folds }, call());
  tell("at the end");
  const records: Folds = { ...folds, arrangement: "records" };
  await api.rows({ anchor: { kind: "bit", bit }, before: ROWS, after: ROWS, folds: records }, call());
  tell("records in the middle");
  const elsewhere = Math.floor(bit / 3);
  await api.rows({ anchor: { kind: "bit", bit: elsewhere }, before: ROWS, after: ROWS, folds: records }, call());
  tell("records elsewhere");
  session.dispose();
}

/** The module that bench/inputs.ts makes, which is measured if no files are given. */
const MADE = path.join(folder, "postgres.bc");
const MADE_MEGABYTES = 1000;

async function main([first, ...others]: readonly string[]): Promise<void> {
  if (first === undefined) {
    if (!existsSync(MADE)) console.log("no files given, and bench/inputs.ts has made none");
    else for (const file of [MADE, archive(MADE_MEGABYTES, [MADE])]) await measure(file);
  } else if (first === "--measure") for (const file of others) await measure(file);
  else await measure(archive(Number(first), others));
}

void main(process.argv.slice(2));
