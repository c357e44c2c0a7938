/** The names in rows of the listing, without making tokens. */
import type { NameTaker } from "../../../document/nameTaker";
import type { SymbolId, TokenKind } from "../../../document/token";
import { TakerSink } from "../../../kit/takerSink";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import type { AnyRow } from "./parts";
import { labelOf, RowPrinter } from "./rows";

/** A name that contains line ends is a token in each of its lines; a label has only one. */
class RowSink extends TakerSink {
  override name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    if (!text.includes("\n")) super.name(kind, text, symbol, definition);
    else for (const line of text.split("\n")) if (line !== "") super.name(kind, line, symbol, definition);
  }
}

/** Tells the names of one block's rows as `rowLines` makes them; a record has none. */
export class RowNames {
  private readonly printer: RowPrinter;
  private readonly labelPrinter: RowPrinter;
  constructor(
    bytecode: Bytecode,
    block: Block,
    private readonly taker: NameTaker,
  ) {
    this.printer = new RowPrinter(bytecode, block, new RowSink(taker));
    this.labelPrinter = new RowPrinter(bytecode, block, new TakerSink(taker));
  }
  tell(row: AnyRow): void {
    this.taker.entry();
    const label = labelOf(row);
    if (label) this.labelPrinter.label(label);
    this.printer.print(row);
  }
}
