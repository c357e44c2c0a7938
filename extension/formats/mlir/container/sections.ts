/** The file's frame: magic, version, producer, and the sections (MLIR BytecodeFormat.md, "Sections"). */
import type { ByteWindow } from "../../../document/window";
import { crc32 } from "../../../kit/crc32";
import { littleEndian } from "../../../kit/littleEndian";
import type { TableSizes } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { Damage, guarded } from "../model/damage";
import { NEWEST_VERSION } from "../model/release";
import type { ProblemList } from "./problems";

/** Section ids, with the reference's names for them. */
export const SectionKind = {
  strings: 0,
  dialects: 1,
  entries: 2,
  entryOffsets: 3,
  ir: 4,
  resources: 5,
  resourceOffsets: 6,
  dialectVersion: 7,
  properties: 8,
} as const;

/** The names of mlir::bytecode::Section as the reference's messages spell them, by id. */
export const sectionNames: readonly string[] = [
  "String",
  "Dialect",
  "AttrType",
  "AttrTypeOffset",
  "IR",
  "Resource",
  "ResourceOffset",
  "DialectVersions",
  "Properties",
];

const MAGIC = [0x4d, 0x4c, 0xef, 0x52];
/** What the checksum is. */
export const CHECKSUM = "CRC-32 of all bytes before";
/** The size of a CRC-32. */
const CHECKSUM_BYTES = 4;
/** Bytes of which the checksum is computed at once. */
const STEP = 1 << 16;
const NO_TABLES: TableSizes = { strings: 0, attributes: 0, types: 0 };

/** The extent of a section. All positions are bytes from the file's first byte. */
export interface SectionFrame {
  readonly id: number;
  /** Position of its id byte. */
  readonly startByte: number;
  readonly dataByte: number;
  /** The end of its data, at most the file's end. */
  readonly endByte: number;
  readonly alignment: number;
  /** Whether it is skipped: a second section of its kind, or of an unknown kind. */
  readonly ignored: boolean;
}

/** The header, and the sections in file order. */
export interface Frame {
  readonly version: number;
  readonly producer: string;
  readonly headerEndByte: number;
  readonly sections: readonly SectionFrame[];
  /** The first byte after the last section, if that section is damaged. */
  readonly coveredByte: number;
  /** Where a checksum of all bytes before it begins, the last four of the file: CuTe DSL keeps kernels with one. */
  readonly checksumByte?: number;
}

/** Whether bytes are MLIR bytecode: `ML\xEFR`. */
export function isMlirBytecode(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** Reads magic, version and producer. @throws Damage */
export function readHeader(cursor: MlirCursor): { version: number; producer: string } {
  cursor.open("header", "MLIR bytecode");
  cursor.fixed("magic", 4);
  const version = cursor.varint64("version");
  const producer = cursor.cstring("producer");
  cursor.close();
  return { version: Number(version), producer };
}

/** Reads a section's id, length, alignment and padding; the cursor is then at its data. @throws Damage */
export function readSectionHeader(cursor: MlirCursor): { id: number; length: number; alignment: number } {
  const start = cursor.position;
  const idByte = cursor.byte("section id");
  const id = idByte & 0x7f;
  const aligned = idByte >= 0x80;
  cursor.note(`${sectionNames[id] ?? "unknown"}${aligned ? ", aligned" : ""}`);
  const length = cursor.varint("length");
  let alignment = 1;
  if (aligned) {
    const at = cursor.position;
    alignment = cursor.varint("alignment");
    if (!isPowerOfTwo(alignment))
      throw new Damage("bad-section", "expected alignment to be a power-of-two", at, cursor.position);
    cursor.align(alignment);
  }
  if (id >= sectionNames.length) throw new Damage("bad-section", `invalid section ID: ${id}`, start, start + 1);
  return { id, length, alignment };
}

/** What an alignment must be (the reference refuses 0, too). */
export function isPowerOfTwo(value: number): boolean {
  return value > 0 && value <= 2 ** 31 && (value & (value - 1)) === 0;
}

/** Finds the sections; reads only their headers. Damage ends the search and goes into `problems`. */
export function readFrame(window: ByteWindow, problems: ProblemList): Frame {
  const cursor = new MlirCursor(window, 0, window.length, NO_TABLES);
  const report = (damage: Damage): undefined => {
    problems.damage(damage, ["file"]);
    return undefined;
  };
  const header = guarded(() => readHeader(cursor), report);
  if (!header) return { version: NEWEST_VERSION, producer: "", headerEndByte: 4, sections: [], coveredByte: 4 };
  const headerEndByte = cursor.position;
  if (header.version > NEWEST_VERSION) {
    // The rest is read as the newest known version.
    const message = `bytecode version ${header.version} is newer than the current version ${NEWEST_VERSION}`;
    problems.add("unsupported", message, MAGIC.length, MAGIC.length + 1, ["file"]);
  }
  const sections: SectionFrame[] = [];
  let coveredByte = headerEndByte;
  const seen = new Set<number>();
  const finish = (end: Pick<Frame, "coveredByte" | "checksumByte">): Frame => {
    checkPresent(header.version, seen, window.length, problems);
    return { ...header, headerEndByte, sections, ...end };
  };
  while (!cursor.atEnd) {
    if (isChecksum(cursor)) return finish({ checksumByte: cursor.position, coveredByte: window.length });
    const section = guarded(() => nextSection(cursor, seen, problems), report);
    if (!section) break;
    sections.push(section);
    coveredByte = section.endByte;
  }
  return finish({ coveredByte });
}

/** Whether what is left is the CRC-32 of everything before, the low byte first. */
function isChecksum(cursor: MlirCursor): boolean {
  if (cursor.remaining !== CHECKSUM_BYTES) return false;
  const { window, position } = cursor;
  let crc = 0;
  for (let at = 0; at < position; at += STEP) crc = crc32(window.view(at, Math.min(at + STEP, position)), crc);
  return littleEndian(window.view(position, position + CHECKSUM_BYTES), 0, CHECKSUM_BYTES) === crc;
}

function nextSection(cursor: MlirCursor, seen: Set<number>, problems: ProblemList): SectionFrame {
  const startByte = cursor.position;
  const { id, length, alignment } = readSectionHeader(cursor);
  const dataByte = cursor.position;
  if (length > cursor.remaining)
    problems.add("truncated", shortMessage(length, cursor.remaining), dataByte, cursor.endByte, [sectionPath(id)]);
  const endByte = Math.min(dataByte + length, cursor.endByte);
  cursor.position = endByte;
  const ignored = seen.has(id);
  if (ignored) {
    const message = `duplicate top-level section: ${sectionNames[id] ?? ""} (${id})`;
    problems.add("bad-section", message, startByte, endByte, ["file"]);
  }
  seen.add(id);
  return { id, startByte, dataByte, endByte, alignment, ignored };
}

function shortMessage(length: number, remaining: number): string {
  return remaining <= 0 && length > 0
    ? "attempting to parse a byte at the end of the bytecode"
    : `attempting to parse ${length} bytes when only ${remaining} remain`;
}

/** The name of a section in paths and outlines. */
export function sectionPath(id: number): string {
  return `${sectionNames[id] ?? `section ${id}`} section`;
}

/** Checks that the required sections are present (BytecodeReader, isSectionOptional). */
function checkPresent(version: number, seen: ReadonlySet<number>, fileBytes: number, problems: ProblemList): void {
  const required = [SectionKind.strings, SectionKind.dialects, SectionKind.entries, SectionKind.entryOffsets];
  const all: number[] = [...required, SectionKind.ir];
  if (version >= 5) all.push(SectionKind.properties);
  for (const id of all)
    if (!seen.has(id)) {
      const message = `missing data for top-level section: ${sectionNames[id] ?? ""} (${id})`;
      problems.add("bad-section", message, fileBytes, fileBytes, ["file"]);
    }
  const [data, offsets] = [seen.has(SectionKind.resources), seen.has(SectionKind.resourceOffsets)];
  if (data === offsets) return;
  const message = offsets
    ? "unexpected resource offset section when resource section is not present"
    : "expected resource offset section when resource section is present";
  problems.add("bad-section", message, fileBytes, fileBytes, ["file"]);
}
