/**
 * Sends every kind of request of the editor for one file, in this process's own thread; used by bench/hostile.ts.
 * Prints the most bytes in use between the requests, without garbage: V8 lets garbage gather, and a worker has a limit
 * for it.
 */
import type { ArrangementName } from "../extension/document/arrangement";
import { FileSource } from "../extension/session/bytes/file";
import type { Anchor, Folds, Row } from "../extension/session/protocol";
import type { Call } from "../extension/session/transport/rpc";
import { Session } from "../extension/session/session";

const MAX_MEMORY = 512 * 2 ** 20;
/** Rows for which single requests are sent. */
const ASKED = 5;

let most = 0;
function measure(): void {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  most = Math.max(most, heapUsed + external);
}

const call = (): Call<never> => ({ signal: new AbortController().signal, progress: () => undefined }) as Call<never>;

/** The editor's requests for a row and its tokens. */
async function askAbout(api: Session["api"], row: Row, folds: Folds & { arrangement: ArrangementName }): Promise<void> {
  const { arrangement } = folds;
  const { section, entry, line } = row;
  for (let token = 0; token < Math.min(row.assembly.length, ASKED); token++) {
    const target = { column: "assembly" as const, line, token };
    await api.hover({ section, entry, arrangement, target }, call());
    await api.definition({ section, entry, arrangement, target }, call());
  }
  const symbol = row.assembly.find((token) => token.symbol !== undefined)?.symbol;
  if (symbol !== undefined) {
    await api.references({ symbol, folds }, call());
    await api.uses({ symbol, arrangement }, call());
    await api.calls({ symbol, arrangement }, call());
  }
  if (row.positionBit !== undefined) await api.outlineAt({ bit: row.positionBit, demangle: true }, call());
  await api.copy({ kind: "json", arrangement, from: row, to: row }, call());
}

/** Rows at both ends and in the middle, the requests for them, and find. */
async function lookAt(api: Session["api"], arrangement: ArrangementName, bits: number): Promise<void> {
  for (const base of ["preamble", "none"] as const) {
    const folds = { arrangement, base, toggled: [], detail: base === "none" };
    const anchors: readonly Anchor[] = [
      { kind: "bit", bit: 0 },
      { kind: "bit", bit: Math.floor(bits / 2) },
      { kind: "end" },
    ];
    for (const anchor of anchors) {
      const { rows } = await api.rows({ anchor, before: 20, after: 60, folds }, call());
      for (const row of rows.slice(0, ASKED)) await askAbout(api, row, folds);
      measure();
    }
    await api.find({ text: "zq", matchCase: false, wholeWord: false, regex: false, scope: "all", folds }, call());
    await api.find({ text: "\\d+\\)", matchCase: false, wholeWord: false, regex: true, scope: "all", folds }, call());
    await api.marks(folds, call());
    measure();
  }
}

async function main(path: string): Promise<void> {
  const session = await Session.open(new FileSource(path), { fileName: path, maxMemory: MAX_MEMORY }, () => undefined);
  const { api } = session;
  const { arrangements, bits } = await api.opened(null, call());
  for (const arrangement of arrangements) await lookAt(api, arrangement, bits);
  await api.outline({ path: [], from: 0, count: 500, sort: "size", filter: "", demangle: true }, call());
  measure();
  await api.outline({ path: [], from: 0, count: 500, sort: "position", filter: "zq", demangle: true }, call());
  await api.symbols({ text: "a", count: 100, demangle: true }, call());
  await api.overview({ sort: "size", count: 20 }, call());
  await api.space(null, call());
  await api.stats(null, call());
  await api.problems({ from: 0, count: 500 }, call());
  await api.textLines({ from: 1000, count: 100 }, call());
  await api.textSections(null, call());
  for (const what of ["text", "dump", "listing"] as const)
    await api.text({ what, fileName: "x", cursor: 0, raw: false }, call());
  measure();
  session.dispose();
  console.log(most);
}

void main(process.argv[2] ?? "").then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
