/** What a comparison has to know of an assembly text: which of its names are mere numbers, and where functions begin. */

import type { FindNumbered } from "./numbered";
import { findBy, findLlvm } from "./numbered";

/** The rules of one text. */
export interface TextRules {
  /** Finds the names that are counted and not given. */
  readonly numbered: FindNumbered;
  /** The first line of a function; group 1 is its name. It ends at the next line of its indent that begins with `}`. */
  readonly head?: RegExp;
  /** What such a line holds at any rate. */
  readonly headHas?: string;
  /** Parts of lines that say nothing of their own: offsets, counts of uses. */
  readonly noise?: RegExp;
  /** A line that gives a counted name (group 1) its real one (group 2). */
  readonly naming?: RegExp;
  /** Begins a comment. */
  readonly comment: string;
}

const NAME = String.raw`(?:"[^"]*"|[-\w$.]+)`;

const NONE: FindNumbered = () => undefined;

/** By the format of the document. What has none is compared line by line. */
const RULES: Readonly<Record<string, TextRules>> = {
  llvm: {
    numbered: findLlvm,
    head: new RegExp(String.raw`^define .*?(@${NAME})\(`),
    headHas: "define ",
    comment: ";",
  },
  pnacl: {
    numbered: findBy(/"[^"]*"|([%@][a-z]\d+)/g),
    head: /^\s*function .*?(@f\d+)\(/,
    headHas: "function ",
    naming: /^\s*(@[fg]\d+) : "(.*)";$/,
    comment: "//",
  },
  mlir: {
    // A result, an argument, a block, or an alias, which is no `#dialect.name<…>`.
    numbered: findBy(/"[^"]*"|(%(?:arg)?\d+|\^bb\d+|[#!][A-Za-z_]\w*(?![\w.<]))/g),
    head: /^\s*"[\w.]+"\(.*\bsym_name = ("[^"]*").*\(\{$/,
    headHas: "sym_name = ",
    comment: "//",
  },
  iree: {
    numbered: findBy(/"[^"]*"|(%[irIR]\d+|\^bb\d+)/g),
    head: new RegExp(String.raw`^vm\.func (?:private )?(@${NAME})\(`),
    headHas: "vm.func ",
    noise: /^\[[0-9A-F]{8}\]/,
    comment: "//",
  },
  llvm1: {
    // Its numbers count each type for itself, so that one name may mean several values: they stay.
    numbered: NONE,
    head: new RegExp(String.raw`^[^\s;].*?(%${NAME})\(.*\{$`),
    noise: /\s*; <.*$/,
    comment: ";",
  },
};
const PLAIN: TextRules = { numbered: NONE, comment: ";" };

/** The rules of a format's text. */
export function rulesOf(format: string): TextRules {
  return RULES[format] ?? PLAIN;
}

/** A line taken apart: `literals[0] names[0] literals[1] …`. */
export interface ScannedLine {
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** Names[0] is a label, written without its sign. */
  readonly label: boolean;
}

/** Takes a line apart at its counted names. */
export function scanLine(text: string, rules: TextRules): ScannedLine {
  const line = plainLine(text, rules);
  const literals: string[] = [];
  const names: string[] = [];
  let [from, label] = [0, false];
  rules.numbered(line, (start, end, isLabel) => {
    label ||= isLabel;
    literals.push(line.slice(from, start));
    names.push(isLabel ? `%${line.slice(start, end)}` : line.slice(start, end));
    from = end;
  });
  literals.push(line.slice(from));
  return { literals, names, label };
}

/** A line as it is, but for what says nothing. */
export function plainLine(text: string, rules: TextRules): string {
  return rules.noise ? text.replace(rules.noise, "") : text;
}

/** Puts a line together again, each name as `rename` has it. */
export function joinLine({ literals, names, label }: ScannedLine, rename: (name: string) => string): string {
  let text = literals[0] ?? "";
  for (let i = 0; i < names.length; i++) {
    const name = rename(names[i] ?? "");
    text += (label && i === 0 ? name.slice(1) : name) + (literals[i + 1] ?? "");
  }
  return text;
}

/** A line's words, without its names, numbers and strings. */
export function wordsOf({ literals }: ScannedLine): string {
  return literals
    .join("\0")
    .replace(/"[^"]*"/g, '""')
    .replace(/-?\b(?:0x[0-9A-Fa-f]+|\d[\d.e+]*)/g, "0");
}

/** Whether a name means something in its function alone. */
export function isLocal(name: string): boolean {
  return name.startsWith("%") || name.startsWith("^");
}

/** A line with runs of blanks as one: columns of comments move with the length of a name. */
export function squeezed(text: string): string {
  return text.replace(/(?<=\S)\s{2,}/g, " ");
}
