/**
 * Offload binaries, one after another as in a section `.llvm.offloading` (llvm/Object/OffloadBinary.h): images for
 * devices, each with strings that name its target. Versions 1 to 3; in version 3 everything after the header may be
 * compressed.
 */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { decompressZlib } from "../compression/deflate";
import { decompressZstd } from "../compression/zstd";
import { Allowance } from "./allowance";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part, Unpacked } from "./layout";
import { cutHeader, bytes, number } from "./layout";

const MAGIC = 0xad10ff10;
const ALIGNMENT = 8;
const ENTRY_BYTES = 40;
/** Version 3 has one more word. */
const HEADER_BYTES = 32;
const INFLATED_AT = 32;
const ZSTD = 0xfd2fb528;
/** More entries or strings than this are damage. */
const LARGEST_COUNT = 1 << 16;
/** Longer strings are cut; bytes. */
const LONGEST_STRING = 4096;

const IMAGE_KINDS: readonly string[] = ["none", "object", "bitcode", "cubin", "fatbinary", "PTX", "SPIR-V"];
const OFFLOAD_KINDS: ReadonlyMap<number, string> = new Map([
  [1, "openmp"],
  [2, "cuda"],
  [4, "hip"],
  [8, "sycl"],
]);
const ENTRY: readonly HeaderField[] = [
  number("ImageKind", 2),
  number("OffloadKind", 2),
  number("Flags", 4),
  number("StringOffset", 8),
  number("NumStrings", 8),
  number("ImageOffset", 8),
  number("ImageSize", 8),
];

function headerFields(version: number): readonly HeaderField[] {
  const entries = version === 1 ? ["EntryOffset", "EntrySize"] : ["EntriesOffset", "EntriesCount"];
  const inflated = version >= 3 ? [number("InflatedSize", 8)] : [];
  return [bytes("Magic", 4), number("Version", 4), number("Size", 8), ...entries.map((n) => number(n, 8)), ...inflated];
}

/**
 * Reads the binary at one place of the window. `shared`: room for the entries and strings of all binaries.
 */
class OffloadBinary {
  readonly parts: Part[] = [];
  readonly version: number;
  readonly size: number;
  private readonly entriesOffset: number;

  constructor(
    private readonly window: ByteWindow,
    private readonly header: HeaderBytes,
    private readonly at: number,
    private readonly shared: Allowance,
  ) {
    this.version = header.u32(at + 4);
    this.size = header.u64(at + 8);
    this.entriesOffset = header.u64(at + 16);
  }

  read(): readonly Part[] {
    const { at, header, version } = this;
    const fields = headerFields(version);
    const endByte = at + HEADER_BYTES + (version >= 3 ? 8 : 0);
    this.parts.push({ kind: "header", name: "OffloadBinary header", startByte: at, endByte, fields });
    if (version >= 3 && header.u64(at + INFLATED_AT) !== 0) return [...this.parts, this.compressed()];
    const count = version === 1 ? 1 : Math.min(header.u64(at + 24), LARGEST_COUNT);
    for (let i = 0; i < count; i++) {
      const entry = at + this.entriesOffset + i * ENTRY_BYTES;
      if (entry + ENTRY_BYTES > header.length || !this.shared.takes(ENTRY_BYTES)) break;
      this.entry(entry);
    }
    return this.parts;
  }

  private entry(entry: number): void {
    const { at, header, parts } = this;
    const strings = this.strings(at + header.u64(entry + 8), Math.min(header.u64(entry + 16), LARGEST_COUNT));
    const offload = OFFLOAD_KINDS.get(header.u16(entry + 2));
    const words = [offload, strings.get("triple"), strings.get("arch")];
    const name = words.filter((word) => word !== undefined && word !== "").join("-") || "image";
    parts.push({
      kind: "header",
      name: `entry ${name}`,
      startByte: entry,
      endByte: entry + ENTRY_BYTES,
      fields: ENTRY,
      meaning: [...strings].map(([key, value]) => `${key}=${value}`).join(", "),
    });
    const startByte = at + header.u64(entry + 24);
    const endByte = startByte + header.u64(entry + 32);
    const meaning = IMAGE_KINDS[header.u16(entry)] ?? `image kind ${header.u16(entry)}`;
    if (endByte > startByte) parts.push({ kind: "image", name, startByte, endByte, derived: name, meaning });
  }

  /** The strings of an entry; their offsets count from the binary's first byte. */
  private strings(table: number, count: number): ReadonlyMap<string, string> {
    const { at, header, parts, version } = this;
    const names = version === 1 ? ["KeyOffset", "ValueOffset"] : ["KeyOffset", "ValueOffset", "ValueSize"];
    const size = names.length * 8;
    const strings = new Map<string, string>();
    for (let i = 0; i < count && table + (i + 1) * size <= header.length; i++) {
      const startByte = table + i * size;
      // Each string of an entry takes these bytes, unless entries share them.
      if (!this.shared.takes(size)) break;
      const key = this.string(at + header.u64(startByte));
      const valueAt = at + header.u64(startByte + 8);
      const value = version === 1 ? this.string(valueAt) : this.known(valueAt, header.u64(startByte + 16));
      strings.set(key, value);
      const fields = names.map((name) => number(name, 8));
      parts.push({
        kind: "header",
        name: `string ${key}`,
        startByte,
        endByte: startByte + size,
        fields,
        meaning: value,
      });
    }
    return strings;
  }
  /** A zero-terminated string that shares no bytes with another one. */
  private string(startByte: number): string {
    return this.known(startByte, this.header.cString(startByte, LONGEST_STRING).length);
  }
  private known(startByte: number, length: number): string {
    const text = this.header.text(startByte, this.shared.room(Math.min(length, LONGEST_STRING)));
    const endByte = startByte + length + 1;
    if (endByte <= this.header.length)
      this.parts.push({ kind: "string", name: "string", startByte, endByte, fields: [bytes(text, length + 1)] });
    return text;
  }

  private compressed(): Part {
    const { at, window, size, entriesOffset } = this;
    const inflated = this.header.u64(at + INFLATED_AT);
    const startByte = at + entriesOffset;
    const endByte = at + size;
    let unpacked: Unpacked | undefined;
    const unpack = (limit: number): Unpacked => (unpacked ??= inflate(window, at, startByte, endByte, inflated, limit));
    const meaning = `compressed entries, ${inflated} bytes`;
    return { kind: "image", name: "compressed entries", startByte, endByte, derived: "entries", unpack, meaning };
  }
}

/** The uncompressed form of a binary: its header with the other size, and the unpacked bytes. */
function inflate(
  window: ByteWindow,
  at: number,
  startByte: number,
  endByte: number,
  inflated: number,
  limit: number,
): Unpacked {
  const packed = window.view(startByte, endByte);
  const isZstd = new HeaderBytes(window).u32(startByte) === ZSTD;
  const { data, problem } = isZstd ? decompressZstd(packed, limit) : decompressZlib(packed, limit);
  const head = window.view(at, startByte);
  const whole = new Uint8Array(head.length + data.length);
  whole.set(head);
  whole.set(data, head.length);
  const sizes = new DataView(whole.buffer);
  if (whole.length >= INFLATED_AT + 8) {
    sizes.setBigUint64(8, BigInt(whole.length), true);
    sizes.setBigUint64(INFLATED_AT, 0n, true);
  }
  if (problem) return { data: whole, problem };
  if (whole.length === inflated) return { data: whole };
  const message = `unpacked, the binary has ${whole.length} bytes, but its header says ${inflated}`;
  return { data: whole, problem: { code: "bad-compression", message } };
}

/** The parts of a file of offload binaries; undefined for any other file. */
export function readOffloadBinaries(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  if (header.u32(0) !== MAGIC) return undefined;
  const parts: Part[] = [];
  const faults: Fault[] = [];
  const shared = new Allowance(window.length);
  for (let at = 0; header.u32(at) === MAGIC;) {
    if (at + HEADER_BYTES > window.length) {
      faults.push(cutHeader(window, at, "the offload binary"));
      break;
    }
    const binary = new OffloadBinary(window, header, at, shared);
    if (binary.version === 0 || binary.version > 3) {
      const message = `version ${binary.version} of the offload binary is not known; 1 to 3 are`;
      faults.push({ startByte: at + 4, endByte: at + 8, message });
      break;
    }
    append(parts, binary.read());
    if (binary.size < HEADER_BYTES || at + binary.size > window.length) {
      const message = `the offload binary's header says ${binary.size} bytes; ${window.length - at} are left`;
      faults.push({ startByte: at, endByte: window.length, message });
      break;
    }
    at = Math.ceil((at + binary.size) / ALIGNMENT) * ALIGNMENT;
  }
  if (shared.spent) {
    const message = "entries share their bytes; some entries and strings are left out or cut";
    faults.push({ startByte: 0, endByte: window.length, message, code: "limit" });
  }
  return { title: "offload binary", parts, faults };
}
