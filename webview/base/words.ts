/** Words in a row's text, which a double click selects. */
import type { Token } from "../../extension/document/token";
import type { RowToken } from "../../extension/session/protocol";

/**
 * The word around a character: a complete name that leads somewhere, otherwise the text between the user's word
 * separators.
 * @returns its first character and the one after its last
 */
export function wordAt(tokens: readonly Token[], char: number, separators: string): readonly [number, number] {
  let before = 0;
  for (const { text, symbol } of tokens) {
    const behind = before + text.length;
    if (char < behind) {
      const blank = text.length - text.trimStart().length;
      const end = text.trimEnd().length;
      if (symbol !== undefined && char >= before + blank && char < before + end) return [before + blank, before + end];
      break;
    }
    before = behind;
  }
  const text = tokens.map((token) => token.text).join("");
  return runAt(text, Math.min(char, Math.max(0, text.length - 1)), separators);
}

/** The run of characters of one kind (blank, separator, other) around a character. */
function runAt(text: string, char: number, separators: string): readonly [number, number] {
  const kind = (index: number): number => {
    const c = text[index] ?? " ";
    return /\s/.test(c) ? 0 : separators.includes(c) ? 1 : 2;
  };
  const wanted = kind(char);
  let [start, end] = [char, char];
  while (start > 0 && kind(start - 1) === wanted) start--;
  while (end < text.length && kind(end) === wanted) end++;
  return [start, end];
}

/** A row's text with runs of blanks as one: rows are aligned in the listing, not in a list or a card. */
export function withSingleBlanks(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** A part of a line's text as it is shown; in a demangled name its match if known, otherwise the complete name. */
export function shownPart(
  tokens: readonly RowToken[],
  part: {
    readonly start: number;
    readonly end: number;
    readonly plain?: { readonly start: number; readonly end: number };
  },
  demangle: boolean,
): { readonly text: string; readonly start: number; readonly end: number } {
  let [before, shown, start, end] = ["", "", 0, 0];
  for (const { text, plain } of tokens) {
    const words = demangle && plain !== undefined ? plain : text;
    const at = (char: number, inName: number): number =>
      shown.length + (words === text ? char - before.length : inName);
    const behind = before.length + text.length;
    if (part.start >= before.length && part.start < behind) start = at(part.start, part.plain?.start ?? 0);
    if (part.end > before.length && part.end <= behind) end = at(part.end, part.plain?.end ?? words.length);
    before += text;
    shown += words;
  }
  return { text: shown, start, end: Math.max(start, end) };
}
