/** Finds where MLIR bytecode ends among other bytes: the format does not store its own length. */
import type { ByteWindow } from "../../../document/window";
import { SubWindow } from "../../../document/window";
import { MlirCursor } from "../model/cursor";
import { guarded } from "../model/damage";
import { isMlirBytecode, readHeader, readSectionHeader, SectionKind } from "./sections";

/** Magic, version and producer are shorter than this; bytes. */
const LONGEST_HEADER = 512;
/** Versions from here on are no versions. */
const NO_VERSION = 64;
/** The sections without which a module is not read. */
const REQUIRED = [
  SectionKind.strings,
  SectionKind.dialects,
  SectionKind.entries,
  SectionKind.entryOffsets,
  SectionKind.ir,
] as const;
/** What is read; undefined where the bytes cannot be read. */
const readable = <T>(read: () => T | undefined): T | undefined => guarded<T | undefined>(read, () => undefined);
const NO_TABLES = { strings: 0, attributes: 0, types: 0 };

/**
 * Returns the byte after the bytecode that starts at `startByte`; undefined if none starts there. It has the sections
 * that every module has, each once, and all sections lie in the window.
 */
export function endOfBytecode(window: ByteWindow, startByte: number): number | undefined {
  const rest = new SubWindow(window, startByte, window.length);
  if (!isMlirBytecode(rest.view(0, 4))) return undefined;
  const header = readable(() => {
    const cursor = new MlirCursor(rest, 0, Math.min(rest.length, LONGEST_HEADER), NO_TABLES);
    return readHeader(cursor).version < NO_VERSION ? cursor.position : undefined;
  });
  if (header === undefined) return undefined;
  const seen = new Set<number>();
  let end = header;
  for (;;) {
    const next = readable(() => {
      const cursor = new MlirCursor(rest, end, rest.length, NO_TABLES);
      const { id, length } = readSectionHeader(cursor);
      if (seen.has(id) || cursor.position + length > rest.length) return undefined;
      seen.add(id);
      return cursor.position + length;
    });
    if (next === undefined) break;
    end = next;
  }
  return REQUIRED.every((id) => seen.has(id)) ? startByte + end : undefined;
}
