/** Attribute dictionaries in a row's text, `{a = 1, b = 2}`: where their attributes begin, and which are folded. */
import type { Row, RowPlace } from "../../extension/session/protocol";
import { keyOf } from "./buffer";
import { columnText } from "./columnText";

/** An attribute of a dictionary: its range of characters, without the comma after it. */
export interface Attribute {
  readonly start: number;
  readonly end: number;
  /** Whether it is the op's name, which stays visible when the dictionary is folded. */
  readonly names: boolean;
}

/** A dictionary of an op or a record; those nested in attributes belong to the attribute. */
export interface Dictionary {
  /** Its opening brace (the angle bracket of `<{`) and its closing brace. */
  readonly open: number;
  readonly close: number;
  readonly attributes: readonly Attribute[];
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]", "<": ">" };
const NAMES_THE_OP = /^sym_name\b/;
/** Shorter dictionaries are not worth folding, in characters. */
const WORTH_FOLDING = 24;

/** The dictionaries of a text, in order. */
export function dictionariesIn(text: string): readonly Dictionary[] {
  const found: Dictionary[] = [];
  const around: string[] = [];
  let [open, depth] = [-1, 0];
  let starts: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === '"') at = endOfString(text, at);
    else if (char in CLOSING) {
      if (char === "{" && open < 0 && standsAlone(text, at)) [open, depth, starts] = [at, around.length, [at + 1]];
      around.push(CLOSING[char] ?? "");
    } else if (char === "," && open >= 0 && around.length === depth + 1) starts.push(at + 1);
    else if (char === around.at(-1) && !(char === ">" && text[at - 1] === "-")) {
      around.pop();
      if (open < 0 || around.length > depth) continue;
      const attributes = starts.map((start, index) => attributeAt(text, start, (starts[index + 1] ?? at + 1) - 1));
      if (isDictionary(text, attributes)) found.push({ open, close: at, attributes });
      open = -1;
    }
  }
  return found;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
/** Whether the brace begins a dictionary: not `#dialect.attribute<{`, and not the `({` of a region. */
function standsAlone(text: string, brace: number): boolean {
  const before = text[brace - 1] === "<" ? text[brace - 2] : text[brace - 1];
  return before === undefined || before === " ";
}
function attributeAt(text: string, start: number, end: number): Attribute {
  const blank = text.slice(start, end).length - text.slice(start, end).trimStart().length;
  return { start: start + blank, end, names: NAMES_THE_OP.test(text.slice(start + blank, end)) };
}
/** Other braces contain types and values: an attribute has a name. */
function isDictionary(text: string, attributes: readonly Attribute[]): boolean {
  return attributes.some(({ start, end }) => /^(?:[\w.$]+|"[^"]*") = /.test(text.slice(start, end)));
}

const known = new WeakMap<Row, readonly Dictionary[]>();

/** The dictionaries of a row's assembly. */
export function dictionariesOf(row: Row): readonly Dictionary[] {
  let found = known.get(row);
  if (found) return found;
  const text = columnText(row, "assembly");
  found = text.includes("{") ? dictionariesIn(text) : [];
  known.set(row, found);
  return found;
}
/** Whether a dictionary can be folded. */
export function canFold({ open, close, attributes }: Dictionary): boolean {
  return attributes.length > 1 || close - open > WORTH_FOLDING;
}

/** Which dictionaries are folded: all or none, with exceptions. */
export class DictionaryFolds {
  private readonly others = new Set<string>();

  constructor(private all: boolean) {}

  /** Whether all dictionaries are folded, apart from the exceptions. */
  get foldsAll(): boolean {
    return this.all;
  }
  isFolded(row: Row, index: number): boolean {
    const dictionary = dictionariesOf(row)[index];
    return dictionary !== undefined && canFold(dictionary) && this.others.has(nameOf(row, index)) !== this.all;
  }
  toggle(row: RowPlace, index: number): void {
    const name = nameOf(row, index);
    if (!this.others.delete(name)) this.others.add(name);
  }
  /** Folds those of a row, or unfolds them if one is folded; returns whether the row has any. */
  toggleRow(row: Row): boolean {
    const indexes = dictionariesOf(row).flatMap((one, index) => (canFold(one) ? [index] : []));
    const folded = indexes.filter((index) => this.isFolded(row, index));
    for (const index of folded.length > 0 ? folded : indexes) this.toggle(row, index);
    return indexes.length > 0;
  }
  toggleAll(): void {
    this.all = !this.all;
    this.others.clear();
  }
  /** Unfolds the dictionary that hides a character; returns whether there was one. */
  reveal(row: Row, char: number): boolean {
    const index = dictionariesOf(row).findIndex(({ open, close }) => open < char && char < close);
    if (index < 0 || !this.isFolded(row, index)) return false;
    this.toggle(row, index);
    return true;
  }
}

function nameOf(row: RowPlace, index: number): string {
  return `${keyOf(row)}:${index}`;
}
