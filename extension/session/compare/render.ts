/** A comparison as two texts for a diff editor; what is unchanged is folded to one line that both texts have. */
import { unicode } from "../names/unicode";
import type { ComparedFunction, ComparedLine } from "./compared";
import type { Comparison } from "./comparison";
import type { ComparisonSummary } from "./summary";
import { shown, summaryLines } from "./summary";

/** What to print. */
export interface RenderOptions {
  /** Unchanged functions and lines too, unfolded. */
  readonly all: boolean;
}

/** The two texts as lines of Unicode. */
export interface SideBySide {
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** The first line of each function of the summary on either side, from 0; undefined if it is folded or not there. */
  readonly starts: readonly Partial<Record<"left" | "right", number>>[];
}

/** Unchanged lines shown around a changed one between the functions. */
const CONTEXT = 1;
/** Most names of unchanged functions in a folded line. */
const NAMED = 6;

/** Prints both sides. */
export function sideBySide(
  { items, comment }: Comparison,
  summary: ComparisonSummary,
  { all }: RenderOptions,
): SideBySide {
  const left: string[] = [];
  const right: string[] = [];
  const starts: SideBySide["starts"][number][] = [];
  const both = (line: string): void => {
    left.push(line);
    right.push(line);
  };
  for (const line of summaryLines(summary)) both(`${comment} ${line}`);
  both("");
  const keep = all ? () => true : nearChanges(items);
  let folded: { lines: number; functions: string[] } = { lines: 0, functions: [] };
  const flush = (): void => {
    for (const line of foldedLines(folded)) both(`${comment} ${line}`);
    folded = { lines: 0, functions: [] };
  };
  for (let i = 0; i < items.length; i++) {
    const item = items.at(i);
    if (!item) break;
    if (!keep(i)) {
      if (item.kind === "function") {
        folded.functions.push(item.value.name);
        starts.push({});
      } else folded.lines++;
      continue;
    }
    flush();
    if (item.kind === "function") starts.push(putFunction(item.value, left, right));
    else putLine(item.value, left, right);
  }
  flush();
  return { left, right, starts };
}

function putLine(line: ComparedLine, left: string[], right: string[]): void {
  if (line.left !== undefined) left.push(unicode(line.left));
  if (line.right !== undefined) right.push(unicode(line.right));
}

/** Prints a function; returns its first lines. */
function putFunction(
  { state, lines }: ComparedFunction,
  left: string[],
  right: string[],
): SideBySide["starts"][number] {
  // A side without the function has nothing in its place, so that the diff editor shows it as missing.
  const sides = [...(state === "right" ? [] : [left]), ...(state === "left" ? [] : [right])];
  for (const to of sides) to.push("");
  const start = {
    ...(state === "right" ? {} : { left: left.length }),
    ...(state === "left" ? {} : { right: right.length }),
  };
  for (const line of lines) putLine(line, left, right);
  for (const to of sides) to.push("");
  return start;
}

/** Which items are shown: those that differ, the lines next to lines that differ, and single lines between these. */
function nearChanges(items: Comparison["items"]): (index: number) => boolean {
  const shown = new Uint8Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const kind = items.kindAt(i);
    const item = kind === "function" ? items.at(i) : undefined;
    if (item?.kind === "function") shown[i] = item.value.state === "same" ? 0 : 1;
    if (kind === "function" || kind === "equal") continue;
    for (let j = Math.max(0, i - CONTEXT); j <= Math.min(items.length - 1, i + CONTEXT); j++)
      if (items.kindAt(j) !== "function") shown[j] = 1;
  }
  // A single line takes no more room than the line that would count it.
  for (let i = 0; i < items.length; i++)
    if (items.kindAt(i) === "equal" && shown[i - 1] !== 0 && shown[i + 1] !== 0) shown[i] = 1;
  return (index) => shown[index] === 1;
}

function foldedLines({ lines, functions }: { lines: number; functions: readonly string[] }): string[] {
  const found: string[] = [];
  if (lines > 0) found.push(`… ${lines} ${lines === 1 ? "line" : "lines"} unchanged`);
  if (functions.length > 0) {
    const named = functions.slice(0, NAMED).map(shown).join(", ");
    const more = functions.length > NAMED ? `, … ${functions.length - NAMED} more` : "";
    found.push(`… ${functions.length} ${functions.length === 1 ? "function" : "functions"} unchanged: ${named}${more}`);
  }
  return found;
}
