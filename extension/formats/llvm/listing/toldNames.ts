/** Passes on the symbols in the rows of records, without making tokens. */
import type { NameTaker } from "../../../document/nameTaker";
import type { RowEvent } from "../../bitstream/blockRows";
import type { BlockNames } from "../../bitstream/names";
import type { BitstreamReader, Block } from "../../bitstream/reader";
import { BLOCKINFO } from "../../bitstream/reader";
import { labelText } from "../print/functions";
import type { ListingModule } from "./module";
import { HeldNames, RecordNamesSink } from "./nameSink";
import { printRecord } from "./records";
import type { RowState } from "./rowState";
import { metadataIndex, printHead } from "./rowState";

/** Passes on the names in the rows of the entry that was just read. */
export function tellRecordNames(
  event: RowEvent,
  reader: BitstreamReader,
  state: RowState,
  names: BlockNames,
  taker: NameTaker,
): void {
  taker.entry();
  const block = reader.block as Block;
  // Other entries have the rows of any bitstream, which contain no symbols.
  if (block.id === BLOCKINFO || (event !== "record" && event !== "enterBlock")) return;
  const module = state.moduleFor(reader.startBit);
  if (!module) return;
  const open = state.openIn(module);
  const held = new HeldNames(taker);
  const sink = new RecordNamesSink(held, taker.locals);
  sink.scope = open?.scope ?? "";
  sink.moduleNodes = module.metadataCount;
  if (event === "enterBlock") {
    printHead(sink, block, state, names);
    held.settle(true);
    return;
  }
  const begins = open?.at(reader.record.startBit)?.begins;
  if (begins !== undefined && taker.locals) tellLabel(begins, sink.scope, module, taker);
  // A record that is not understood gets the row of any bitstream; the names that were printed before this was known do
  // not count.
  held.settle(printRecord(sink, block, reader.record, module, open, metadataIndex(module, state), false));
}

/** Passes on the definition of a basic block at its first instruction. An unnamed entry block has no row. */
function tellLabel(index: number, scope: string, { context }: ListingModule, taker: NameTaker): void {
  const label = context.body ? labelText(context.body, index, context) : "";
  if (label !== "") taker.name(labelSymbol(label, scope), true);
}

/** The symbol of a basic block by its label, as in `entry:`. */
export function labelSymbol(label: string, scope: string): string {
  return `${scope}%${label.replace(/:$/, "")}`;
}
