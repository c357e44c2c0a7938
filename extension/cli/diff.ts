/** `diff`: the differences between two files, function by function, as a patch. */
import { allSteps } from "../kit/steps";
import { openDocument } from "../formats/detect";
import { Words } from "../kit/numbers";
import { compareDocuments } from "../session/compare/compare";
import type { DocumentComparison, NamedDocument } from "../session/compare/compare";
import type { Items } from "../session/compare/items";
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
  const comparison = allSteps(compareDocuments(left, right));
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
    lines: Array.from(summary.lines, ({ left: a, right: b }) => ({
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

/** Lines of both sides in one sequence. */
interface Merged {
  readonly length: number;
  signAt(index: number): MergedLine["sign"];
  textAt(index: number): string;
}

/** A function or a run of lines that differ; or, of what is equal, how many lines each side has. */
type Part =
  { readonly title: string; readonly lines: Merged } | { readonly equal: readonly [left: number, right: number] };

/** Functions, and the runs of lines between them. */
function* partsOf(items: Items): Generator<Part> {
  let run = new MergedRun(items);
  for (let at = 0; at < items.length; at++) {
    const item = items.kindAt(at) === "function" ? items.at(at) : undefined;
    if (item?.kind !== "function") {
      run.push(at);
      continue;
    }
    if (run.length > 0) yield { title: "", lines: run };
    run = new MergedRun(items);
    const { name: title, differing, leftCount, rightCount } = item.value;
    if (differing === 0) yield { equal: [leftCount, rightCount] };
    else yield { title, lines: mergedFunction(mergedLines(item.value.lines)) };
  }
  if (run.length > 0) yield { title: "", lines: run };
}

function mergedFunction(lines: readonly MergedLine[]): Merged {
  return {
    length: lines.length,
    signAt: (index) => lines[index]?.sign ?? " ",
    textAt: (index) => lines[index]?.text ?? "",
  };
}

/** Lines between functions. There may be millions, so that they are made only where they are printed. */
class MergedRun implements Merged {
  /** The index of each line's item, and how it is signed in the two lowest bits. */
  private readonly lines = new Words();
  constructor(private readonly items: Items) {}

  get length(): number {
    return this.lines.length;
  }
  /** Adds an item: one line, or one for each side that has it. */
  push(item: number): void {
    const kind = this.items.kindAt(item);
    if (kind === "equal") this.add(item, " ");
    if (kind === "left" || kind === "differing") this.add(item, "-");
    if (kind === "right" || kind === "differing") this.add(item, "+");
  }
  private add(item: number, sign: MergedLine["sign"]): void {
    this.lines.push(item * 4 + SIGNS.indexOf(sign));
  }
  signAt(index: number): MergedLine["sign"] {
    return SIGNS[(this.lines.data[index] as number) % 4] ?? " ";
  }
  textAt(index: number): string {
    const { left = "", right = "" } = this.items.lineAt((this.lines.data[index] as number) >>> 2);
    return this.signAt(index) === "+" ? right : left;
  }
}
const SIGNS: readonly MergedLine["sign"][] = [" ", "-", "+"];

/** Prints the differences in a part with the lines around them; `at` has the next line number of each side. */
function printHunks(lines: Merged, title: string, at: [number, number], out: Output): void {
  const near = new Uint8Array(lines.length);
  for (let i = 0; i < lines.length; i++)
    if (lines.signAt(i) !== " ") near.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  for (let i = 0; i < lines.length;) {
    let end = i;
    let [left, right] = [0, 0];
    for (; end < lines.length && near[end] === near[i]; end++) {
      const sign = lines.signAt(end);
      if (sign !== "+") left++;
      if (sign !== "-") right++;
    }
    if (near[i]) {
      out.print(`@@ -${at[0]},${left} +${at[1]},${right} @@${title === "" ? "" : ` ${title}`}\n`);
      for (let line = i; line < end; line++) out.print(`${lines.signAt(line)}${lines.textAt(line)}\n`);
    }
    at[0] += left;
    at[1] += right;
    i = end;
  }
}
