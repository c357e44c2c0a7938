/** Finds the bitcode modules in a section: a linker puts those of several objects one after another. */
import type { ByteWindow } from "../../document/window";
import { BitstreamReader } from "../bitstream/reader";

const MAGIC = 0xdec04342;
const WRAPPER = 0x0b17c0de;

function word(window: ByteWindow, at: number): number {
  const b = window.view(at, at + 4);
  return b.length < 4 ? 0 : (((b[0] ?? 0) | ((b[1] ?? 0) << 8) | ((b[2] ?? 0) << 16)) + (b[3] ?? 0) * 2 ** 24) >>> 0;
}

/** Where the stream that starts here ends: before the next magic, before filler, or at the section's end. */
function streamEnd(window: ByteWindow, start: number, end: number): number {
  if (word(window, start) === WRAPPER) {
    return Math.min(end, start + word(window, start + 8) + word(window, start + 12));
  }
  const reader = new BitstreamReader(window, { originByte: start, endByte: end, startBit: (start + 4) * 8 });
  for (;;) {
    const at = reader.position / 8;
    if (at + 4 > end || word(window, at) === MAGIC || word(window, at) === 0) return Math.min(at, end);
    if (reader.next() !== "enterBlock") return end;
    reader.skipBlock();
  }
}

/** The byte ranges of the modules between `start` and `end`; empty if there is no bitcode. */
export function findBitcode(window: ByteWindow, start: number, end: number): readonly { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = start; at + 4 <= end;) {
    const magic = word(window, at);
    if (magic === MAGIC || magic === WRAPPER) {
      const stop = Math.max(at + 4, streamEnd(window, at, end));
      found.push({ start: at, end: stop });
      at = stop;
    } else if (magic === 0 && found.length > 0) at += 4;
    else break;
  }
  return found;
}

/** The top-level blocks of a module's stream (docs/formats/llvm.md). */
const [MODULE_BLOCK, IDENTIFICATION_BLOCK] = [8, 13];
const [STRTAB_BLOCK, SYMTAB_BLOCK] = [23, 25];
const STREAM_BLOCKS: ReadonlySet<number> = new Set([MODULE_BLOCK, IDENTIFICATION_BLOCK, STRTAB_BLOCK, SYMTAB_BLOCK]);

/**
 * Returns the byte after the bitcode that starts at byte `start` among other bytes; undefined if none starts there: a
 * magic with a module, perhaps after an identification, and all blocks in the window.
 */
export function endOfBitcode(window: ByteWindow, start: number): number | undefined {
  const magic = word(window, start);
  if (magic === WRAPPER) {
    const inner = start + word(window, start + 8);
    const end = inner + word(window, start + 12);
    const isWhole = end <= window.length && word(window, inner) === MAGIC;
    return isWhole && endOfBitcode(window, inner) !== undefined ? end : undefined;
  }
  if (magic !== MAGIC) return undefined;
  const reader = new BitstreamReader(window, { originByte: start, startBit: (start + 4) * 8 });
  let end: number | undefined;
  for (let count = 0; reader.next() === "enterBlock"; count++) {
    const { block } = reader;
    if (!block || !STREAM_BLOCKS.has(block.id) || block.endBit > window.length * 8) break;
    if (block.id === MODULE_BLOCK) end = block.endBit / 8;
    else if (end === undefined && (block.id !== IDENTIFICATION_BLOCK || count > 0)) break;
    // The other blocks belong to the module before them.
    else if (end !== undefined && block.id !== IDENTIFICATION_BLOCK) end = block.endBit / 8;
    reader.skipBlock();
  }
  return end;
}
