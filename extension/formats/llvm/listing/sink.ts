/**
 * Collects the tokens of the listing. Names of types, metadata and attribute groups become symbols, like names of
 * values.
 */
import type { Sink } from "../../../document/sink";
import { ByteSink, TokenSink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";
import type { Origins } from "./origins";
import type { Pairing } from "./pairing";

/** Identified types inside the text of a type: `%struct.a`, `%"a b"`, `%0`. */
const TYPE_NAME = /%(?:"[^"]*"|[-\w$.]+)/g;

/** ` #3` after the parentheses of a function or a call. */
const GROUP = /#\d+$/;

/** The attribute group at the end of a text of attributes: `#3`, which is also its symbol. */
export function groupIn(text: string): string | undefined {
  return GROUP.exec(text)?.[0];
}
/** The symbols of the identified types in the text of a type. */
export function typesIn(text: string): readonly SymbolId[] {
  return Array.from(text.matchAll(TYPE_NAME), ([name]) => typeSymbol(name));
}

/** Receives a record's row. Symbols of names that are local to a function start with `scope`. */
export interface RecordSink extends Sink {
  scope: string;
  /** The operands of the record that no token has shown yet; only sinks of tokens have it. */
  pairing?: Pairing | undefined;
}

/** Writes only the text of a row. */
export class PlainRecordSink extends ByteSink implements RecordSink {
  readonly scope = "";
}

/** Whether printed attributes have a blank on both sides: one of them remains when they are hidden. */
export function isBetween(attributes: string): boolean {
  return attributes.startsWith(" ") && attributes.endsWith(" ");
}

/** Collects the tokens of one row. `scope` distinguishes values, blocks and metadata of different functions. */
export class ListingSink extends TokenSink implements RecordSink {
  /** The prefix of the symbols of local names: `f12/`. */
  scope = "";
  /** The number of entries in the module's own metadata table; higher ones belong to the function. */
  moduleNodes = 0;
  private operands: Pairing | undefined;
  /** Finds the records of types and attributes. */
  origins: Origins | undefined;
  /** The operand that the next pieces show, set by {@link operand}. */
  private fixed: number | undefined;
  /** Whether an operand is being printed, whose parts must not be paired again. */
  private nested = false;

  /** The operands of the row's record that no token has shown yet; undefined while one is being printed. */
  get pairing(): Pairing | undefined {
    return this.nested ? undefined : this.operands;
  }
  set pairing(pairing: Pairing | undefined) {
    this.operands = pairing;
  }
  /** Prints what shows the operand at an index, or what shows none. */
  within(index: number | undefined, print: () => void): void {
    this.nested = true;
    super.operand(index);
    print();
    super.operand(undefined);
    this.nested = false;
  }
  override operand(index: number | undefined): void {
    if (this.nested) return;
    this.fixed = index;
    super.operand(index);
  }

  /** The names of the field that the next piece shows. */
  private next: readonly string[] | undefined;
  field(...names: readonly string[]): void {
    this.next = names;
  }

  of(shown: object, place?: number): void {
    this.elsewhere = this.origins?.bitOf(shown, place);
  }

  override put(kind: TokenKind, text: string): void {
    const { next } = this;
    this.next = undefined;
    const at =
      this.fixed !== undefined || text === ""
        ? undefined
        : next
          ? this.pairing?.field(next)
          : this.operandOf(kind, text);
    if (at !== undefined) super.operand(at);
    this.split(kind, text);
    if (at !== undefined) super.operand(undefined);
    this.elsewhere = undefined;
  }

  private operandOf(kind: TokenKind, text: string): number | undefined {
    const { pairing } = this;
    if (!pairing) return undefined;
    switch (kind) {
      case "type":
        return pairing.type(text);
      case "attribute":
        return pairing.attributes();
      default:
        return undefined;
    }
  }

  /** Whether printed attributes belong to the line's function or call, so that they may be hidden. */
  attributesAreNoise = false;

  /** Puts attributes with their blanks; when hidden, one blank remains between what is around them. */
  private attributes(text: string): void {
    const before = this.noiseKind;
    const inner = isBetween(text);
    if (inner) super.put("text", " ");
    if (this.attributesAreNoise) this.noise("attribute");
    const rest = inner ? text.slice(1) : text;
    const group = groupIn(rest);
    super.put("attribute", group === undefined ? rest : rest.slice(0, -group.length));
    if (group !== undefined) super.name("attribute", group, group);
    this.noise(before);
  }

  /** Makes symbols of the names inside the text of a type or of attributes. */
  private split(kind: TokenKind, text: string): void {
    if (kind === "attribute") {
      this.attributes(text);
      return;
    }
    if (kind !== "type" || !text.includes("%")) {
      super.put(kind, text);
      return;
    }
    let last = 0;
    for (const match of text.matchAll(TYPE_NAME)) {
      super.put(kind, text.slice(last, match.index));
      super.name(kind, match[0], typeSymbol(match[0]));
      last = match.index + match[0].length;
    }
    super.put(kind, text.slice(last));
  }

  override name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    this.next = this.elsewhere = undefined;
    super.name(kind, text, this.symbolOf(kind, text, symbol), definition);
  }
  /** The text of the tokens collected since they were last taken. */
  takeText(): string {
    let text = "";
    for (const token of this.take()) text += token.text;
    return text;
  }
  protected symbolOf(kind: TokenKind, text: string, symbol: SymbolId): SymbolId {
    if (kind === "local" || kind === "block") return this.scope + symbol;
    return kind === "metadata" ? nodeSymbol(text, this.scope, this.moduleNodes) : symbol;
  }
}

/** The symbol of a constant by its number; that of a function's own constant starts with its scope. */
export function constantSymbol(id: number, scope: string): SymbolId {
  return `${scope}value ${id}`;
}

/** The symbol of an identified type, distinct from a value with the same spelling. */
export function typeSymbol(name: string): SymbolId {
  return `type ${name}`;
}
/**
 * The symbol of a metadata node by its index in the module's table; that of a function's own node starts with its
 * scope.
 */
export function metadataSymbol(index: number): SymbolId {
  return `!${index}`;
}
/** The symbol of an attribute group by its number in the file. */
export function attributeSymbol(group: number): SymbolId {
  return `#${group}`;
}
/**
 * The symbol of a node in the rows of records, from its text: the text contains the index in the file, unlike the
 * printer's ids. From the index `moduleNodes` on, nodes belong to a function.
 */
export function nodeSymbol(text: string, scope: string, moduleNodes: number): SymbolId {
  return Number(text.slice(1)) < moduleNodes ? text : scope + text;
}
