/** Finds the names of an assembly text that are numbers, not given by the source. */

/**
 * Receives a name by its range of characters in the line. @param label whether it is a block's label, written without
 * its sign
 */
export type TakeName = (start: number, end: number, label: boolean) => void;

/** Scans a line and reports each numbered name in it, in order. */
export type FindNumbered = (line: string, take: TakeName) => void;

/**
 * A finder by a regular expression (with flag `g`): group 1 is a name, group 2 a label; strings match without a group,
 * so they are skipped.
 */
export function findBy(numbered: RegExp): FindNumbered {
  return (line, take) => {
    for (const match of line.matchAll(numbered)) {
      const name = match[1] ?? match[2];
      if (name === undefined) continue;
      take(match.index, match.index + name.length, match[2] !== undefined);
    }
  };
}

const [ZERO, NINE, QUOTE, COLON] = [48, 57, 34, 58];
/** The text before a label in older releases. */
const LABEL = "; <label>:";

/** Classes of characters by code: what begins a name, and what continues a given one. */
const SIGN = 1;
const WORD = 2;
const kinds = new Uint8Array(256);
for (const sign of "%@!#^") kinds[sign.charCodeAt(0)] = SIGN;
for (let code = 0; code < 256; code++) if (/[-\w$.]/.test(String.fromCharCode(code))) kinds[code] = WORD;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
function digitsEnd(line: string, from: number): number {
  let end = from;
  while (isDigit(line.charCodeAt(end))) end++;
  return end;
}

/**
 * Numbered names of LLVM: `%4`, `@0`, `!12`, `#3`, `^2`; a block's label has no sign and is at the line's start, in
 * older releases in a comment. A scan instead of a regular expression, since these texts are the largest.
 */
export const findLlvm: FindNumbered = (line, take) => {
  let at = labelEnd(line, line.startsWith(LABEL) ? LABEL.length : 0, take);
  for (const { length } = line; at < length; at++) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) {
      const close = line.indexOf('"', at + 1);
      if (close > 0) at = close;
    } else if (kinds[code] === SIGN) {
      const end = digitsEnd(line, at + 1);
      if (end === at + 1 || kinds[line.charCodeAt(end)] === WORD) continue;
      take(at, end, false);
      at = end - 1;
    }
  }
};

/** Reports a label that begins at `from`; returns where to continue. */
function labelEnd(line: string, from: number, take: TakeName): number {
  const end = digitsEnd(line, from);
  if (end === from || line.charCodeAt(end) !== COLON) return from;
  take(from, end, true);
  return end;
}
