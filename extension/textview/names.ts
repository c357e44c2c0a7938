/** Names in an assembly text: where they are, what they mean, and which lines define them. Knows only the text. */

/** A half-open range of characters in a line. */
export interface Span {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A symbol in the outline of the text. */
export interface TextSymbol extends Span {
  readonly name: string;
  readonly kind: "function" | "declaration" | "global" | "type" | "attribute" | "block";
  /** The line after its last one. */
  readonly endLine: number;
}

/** `%v0`, `@main`, `!12`, `#4`, `^bb1`, `%"a name"`. */
const NAME = /[%@!#^](?:"(?:[^"\\]|\\.)*"|[-\w$.]+)/g;
/** A line that begins a function: LLVM's `define`, PNaCl's `function`, MLIR's `func.func`, quoted or not. */
const FUNCTION = /^\s*(?:define|function|"?(?:[\w.]*\.)?func"?)\b.*\{\s*$|^\s*(?:define|function)\b.*@/;
const DECLARATION = /^\s*(?:declare|function)\b/;
/** A label, which defines the block of its name. */
const LABEL = /^([-\w$.]+|"[^"]*"|[%^][-\w$.]+)(?:\(.*\))?:/;

/** The name at a column of a line. */
export function nameAt(text: string, column: number): { name: string; start: number; end: number } | undefined {
  for (const match of text.matchAll(NAME)) {
    const end = match.index + match[0].length;
    if (match.index <= column && column <= end) return { name: match[0], start: match.index, end };
  }
  const label = LABEL.exec(text);
  return label?.[1] && column <= label[1].length
    ? { name: `%${label[1].replace(/^[%^]/, "")}`, start: 0, end: label[1].length }
    : undefined;
}

/** The lines of a text, and what is found in them. */
export class TextNames {
  constructor(private readonly lines: readonly string[]) {}

  /** The definition that a name has on a line. */
  definition(name: string, line: number): Span | undefined {
    const [from, to] = this.scope(name, line);
    for (let at = from; at < to; at++) {
      const span = definedOn(this.lines[at] ?? "", name);
      if (span) return { line: at, ...span };
    }
    return undefined;
  }
  /** All occurrences of a name that mean the same as on that line. */
  references(name: string, line: number): readonly Span[] {
    const [from, to] = this.scope(name, line);
    const found: Span[] = [];
    for (let at = from; at < to; at++) {
      const text = this.lines[at] ?? "";
      for (const match of text.matchAll(NAME))
        if (match[0] === name) found.push({ line: at, start: match.index, end: match.index + name.length });
      const label = LABEL.exec(text)?.[1];
      if (label !== undefined && `%${label}` === name) found.push({ line: at, start: 0, end: label.length });
    }
    return found;
  }
  /** Functions, globals, types and attribute groups. */
  symbols(): readonly TextSymbol[] {
    const found: TextSymbol[] = [];
    this.lines.forEach((text, line) => {
      const symbol = symbolOn(text);
      if (symbol) found.push({ ...symbol, line, endLine: symbol.kind === "function" ? this.end(line) : line + 1 });
    });
    return found;
  }
  /** Foldable ranges: lines from a `{` to its `}`. */
  folds(): readonly { start: number; end: number }[] {
    const open: number[] = [];
    const found: { start: number; end: number }[] = [];
    this.lines.forEach((text, line) => {
      if (/^\s*\}/.test(text)) {
        const start = open.pop();
        if (start !== undefined && line - 1 > start) found.push({ start, end: line - 1 });
      }
      if (/[{(]\s*(?:[;/].*)?$/.test(text) && /\{/.test(text)) open.push(line);
    });
    return found;
  }

  /** The lines in which a name means the same: local names end with their function. */
  private scope(name: string, line: number): [number, number] {
    const whole: [number, number] = [0, this.lines.length];
    if (!/^[%^]/.test(name)) return whole;
    let start = line;
    while (start >= 0 && !FUNCTION.test(this.lines[start] ?? "")) start--;
    if (start < 0) return whole;
    const end = this.end(start);
    // Outside functions, names of types look like local names.
    return line < end ? [start, end] : whole;
  }
  /**
   * The line after the end of a function that begins at `start`: its end is the first closing brace with the same
   * indentation.
   */
  private end(start: number): number {
    const indent = /^\s*/.exec(this.lines[start] ?? "")?.[0] ?? "";
    for (let line = start + 1; line < this.lines.length; line++) {
      const text = this.lines[line] ?? "";
      if (text.startsWith(`${indent}}`)) return line + 1;
    }
    return this.lines.length;
  }
}

/** The range on the line where it defines a name. */
function definedOn(text: string, name: string): { start: number; end: number } | undefined {
  const label = LABEL.exec(text)?.[1];
  if (label !== undefined && (`%${label}` === name || label === name)) return { start: 0, end: label.length };
  const at = text.indexOf(name);
  if (at < 0) return undefined;
  const span = { start: at, end: at + name.length };
  const before = text.slice(0, at).trim();
  const after = text.slice(span.end);
  if (/^[-\w$."]/.test(after)) return undefined;
  const isResult =
    (before === "" || /^(?:[%@!#^][-\w$.:]+\s*,\s*)*$/.test(before)) && /^(?::\d+)?\s*(?:,.*)?=/.test(after);
  const isGroup = before === "attributes" && /^\s*=/.test(after);
  const isFunction = name.startsWith("@") && /^\(/.test(after) && (DECLARATION.test(text) || FUNCTION.test(text));
  const isParameter = /^[%^]/.test(name) && (FUNCTION.test(text) || (/^\s*\^/.test(text) && /^\s*:/.test(after)));
  return isResult || isGroup || isFunction || isParameter ? span : undefined;
}

function symbolOn(text: string): Omit<TextSymbol, "line" | "endLine"> | undefined {
  const make = (kind: TextSymbol["kind"], name: string | undefined) => {
    if (name === undefined) return undefined;
    const start = text.indexOf(name);
    return { kind, name, start, end: start + name.length };
  };
  const named = /@(?:"(?:[^"\\]|\\.)*"|[-\w$.]+)/.exec(text)?.[0];
  if (FUNCTION.test(text)) return make("function", named);
  if (DECLARATION.test(text)) return make("declaration", named);
  const defined = /^([@%#][-\w$."]+)\s*=/.exec(text);
  if (!defined) return make("attribute", /^attributes (#\d+) =/.exec(text)?.[1]);
  if (defined[1]?.startsWith("@")) return make("global", defined[1]);
  return / = type /.test(text) ? make("type", defined[1]) : undefined;
}
