/** Passes on the symbols in printed text, the same that a sink of tokens finds, and drops the text. */
import type { NameTaker } from "../../../document/nameTaker";
import type { Sink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";
import { cutLines } from "../../../kit/lineSink";
import type { RecordSink } from "./sink";
import { groupIn, nodeSymbol, typesIn } from "./sink";

/** Texts of types whose symbols are kept: a large module prints the same ones again and again. */
const KEPT_TYPES = 4096;
const NONE: readonly SymbolId[] = [];

/** Passes on the names that {@link ListingSink} makes symbols. */
export class NameSink implements Sink {
  /** Prefix of the symbols of local names: `f12/`. */
  scope = "";
  /** The symbols in the text of a type, by the text. */
  private readonly types = new Map<string, readonly SymbolId[]>();

  /** @param locals whether to include the names of a function's own values and blocks */
  constructor(
    private readonly taker: NameTaker,
    readonly locals: boolean,
  ) {}

  put(kind: TokenKind, text: string): void {
    if (kind === "type") this.typesOf(text);
    else if (kind === "attribute" && text.includes("#")) cutLines(text, this.group, nothing);
  }
  private readonly group = (text: string): void => {
    const group = groupIn(text);
    if (group !== undefined) this.taker.name(group, false);
  };
  private typesOf(text: string): void {
    for (const symbol of this.types.get(text) ?? this.newTypes(text)) this.taker.name(symbol, false);
  }
  private newTypes(text: string): readonly SymbolId[] {
    const symbols = text.includes("%") ? typesIn(text) : NONE;
    if (this.types.size >= KEPT_TYPES) this.types.clear();
    this.types.set(text, symbols);
    return symbols;
  }
  name(kind: TokenKind, _text: string, symbol: SymbolId, isDefinition = false): void {
    if (kind !== "local" && kind !== "block") this.taker.name(symbol, isDefinition);
    else if (this.locals) this.taker.name(this.scope + symbol, isDefinition);
  }
  operand(): void {
    // The operand that a name shows does not matter.
  }
  at(): void {
    // The record of a name does not matter.
  }
}

/** Holds names back until it is known whether they count. */
export class HeldNames implements NameTaker {
  private readonly names: { readonly symbol: SymbolId; readonly isDefinition: boolean }[] = [];
  /** @param taker what receives the names that count */
  constructor(private readonly taker: NameTaker) {}
  get locals(): boolean {
    return this.taker.locals;
  }
  entry(): void {
    this.taker.entry();
  }
  name(symbol: SymbolId, isDefinition: boolean): void {
    this.names.push({ symbol, isDefinition });
  }
  /** Passes on the held names if they count, and drops them. */
  settle(count: boolean): void {
    if (count) for (const { symbol, isDefinition } of this.names) this.taker.name(symbol, isDefinition);
    this.names.length = 0;
  }
}

/** Passes on the names in the rows of records. */
export class RecordNamesSink extends NameSink implements RecordSink {
  /** The number of entries in the module's own metadata table; higher ones belong to the function. */
  moduleNodes = 0;
  override name(kind: TokenKind, text: string, symbol: SymbolId, isDefinition?: boolean): void {
    if (kind !== "metadata") {
      super.name(kind, text, symbol, isDefinition);
      return;
    }
    const node = nodeSymbol(text, this.scope, this.moduleNodes);
    // A function's node is local, like its values.
    if (this.locals || node === text) super.name(kind, text, node, isDefinition);
  }
}

function nothing(): void {
  // Symbols contain no newlines.
}
