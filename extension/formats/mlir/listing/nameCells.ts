/** The cells of a row as the names in them, for callers that search a complete file: the text is not made. */
import type { NameTaker } from "../../../document/nameTaker";
import type { Sink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";
import type { TableName } from "../model/cursor";
import type { ValuesText } from "../text/opText";
import type { RecordCell } from "./cells";
import { AssemblyPieces } from "./cells";
import type { EntryTable } from "./fields";
import { entrySymbol, tableSymbol } from "./fields";
import { OpPieces } from "./opCells";
import { MAY_NAME } from "./tokens";

/** Passes on the names of one entry: those of its assembly, which comes first, and what its record has besides. */
export class EntryNames implements Sink {
  private readonly told = new Set<SymbolId>();
  constructor(private readonly taker: NameTaker) {
    taker.entry();
  }
  /** Whether names of values and blocks are wanted, each of which belongs to one section. */
  get locals(): boolean {
    return this.taker.locals;
  }
  put(): void {
    // Text is not wanted.
  }
  name(_kind: TokenKind, _text: string, symbol: SymbolId, definition = false): void {
    this.told.add(symbol);
    this.taker.name(symbol, definition);
  }
  operand(): void {
    // Nor is what a name shows.
  }
  at(): void {
    // Nor where it is.
  }
  /** Passes on a name in the record. */
  inRecord(symbol: SymbolId, isDefinition: boolean): void {
    if (!this.told.has(symbol)) this.taker.name(symbol, isDefinition);
  }
}

/** The names in a record cell. */
export class RecordNames implements RecordCell {
  constructor(private readonly names: EntryNames) {}
  put(): void {
    // A text has no names.
  }
  ready(): void {
    // Nor has one that occurs often.
  }
  count(): void {
    // Nor has a number.
  }
  field(): void {
    // Nor has a field that is no reference.
  }
  definition(table: EntryTable, index: number): void {
    this.names.inRecord(tableSymbol(table, index), true);
  }
  reference(_operand: number, table: TableName, index: number): void {
    const symbol = entrySymbol({ table, index });
    if (symbol !== undefined) this.names.inRecord(symbol, false);
  }
}

/** The names in an assembly cell of a table: the text of attributes and types has none. */
export class TableNames extends AssemblyPieces {
  override spelled(): void {
    // See above.
  }
  override spelling(): void {
    // See above.
  }
}

/** The names in an assembly cell of the IR. */
export class OpNameCell extends OpPieces<EntryNames> {
  override indent(): void {
    // Blanks have no names.
  }
  override opName(name: number): void {
    this.entry("keyword", "", "opName", name);
  }
  override type(type: number): void {
    if (type >= 0) this.entry("type", "", "type", type);
  }
  override value(value: number): void {
    if (this.sink.locals) super.value(value);
  }
  override define(value: number): void {
    if (this.sink.locals) super.define(value);
  }
  override defineArgument(value: number): void {
    if (this.sink.locals) super.defineArgument(value);
  }
  override block(region: number, block: number, definition?: boolean): void {
    if (this.sink.locals) super.block(region, block, definition);
  }
  override predecessor(region: number, block: number): void {
    if (this.sink.locals) super.predecessor(region, block);
  }
  override values(values: ValuesText): void {
    if (values.text !== undefined && MAY_NAME.test(values.text)) super.values(values);
  }
}
