/** A comparison in short: which functions differ and by how much, and how many other lines. */
import type { IrDocument } from "../../document/document";
import type { OutlineNodes } from "../../document/outline";
import type { MadeList } from "../../document/madeList";
import { Made } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import { demangled } from "../names/demangle";
import { unicode } from "../names/unicode";
import type { ComparedFunction, ComparedLine, FunctionState } from "./compared";
import type { Comparison } from "./comparison";

/** One of the two documents. */
export interface ComparedSide {
  /** Its name in messages and headings. */
  readonly name: string;
  readonly title: string;
  /** The size of each function in bits, by its name. */
  readonly bits: ReadonlyMap<string, number>;
}

/** Longest name in a heading, in characters. */
const LONGEST = 100;

/** A function of a comparison, without its lines. */
export interface FunctionSummary {
  readonly state: FunctionState;
  readonly name: string;
  readonly rightName?: string;
  readonly leftLines?: number;
  readonly rightLines?: number;
  /** Its bytes in the file, if the outline knows them. */
  readonly leftBytes?: number;
  readonly rightBytes?: number;
  readonly differing: number;
}

/** The head of a comparison, in the editor, on the command line and in JSON. */
export interface ComparisonSummary {
  readonly equal: boolean;
  readonly functions: readonly FunctionSummary[];
  /** Lines between the functions that differ. */
  readonly lines: MadeList<ComparedLine>;
}

/** The name of a function without its sign and quotes: the form in which outline and text agree. */
function plainName(name: string): string {
  return name.replace(/^[@%]/, "").replace(/^"(.*)"$/, "$1");
}

/** The size of each function of a document in its file, in bits. */
export function functionSizes(document: IrDocument): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const visit = (nodes: OutlineNodes, depth: number): void => {
    for (const node of nodes) {
      if (node.kind === "function") sizes.set(plainName(node.name), node.endBit - node.startBit);
      // Functions are in groups, and groups in modules; what is inside a function is not needed.
      else if (depth > 0) visit(node.children?.() ?? [], depth - 1);
    }
  };
  visit(document.outline(), 3);
  return sizes;
}

/** Summarizes a comparison. */
export function summarize({ equal, items }: Comparison, left: ComparedSide, right: ComparedSide): ComparisonSummary {
  const functions: FunctionSummary[] = [];
  const differing = new Words();
  for (let at = 0; at < items.length; at++) {
    const kind = items.kindAt(at);
    const item = kind === "function" ? items.at(at) : undefined;
    if (item?.kind === "function") functions.push(short(item.value, left, right));
    else if (kind !== "equal") differing.push(at);
  }
  const lines = new Made(differing.length, (at) => items.lineAt(differing.data[at] as number));
  return { equal, functions, lines };
}

function short(of: ComparedFunction, a: ComparedSide, b: ComparedSide): FunctionSummary {
  const { state, name, rightName, leftCount, rightCount, differing } = of;
  const bytes = (side: ComparedSide, name: string): number | undefined => {
    const bits = side.bits.get(plainName(name));
    return bits === undefined ? undefined : Math.ceil(bits / 8);
  };
  const [leftBytes, rightBytes] = [
    state === "right" ? undefined : bytes(a, name),
    state === "left" ? undefined : bytes(b, rightName ?? name),
  ];
  return {
    state,
    name,
    ...(rightName === undefined ? {} : { rightName }),
    ...(state === "right" ? {} : { leftLines: leftCount }),
    ...(state === "left" ? {} : { rightLines: rightCount }),
    ...(leftBytes === undefined ? {} : { leftBytes }),
    ...(rightBytes === undefined ? {} : { rightBytes }),
    differing,
  };
}

const STATES: Readonly<Record<Exclude<FunctionState, "same">, string>> = {
  changed: "changed",
  renamed: "renamed",
  left: "removed",
  right: "added",
};

/** The summary as lines of Unicode: a count, then each function that differs with its sizes before and after. */
export function summaryLines({ equal, functions, lines }: ComparisonSummary): readonly string[] {
  if (equal) return ["The two print the same text once both are numbered alike."];
  const changed = functions.filter(({ state }) => state !== "same");
  const counts = `${changed.length} of ${functions.length} functions and ${lines.length} other lines differ.`;
  const names = changed.map(titleOf);
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  const width = Math.min(60, longest);
  return [
    counts,
    ...changed.map(({ state, leftLines, rightLines, leftBytes, rightBytes, differing }, i) => {
      const parts = [
        `${state === "same" ? "" : STATES[state].padEnd(7)}  ${(names[i] ?? "").padEnd(width)}`,
        `${change(leftLines, rightLines)} lines`,
        ...(leftBytes === undefined && rightBytes === undefined ? [] : [`${change(leftBytes, rightBytes)} bytes`]),
        ...(leftLines !== undefined && rightLines !== undefined ? [`${differing} differ`] : []),
      ];
      return `  ${parts.join("  ")}`.trimEnd();
    }),
  ];
}

/** The names of a function in a heading. */
export function titleOf({ name, rightName }: FunctionSummary): string {
  return rightName === undefined ? shown(name) : `${shown(name)} → ${shown(rightName)}`;
}

/** A name in a heading: demangled, and cut to what a line can hold. */
export function shown(name: string): string {
  const text = demangled(name) ?? unicode(name);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function change(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined || before === after) return `${before ?? after ?? 0}`;
  return `${before} → ${after}`;
}
