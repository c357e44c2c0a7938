/** Which blocks and records are in which part of a module: its head, its names, and what comes after its head. */
import type { BitRange } from "../../../document/bits";
import type { ByteWindow } from "../../../document/window";
import { BLOCK, MODULE } from "../codes";
import { eachEntry } from "../stream/entries";
import type { ModulePlace, StreamRange } from "../stream/modules";

/** Blocks of a module that contain names or positions of functions. The oldest type table has PARAMATTR_GROUP's id. */
export const NAMING: ReadonlySet<number> = new Set([
  BLOCK.PARAMATTR_GROUP,
  BLOCK.IDENTIFICATION,
  BLOCK.VALUE_SYMTAB,
  BLOCK.FUNCTION,
]);

/** Blocks that come before all globals. */
const OF_HEAD: ReadonlySet<number> = new Set([BLOCK.TYPE, BLOCK.PARAMATTR, BLOCK.PARAMATTR_GROUP]);
/** Blocks that come after them. */
const AFTER_HEAD: ReadonlySet<number> = new Set(Object.values(BLOCK).filter((id) => !OF_HEAD.has(id)));
/** Records of comdats and globals. */
const PAST_HEAD: ReadonlySet<number> = new Set([
  MODULE.COMDAT,
  MODULE.GLOBALVAR,
  MODULE.FUNCTION,
  MODULE.ALIAS,
  MODULE.ALIAS_OLD,
  MODULE.IFUNC,
]);

/** Whether a record of a module, or a block that begins, comes after its head. @param id the record's code, the block's id */
export function isPastHead(event: "record" | "enterBlock", id: number): boolean {
  return (event === "record" ? PAST_HEAD : AFTER_HEAD).has(id);
}

/** The first bit of a module that is not in its head; Infinity if all is. */
export function headEnd(window: ByteWindow, stream: StreamRange, place: ModulePlace): number {
  return eachEntry(
    window,
    stream,
    place,
    (event, { record, block }) => !isPastHead(event, event === "record" ? record.code : (block?.id ?? -1)),
  );
}

/**
 * The text of a module of fewer bits is held back until all of its bodies have been read: they may change what comes
 * before them.
 */
export const HELD_BITS = 8 * (512 << 10);

/** Whether a module is small enough for its text to be held back. */
export function isHeldBack({ startBit, endBit }: BitRange): boolean {
  return endBit - startBit < HELD_BITS;
}
