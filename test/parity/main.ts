/**
 * Compares Bitscope with the reference tools over a corpus, in one process.
 * Usage: node out/test/parity/main.js [GROUP…] [--only REGEX] [--mode MODE] [--diff N] [--lines N] [--list]
 *
 * Every case that differs today is in known-differences.tsv (group/file, mode, reason). A difference that is not listed
 * fails, and so does a listed case that now holds: the list only gets shorter. A reason may cover a complete group
 * (`llvm/*`) or mode while a format is not built.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Case, Outcome } from "./case";
import { casesOf, runCase } from "./case";

/** Number of cases in the full corpus, for the message if it is absent. */
const CORPUS_CASES = 8547;
const GROUPS = ["pnacl", "bitstream", "llvm", "mlir", "iree", "llvm1", "real", "llvm23", "mlir23"];
/** The group of our own files, which a clone without the corpus has as well. */
const FIXTURES = "fixtures";
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    mode: { type: "string" },
    diff: { type: "string", default: "0" },
    lines: { type: "string", default: "12" },
    list: { type: "boolean" },
  },
});

const root = path.resolve(__dirname, "../../..");
const corpus = process.env["BITSCOPE_CORPUS"] ?? path.join(root, "../shared/corpus");

interface Known {
  readonly pattern: RegExp;
  readonly line: string;
  used: boolean;
}

function knownDifferences(): readonly Known[] {
  const file = path.join(root, "test/parity/known-differences.tsv");
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", mode = ""] = line.split("\t");
      const escaped = `${name}\t${mode}`.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
      return { pattern: new RegExp(`^${escaped}$`), line, used: false };
    });
}

/** The first differences between two texts. */
function difference(outcome: Outcome, lines: number): string {
  const expected = outcome.expected.split("\n");
  const actual = outcome.actual.split("\n");
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  const rows = [`    line ${at + 1} of ${expected.length}`];
  for (let i = at; i < at + lines / 2; i++) rows.push(`    - ${expected[i]?.slice(0, 220) ?? "(end)"}`);
  for (let i = at; i < at + lines / 2; i++) rows.push(`    + ${actual[i]?.slice(0, 220) ?? "(end)"}`);
  return rows.join("\n");
}

let passed = 0;
let failed = 0;
const known = knownDifferences();

function judge(one: Case, counts: Map<string, [number, number]>, shown: { left: number }): void {
  const outcome = runCase(one);
  const count = counts.get(one.mode) ?? [0, 0];
  counts.set(one.mode, [count[0] + (outcome.why === "" ? 1 : 0), count[1] + 1]);
  const name = `${one.group}/${one.file}\t${one.mode}`;
  const listed = known.find((k) => k.pattern.test(name));
  const whole = listed?.line.includes("*") ?? false;
  if (listed && outcome.why !== "") listed.used = true;
  const surprise = outcome.why === "" ? listed !== undefined && !whole : listed === undefined;
  if (surprise) failed++;
  else passed++;
  if (outcome.why !== "" && (surprise || flags.list)) {
    console.log(`${name.replace("\t", " [")}] ${outcome.why}`);
    if (outcome.why === "differs" && shown.left-- > 0) console.log(difference(outcome, Number(flags.lines)));
  } else if (surprise) console.log(`${name.replace("\t", " [")}] holds, but is listed: ${listed?.line ?? ""}`);
}

function runGroup(home: string, group: string): void {
  const counts = new Map<string, [number, number]>();
  const shown = { left: Number(flags.diff) };
  const cases = casesOf(home, group).filter(
    (c) => (!flags.only || new RegExp(flags.only).test(c.file)) && (!flags.mode || c.mode === flags.mode),
  );
  for (const one of cases) judge(one, counts, shown);
  const figures = [...counts].map(([mode, [equal, of]]) => `${mode} ${equal} of ${of}`).join(", ");
  console.log(`${group}: ${figures === "" ? "no case" : figures}`);
}

if (positionals.length === 0 || positionals.includes(FIXTURES)) runGroup(path.join(root, "test"), FIXTURES);
if (!existsSync(corpus)) {
  if (process.env["BITSCOPE_CORPUS"] !== undefined) {
    console.error(`corpus: ${corpus} is absent`);
    process.exit(1);
  }
  console.log(`corpus: absent, ${CORPUS_CASES} cases not run`);
} else {
  const groups = positionals.length > 0 ? positionals.filter((name) => name !== FIXTURES) : GROUPS;
  for (const group of groups) runGroup(corpus, group);
}
const whole = positionals.length === 0 && !flags.only && !flags.mode && existsSync(corpus);
for (const stale of whole ? known.filter((k) => !k.used) : []) {
  failed++;
  console.log(`listed, but nothing differs: ${stale.line}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
