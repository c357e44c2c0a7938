/**
 * Entries that bytecode stores as assembly text. The text is printed as it is, except for parts that have an alias of
 * their own (`affine_map<…>`, `#llvm.di_file<…>`) and the numbers of distinct attributes: these become pieces. Text of
 * dialects that the release does not have is opaque to it and is not changed.
 */
import { append } from "../../../document/arrays";
import type { Tables } from "../model/module";
import type { Piece } from "../model/piece";
import { simplifiesAs21 } from "../model/release";
import { reprintAffine } from "./affine/text";
import { closing, listLength, stringEnd } from "./brackets";
import { locationPieces } from "./locationText";
import { BUILTIN_ALIASES, dialectAlias, MOST_TUPLE_ELEMENTS, TYPED } from "./aliasNames";
import { inTable, STRIPPED } from "./stripped";

/** Aliased parts nested deeper than this stay in the text. */
const DEEPEST = 32;

/** An entry that is an affine map or an integer set. */
const AFFINE = /^affine_(?:map|set)</;
/** What begins a location, and its alias; an entry that is one. */
const LOC = "loc";
const LOCATION = /^loc\(/;

/** The parts of a text that this module looks into. */
const INTERESTING =
  /affine_(?:map|set)<|\bloc\(|distinct\[|tuple<|#(?:llvm|sparse_tensor|ml_program|hal|util|iree_\w+|ttn?g)\.|!sparse_tensor\.|[#!](?:cheddar|key_mgmt|lattigo|lwe|mod_arith|openfhe|polynomial|rns|rotom|secret|tensor_ext)\./;

const ENCODING = "#sparse_tensor.encoding";
/**
 * A storage specifier normalizes its encoding: the encoding inside prints like the original one but is a different
 * attribute.
 */
const REALMS: ReadonlyMap<string, string> = new Map([["storage_specifier", "normalized "]]);

/** `#llvm.di_file`, `!quant.uniform`, `#stablehlo`: dialect and mnemonic. */
const SYMBOL = /[#!]([A-Za-z_][\w$]*)(?:\.([\w$.]+))?/y;
const WORD = /[A-Za-z_][\w$]*/y;
/** A type before its parameters. */
const RESULT = /!?[\w.$]*/y;
/** The type that is printed with an attribute. */
const TYPE_BEHIND = / : ![\w$.]+/y;
const KEY = /\s*=(?!=)\s*/y;

/** Most numbers of distinct attributes in the texts of one entry. */
const DISTINCT_NUMBERS = 1e6;

/** What reading a text needs from a module's tables. */
export type TextContext = Pick<Tables, "release" | "producer" | "isRegistered" | "textScope">;

/**
 * The spelling of an entry that is stored as text.
 * @param scope distinguishes entries, and types from attributes: the reference reads each text separately, so the
 * numbers of distinct attributes mean something only within it
 */
export function spellAssembly(text: string, scope: number, context: TextContext): readonly Piece[] {
  if (!INTERESTING.test(text)) return [text];
  if (AFFINE.test(text)) return [reprintAffine(text, simplifiesAs21(context))];
  return new AssemblyScanner(text, scope, context).entry();
}

/** The alias of an attribute or type that is stored as text. */
export function assemblyAlias(text: string, context: TextContext): string | undefined {
  if (LOCATION.test(text)) return LOC;
  const builtin = /^\w+(?=<)/.exec(text)?.[0];
  if (builtin !== undefined) return BUILTIN_ALIASES.get(builtin);
  const [name, dialect, mnemonic] = /^[#!](\w+)\.([\w.$]+)/.exec(text) ?? [];
  if (name === undefined || dialect === undefined || mnemonic === undefined) return undefined;
  const parameters = text.slice(name.length + 1, -1);
  return dialectAlias({ sigil: name.startsWith("#") ? "#" : "!", dialect, mnemonic, parameters }, context);
}

/** The end of the function type that may begin at the bracket: `(i32) -> f32`, `(i32) -> (f32, f32)`. */
function functionEnd(text: string, open: number): number | undefined {
  const arrow = closing(text, open);
  if (!text.startsWith(" -> ", arrow)) return undefined;
  const result = arrow + 4;
  if (text[result] === "(") return closing(text, result);
  RESULT.lastIndex = result;
  const name = RESULT.exec(text)?.[0].length ?? 0;
  const end = result + name;
  return text[end] === "<" ? closing(text, end) : end;
}

/** A part of a text, an attribute or type with an alias of its own. */
const fragment = (
  alias: string,
  pieces: readonly Piece[],
  realm = "",
  space: "attribute" | "type" = "attribute",
): readonly Piece[] => [{ kind: "fragment", space, alias, pieces, realm }];

/** An attribute or type without an alias: it counts as a level of nesting if something in it has one. */
function level(pieces: readonly Piece[]): readonly Piece[] {
  const nests = pieces.some((piece) => typeof piece === "object" && piece.kind === "fragment");
  return nests ? [{ kind: "fragment", space: "attribute", alias: undefined, pieces }] : pieces;
}

/**
 * Cuts one text into pieces. Knows brackets, string literals, `#dialect.name<…>` and `name<…>`; everything else is
 * copied.
 */
class AssemblyScanner {
  constructor(
    private readonly text: string,
    private scope: number,
    private readonly context: TextContext,
  ) {}

  /** The complete text: its outermost level is the entry itself, not a fragment of it. */
  entry(): readonly Piece[] {
    if (LOCATION.test(this.text)) return this.located(LOC.length, 0) ?? [this.text];
    const symbol = this.match(SYMBOL, 0);
    const head = symbol ?? this.match(WORD, 0);
    if (!head) return this.run(0, this.text.length, "", 0);
    const [name] = head;
    if (symbol && !this.registered(symbol[1] ?? "")) return [this.text];
    if (!symbol && this.text[name.length] !== "<") return this.run(0, this.text.length, "", 0);
    if (name === ENCODING) return [this.text];
    const { length } = this.text;
    const known = symbol ? inTable(symbol[1] ?? "", symbol[2] ?? "") : "";
    return [name, ...this.within(symbol ? 0 : length, length, () => this.run(name.length, length, known, 0))];
  }

  /**
   * Reads the pieces of the text from `start` to `end`. MLIR 21 reads equal texts of a dialect's attribute only once,
   * wherever they occur: everything in them keeps the meaning that it had at the first.
   */
  private within(start: number, end: number, read: () => readonly Piece[]): readonly Piece[] {
    const text = this.context.release === 21 && end > start ? this.text.slice(start, end) : "";
    if (!text.includes("distinct[")) return read();
    const outer = this.scope;
    this.scope = this.context.textScope(text, outer);
    const pieces = read();
    this.scope = outer;
    return pieces;
  }

  /** Whether the release parses this dialect's text: what it does not know is opaque to it, including brackets. */
  private registered(dialect: string): boolean {
    return dialect === "builtin" || this.context.isRegistered(dialect);
  }

  /** Matches a sticky pattern at a position of the text. */
  private match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }

  /**
   * The pieces of a part of the text.
   * @param mnemonic the llvm attribute whose parameters it is, or ""
   */
  private run(start: number, end: number, mnemonic: string, depth: number): readonly Piece[] {
    const { text } = this;
    const pieces: Piece[] = [];
    let kept = start;
    let key = "";
    // An array in an array is an attribute; one outside of others may be a list of parameters.
    let inArray = false;
    let i = start;
    const put = (from: number, to: number, made: readonly Piece[]): void => {
      if (from > kept) pieces.push(text.slice(kept, from));
      append(pieces, made);
      kept = to;
      i = to;
    };
    while (i < end) {
      const c = text[i] ?? "";
      if (c === '"') i = stringEnd(text, i);
      else if (c === "#" || c === "!") {
        const found = this.symbol(i, mnemonic, depth);
        if (found?.pieces) put(i, found.end, found.pieces);
        else i = found?.end ?? i + 1;
      } else if (/[A-Za-z_]/.test(c)) {
        const word = this.match(WORD, i)?.[0] ?? c;
        const found = this.word(word, i, depth);
        if (found) put(i, found.end, found.pieces);
        else {
          const assigned = this.match(KEY, i + word.length);
          if (assigned) key = word;
          i += word.length + (assigned?.[0].length ?? 0);
        }
      } else if (c === "<" && i > start && depth < DEEPEST) {
        const close = closing(text, i);
        put(i, close, this.bracket(i, close, mnemonic, key, depth + 1));
      } else if (c === "(" && i > start && depth < DEEPEST) {
        const close = functionEnd(text, i);
        if (close === undefined) i++;
        else put(i, close, level(this.run(i, close, "", depth + 1)));
      } else if (c === "[" && inArray && depth < DEEPEST) {
        const close = closing(text, i);
        put(i, close, level(this.run(i, close, "", depth + 1)));
      } else {
        if (c === "[" || c === "]") inArray = c === "[";
        i++;
      }
    }
    if (kept < end) pieces.push(text.slice(kept, end));
    return pieces.filter((piece) => piece !== "");
  }

  /**
   * The content of brackets without a name before them: parameters, or an attribute whose name follows from the
   * context.
   */
  private bracket(open: number, end: number, mnemonic: string, key: string, depth: number): readonly Piece[] {
    if (mnemonic.includes(".")) return this.strippedOf(open, end, STRIPPED.get(`${mnemonic}.${key}`), depth);
    const inner = mnemonic === "" ? undefined : (STRIPPED.get(`${mnemonic}.${key}`) ?? STRIPPED.get(key));
    if (inner === "sparse") return fragment(inner, [ENCODING + this.text.slice(open, end)]);
    const body = this.run(open, end, inner ?? mnemonic, depth);
    return inner === undefined ? level(body) : fragment(inner, [`#llvm.${inner}`, ...body]);
  }

  /** Brackets that stand for `name<…>`, an attribute with an alias; without a name they are parameters. */
  private strippedOf(open: number, end: number, name: string | undefined, depth: number): readonly Piece[] {
    const body = this.run(open, end, name ?? "", depth);
    const [dialect = "", mnemonic = ""] = name?.split(".") ?? [];
    const parameters = this.text.slice(open + 1, end - 1);
    const alias = dialectAlias({ sigil: "#", dialect, mnemonic, parameters }, this.context);
    return name === undefined || alias === undefined ? level(body) : fragment(alias, [`#${name}`, ...body]);
  }

  /** A dialect's attribute or type at `start`. Without pieces, the text is copied up to `end`. */
  private symbol(
    start: number,
    outer: string,
    depth: number,
  ): { readonly end: number; readonly pieces?: readonly Piece[] } | undefined {
    const symbol = this.match(SYMBOL, start);
    if (!symbol) return undefined;
    const [name, dialect = "", mnemonic = ""] = symbol;
    const open = start + name.length;
    const end = this.text[open] === "<" ? closing(this.text, open) : open;
    if (!this.registered(dialect)) return { end };
    const parametersText = this.text.slice(open + 1, end - 1);
    const [sigil, space] = name.startsWith("#") ? (["#", "attribute"] as const) : (["!", "type"] as const);
    const alias = dialectAlias({ sigil, dialect, mnemonic, parameters: parametersText }, this.context);
    if (depth >= DEEPEST) return { end };
    // The encoding prints its own maps in full.
    if (alias === "sparse") return { end, pieces: fragment(alias, [this.text.slice(start, end)], REALMS.get(outer)) };
    if (name === ENCODING) return { end };
    const known = inTable(dialect, mnemonic);
    const parameters = end > open ? this.within(start, end, () => this.run(open, end, known, depth + 1)) : [];
    const typed = TYPED.has(`${dialect}.${mnemonic}`) ? (this.match(TYPE_BEHIND, end)?.[0] ?? "") : "";
    const pieces = [name, ...parameters, typed];
    const whole = alias === undefined ? level(pieces) : fragment(alias, pieces, undefined, space);
    return { end: end + typed.length, pieces: whole };
  }

  /** A builtin attribute or type with parameters at `start`. */
  private word(
    word: string,
    start: number,
    depth: number,
  ): { readonly end: number; readonly pieces: readonly Piece[] } | undefined {
    const open = start + word.length;
    const bracket = this.text[open];
    if (word === "distinct" && bracket === "[") return this.distinct(start, open, depth);
    if (word === LOC && bracket === "(") return this.location(open, depth);
    if (bracket !== "<") return undefined;
    const alias = BUILTIN_ALIASES.get(word);
    if (alias !== undefined) {
      const end = closing(this.text, open);
      return {
        end,
        pieces: fragment(alias, [reprintAffine(this.text.slice(start, end), simplifiesAs21(this.context))]),
      };
    }
    if (depth >= DEEPEST) return undefined;
    const end = closing(this.text, open);
    const pieces = [word, ...this.run(open, end, "", depth + 1)];
    if (word !== "tuple" || listLength(this.text, open, end) <= MOST_TUPLE_ELEMENTS)
      return { end, pieces: level(pieces) };
    return { end, pieces: [{ kind: "fragment", space: "type", alias: word, pieces }] };
  }

  /** `loc(…)`; `open` is its bracket. */
  private location(
    open: number,
    depth: number,
  ): { readonly end: number; readonly pieces: readonly Piece[] } | undefined {
    const whole = this.located(open, depth);
    return (
      whole && {
        end: closing(this.text, open),
        pieces: [{ kind: "fragment", space: "attribute", alias: LOC, pieces: whole, whole }],
      }
    );
  }
  private located(open: number, depth: number): readonly Piece[] | undefined {
    const pieces = locationPieces(this.text, open + 1, (from, to) => this.run(from, to, "", depth + 1));
    return pieces && depth < DEEPEST ? [`${LOC}(`, ...pieces, ")"] : undefined;
  }

  /** `distinct[3]<…>`: the number distinguishes the text's distinct attributes. */
  private distinct(
    start: number,
    open: number,
    depth: number,
  ): { readonly end: number; readonly pieces: readonly Piece[] } | undefined {
    const number = /^\[(\d{1,6})\]</.exec(this.text.slice(open, open + 12));
    if (!number || depth >= DEEPEST) return undefined;
    const [brackets] = number;
    const inner = open + brackets.length - 1;
    const end = closing(this.text, inner);
    const pieces: Piece[] = [
      this.text.slice(start, open + 1),
      { kind: "distinct", entry: -1 - this.scope * DISTINCT_NUMBERS - Number(number[1]) },
      "]",
      ...this.run(inner, end, "", depth + 1),
    ];
    return { end, pieces: end === inner + 2 ? pieces : fragment("distinct", pieces) };
  }
}
