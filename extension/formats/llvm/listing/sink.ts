/** Tokens of the listing: names of types, metadata and attribute groups become symbols as values' names are. */
import type { Sink } from "../../../document/sink";
import { ByteSink, TokenSink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";
import type { Origins } from "./origins";
import type { Pairing } from "./pairing";

/** Identified types within the text of a type: `%struct.a`, `%"a b"`, `%0`. */
const TYPE_NAME = /%(?:"[^"]*"|[-\w$.]+)/g;

/** ` #3` behind a function's or a call's parentheses. */
const GROUP = /^(.*)(#\d+)$/s;

/** Where a record's row goes: names of a function's things have `scope` in front of their symbols. */
export interface RecordSink extends Sink {
  scope: string;
  /** The operands of the record that no token has shown yet; only tokens say what they show. */
  pairing?: Pairing | undefined;
}

/** A row's text alone. */
export class PlainRecordSink extends ByteSink implements RecordSink {
  readonly scope = "";
}

/** A sink for one row. Values, blocks and metadata of a function are told from those of others by `scope`. */
export class ListingSink extends TokenSink implements RecordSink {
  /** What stands in front of the symbols of local names: `f12/`. */
  scope = "";
  /** Entries of the module's own metadata table; those behind are the function's. */
  moduleNodes = 0;
  private operands: Pairing | undefined;
  /** Where the records of types and attributes are. */
  origins: Origins | undefined;
  /** The operand that what follows shows, and whether it is for good: an operand's parts are not paired again. */
  private fixed: number | undefined;
  private nested = false;

  /** The operands of the row's record that no token has shown yet; none while one is being printed. */
  get pairing(): Pairing | undefined {
    return this.nested ? undefined : this.operands;
  }
  set pairing(pairing: Pairing | undefined) {
    this.operands = pairing;
  }
  /** Prints what shows the operand at an index, or none. */
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

  /** The field that the next piece shows. */
  private next: readonly string[] | undefined;
  field(...names: readonly string[]): void {
    this.next = names;
  }

  of(thing: object, place?: number): void {
    this.elsewhere = this.origins?.bitOf(thing, place);
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

  /** Whether attributes that are printed stand at what they are of: there they may be wished away. */
  attributesAreNoise = false;

  /** Attributes with their blanks; without them one blank is left between what is around them. */
  private attributes(text: string): void {
    const before = this.noiseKind;
    const inner = text.startsWith(" ") && text.endsWith(" ");
    if (inner) super.put("text", " ");
    if (this.attributesAreNoise) this.noise("attribute");
    const rest = inner ? text.slice(1) : text;
    const group = GROUP.exec(rest);
    super.put("attribute", group ? (group[1] ?? "") : rest);
    if (group?.[2] !== undefined) super.name("attribute", group[2], attributeSymbol(Number(group[2].slice(1))));
    this.noise(before);
  }

  /** Names within the text of a type or of attributes become symbols. */
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
  protected symbolOf(kind: TokenKind, text: string, symbol: SymbolId): SymbolId {
    if (kind === "local" || kind === "block") return this.scope + symbol;
    if (kind !== "metadata") return symbol;
    // The printer's ids are not the file's indices, which the text has.
    return Number(text.slice(1)) < this.moduleNodes ? text : this.scope + text;
  }
}

/** The symbol of a constant by its number; a function's own has its scope in front. */
export function constantSymbol(id: number, scope: string): SymbolId {
  return `${scope}value ${id}`;
}

/** The symbol of an identified type, told from a value of the same spelling. */
export function typeSymbol(name: string): SymbolId {
  return `type ${name}`;
}
/** The symbol of a metadata node by its index in the module's table; a function's own nodes have its scope in front. */
export function metadataSymbol(index: number): SymbolId {
  return `!${index}`;
}
/** The symbol of an attribute group by its number in the file. */
export function attributeSymbol(group: number): SymbolId {
  return `#${group}`;
}
