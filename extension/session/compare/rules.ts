/** What a comparison must know of an assembly text: which of its names are mere numbers, and where functions begin. */

import type { FindNumbered } from "./numbered";
import { findBy, findLlvm } from "./numbered";

/** The rules of one text. */
export interface TextRules {
  /** Finds the names that are numbers. */
  readonly numbered: FindNumbered;
  /**
   * The first line of a function; group 1 is its name. The function ends at the next line with the same indentation
   * that begins with `}`.
   */
  readonly head?: RegExp;
  /** Text that every such line contains: a quick test before `head`. */
  readonly headHas?: string;
  /** Parts of lines that carry no meaning of their own: offsets, counts of uses. */
  readonly noise?: RegExp;
  /** Whether it defines types by name, to which its writer may have added numbers. */
  readonly hasTypes?: boolean;
  /** A line that tells the given name (group 2) of a numbered one (group 1). */
  readonly naming?: RegExp;
  /** The beginning of a comment. */
  readonly comment: string;
}

const NAME = String.raw`(?:"[^"]*"|[-\w$.]+)`;

const NONE: FindNumbered = () => undefined;

/** Rules by format. A format without rules is compared line by line. */
const RULES: Readonly<Record<string, TextRules>> = {
  llvm: {
    numbered: findLlvm,
    head: new RegExp(String.raw`^define .*?(@${NAME})\(`),
    headHas: "define ",
    hasTypes: true,
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
    // Numbers count per type, so that one name may mean several values: they are compared as they are.
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

/** A line split at its numbered names: `literals[0] names[0] literals[1] …`. */
export interface ScannedLine {
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** Whether names[0] is a label, written without its sign. */
  readonly label: boolean;
}

/** Splits a line at its numbered names. */
export function scanLine(text: string, rules: TextRules): ScannedLine {
  const line = plainLine(text, rules);
  const places: number[] = [];
  let label = false;
  rules.numbered(line, (start, end, isLabel) => {
    label ||= isLabel;
    places.push(start, end);
  });
  return splitLine(line, places, 0, places.length, label);
}
/**
 * Splits a line without noise at the names whose starts and ends are `places[first]` to before `places[end]`.
 * @param label whether the first name is a label
 */
export function splitLine(
  line: string,
  places: ArrayLike<number>,
  first: number,
  end: number,
  label: boolean,
): ScannedLine {
  const literals: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (let at = first; at < end; at += 2) {
    const [nameFrom, nameTo] = [places[at] ?? 0, places[at + 1] ?? 0];
    literals.push(line.slice(from, nameFrom));
    const name = line.slice(nameFrom, nameTo);
    names.push(label && at === first ? `%${name}` : name);
    from = nameTo;
  }
  literals.push(line.slice(from));
  return { literals, names, label };
}

/** The names of a line that `splitLine` splits. */
export function namesIn(
  line: string,
  places: ArrayLike<number>,
  first: number,
  end: number,
  label: boolean,
): readonly string[] {
  const names: string[] = [];
  for (let at = first; at < end; at += 2) names.push(line.slice(places[at], places[at + 1]));
  if (label) names[0] = `%${names[0] ?? ""}`;
  return names;
}

/** A line without noise. */
export function plainLine(text: string, rules: TextRules): string {
  return rules.noise ? text.replace(rules.noise, "") : text;
}

/** Joins a line again, with each name renamed. */
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

/** Whether a name has a meaning only inside its function. */
export function isLocal(name: string): boolean {
  return name.startsWith("%") || name.startsWith("^");
}

/** A run of blanks after something else. Most lines have none. */
const RUN = /\S\s\s/;

/** A line with each run of blanks as one: the column of a comment moves with the length of a name. */
export function squeezed(text: string): string {
  if (!RUN.test(text)) return text;
  let [made, from, blanks] = ["", 0, -1];
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isBlank(text.charCodeAt(at))) {
      if (blanks < 0) blanks = at;
      continue;
    }
    // What a line begins with is its indentation.
    if (blanks > 0 && at - blanks > 1) {
      made += `${text.slice(from, blanks)} `;
      from = at;
    }
    blanks = -1;
  }
  return from === 0 ? text : made + text.slice(from);
}

/** Whether a character of a byte string is a blank. */
export function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0;
}
