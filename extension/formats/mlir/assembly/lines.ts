/** Printed MLIR as lines: bytes that are cut into tokens only where somebody looks. */
import type { ByteText } from "../../../document/byteText";
import type { NameTaker } from "../../../document/nameTaker";
import { TokenSink } from "../../../document/sink";
import type { SourceFrame } from "../../../document/sourceLocation";
import type { Line, SymbolId, Token } from "../../../document/token";
import { makeToken } from "../../../document/token";
import { assemblyLine } from "../../../kit/lineSink";
import type { Lines } from "../../../kit/lines";
import { Words } from "../../../kit/numbers";
import type { PagedBytes } from "../../../kit/pagedBytes";
import { allSteps } from "../../../kit/steps";
import { MAY_NAME, namedStrings, putText, symbolName } from "../listing/tokens";
import type { Marks } from "../text/marks";
import { LINES_IN_STEP, Regions } from "./regions";
import { withMarks } from "./tokenMarks";

/** The most characters of a line that are cut into tokens; the rest of a longer line is one. No row shows as many. */
const MOST_CUT = 1 << 18;
const NEWLINE = 0x0a;
const BLANK = 0x20;
const PERCENT = 0x25;
const QUOTE = 0x22;
const [ROUND, ROUND_END, CURLY, CURLY_END] = [0x28, 0x29, 0x7b, 0x7d];
const CARET = 0x5e;

/** String literals, which are skipped, and names of values and blocks. */
const NAME = /"(?:[^"\\]|\\.)*"|%[\w.$-]+(?:#\d+)?|\^bb\d+/g;
/** An alias, where it is used or at the beginning of a line where it is defined. */
const ALIAS = /[!#][\w$.]+/g;
const DEFINITION = /^[!#][\w$.]+(?= = )/;
/** The string that gives an op its symbol's name. */
const SYMBOL_NAME = /\bsym_name = (?:#vhlo\.string_v1<)?("(?:[^"\\]|\\.)*")/;

/** The ops and blocks that a text shows. */
export interface ShownRecords {
  /** Their first bytes. */
  readonly bytes: ArrayLike<number>;
  /** How many lines come before the first that shows one: those of a module that was put around the IR. */
  readonly opening?: number;
  /** What the parts of the text show. */
  readonly marks: Marks;
  /** The source of one of them, by its index. */
  frames(record: number): readonly SourceFrame[];
}

/** Lines of generic MLIR. Each line of an op or a block has the position of that op or block. */
export class TextLines implements Lines {
  /** By line: its end, and where its first character is that is not a blank. */
  private readonly ends = new Words();
  private readonly firsts = new Words();
  /** By line: the index of the op or block that it shows, plus one; 0 for none. */
  private readonly records = new Words();
  /** Each op with regions, from its first line to the line that ends them. */
  readonly folds: { readonly from: number; to: number }[] = [];
  private nesting: Regions | undefined;

  private constructor(
    private readonly bytes: PagedBytes,
    private readonly shown: ShownRecords,
    private readonly scope: string,
    private readonly aliases: ReadonlySet<string>,
  ) {}
  /**
   * The lines of a text, which are found in steps.
   * @param bytes complete lines
   * @param shown the printed ops and blocks, in order
   * @param scope a prefix for the symbols of values and blocks
   * @param aliases the names that are aliases
   */
  static *of(
    bytes: PagedBytes,
    shown: ShownRecords,
    scope: string,
    aliases: ReadonlySet<string>,
  ): Generator<void, TextLines, undefined> {
    const lines = new TextLines(bytes, shown, scope, aliases);
    yield* lines.find();
    return lines;
  }
  private *find(): Generator<void, void, undefined> {
    const { bytes, ends, firsts, records } = this;
    const open: { to: number }[] = [];
    let record = 0;
    for (let start = 0; start < bytes.length;) {
      const line = ends.length;
      const end = bytes.indexOf(NEWLINE, start);
      firsts.push(bytes.indexAfter(BLANK, start));
      ends.push(end);
      const shows = line >= (this.shown.opening ?? 0) && (this.first(line) === CARET || this.isOp(line));
      records.push(shows ? ++record : 0);
      this.fold(line, open);
      start = end + 1;
      if (line % LINES_IN_STEP === 0) yield;
    }
    for (const fold of open) fold.to = this.length;
    for (const list of [ends, firsts, records]) list.settle();
  }
  /** Ends the fold that a line closes, and begins one. @param open those around the line */
  private fold(line: number, open: { to: number }[]): void {
    const { bytes } = this;
    const at = this.firsts.data[line] ?? 0;
    const closing = bytes.at(at) === CURLY_END && bytes.at(at + 1) === ROUND_END ? open.pop() : undefined;
    if (closing) closing.to = line + 1;
    const end = this.ends.data[line] ?? 0;
    if (bytes.at(end - 2) !== ROUND || bytes.at(end - 1) !== CURLY) return;
    const fold = { from: line, to: line + 1 };
    this.folds.push(fold);
    open.push(fold);
  }
  /** Finds the regions: without that, the first line whose names are asked for finds them all at once. */
  *findRegions(): Generator<void, void, undefined> {
    this.nesting ??= yield* Regions.in(this);
  }

  get length(): number {
    return this.ends.length;
  }
  private start(index: number): number {
    return index === 0 ? 0 : (this.ends.data[index - 1] ?? 0) + 1;
  }
  /** An op's line begins with its results or its name; all other lines with another character. */
  private isOp(index: number): boolean {
    const first = this.first(index);
    return first === PERCENT || first === QUOTE;
  }
  /** The first character of a line that is not a blank; a block's label begins with a caret. */
  private first(index: number): number | undefined {
    return this.bytes.at(this.firsts.data[index] ?? 0);
  }
  /** The index of the op or block that a line shows, -1 for none. */
  private recordOf(index: number): number {
    return (this.records.data[index] ?? 0) - 1;
  }
  text(index: number): string {
    return this.bytes.text(this.start(index), this.ends.data[index] ?? 0);
  }
  write(index: number, text: ByteText): void {
    this.bytes.write(this.start(index), this.ends.data[index] ?? 0, text);
  }
  positionBit(index: number): number | undefined {
    const byte = this.shown.bytes[this.recordOf(index)];
    return byte === undefined ? undefined : byte * 8;
  }
  sourceOf(index: number): readonly SourceFrame[] {
    const record = this.recordOf(index);
    return record < 0 ? [] : this.shown.frames(record);
  }
  private get regions(): Regions {
    return (this.nesting ??= allSteps(Regions.in(this)));
  }

  foldName(line: number): { readonly kind: string; readonly title: string } {
    const text = this.text(line);
    const kind = /"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? "";
    const symbol = this.symbol(line);
    return { kind, title: symbol === undefined ? kind : `${kind} ${symbol}` };
  }

  line(index: number): Line {
    const text = this.text(index);
    const tokens = this.tokens(index, text.slice(0, MOST_CUT));
    if (text.length > MOST_CUT) tokens.push({ kind: "text", text: text.slice(MOST_CUT) });
    return assemblyLine(tokens, this.positionBit(index));
  }
  tell(index: number, taker: NameTaker, locals: boolean): void {
    const text = this.text(index).slice(0, MOST_CUT);
    if (!locals && !this.namesMore(text)) return;
    for (const { symbol, definition = false } of this.named(index, text, locals))
      if (symbol !== undefined) taker.name(symbol, definition);
  }
  /** Whether a text may name more than values and blocks: most lines do not. */
  private namesMore(text: string): boolean {
    if (MAY_NAME.test(text)) return true;
    if (this.aliases.size === 0) return false;
    for (const [name] of text.matchAll(ALIAS)) if (this.aliases.has(name)) return true;
    return false;
  }

  private tokens(index: number, text: string): Token[] {
    const start = this.start(index);
    const marks = this.shown.marks.within(start, start + text.length);
    return [...withMarks(this.named(index, text), start, marks)];
  }
  /**
   * The tokens of a line, without what they show.
   * @param locals whether values and blocks are symbols
   */
  private named(index: number, text: string, locals = true): readonly Token[] {
    const sink = new TokenSink();
    const indent = Math.max(0, text.search(/\S/));
    sink.put("text", text.slice(0, indent));
    let end = indent;
    const alias = DEFINITION.exec(text)?.[0];
    if (alias !== undefined) {
      sink.name(alias.startsWith("!") ? "type" : "attribute", alias, alias, true);
      end = alias.length;
    }
    const symbols = new Map(namedStrings(text).map(({ start, definition }) => [start, definition]));
    let isOp = this.isOp(index);
    // A label ends with a comment that names its predecessors.
    const comment = this.first(index) === CARET ? text.lastIndexOf("  // ") : -1;
    const code = comment < 0 ? text.length : comment;
    for (const match of text.matchAll(NAME)) {
      const [name] = match;
      const isString = name.startsWith('"');
      const definition = symbols.get(match.index);
      if (isString && !isOp && definition === undefined) continue;
      this.between(sink, text, end, match.index, code);
      if (!isString && !locals) sink.put("local", name);
      else if (!isString) this.name(sink, name, index, match.index === indent || isArgument(text, match.index));
      else if (definition !== undefined) sink.name("global", name, `@${symbolName(name)}`, definition);
      else sink.put("keyword", name);
      // The first string in an op's line is its name.
      if (isString) isOp = false;
      end = match.index + name.length;
    }
    this.between(sink, text, end, text.length, code);
    return this.aliased(sink.take());
  }
  /** What is between two names; from `code` on it is comment. */
  private between(sink: TokenSink, text: string, from: number, to: number, code: number): void {
    const middle = Math.max(from, Math.min(code, to));
    if (from < middle) putText(sink, text.slice(from, middle), (path) => `@${path.at(-1) ?? ""}`);
    if (middle < to) sink.put("comment", text.slice(middle, to));
  }
  private name(sink: TokenSink, name: string, line: number, definition: boolean): void {
    const head = name.replace(/#\d+$/, "");
    const region = this.regions.owner(head, line);
    const kind = name.startsWith("^") ? "block" : "local";
    if (region === undefined) sink.put(kind, name);
    else sink.name(kind, name, `${this.scope}${region}/${head}`, definition);
  }
  /** Aliases, also within the text of a type or an attribute, become names. */
  private aliased(tokens: readonly Token[]): readonly Token[] {
    return tokens.flatMap((token) => {
      const inside = token.symbol === undefined && token.kind !== "string" && /[!#]/.test(token.text);
      return inside ? this.split(token) : [token];
    });
  }
  private split(token: Token): readonly Token[] {
    const { text } = token;
    const parts: Token[] = [];
    let end = 0;
    for (const { 0: name, index } of text.matchAll(ALIAS)) {
      if (!this.aliases.has(name)) continue;
      if (index > end) parts.push(makeToken(text.slice(end, index), token.kind, token));
      parts.push(makeToken(name, token.kind, { ...token, symbol: name }));
      end = index + name.length;
    }
    if (end === 0) return [token];
    if (end < text.length) parts.push(makeToken(text.slice(end), token.kind, token));
    return parts;
  }

  /** The symbols that ops define by their names; undefined between steps. */
  *symbols(): Generator<SymbolId | undefined, void, undefined> {
    for (let index = 0; index < this.length; index++) {
      const symbol = this.symbol(index);
      if (symbol !== undefined || index % LINES_IN_STEP === 0) yield symbol;
    }
  }
  private symbol(index: number): SymbolId | undefined {
    const name = SYMBOL_NAME.exec(this.text(index))?.[1];
    return name === undefined ? undefined : `@${symbolName(name)}`;
  }

  definition(symbol: SymbolId): number | undefined {
    if (symbol.startsWith(this.scope) && symbol.includes("/")) {
      const [region = "", name = ""] = symbol.slice(this.scope.length).split("/");
      return this.regions.line(Number(region), name);
    }
    for (let index = 0; index < this.length; index++) {
      if (symbol.startsWith("@") ? this.symbol(index) === symbol : DEFINITION.exec(this.text(index))?.[0] === symbol)
        return index;
    }
    return undefined;
  }
}

/** Whether a name in a label is one of its arguments, which the label defines; its predecessors are blocks. */
function isArgument(text: string, at: number): boolean {
  return text[at] === "%" && /^ *\^bb\d+\(/.test(text) && /[(\s]/.test(text[at - 1] ?? "");
}
