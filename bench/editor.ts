/**
 * Measures the editor's responses in one process, on a file in any format: hovers throughout the file, places of bits,
 * the marks of the overview, references of a local value; and the share of operand leaves that have a field name and a
 * meaning. Usage: node out/bench/editor.js [FILE…]
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { append } from "../extension/document/arrays";
import { openDocument } from "../extension/formats/detect";
import type { Leaf } from "../extension/document/element";
import type { Row } from "../extension/session/protocol";
import { MemorySource } from "../extension/session/bytes/source";
import { Session } from "../extension/session/session";
import { PagedWindow } from "../extension/session/bytes/window";
import { median, megabytes, sizeOf } from "./measure";

const FILES = process.argv.slice(2);
const FOLDS = { arrangement: "records", base: "none", toggled: [], detail: false } as const;
const HOVERS = 300;
const PLACES = 300;

function call<P>(progress: (value: P) => void = () => undefined): {
  signal: AbortSignal;
  progress: (value: P) => void;
} {
  return { signal: new AbortController().signal, progress };
}

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function* chances(): Generator<number, never, undefined> {
  for (let state = 12345; ;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

function spread(title: string, times: readonly number[]): void {
  const worst = Math.max(...times);
  console.log(`${title}: p50 ${median(times).toFixed(2)} ms, worst ${worst.toFixed(1)} ms (${times.length} of them)`);
}

function leaves(bytes: Uint8Array): void {
  const source = new MemorySource(bytes);
  let [operands, named, told] = [0, 0, 0];
  const leaf = ({ kind, name, meaning }: Leaf): void => {
    if (kind !== "decoded" || !/^operand \d+$/.test(name)) return;
    operands++;
    if (meaning === undefined) return;
    named++;
    if (meaning.includes(": ")) told++;
  };
  const ignore = (): void => undefined;
  const started = performance.now();
  const walk = openDocument(new PagedWindow(source), {}).elements({ open: ignore, close: ignore, leaf });
  while (!walk.next().done);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  const share = (count: number): string => `${((100 * count) / Math.max(1, operands)).toFixed(2)} %`;
  console.log(
    `operand leaves: ${operands}, with a word ${share(named)}, field and meaning ${share(told)} (${seconds} s)`,
  );
}

async function editor(file: string): Promise<void> {
  const bytes = new Uint8Array(readFileSync(file));
  console.log(`${path.basename(file)}: ${megabytes(sizeOf(file))}`);
  leaves(bytes);
  const opening = await timed(() => Session.open(new MemorySource(bytes)));
  const session = opening.value;
  const { api } = session;
  await api.stopIndexing(undefined as never, call());
  console.log(`opening: ${opening.ms.toFixed(0)} ms`);
  const first = await timed(() =>
    api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 60, folds: FOLDS }, call()),
  );
  console.log(`first rows: ${first.ms.toFixed(0)} ms`);
  const marks = await timed(() => api.marks(FOLDS, call()));
  console.log(`overview marks: ${marks.ms.toFixed(1)} ms (${marks.value.functions.length} functions)`);
  const chance = chances();
  const bits = bytes.length * 8;
  const placing: number[] = [];
  const hovering: number[] = [];
  let local: { symbol: string; ms: number } | undefined;
  for (let i = 0; i < Math.max(PLACES, HOVERS); i++) {
    const bit = Math.floor(chance.next().value * bits);
    const answer = await timed(() => api.placeOf({ ...FOLDS, bit }, call()));
    placing.push(answer.ms);
    const anchor = { kind: "bit" as const, bit };
    const { rows, anchor: at } = await api.rows({ anchor, before: 0, after: 0, folds: FOLDS }, call());
    const row = rows[at];
    if (row) append(hovering, await hovers(session, row));
    const token = row?.assembly.find((t) => t.kind === "local" && t.symbol !== undefined);
    if (token?.symbol !== undefined) local ??= { symbol: token.symbol, ms: 0 };
  }
  spread("places of bits", placing);
  spread("hovers", hovering);
  const symbol = local?.symbol;
  if (symbol !== undefined) {
    for (const time of ["first", "again"]) {
      const found = await timed(() => api.references({ symbol, folds: FOLDS }, call()));
      console.log(`references of ${symbol}, ${time}: ${found.ms.toFixed(1)} ms (${found.value.hits} hits)`);
    }
  }
  session.dispose();
}

/** Hovers over one token in each column of a row. */
async function hovers(session: Session, row: Row): Promise<readonly number[]> {
  const times: number[] = [];
  for (const column of ["record", "assembly"] as const) {
    const token = row[column].length - 2;
    if (token < 0) continue;
    const { section, entry, line } = row;
    const query = { arrangement: "records" as const, section, entry, target: { column, line, token } };
    times.push((await timed(() => session.api.hover(query, call()))).ms);
  }
  return times;
}

void (async () => {
  for (const file of FILES) await editor(file);
})();
