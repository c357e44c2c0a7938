/** The parts of a container. Parts tile the file: bytes that no part claims become filler or opaque bytes. */
import { byteString } from "../../document/byteText";
import type { ElementSink } from "../../document/element";
import { rawLeaves } from "../../document/leaves";
import type { ProblemCode } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { narrowed, wideLittleEndian } from "../../kit/littleEndian";

/** A field of a header: a little- or big-endian number, a LEB128 number, or text. */
export interface HeaderField {
  readonly name: string;
  readonly size: number;
  readonly form: "number" | "bytes" | "leb128";
  readonly meaning?: string;
}

/** The content of a compressed part, with any problem. */
export interface Unpacked {
  readonly data: Uint8Array;
  readonly problem?: { readonly code: ProblemCode; readonly message: string };
}

/** Checks the unpacked content against the size in a header. `what`: the container, for the message. */
export function heldTo(what: string, size: number, { data, problem }: Unpacked): Unpacked {
  if (problem || data.length === size) return problem ? { data, problem } : { data };
  const message = `unpacked, ${what} has ${data.length} bytes, but its header says ${size}`;
  return { data, problem: { code: "bad-compression", message } };
}

/** A range of bytes with a name. With fields it is a header, tiled by them; without, it is one leaf. */
export interface Part {
  /** `header`, `member`, `section`, `table` … */
  readonly kind: string;
  readonly name: string;
  readonly startByte: number;
  readonly endByte: number;
  readonly fields?: readonly HeaderField[];
  /** Set if the part opens as a derived document, under this name. */
  readonly derived?: string;
  /** Set if the derived document's bytes are compressed: unpacks at most `limit` bytes. */
  readonly unpack?: (limit: number) => Unpacked;
  readonly meaning?: string;
  /** The names that it defines, if the container lists them. */
  readonly defines?: string;
}

/** What should be told about a range of bytes that is not damaged. */
export interface Note {
  readonly startByte: number;
  readonly endByte: number;
  readonly message: string;
}

/** A fault in a range of bytes. Its code is `bad-container` unless set otherwise. */
export interface Fault extends Note {
  readonly code?: ProblemCode;
}

/** The fault of a header that is cut off by the file's end. `what`: the header's owner. */
export function cutHeader(window: ByteWindow, startByte: number, what: string): Fault {
  return { startByte, endByte: window.length, message: `${what}'s header is cut`, code: "truncated" };
}

/** The parts of a container. */
export interface Layout {
  /** `ar archive`, `ELF object` */
  readonly title: string;
  readonly parts: readonly Part[];
  /** Whether nothing in it is in a format that Bitscope reads. */
  readonly foreign?: boolean;
  readonly faults: readonly Fault[];
  readonly notes?: readonly Note[];
}

/** A field with a little-endian number (a big-endian one is a field of bytes). */
export function number(name: string, size: number, meaning?: string): HeaderField {
  return { name, size, form: "number", ...(meaning === undefined ? {} : { meaning }) };
}
/** A field of `size` bytes: text, a hash, or a number that is not little-endian. */
export function bytes(name: string, size: number, meaning?: string): HeaderField {
  return { name, size, form: "bytes", ...(meaning === undefined ? {} : { meaning }) };
}

/** A field with an unsigned LEB128 number of `size` bytes. */
export function leb128(name: string, size: number, meaning?: string): HeaderField {
  return { name, size, form: "leb128", ...(meaning === undefined ? {} : { meaning }) };
}

/** A fault for each part that extends past the end of a file of `length` bytes. */
export function overruns(parts: readonly Part[], length: number): readonly Fault[] {
  return parts
    .filter((part) => part.endByte > length && part.endByte > part.startByte)
    .map(({ name, startByte, endByte }) => {
      const message = `${name} ends at byte ${endByte}, past the file's end`;
      return { startByte: Math.min(startByte, length), endByte: length, message, code: "truncated" as const };
    });
}

/**
 * The parts in file order, within the file and without overlaps, with gaps as parts of their own. A part that overlaps
 * the previous one keeps its remaining bytes; if its fields do not fit then, it becomes plain bytes.
 */
export function tile(parts: readonly Part[], length: number): readonly Part[] {
  const tiled: Part[] = [];
  let next = 0;
  const gap = (endByte: number): void => {
    if (endByte > next) tiled.push({ kind: "gap", name: "bytes between", startByte: next, endByte });
    next = Math.max(next, endByte);
  };
  for (const part of [...parts].sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte)) {
    const startByte = Math.max(part.startByte, next);
    const endByte = Math.min(part.endByte, length);
    if (endByte <= startByte) continue;
    gap(startByte);
    const whole = startByte === part.startByte && endByte === part.endByte;
    const { fields, ...plain } = part;
    const fits = whole && fields?.reduce((sum, f) => sum + f.size, 0) === endByte - startByte;
    tiled.push({ ...plain, ...(fits ? { fields } : {}), startByte, endByte });
    next = endByte;
  }
  gap(length);
  return tiled;
}

/** The byte that a range repeats, if it is a usual filler (zero, newline). */
function filler(content: Uint8Array): number | undefined {
  const first = content[0] ?? 0;
  if (first !== 0 && first !== 0x0a) return undefined;
  return content.every((byte) => byte === first) ? first : undefined;
}

/** The leaves of a part without fields. */
function plainLeaves(part: Part, window: ByteWindow, sink: ElementSink): void {
  const { startByte, endByte, name, meaning } = part;
  const range = { startBit: startByte * 8, endBit: endByte * 8 };
  const small = part.kind === "gap" && endByte - startByte <= LARGEST_FILLER;
  const fill = small ? filler(window.view(startByte, endByte)) : undefined;
  if (fill !== undefined) {
    sink.leaf({ ...range, kind: "padding", name: "padding", encoding: { kind: "fill", fill }, raw: fill });
    return;
  }
  const kind = part.derived === undefined ? "opaque" : "decoded";
  rawLeaves(sink, window, { kind, name, ...(meaning === undefined ? {} : { meaning }) }, range);
}

/** Larger gaps are not alignment. */
const LARGEST_FILLER = 1 << 16;

/** Walks a part's elements. */
export function walkPart(part: Part, window: ByteWindow, sink: ElementSink): void {
  sink.open(part.kind, part.name, part.startByte * 8);
  if (!part.fields) plainLeaves(part, window, sink);
  let at = part.startByte;
  for (const field of part.fields ?? []) {
    const startBit = at * 8;
    const content = window.view(at, at + field.size);
    at += field.size;
    const meaning = field.meaning ?? (field.form === "bytes" && !sink.plain ? textOf(content) : undefined);
    const rest = { startBit, endBit: at * 8, kind: "decoded" as const, name: field.name, meaning };
    if (field.form === "bytes") sink.leaf({ ...rest, encoding: { kind: "bytes" }, raw: content });
    else if (field.form === "number")
      sink.leaf({ ...rest, encoding: { kind: "fixed" }, raw: wideLittleEndian(content, 0, field.size) });
    else sink.leaf({ ...rest, encoding: { kind: "leb128" }, raw: fromLeb128(content) });
  }
  sink.close(part.endByte * 8);
}

/** Most characters of a text in a meaning. */
const SHOWN_CHARACTERS = 64;

/** The text in these bytes, without the blanks or zeros that pad it; undefined if they are not text. */
function textOf(content: Uint8Array): string | undefined {
  const text = byteString(content, 0, SHOWN_CHARACTERS);
  return /^[\x20-\x7e\n]+\0*$/.test(text) ? JSON.stringify(text.replace(/[ \0]+$/, "")) : undefined;
}

/** A LEB128 number: seven bits per byte, lowest first. */
function fromLeb128(content: Uint8Array): number | bigint {
  let value = 0n;
  for (let i = content.length - 1; i >= 0; i--) value = (value << 7n) | BigInt((content[i] ?? 0) & 127);
  return narrowed(value);
}
