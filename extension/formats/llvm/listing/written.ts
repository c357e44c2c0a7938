/** Writes the rows of records as text, for `show` and find, without making tokens. */
import { indentation } from "../../../document/indentation";
import type { RowWriter } from "../../../document/rowWriter";
import { writeTokens } from "../../../document/rowWriter";
import type { RowEvent } from "../../bitstream/blockRows";
import type { BlockNames } from "../../bitstream/names";
import type { BitstreamReader, Block } from "../../bitstream/reader";
import { enterTokens, exitTokens, writeRecord } from "../../bitstream/recordText";
import type { GenericRows } from "../../bitstream/rows";
import { labelText } from "../print/functions";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { printRecord } from "./records";
import type { RowState } from "./rowState";
import { metadataIndex, printHead } from "./rowState";
import { PlainRecordSink } from "./sink";

/** What surrounds a record. */
interface Around {
  readonly module: ListingModule;
  readonly open: OpenFunction | undefined;
  readonly state: RowState;
  /** The number of open blocks. */
  readonly depth: number;
}

/** Writes the rows of a module's records. */
export class WrittenRows {
  constructor(
    private readonly generic: GenericRows,
    private readonly names: BlockNames,
  ) {}

  /** Writes the row of an entry, after the label of the basic block that it begins, if any. */
  write(
    event: Exclude<RowEvent, "defineAbbrev">,
    reader: BitstreamReader,
    module: ListingModule | undefined,
    state: RowState,
    depth: number,
    full: boolean,
    writer: RowWriter,
  ): void {
    const { text } = writer;
    const block = reader.block as Block;
    const open = module && state.openIn(module);
    writer.entry(reader.startBit, reader.position);
    switch (event) {
      case "enterBlock":
        if (writer.row(reader.startBit)) writeTokens(text, enterTokens(block, depth));
        writer.assembly();
        text.text(indentation(depth));
        printHead(new PlainRecordSink(text), block, state, this.names);
        break;
      case "endBlock":
        if (writer.row(reader.startBit)) writeTokens(text, exitTokens(depth + 1));
        writer.assembly();
        text.text(indentation(depth));
        text.text("}");
        break;
      case "record":
        if (module) this.record(reader, { module, open, state, depth }, full, writer);
    }
    writer.end();
  }

  private record(
    reader: BitstreamReader,
    { module, open, state, depth }: Around,
    full: boolean,
    writer: RowWriter,
  ): void {
    const { record, startBit, block } = reader;
    const { text } = writer;
    const begins = open?.at(startBit)?.begins;
    if (begins !== undefined) writeLabel(begins, module, depth, writer);
    if (writer.row(startBit)) writeRecord(text, record, depth, full);
    writer.assembly();
    text.text(indentation(depth));
    const from = text.length;
    const index = metadataIndex(module, state);
    if (printRecord(new PlainRecordSink(text), block as Block, record, module, open, index, false)) return;
    // Remove what was printed of a record that is not understood.
    text.truncate(from);
    writeTokens(text, this.generic.recordAssembly(reader));
  }
}

/** Writes the row `entry:`, without a position; an unnamed entry block has none. */
function writeLabel(index: number, { context }: ListingModule, depth: number, writer: RowWriter): void {
  const label = context.body ? labelText(context.body, index, context) : "";
  if (label === "") return;
  writer.row(undefined);
  writer.assembly();
  writer.text.text(indentation(Math.max(0, depth - 1)));
  writer.text.text(label);
  writer.end();
}
