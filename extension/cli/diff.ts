/** `diff`: the differences between two files, function by function, as a patch. */
import { append } from "../document/arrays";
import { openDocument } from "../formats/detect";
import { compareDocuments } from "../session/compare/compare";
import type { DocumentComparison, NamedDocument } from "../session/compare/compare";
import type { ComparedItem } from "../session/compare/comparison";
import { mergedLines } from "../session/compare/merged";
import type { MergedLine } from "../session/compare/merged";
import { summaryLines } from "../session/compare/summary";
import { demangled } from "../session/names/demangle";
import { unicode } from "../session/names/unicode";
import type { Difference } from "./json";
import type { Flags } from "./call";
import { UsageError } from "./call";
import { complain } from "./commands";
import { openInput } from "./input";
import { watchedSteps } from "./memory";
import type { Output } from "./output";

/** Equal lines printed around those that differ. */
const CONTEXT = 3;
/** The name that git gives a file that does not exist. */
const NOTHING = "/dev/null";

/** The files to compare, and the names that the patch gives them. */
interface Sides {
  readonly files: readonly [left: string, right: string];
  readonly names: readonly [left: string, right: string];
  /** Whether git made the call: it takes any status other than 0 for a failure. */
  readonly git: boolean;
}

/**
 * The files that the command's words name: two, or the seven words (nine for a renamed file) that git gives an external
 * diff command: path, old file, its hash and mode, new file, its hash and mode, new path.
 * @throws {UsageError}
 */
function sidesOf(words: readonly string[]): Sides {
  const [a = "", b = ""] = words;
  if (words.length === 2) return { files: [a, b], names: [a, b], git: false };
  if (words.length !== 7 && words.length !== 9) throw new UsageError("usage: bitscope diff FILE FILE [--json]");
  const [path = "", left = "", , , right = "", , , renamed = path] = words;
  const name = (file: string, as: string): string => (file === NOTHING ? NOTHING : as);
  return { files: [left, right], names: [name(left, `a/${path}`), name(right, `b/${renamed}`)], git: true };
}

/** Compares two files and prints the differences. Returns the status: 0 equal (or called by git), 1 different. */
export function diff(words: readonly string[], flags: Flags, out: Output): number {
  const sides = sidesOf(words);
  const open = (at: 0 | 1): NamedDocument | undefined =>
    sides.git && sides.files[at] === NOTHING
      ? undefined
      : { name: sides.names[at], document: openDocument(openInput(sides.files[at])) };
  const [left, right] = [open(0), open(1)];
  const comparison = watchedSteps(compareDocuments(left, right));
  if (flags.json) out.printText(JSON.stringify(jsonOf(comparison, left, right), null, 2) + "\n");
  else if (!comparison.equal) printPatch(comparison, sides.names, out);
  out.flush();
  for (const side of [left, right]) if (side) complain({ ...side, stdin: false }, out);
  return comparison.equal || sides.git ? 0 : 1;
}

function jsonOf({ equal, summary }: DocumentComparison, left?: NamedDocument, right?: NamedDocument): Difference {
  const side = (of: NamedDocument | undefined) =>
    of ? { name: of.name, format: of.document.format, title: of.document.title } : null;
  return {
    equal,
    left: side(left),
    right: side(right),
    functions: summary.functions.map((f) => ({
      ...f,
      name: unicode(f.name),
      ...demangledName(f.name),
      ...(f.rightName === undefined ? {} : { rightName: unicode(f.rightName) }),
    })),
    lines: summary.lines.map(({ left: a, right: b }) => ({
      ...(a === undefined ? {} : { left: unicode(a) }),
      ...(b === undefined ? {} : { right: unicode(b) }),
    })),
  };
}

function demangledName(name: string): { demangled?: string } {
  const plain = demangled(name);
  return plain === undefined ? {} : { demangled: plain };
}

function printPatch(comparison: DocumentComparison, [left, right]: readonly [string, string], out: Output): void {
  for (const line of summaryLines(comparison.summary)) out.printText(`${line}\n`);
  out.printText(`--- ${left}\n+++ ${right}\n`);
  const at: [number, number] = [1, 1];
  for (const part of partsOf(comparison.items)) {
    if ("lines" in part) printHunks(part.lines, part.title, at, out);
    else part.equal.forEach((count, side) => (at[side as 0 | 1] += count));
  }
}

/** A function or a run of lines that differ; or, of what is equal, how many lines each side has. */
type Part =
  | { readonly title: string; readonly lines: readonly MergedLine[] }
  | { readonly equal: readonly [left: number, right: number] };

/** Functions, and the runs of lines between them. */
function* partsOf(items: readonly ComparedItem[]): Generator<Part> {
  let run: MergedLine[] = [];
  for (const item of items) {
    if (item.kind === "line") {
      append(run, mergedLines([item.value]));
      continue;
    }
    if (run.length > 0) yield { title: "", lines: run };
    run = [];
    const { name: title, differing, leftCount, rightCount } = item.value;
    if (differing === 0) yield { equal: [leftCount, rightCount] };
    else yield { title, lines: mergedLines(item.value.lines) };
  }
  if (run.length > 0) yield { title: "", lines: run };
}

/** Prints the differences in a part with the lines around them; `at` has the next line number of each side. */
function printHunks(lines: readonly MergedLine[], title: string, at: [number, number], out: Output): void {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ sign }, i) => {
    if (sign !== " ") near.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  for (let i = 0; i < lines.length;) {
    let end = i;
    while (end < lines.length && near[end] === near[i]) end++;
    const part = lines.slice(i, end);
    const counts = ["+", "-"].map((other) => part.filter(({ sign }) => sign !== other).length);
    const [left = 0, right = 0] = counts;
    if (near[i]) {
      out.print(`@@ -${at[0]},${left} +${at[1]},${right} @@${title === "" ? "" : ` ${title}`}\n`);
      for (const { sign, text } of part) out.print(`${sign}${text}\n`);
    }
    at[0] += left;
    at[1] += right;
    i = end;
  }
}
