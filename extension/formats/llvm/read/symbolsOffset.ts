/** Whether VSTOFFSET leads to what the reference takes for the module's symbol table. */
import type { ByteWindow } from "../../../document/window";
import { BitFault } from "../../bitstream/bitFault";
import type { Block, BlockInfo, Checkpoint } from "../../bitstream/reader";
import { BitstreamReader, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK } from "../../bitstream/reader";
import type { BitCursor } from "../../bitstream/cursor";
import { AbbreviationList } from "../../bitstream/abbreviation";
import { BLOCK } from "../codes";
import type { Release } from "../ir/releases";
import type { StreamRange } from "../stream/modules";

/** The first release that checks that a symbol table is there; before, it reads what is there as one. */
export const CHECKED_SYMBOLS: Release = 15;
/** Widths of a block's id and of the width of its abbreviation ids, and of a length in words; bits. */
const [ID_BITS, WIDTH_BITS, LENGTH_BITS] = [8, 4, 32];

/** The module whose symbol table is looked for. */
export interface OffsetModule {
  readonly window: ByteWindow;
  readonly stream: StreamRange;
  readonly release: Release;
  /** The start of the module's block, and the abbreviations for blocks in it. */
  readonly start: Checkpoint;
  readonly blockInfo: BlockInfo;
}

/** Why the reference cannot read a symbol table at a bit; undefined if it can. */
export function symbolsFault(module: OffsetModule, bit: number): string | undefined {
  const reader = new BitstreamReader(module.window, module.stream);
  if (bit >= reader.cursor.endBit) return "Unexpected end of file";
  reader.restore({ ...module.start, blockInfo: module.blockInfo, bit });
  if (module.release >= CHECKED_SYMBOLS) {
    const isTable = reader.next() === "enterBlock" && reader.block?.id === BLOCK.VALUE_SYMTAB;
    return isTable ? undefined : "Expected value symbol table subblock";
  }
  try {
    return readsAsTable(reader, module) ? undefined : "Malformed block";
  } catch (thrown) {
    if (thrown instanceof BitFault) return thrown.message;
    throw thrown;
  }
}

/**
 * Reads an abbreviation id, whatever it is, and what comes after it as the rest of a block's header and its records. An
 * END_BLOCK there ends the module too early.
 */
function readsAsTable(reader: BitstreamReader, { start, blockInfo }: OffsetModule): boolean {
  const { cursor } = reader;
  const outer = start.block;
  let id = cursor.fixed(outer?.width ?? 0);
  while (id === DEFINE_ABBREV) {
    reader.restore({ ...start, bit: cursor.position - (outer?.width ?? 0) });
    if (reader.next() !== "defineAbbrev") return false;
    id = cursor.fixed(outer?.width ?? 0);
  }
  if (id === END_BLOCK) return false;
  if (id === ENTER_SUBBLOCK) cursor.vbr(ID_BITS);
  const width = cursor.vbr(WIDTH_BITS);
  align(cursor);
  cursor.fixed(LENGTH_BITS);
  if (width === 0 || width > LENGTH_BITS || !outer) return false;
  const bit = cursor.position;
  const abbreviations = blockInfo.get(BLOCK.VALUE_SYMTAB) ?? AbbreviationList.EMPTY;
  const shared = abbreviations.length;
  const table: Block = {
    ...outer,
    outer,
    depth: outer.depth + 1,
    id: BLOCK.VALUE_SYMTAB,
    width,
    abbreviations,
    shared,
  };
  reader.restore({ ...start, blockInfo, bit, block: table });
  return readsToEnd(reader, outer.depth);
}
function align(cursor: BitCursor): void {
  cursor.seek(Math.ceil(cursor.position / LENGTH_BITS) * LENGTH_BITS);
}
function readsToEnd(reader: BitstreamReader, depth: number): boolean {
  for (;;) {
    switch (reader.next()) {
      case "record":
      case "defineAbbrev":
        break;
      case "enterBlock":
        if ((reader.block?.endBit ?? 0) > reader.cursor.endBit) return false;
        reader.skipBlock();
        break;
      case "endBlock":
        if (reader.depth === depth) return true;
        break;
      default:
        return false;
    }
  }
}
