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
import { explainEach, explainName, meaningsOf } from "./meanings";

const ATTRIBUTES = meaningsOf(attributes);
const KEYWORDS = meaningsOf(values, globals, instructions);
const VALUES = meaningsOf(values);
const INTRINSICS = meaningsOf(intrinsics);
const METADATA = meaningsOf(metadata, values);

/** The comment above a function that spells out its group of attributes. */
const ATTRIBUTES_COMMENT = "; Function Attrs: ";

/** Longer tokens are explained only this far, in characters: nobody reads a card of thousands of words. */
const LONGEST = 2000;

/** What the words of a token mean, in the order of the text; `line`: the tokens of its line. */
export function explainLlvm(token: Token, line: readonly Token[]): readonly Explanation[] {
  const text = token.text.slice(0, LONGEST);
  switch (token.kind) {
    case "attribute":
      return explainAttributes(text);
    case "keyword":
      return explainKeywords(token, line);
    case "metadata":
      return explainEach(plainWords(text), METADATA);
    case "global":
      return explainName(/llvm\.[\w.]+/.exec(text)?.[0] ?? "", INTRINSICS);
    case "string":
      return isDataLayout(line) ? explainDataLayout(text) : [];
    case "type":
    case "number":
    case "text":
      return explainEach(plainWords(text).slice(0, 1), VALUES);
    case "comment":
      return text.includes(ATTRIBUTES_COMMENT) ? explainAttributes(text) : [];
    case "local":
    case "block":
    case "punctuation":
    case "problem":
      return [];
  }
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
  return explainEach(words, ATTRIBUTES);
}

/** Keywords; what one means may depend on a keyword before it: `icmp ult`, `fcmp ult`. */
function explainKeywords(token: Token, line: readonly Token[]): readonly Explanation[] {
  const before = line.slice(0, line.indexOf(token)).filter(({ kind }) => kind === "keyword");
  const earlier = before.flatMap(({ text }) => plainWords(text));
  return plainWords(token.text.slice(0, LONGEST)).flatMap((word) => {
    const special = earlier.map((other) => KEYWORDS.get(`${other} ${word}`)).find((text) => text !== undefined);
    const meaning = special ?? KEYWORDS.get(word) ?? METADATA.get(word);
    earlier.push(word);
    return meaning === undefined ? [] : [{ word, meaning }];
  });
}

function isDataLayout(line: readonly Token[]): boolean {
  return line.some(({ text }) => text.startsWith("target datalayout"));
}
