/** Tables of words and what they mean, and how a word is looked up. */
import type { Explanation } from "../../document/hover";

/** Meanings by word. */
export type Meanings = ReadonlyMap<string, string>;

/** One table of several; later ones take precedence. */
export function meaningsOf(...tables: readonly Readonly<Record<string, string>>[]): Meanings {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}

/** The explanations of those words that a table has, each once. */
export function explainEach(words: readonly string[], meanings: Meanings): readonly Explanation[] {
  return [...new Set(words)].flatMap((word) => {
    const meaning = meanings.get(word);
    return meaning === undefined ? [] : [{ word, meaning }];
  });
}

/** The explanation of a dotted name, by its longest part that a table has: `llvm.memcpy` of `llvm.memcpy.p0.p0.i64`. */
export function explainName(name: string, meanings: Meanings): readonly Explanation[] {
  for (let word = name; word !== ""; word = word.slice(0, Math.max(0, word.lastIndexOf(".")))) {
    const meaning = meanings.get(word);
    if (meaning !== undefined) return [{ word, meaning }];
  }
  return [];
}
