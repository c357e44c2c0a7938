/** An LLVM module that is large enough to show its head before its tables are read. */
import { readFileSync } from "node:fs";
import { opened } from "./tiling";

/** Size in bytes of a block that no reader knows; it makes the module large. */
const PADDING = 9 << 20;

/** The sample `factorial.bc` with such a block at the module's end, where it moves nothing. */
export function largeModule(): Uint8Array {
  const small = new Uint8Array(readFileSync("samples/factorial.bc"));
  const document = opened(small);
  const module = document.assembly?.({ fileName: "-" });
  // A module's header is its abbreviation id, block id and width, aligned, then its length in words; all are complete
  // words. So is its END_BLOCK, after which it ends.
  const { startBit, endBit } = module?.section(module.roots()[0] ?? 0) ?? { startBit: 0, endBit: 0 };
  const lengthAt = (Math.floor(startBit / 32) + 1) * 4;
  const endAt = endBit / 8 - 4;
  const large = new Uint8Array(small.length + 8 + PADDING);
  large.set(small.subarray(0, endAt));
  large.set(small.subarray(endAt), endAt + 8 + PADDING);
  const view = new DataView(large.buffer);
  view.setUint32(lengthAt, view.getUint32(lengthAt, true) + 2 + PADDING / 4, true);
  // ENTER_SUBBLOCK, block 99, abbreviation ids of 3 bits.
  view.setUint32(endAt, 1 | (99 << 3) | (3 << 11), true);
  view.setUint32(endAt + 4, PADDING / 4, true);
  return large;
}
