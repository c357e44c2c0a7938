/**
 * The header before the bitstream: `PEXE`, then fields. Source: PNaCl bitcode manual and PNaCl LLVM's header reader.
 */
import { littleEndian } from "../../kit/littleEndian";
import type { ByteWindow } from "../../document/window";

/** The file's first bytes. */
export const MAGIC = "PEXE";
const PREFIX_BYTES = 8;
const FIELD_HEAD_BYTES = 4;

const TAG = { INVALID: 0, VERSION: 1, ALIGN_RECORDS: 2 } as const;
const FIELD_TYPE = { BUFFER: 0, UINT32: 1, FLAG: 2, UNKNOWN: 3 } as const;
const TAG_NAMES = ["Invalid", "PNaCl Version", "Align bitcode records"];
const TYPE_NAMES = ["uint8[]", "uint32", "flag", "unknown"];
const EXPECTED_TYPES: readonly number[] = [FIELD_TYPE.UNKNOWN, FIELD_TYPE.UINT32, FIELD_TYPE.FLAG];

/** One field; `startByte` and `endByte` count from the file's first byte. */
export interface HeaderField {
  readonly tag: number;
  readonly type: number;
  readonly startByte: number;
  readonly dataBytes: number;
  /** After the padding to a multiple of four bytes. */
  readonly endByte: number;
  /** The text that pnacl-bcdis prints: `PNaCl Version: 2`. */
  readonly text: string;
  /** The PNaCl version, in a field that holds one. */
  readonly version: number | undefined;
}

/** The header; of a damaged one, the fields up to the damage. */
export interface Header {
  readonly fields: readonly HeaderField[];
  /** The first byte of the bitstream. */
  readonly endByte: number;
  readonly version: number | undefined;
  /** Every record is padded to a byte (an experiment of the last PNaCl LLVM). */
  readonly alignRecords: boolean;
  /** The lines of the reference's warning, in order; empty for a supported header. */
  readonly unsupported: readonly string[];
  /** Whether the reference would read the module. */
  readonly readable: boolean;
}

const u16 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 2);

/** A uint32 field's value as the reference prints it: it takes the third byte for the highest one, too. */
function uint32Value(bytes: Uint8Array, at: number): number {
  const third = bytes[at + 2] ?? 0;
  return ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | (third << 16) | (third << 24)) >>> 0;
}

/** A field as pnacl-bcdis prints it. */
function fieldText(tag: number, type: number, data: Uint8Array): string {
  const hex = [...data].map((b) => b.toString(16).padStart(2, "0")).join(" ");
  const value = ["[" + hex + "]", String(uint32Value(data, 0)), "true", "unknown value"][type] ?? "";
  return `${TAG_NAMES[tag] ?? "???"}: ${value}`;
}

function readField(bytes: Uint8Array, at: number): HeaderField | undefined {
  if (at + FIELD_HEAD_BYTES > bytes.length) return undefined;
  const typed = u16(bytes, at);
  const dataBytes = u16(bytes, at + 2);
  if (at + FIELD_HEAD_BYTES + dataBytes > bytes.length) return undefined;
  const tag = typed >> 4 > TAG.ALIGN_RECORDS ? TAG.INVALID : typed >> 4;
  const type = Math.min(typed & 15, FIELD_TYPE.UNKNOWN);
  const data = bytes.subarray(at + FIELD_HEAD_BYTES, at + FIELD_HEAD_BYTES + dataBytes);
  const version = tag === TAG.VERSION && type === FIELD_TYPE.UINT32 ? uint32Value(data, 0) : undefined;
  const endByte = Math.ceil((at + FIELD_HEAD_BYTES + dataBytes) / 4) * 4;
  return { tag, type, startByte: at, dataBytes, endByte, text: fieldText(tag, type, data), version };
}

/** The reference's objection to a field, and whether it would read the module nevertheless. */
function objection(
  field: HeaderField,
  seen: ReadonlySet<number>,
): readonly [text: string, readable: boolean] | undefined {
  if (seen.has(field.tag)) return [`Specified multiple times: ${TAG_NAMES[field.tag] ?? ""}`, false];
  const expected = EXPECTED_TYPES[field.tag] ?? FIELD_TYPE.UNKNOWN;
  if (field.type !== expected) return [`Expects type ${TYPE_NAMES[expected] ?? ""}: ${field.text}`, false];
  if (field.type === FIELD_TYPE.UNKNOWN) return [`Unknown value: ${field.text}`, false];
  if (field.tag === TAG.ALIGN_RECORDS) return [`Unsupported: ${field.text}`, true];
  return field.version === 2 ? undefined : [`Unsupported: ${field.text}`, false];
}

/** Reads the header. Never throws anything but MissingBytes. */
export function readHeader(window: ByteWindow): Header {
  const prefix = window.view(0, PREFIX_BYTES);
  const count = u16(prefix, 4);
  const endByte = Math.min(PREFIX_BYTES + u16(prefix, 6), window.length);
  const bytes = window.view(0, endByte);
  const fields: HeaderField[] = [];
  const seen = new Set<number>();
  const unsupported: string[] = [];
  let readable = prefix.length === PREFIX_BYTES;
  for (let i = 0, at = PREFIX_BYTES; i < count; i++) {
    const field = readField(bytes, at);
    if (!field) {
      readable = false;
      break;
    }
    const problem = objection(field, seen);
    if (problem) {
      unsupported.push(problem[0]);
      readable &&= problem[1];
    }
    seen.add(field.tag);
    fields.push(field);
    at = field.endByte;
  }
  const version = fields.find((f) => f.version !== undefined)?.version;
  const alignRecords = fields.some((f) => f.tag === TAG.ALIGN_RECORDS && f.type === FIELD_TYPE.FLAG);
  return { fields, endByte, version, alignRecords, unsupported, readable };
}
