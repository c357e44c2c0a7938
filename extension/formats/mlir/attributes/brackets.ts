/** Brackets and string literals in assembly. */

/** The change of depth at each bracket, by character code. */
const DEPTH = new Int8Array(128);
for (const open of "<([{") DEPTH[open.charCodeAt(0)] = 1;
for (const close of ">)]}") DEPTH[close.charCodeAt(0)] = -1;
const QUOTE = 0x22;

/** The index of the next bracket from `from` on, outside of string literals; the text's length if there is none. */
function nextBracket(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = stringEnd(text, i) - 1;
    const change = DEPTH[code] ?? 0;
    if (change > 0 || (change < 0 && !isArrowOrComparison(text, i))) return i;
  }
  return text.length;
}

/** Where the bracket at `open` closes: the index after its counterpart, or the text's end. */
export function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = nextBracket(text, open); i < text.length; i = nextBracket(text, i + 1)) {
    depth += DEPTH[text.charCodeAt(i)] ?? 0;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

const COUNTERPARTS: Readonly<Record<string, string>> = { ">": "<", ")": "(", "]": "[", "}": "{" };
/** The bracket that has no counterpart, from the one at `open` to its own; undefined if all have one. */
export function unbalanced(text: string, open: number): string | undefined {
  const nested: string[] = [];
  for (let i = nextBracket(text, open); i < text.length; i = nextBracket(text, i + 1)) {
    const bracket = text.charAt(i);
    const counterpart = COUNTERPARTS[bracket];
    if (counterpart === undefined) nested.push(bracket);
    else {
      const last = nested.pop();
      if (last !== counterpart) return last;
      if (nested.length === 0) return undefined;
    }
  }
  return nested.at(-1);
}

/** Whether a `>` belongs to `->`, or to `>=` in an integer set. */
const isArrowOrComparison = (text: string, i: number): boolean =>
  text[i] === ">" && (text[i - 1] === "-" || text[i + 1] === "=");

/** The index after a string literal that begins at `start`. */
export function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

/** Elements at the outermost level of a bracketed list. */
export function listLength(text: string, open: number, end: number): number {
  let count = 1;
  for (let i = open + 1; i < end - 1; i++) {
    if (text[i] === ",") count++;
    else if (text[i] === '"') i = stringEnd(text, i) - 1;
    else if (DEPTH[text.charCodeAt(i)] === 1) i = closing(text, i) - 1;
  }
  return count;
}

/** The parts of a text that commas outside of brackets divide: `i32, !a<b, c>` has two. */
export function partsOf(text: string): readonly string[] {
  if (text.trim() === "") return [];
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') i = stringEnd(text, i) - 1;
    else if (DEPTH[text.charCodeAt(i)] === 1) i = closing(text, i) - 1;
    else if (text[i] === ",") {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}
