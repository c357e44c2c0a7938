/** Aligned lines as one sequence, as in a patch. */
import { append } from "../../document/arrays";
import type { ComparedLine } from "./compared";

/** A line of both sides (` `), of the left side (`-`) or of the right side (`+`). */
export interface MergedLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Merges pairs of lines into one sequence; in a run that differs, all left lines come first. */
export function mergedLines(lines: Iterable<ComparedLine>): MergedLine[] {
  const merged: MergedLine[] = [];
  let added: MergedLine[] = [];
  for (const { left, right } of lines) {
    if (left !== undefined && left === right) {
      append(merged, added);
      merged.push({ sign: " ", text: left });
      added = [];
      continue;
    }
    if (left !== undefined) merged.push({ sign: "-", text: left });
    if (right !== undefined) added.push({ sign: "+", text: right });
  }
  append(merged, added);
  return merged;
}
