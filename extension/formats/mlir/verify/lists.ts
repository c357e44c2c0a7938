/** Takes texts of types and attributes apart. */

const OPENING = "<([{";
const CLOSING = ">)]}";

/** The parts of a text that commas outside of brackets divide: `i32, !a<b, c>` has two. */
export function partsOf(text: string): readonly string[] {
  if (text.trim() === "") return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? "";
    if (letter === '"') i = endOfString(text, i);
    else if (letter === ">" && text[i - 1] === "-") continue;
    else if (OPENING.includes(letter)) depth++;
    else if (CLOSING.includes(letter)) depth--;
    else if (letter === "," && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** The place of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** What is between the first `<` of a text and the `>` that ends it; empty if it has none. */
export function inAngles(text: string): string {
  const start = text.indexOf("<");
  return start < 0 ? "" : text.slice(start + 1, text.lastIndexOf(">"));
}

/** An affine map: `(d0, d1)[s0] -> (d0 + s0, 4)` has two dimensions, one symbol and two results. */
export interface MapText {
  readonly dims: number;
  readonly symbols: number;
  readonly results: readonly string[];
}

/** Reads an affine map as it is printed, with `affine_map<…>` around it or without; undefined if it is none. */
export function mapText(text: string): MapText | undefined {
  const [, dims, symbols = "", results] =
    /^(?:affine_map<)?\(([^()]*)\)(?:\[([^\]]*)\])? -> \((.*)\)>?$/.exec(text) ?? [];
  if (dims === undefined || results === undefined) return undefined;
  return { dims: partsOf(dims).length, symbols: partsOf(symbols).length, results: partsOf(results) };
}
