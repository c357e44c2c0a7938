/** Tells the symbols in what is printed, those that a sink of tokens finds, and drops the text. */
import type { NameTaker } from "../../../document/nameTaker";
import type { Sink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";
import { cutLines } from "../../../kit/lineSink";
import type { RecordSink } from "./sink";
import { groupIn, nodeSymbol, typesIn } from "./sink";

/** Texts of types whose names are kept: those of a large module are printed again and again. */
const KEPT_TYPES = 4096;
const NONE: readonly SymbolId[] = [];

/** Tells the names that {@link ListingSink} gives symbols. */
export class NameSink implements Sink {
  /** Prefix of the symbols of local names: `f12/`. */
  scope = "";
  /** The symbols in the text of a type. */
  private readonly types = new Map<string, readonly SymbolId[]>();

  /** @param locals whether names of a function's own values and blocks are wanted */
  constructor(
    private readonly taker: NameTaker,
    protected readonly locals: boolean,
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
    // Which operand a name shows does not matter.
  }
  at(): void {
    // Nor where its record is.
  }
}

/** Names that are told only once it is known that they count. */
export class HeldNames implements NameTaker {
  private readonly names: { readonly symbol: SymbolId; readonly isDefinition: boolean }[] = [];
  /** @param taker who gets them */
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
  /** Tells those that are held, or forgets them. */
  settle(count: boolean): void {
    if (count) for (const { symbol, isDefinition } of this.names) this.taker.name(symbol, isDefinition);
    this.names.length = 0;
  }
}

/** Tells the names in the rows of records. */
export class RecordNamesSink extends NameSink implements RecordSink {
  /** The number of entries in the module's own metadata table; higher ones belong to the function. */
  moduleNodes = 0;
  override name(kind: TokenKind, text: string, symbol: SymbolId, isDefinition?: boolean): void {
    if (kind !== "metadata") {
      super.name(kind, text, symbol, isDefinition);
      return;
    }
    const node = nodeSymbol(text, this.scope, this.moduleNodes);
    // A node of a function is as local as its values.
    if (this.locals || node === text) super.name(kind, text, node, isDefinition);
  }
}

function nothing(): void {
  // A symbol does not contain the end of a line.
}
