/**
 * What the words of LLVM's language mean, for hover cards. The facts are those of LLVM's language reference; the tables
 * hold them in our own words.
 */
import type { Explanation } from "../../document/hover";
import type { Token } from "../../document/token";
import { explainDataLayout } from "./dataLayout";
import attributes from "./data/attributes.json";
import globals from "./data/globals.json";
import instructions from "./data/instructions.json";
import intrinsics from "./data/intrinsics.json";
import metadata from "./data/metadata.json";
import values from "./data/values.json";

type Meanings = ReadonlyMap<string, string>;

const ATTRIBUTES = mapOf(attributes);
const KEYWORDS = mapOf(values, globals, instructions);
const VALUES = mapOf(values);
const INTRINSICS = mapOf(intrinsics);
const METADATA = mapOf(metadata, values);

/** The comment above a function that spells out its group of attributes. */
const ATTRIBUTES_COMMENT = "; Function Attrs: ";

/** Longer tokens are explained only this far, in characters: nobody reads a card of thousands of words. */
const LONGEST = 2000;

/** Later tables take precedence. */
function mapOf(...tables: readonly Readonly<Record<string, string>>[]): Meanings {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}

/** What the words of a token mean, in the order of the text; `line`: the tokens of its line. */
export function explainToken(line: readonly Token[], token: Token): readonly Explanation[] {
  const text = token.text.slice(0, LONGEST);
  switch (token.kind) {
    case "attribute":
      return explainAttributes(text);
    case "keyword":
      return explainKeywords(line, token);
    case "metadata":
      return meant(plainWords(text), METADATA);
    case "global":
      return explainIntrinsic(text.trim());
    case "string":
      return isDataLayout(line) ? explainDataLayout(text) : [];
    case "type":
    case "number":
    case "text":
      return meant(plainWords(text).slice(0, 1), VALUES);
    case "comment":
      return text.includes(ATTRIBUTES_COMMENT) ? explainAttributes(text) : [];
    case "local":
    case "block":
    case "punctuation":
    case "problem":
      return [];
  }
}

/** The explanations of those words that a table has, each once. */
function meant(words: readonly string[], meanings: Meanings): readonly Explanation[] {
  return [...new Set(words)].flatMap((word) => {
    const meaning = meanings.get(word);
    return meaning === undefined ? [] : [{ word, meaning }];
  });
}

function plainWords(text: string): readonly string[] {
  return text.match(/[!#]?[A-Za-z_][\w.]*/g) ?? [];
}

/** What the attributes of a list mean, with their arguments if the table has them: `memory(none)`, `frame-pointer`. */
function explainAttributes(text: string): readonly Explanation[] {
  const words: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: match, 1: quoted, index } of text.matchAll(/"([^"]*)"(?:="[^"]*")?|[A-Za-z_]\w*|[()]/g)) {
    if (match === "(") depth++;
    else if (match === ")") depth--;
    else if (depth === 0) {
      words.push(quoted ?? match);
      start = index;
    }
    const whole = text.slice(start, index + 1);
    if (match === ")" && depth === 0 && ATTRIBUTES.has(whole)) words[words.length - 1] = whole;
  }
  return meant(words, ATTRIBUTES);
}

/** Keywords; what one means may depend on a keyword before it: `icmp ult`, `fcmp ult`. */
function explainKeywords(line: readonly Token[], token: Token): readonly Explanation[] {
  const before = line.slice(0, line.indexOf(token)).filter(({ kind }) => kind === "keyword");
  const earlier = before.flatMap(({ text }) => plainWords(text));
  return plainWords(token.text.slice(0, LONGEST)).flatMap((word) => {
    const special = earlier.map((other) => KEYWORDS.get(`${other} ${word}`)).find((text) => text !== undefined);
    const meaning = special ?? KEYWORDS.get(word) ?? METADATA.get(word);
    earlier.push(word);
    return meaning === undefined ? [] : [{ word, meaning }];
  });
}

/** An intrinsic, by the longest part of its name that the table has: `llvm.memcpy.p0.p0.i64`. */
function explainIntrinsic(symbol: string): readonly Explanation[] {
  const [name = ""] = /llvm\.[\w.]+/.exec(symbol) ?? [];
  for (let word = name; word.includes("."); word = word.slice(0, word.lastIndexOf("."))) {
    const meaning = INTRINSICS.get(word);
    if (meaning !== undefined) return [{ word, meaning }];
  }
  return [];
}

function isDataLayout(line: readonly Token[]): boolean {
  return line.some(({ text }) => text.startsWith("target datalayout"));
}
