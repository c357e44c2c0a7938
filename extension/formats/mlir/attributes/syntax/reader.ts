/** Reads the assembly of a dialect's attribute or type by its pattern, as far as the reference's parser can be foretold. */
import { closing, stringEnd } from "../brackets";
import { FLOAT_FORMATS } from "../floatFormat";
import { ADDED } from "./added";
import { sparseFault } from "./sparse";
import type { SyntaxTable } from "./table";

/** Symbols nested deeper than this are not looked into. */
const DEEPEST = 16;

/** A symbol: its sigil, its dialect, and its name unless that is inside the brackets. */
const SYMBOL = /([#!])([A-Za-z_][\w$]*)(?:\.([\w$.]+))?/y;
const NAME = /[A-Za-z_][\w$.]*/y;
const NUMBER = /-?(?:0x[0-9a-fA-F]+|\d+)/y;
const REFERENCE = /(?:@(?:[\w$.-]+|"[^"]*"))(?:::@(?:[\w$.-]+|"[^"]*"))*/y;
const BLANKS = /\s*/y;
const KEY = /([\w$]+)\s*=/y;
const CASE = /"[^"]*"|[\w.$-]+/y;
const SIMPLE_TYPE = /(?:[su]?i\d+|index|none)(?![\w$.])/y;
const SHAPED_TYPE = /(?:vector|tensor|memref|tuple|complex)(?=<)/y;
/** Dialects whose attributes have no attributes of others in them, or whose types no such types. */
const CLOSED = new Set(["spirv!", "spirv#", "xegpu#"]);
/** `16x?x` before the type of elements. */
const DIMENSIONS = /(?:(?:\d+|\?|\*)\s*x\s*)+/y;
/** What may be a symbol, or a string that is passed over. */
const PARTS = /["#!]/g;
/** A type that is printed with an attribute. */
const TYPED = /\s*:\s/y;

/** Thrown where a text does not fit; the message is in the reference's words. */
class Misfit extends Error {}

/** Reads the texts of one release. */
export class SyntaxReader {
  private text = "";
  private at = 0;
  private depth = 0;
  /** The dialect and the kind of the symbol that is read. */
  private dialect = "";
  private sigil = "";

  constructor(private readonly table: SyntaxTable) {}

  /** What is wrong with a text that begins with `#` or `!`; undefined if nothing is known to be. */
  fault(text: string): string | undefined {
    [this.text, this.at, this.depth] = [text, 0, 0];
    try {
      this.symbol();
      if (this.match(TYPED)) this.type();
      if (this.at < text.length) throw new Misfit("trailing characters found after attribute content");
      return undefined;
    } catch (thrown) {
      if (thrown instanceof Misfit) return thrown.message;
      throw thrown;
    }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
  private wanted(pattern: RegExp, message: string): string {
    this.match(BLANKS);
    return this.match(pattern)?.[0] ?? this.fail(message);
  }
  private fail(message: string): never {
    throw new Misfit(message);
  }

  /** An attribute or a type of a dialect. */
  private symbol(): void {
    const [all = "", sigil = "", dialect = "", name] =
      this.match(SYMBOL) ?? this.fail("invalid kind of attribute specified");
    const open = this.text[this.at] === "<";
    const end = open ? closing(this.text, this.at) : this.at;
    if (name === undefined && !open) this.fail(`undefined symbol alias id '${all.slice(1)}'`);
    const outer = [this.dialect, this.sigil] as const;
    if (CLOSED.has(outer.join("")) && sigil === this.sigil && dialect !== this.dialect)
      this.fail(sigil === "#" ? "invalid kind of attribute specified" : "member type must be a valid type");
    const patterns = this.depth < DEEPEST ? this.table.patterns(dialect) : undefined;
    if (patterns) {
      [this.dialect, this.sigil, this.depth] = [dialect, sigil, this.depth + 1];
      try {
        this.named(name, end, patterns);
      } finally {
        [[this.dialect, this.sigil], this.depth] = [outer, this.depth - 1];
      }
    }
    this.at = end;
  }

  /** What follows the dialect: `.name<…>`, or `<name …>`. */
  private named(name: string | undefined, end: number, patterns: ReadonlyMap<string, string | undefined>): void {
    if (name === undefined) this.at++;
    const mnemonic = name ?? this.match(NAME)?.[0] ?? "";
    const key = this.sigil + mnemonic;
    const extra = ADDED[this.dialect]?.[key];
    if (extra === undefined && !patterns.has(key)) {
      const kind = this.sigil === "#" ? "attribute" : "type";
      this.fail(`unknown ${kind} \`${mnemonic}\` in dialect \`${this.dialect}\``);
    }
    const last = name === undefined ? end - 1 : end;
    this.pattern((extra ?? patterns.get(key) ?? "$r").split(" "), last);
    this.match(BLANKS);
    if (this.at < last) this.fail("expected '>'");
  }

  /** Reads by the words of a pattern, up to `end` at most. */
  private pattern(words: readonly string[], end: number): void {
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? "";
      if (word === "") continue;
      if (!word.startsWith("$")) this.literal(word);
      else if (word === "$[" || word === "$(") {
        const close = groupEnd(words, i);
        if (word === "$[") this.choice(words.slice(i + 1, close), end);
        else this.struct(words.slice(i + 1, close), end);
        i = close;
      } else this.value(word.slice(1), end);
      if (this.at > end) this.fail("unbalanced character in pretty dialect name");
    }
  }

  private literal(word: string): void {
    this.match(BLANKS);
    const isWord = /\w$/.test(word);
    const after = this.at + word.length;
    if (!this.text.startsWith(word, this.at) || (isWord && word !== "x" && /[\w$]/.test(this.text[after] ?? "")))
      this.fail(`expected '${word}'`);
    this.at = after;
  }

  /** The first alternative if the text fits it, or the second. */
  private choice(words: readonly string[], end: number): void {
    const bar = groupBar(words);
    const start = this.at;
    try {
      this.pattern(words.slice(0, bar), end);
    } catch (thrown) {
      if (!(thrown instanceof Misfit)) throw thrown;
      this.at = start;
      this.pattern(words.slice(bar + 1), end);
    }
  }

  /** `a = …, b = …`: every field at most once, and all that may not be missing. */
  private struct(fields: readonly string[], end: number): void {
    const known = new Map(fields.map((field) => [/^\w+/.exec(field)?.[0] ?? "", field.replace(/^\w+/, "")]));
    this.match(BLANKS);
    while (this.text[this.at] !== ">") {
      const key = this.match(KEY)?.[1] ?? this.fail("expected valid keyword");
      const word = known.get(key) ?? this.fail(`duplicate or unknown struct parameter name: ${key}`);
      known.delete(key);
      this.value(word.slice(1), end);
      this.match(BLANKS);
      if (this.text[this.at] !== ",") break;
      this.at++;
      this.match(BLANKS);
    }
    for (const [key, word] of known)
      if (word.startsWith("=")) this.fail(`struct is missing required parameter: ${key}`);
  }

  private value(word: string, end: number): void {
    switch (word.charAt(0)) {
      case "i":
        this.wanted(NUMBER, "expected integer value");
        return;
      case "b":
        this.wanted(/(?:true|false)\b/y, "expected 'true' or 'false'");
        return;
      case "s":
        this.match(BLANKS);
        if (this.text[this.at] !== '"') this.fail("expected string");
        this.at = stringEnd(this.text, this.at);
        return;
      case "y":
        this.wanted(REFERENCE, "expected symbol reference");
        return;
      case "t":
        this.type();
        return;
      case "w":
        this.wanted(NAME, "expected keyword");
        return;
      case "d":
        this.wanted(DIMENSIONS, "expected a list of dimensions");
        return;
      case "l":
        this.llvmType(end);
        return;
      case "e":
        this.oneOf(this.table.words(Number(word.slice(1))));
        return;
      case "E":
        this.someOf(this.table.words(Number(word.slice(1))));
        return;
      case "=":
        this.value(this.enumOf(word.slice(1)), end);
        return;
      case "*":
        this.listOf(this.enumOf(word.slice(1)), end);
        return;
      case "m": {
        const fault = sparseFault(this.text.slice(this.at, end));
        if (fault !== undefined) this.fail(fault);
        this.at = end;
        return;
      }
      default:
        this.rest(word === "r", end);
    }
  }

  /** The enum of another attribute of the dialect. */
  private enumOf(name: string): string {
    const pattern = this.table.patterns(this.dialect)?.get(`#${name}`) ?? "";
    return /\$([eE]\d+)/.exec(pattern)?.[1] ?? "x";
  }
  private listOf(word: string, end: number): void {
    this.match(BLANKS);
    while (this.text[this.at] !== "]") {
      this.value(word, end);
      this.match(BLANKS);
      if (this.text[this.at] !== ",") return;
      this.at++;
      this.match(BLANKS);
    }
  }

  private oneOf(cases: readonly string[]): void {
    const found = this.wanted(CASE, "expected keyword").replace(/^"(.*)"$/, "$1");
    if (!cases.includes(found)) this.fail(`expected one of [${cases.slice(0, 16).join(", ")}]`);
  }
  private someOf([separator = "", ...cases]: readonly string[]): void {
    for (;;) {
      this.oneOf(cases);
      this.match(BLANKS);
      if (this.text[this.at] !== separator) return;
      this.at++;
    }
  }

  private type(): void {
    this.match(BLANKS);
    const start = this.text[this.at] ?? "";
    if (start === "!") this.symbol();
    else if (start === "(") this.rest(false, this.text.length);
    else if (this.match(SHAPED_TYPE)) this.brackets();
    else if (!this.match(SIMPLE_TYPE) && !FLOAT_FORMATS.has(this.wanted(NAME, "expected type")))
      this.fail("expected type");
  }

  /** A type inside one of LLVM's, which may be written without the dialect: `ptr`, `struct<(i32)>`. */
  private llvmType(end: number): void {
    this.match(BLANKS);
    const start = this.at;
    const name = this.match(NAME)?.[0] ?? "";
    const known = this.table.patterns("llvm");
    const key = `!${name}`;
    const pattern = ADDED["llvm"]?.[key] ?? known?.get(key);
    if (pattern !== undefined) this.pattern(pattern.split(" "), end);
    else if (known?.has(key)) this.brackets();
    else {
      this.at = start;
      this.type();
    }
  }

  /** What is in the brackets that come next, if any. */
  private brackets(): void {
    if (this.text[this.at] !== "<") return;
    const end = closing(this.text, this.at);
    this.at++;
    this.rest(true, end - 1);
    this.at = end;
  }

  /** Any text up to the next comma, or to the closing bracket; the symbols in it are read. */
  private rest(all: boolean, end: number): void {
    const stop = chunkEnd(this.text, this.at, all ? ">)]}" : ">)]},", end);
    PARTS.lastIndex = this.at;
    for (let found = PARTS.exec(this.text); found && found.index < stop; found = PARTS.exec(this.text)) {
      this.at = found.index;
      const next = this.text[this.at + 1] ?? "";
      if (found[0] === '"') this.at = stringEnd(this.text, this.at);
      else if (/[A-Za-z_]/.test(next)) this.symbol();
      else this.at++;
      PARTS.lastIndex = this.at;
    }
    this.at = stop;
  }
}

/** The index of the next of these characters outside of brackets and strings; `end` if there is none before. */
function chunkEnd(text: string, from: number, stops: string, end: number): number {
  let i = from;
  while (i < end) {
    const c = text.charAt(i);
    if (c === '"') i = stringEnd(text, i);
    else if (c === "-" && text[i + 1] === ">") i += 2;
    else if (c === ">" && text[i + 1] === "=") i += 2;
    else if (stops.includes(c)) return i;
    else if ("<([{".includes(c)) i = closing(text, i);
    else i++;
  }
  return end;
}

/** The index of the word that closes the group which opens at `open`. */
function groupEnd(words: readonly string[], open: number): number {
  let depth = 0;
  for (let i = open; i < words.length; i++) {
    if (words[i] === "$[" || words[i] === "$(") depth++;
    if ((words[i] === "$]" || words[i] === "$)") && --depth === 0) return i;
  }
  return words.length;
}

/** The index of the bar between the alternatives of a group. */
function groupBar(words: readonly string[]): number {
  let depth = 0;
  for (let i = 0; i < words.length; i++) {
    if (words[i] === "$[") depth++;
    if (words[i] === "$]") depth--;
    if (words[i] === "$|" && depth === 0) return i;
  }
  return words.length;
}
