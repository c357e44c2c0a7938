/** Rows of the listing as plain text. */
import { byteString } from "../../../document/byteText";
import type { RowWriter } from "../../../document/rowWriter";
import { ByteSink } from "../../../document/sink";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { FieldReader } from "./fields";
import type { AnyRow } from "./parts";
import type { RowLayout } from "./rows";
import { labelIndent, labelOf, putRowRecord, RowPrinter } from "./rows";

/** Writes the rows of one block as `rowLines` draws them. */
export class RowText {
  private readonly sink: ByteSink;
  private readonly printer: RowPrinter;
  private readonly reader: FieldReader;

  constructor(
    bytecode: Bytecode,
    block: Block,
    private readonly layout: RowLayout,
    private readonly writer: RowWriter,
  ) {
    this.sink = new ByteSink(writer.text);
    this.printer = new RowPrinter(bytecode, block, this.sink);
    this.reader = new FieldReader(bytecode, block);
  }

  write(row: AnyRow, endByte: number): void {
    const { writer, printer, layout } = this;
    const { indent, full } = layout;
    writer.entry(row.startByte * 8, endByte * 8);
    const label = labelOf(row);
    if (label) {
      this.begin(labelIndent(indent));
      printer.label(label);
      writer.end();
    }
    if (writer.row(row.startByte * 8)) putRowRecord(this.sink, this.reader, row, full);
    writer.assembly();
    writer.text.text(indent);
    const from = writer.text.length;
    printer.print(row);
    if (writer.text.hasControl(from)) this.cut(from);
    writer.end();
  }

  /** Begins a row that has only assembly. */
  private begin(indent: string): void {
    const { writer } = this;
    writer.row(undefined);
    writer.assembly();
    writer.text.text(indent);
  }

  /** If the printed text contains line ends, which separate rows, or tabs, which become blanks, it is written again. */
  private cut(from: number): void {
    const { text } = this.writer;
    const lines = byteString(text.since(from)).replaceAll("\t", "  ").split("\n");
    text.truncate(from);
    lines.forEach((line, i) => {
      if (i > 0) {
        this.writer.end();
        this.begin(this.layout.indent);
      }
      text.text(line);
    });
  }
}
