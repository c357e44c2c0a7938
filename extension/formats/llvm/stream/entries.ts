/** The first entries of a module itself, without what is in its blocks. */
import type { ByteWindow } from "../../../document/window";
import { BitstreamReader, BLOCKINFO } from "../../bitstream/reader";
import type { ModulePlace, StreamRange } from "./modules";

/** How many entries are looked at: what writers put before a module's globals. */
const MOST_ENTRIES = 4096;

/**
 * Looks at the entries of a module until one is not taken.
 * @param take is given each record, and each block that begins; returns whether to go on
 * @returns the first bit of the entry that was not taken, or where looking ended; Infinity if that is the module's end
 */
export function eachEntry(
  window: ByteWindow,
  stream: StreamRange,
  place: ModulePlace,
  take: (event: "record" | "enterBlock", reader: BitstreamReader) => boolean,
): number {
  const reader = new BitstreamReader(window, stream);
  reader.restore(place.checkpoint);
  const { depth } = reader;
  for (let entries = 0; entries < MOST_ENTRIES && reader.depth === depth; entries++) {
    const event = reader.next();
    if (event === "end" || event === "fault") return reader.startBit;
    if ((event === "record" || event === "enterBlock") && !take(event, reader)) return reader.startBit;
    if (event === "enterBlock") passBlock(reader);
  }
  return reader.depth < depth ? Infinity : reader.position;
}

/** Skips a block that was just entered. BLOCKINFO has to be read, since later records need its abbreviations. */
function passBlock(reader: BitstreamReader): void {
  if (reader.block?.id !== BLOCKINFO) {
    reader.skipBlock();
    return;
  }
  for (const { depth } = reader; reader.depth >= depth;) {
    const event = reader.next();
    if (event === "end" || event === "fault") return;
  }
}
