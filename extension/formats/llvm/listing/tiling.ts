/** The elements of an IR file: the bitstream's, with what operands are. */
import type { ElementSink } from "../../../document/element";
import type { Problem } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import type { StreamHeader } from "../../bitstream/header";
import { BlockNames } from "../../bitstream/names";
import { tileBitstream } from "../../bitstream/tiling";
import { BLOCK } from "../codes";
import { operandName } from "./descriptions";

/** Blocks whose blobs are understood: strings, the symbol table, the strings of metadata. */
const DECODED_BLOBS: ReadonlySet<number> = new Set([BLOCK.STRTAB, BLOCK.SYMTAB, BLOCK.METADATA]);

/** Walks the elements in file order; faults go to `report`. */
export function* tileLlvm(
  window: ByteWindow,
  header: StreamHeader,
  sink: ElementSink,
  report: (problem: Problem) => void,
): Generator<void, void, undefined> {
  const names = new BlockNames(header.type);
  yield* tileBitstream(window, header, sink, {
    blockName: (id) => names.blockOrUnknown(id),
    recordName: (block, record) => names.recordOrUnknown(block?.id ?? 0, record.code),
    operandMeaning: (block, record, operand) => operandName(block?.id ?? 0, record.code, operand),
    blobIsDecoded: (block) => DECODED_BLOBS.has(block?.id ?? 0),
    seen: (event, reader) => {
      names.follow(event, reader);
      if (event !== "fault" || !reader.fault) return;
      const { code, message, startBit, endBit } = reader.fault;
      report({ code, message, startBit, endBit, path: [] });
    },
  });
}
