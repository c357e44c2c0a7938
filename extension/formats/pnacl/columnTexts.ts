/** The rows of items as text: what the two columns show is collected beside each other, and written row by row. */
import { ByteText } from "../../document/byteText";
import type { RowWriter } from "../../document/rowWriter";
import type { Item } from "./output";
import { messageText } from "./output";

const NEWLINE = 0x0a;

/** The text of one column: lines, each ended by a newline. */
class ColumnText {
  readonly text = new ByteText(1 << 12);
  /** Where the next line to be written begins. */
  private at = 0;

  /** Passes lines up to a byte. */
  pass(to: number): void {
    this.at = to;
  }
  /** Drops the lines if all of them were passed: others may belong to the next item. */
  clear(): void {
    if (this.at < this.text.length) return;
    this.text.truncate(0);
    this.at = 0;
  }
  /** Whether there is a line before byte `to`. */
  hasLine(to: number): boolean {
    return this.at < to;
  }
  /** Passes the next line, and writes it to `out` if given. */
  nextLine(out: ByteText | undefined): void {
    this.at = out ? out.copyLine(this.text, this.at) : this.text.since(0).indexOf(NEWLINE, this.at) + 1;
  }
}

/** Collects the columns of items, which are then written or passed in the same order. */
export class ColumnTexts {
  private readonly recordColumn = new ColumnText();
  private readonly assemblyColumn = new ColumnText();

  get record(): ByteText {
    return this.recordColumn.text;
  }
  get assembly(): ByteText {
    return this.assemblyColumn.text;
  }

  /** Writes the rows of an item; nothing for a section. */
  write(item: Item, writer: RowWriter): void {
    if (item.kind === "section") return;
    const { recordColumn, assemblyColumn } = this;
    const { recordEnd, assemblyEnd, messages } = item;
    writer.entry(item.startBit, item.endBit);
    let { positionBit } = item;
    while (recordColumn.hasLine(recordEnd) || assemblyColumn.hasLine(assemblyEnd)) {
      const wanted = writer.row(positionBit);
      positionBit = undefined;
      if (recordColumn.hasLine(recordEnd)) recordColumn.nextLine(wanted ? writer.text : undefined);
      writer.assembly();
      if (assemblyColumn.hasLine(assemblyEnd)) assemblyColumn.nextLine(writer.text);
      writer.end();
    }
    for (const message of messages) {
      writer.message();
      writer.text.text(messageText(message));
      writer.end();
    }
    this.pass(item);
  }
  /** Frees the room of items. Every item so far must have been written or passed. */
  clear(): void {
    this.recordColumn.clear();
    this.assemblyColumn.clear();
  }
  /** Passes an item that is not written. */
  pass(item: Item): void {
    if (item.kind === "section") return;
    this.recordColumn.pass(item.recordEnd);
    this.assemblyColumn.pass(item.assemblyEnd);
  }
}
