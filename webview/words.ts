/** Words in a row's text: what a double click selects. */
import type { Token } from "../extension/document/token";

/**
 * The word around a character: a name that stands for something as a whole, else what is between the user's word
 * separators.
 * @returns its first character and the one behind it
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
