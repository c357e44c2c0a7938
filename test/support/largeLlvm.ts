/** An LLVM module that is large enough to show its head before its tables are read. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ResidentWindow } from "../../extension/document/window";
import { BitstreamReader } from "../../extension/formats/bitstream/reader";
import { opened } from "./tiling";

/** Size in bytes of a block that no reader knows; it makes the module large. */
const PADDING = 9 << 20;

/** MODULE_BLOCK, and its record VSTOFFSET. */
const MODULE = 8;
const VSTOFFSET = 13;

/** The sample `factorial.bc` with such a block before the module's content. */
export function largeModule(): Uint8Array {
  const small = new Uint8Array(readFileSync("samples/factorial.bc"));
  const document = opened(small);
  const module = document.assembly?.({ fileName: "-" });
  // A module's header is its abbreviation id, block id and width, aligned, then its length in words; all are complete
  // words.
  const { startBit } = module?.section(module.roots()[0] ?? 0) ?? { startBit: 0 };
  const lengthAt = (Math.floor(startBit / 32) + 1) * 4;
  const large = new Uint8Array(small.length + 8 + PADDING);
  large.set(small.subarray(0, lengthAt + 4));
  large.set(small.subarray(lengthAt + 4), lengthAt + 12 + PADDING);
  const view = new DataView(large.buffer);
  view.setUint32(lengthAt, view.getUint32(lengthAt, true) + 2 + PADDING / 4, true);
  // ENTER_SUBBLOCK, block 99, abbreviation ids of 3 bits.
  view.setUint32(lengthAt + 4, 1 | (99 << 3) | (3 << 11), true);
  view.setUint32(lengthAt + 8, PADDING / 4, true);
  moveSymbols(large, lengthAt + 4, 8 + PADDING);
  return large;
}

/** Adds to VSTOFFSET, which counts the words up to the symbol table, the bytes that came in before `from`. */
function moveSymbols(large: Uint8Array, from: number, added: number): void {
  const reader = new BitstreamReader(new ResidentWindow(large), { startBit: 32 });
  let event = reader.next();
  for (; event !== "fault" && event !== "end"; event = reader.next()) {
    if (event === "enterBlock" && reader.block?.id !== MODULE) reader.skipBlock();
    else if (event === "record" && reader.record.code === VSTOFFSET && reader.depth === 1) break;
  }
  const view = new DataView(large.buffer);
  const bit = reader.position - 32;
  const shift = BigInt(bit & 7);
  assert.ok(event === "record" && bit >= 8 * from);
  const old = view.getBigUint64(bit >> 3, true);
  view.setBigUint64(bit >> 3, old + (BigInt(added / 4) << shift), true);
}
