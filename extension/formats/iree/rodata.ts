/**
 * Recognises the content of a rodata segment by its first bytes: executables of every kind that IREE embeds, modules,
 * strings. Reads the beginning of the segment, and for a FlatBuffer the few tables that name its entry points.
 */
import type { ByteWindow } from "../../document/window";
import { SubWindow } from "../../document/window";
import type { Bytes } from "./bytes";
import { byteCount, u16, u32 } from "./bytes";
import { byteString } from "../../document/byteText";
import { isModule } from "./container";
import { readVtable } from "./flatbuffer/table";

/** The content that was recognised. */
export interface Recognised {
  /** `data` if it is none of the others. */
  readonly kind:
    "elf" | "spirv" | "ptx" | "wasm" | "fatbin" | "executable" | "module" | "bitcode" | "string" | "data" | "empty";
  /** In words: `ELF 64-bit x86-64`, `HAL executable VKE1 (Vulkan)`. */
  readonly text: string;
  readonly entryPoints: readonly string[];
  /** Bytes of the document that are a file which Bitscope may be able to read: a nested module, bitcode. */
  readonly inner: Bytes | undefined;
  /** The device code of an executable: SPIR-V, PTX, ELF. */
  readonly images: readonly Image[];
}

/** A file with device code within an executable. */
export interface Image {
  readonly range: Bytes;
  /** In words; undefined if the first bytes do not tell. */
  readonly text: string | undefined;
  /** As for a segment. */
  readonly inner: Bytes | undefined;
}

/** Bytes needed to recognise a segment. */
const HEAD_BYTES = 96;
/** Most bytes of a string that are read. */
const STRING_BYTES = 4096;
/** Most entry points that are named. */
const MOST_ENTRY_POINTS = 256;

/** e_machine of what IREE compiles for (ELF specification, machine list). */
const machines: Readonly<Record<number, string>> = {
  3: "x86",
  40: "ARM",
  62: "x86-64",
  183: "AArch64",
  224: "AMDGPU",
  243: "RISC-V",
};

/** How the root table of a HAL executable names its entry points, and what else it contains. */
interface ExecutableFormat {
  readonly target: string;
  /** Slots with a vector of strings, tried in this order. */
  readonly strings?: readonly number[];
  /** The slot of a vector of tables, and the slot of the name in each table. */
  readonly tables?: readonly [number, number];
  /** The slot of a byte vector that is a file of its own: a module, bitcode. */
  readonly inner?: number;
  /**
   * The slot of a vector of tables, and in each table the slot of a vector with device code; the size of that vector's
   * elements in bytes.
   */
  readonly images?: readonly [tables: number, data: number, size: number];
}

/** By file identifier; slots from the *_executable_def.fbs of their time. */
const executables: Readonly<Record<string, ExecutableFormat>> = {
  // Until 2020-06 a tag preceded the entry points.
  SPVE: { target: "Vulkan", strings: [0, 1] },
  LLVM: { target: "LLVM IR", strings: [0], inner: 1 },
  VMLA: { target: "VMLA", inner: 0 },
  DLIB: { target: "dynamic library", strings: [0] },
  MTLE: { target: "Metal", strings: [0] },
  CUDA: { target: "CUDA", strings: [0] },
  ROCM: { target: "ROCm", strings: [0] },
  WGSL: { target: "WebGPU" },
  VKE1: { target: "Vulkan", tables: [0, 1], images: [3, 0, 4] },
  MTL1: { target: "Metal", tables: [0, 1] },
  CDA1: { target: "CUDA", tables: [0, 1], images: [1, 0, 1] },
  HIP1: { target: "HIP", tables: [0, 1], images: [1, 0, 1] },
  WGS1: { target: "WebGPU", tables: [0, 1] },
  AMD1: { target: "AMDGPU", tables: [1, 0] },
  XRTR: { target: "XRT" },
  EMOD: { target: "2019 interpreter" },
  EARC: { target: "2019 interpreter archive" },
};

/** Size of the header before an executable's FlatBuffer since 2025-11-10. */
const EXECUTABLE_HEADER = 64;

/** Content without entry points; `inner` if it is a file of its own, which Bitscope reads or another tool does. */
function found(kind: Recognised["kind"], text: string, inner?: Bytes): Recognised {
  return { kind, text, entryPoints: [], inner, images: [] };
}

/** How many segments larger than a page are examined for a list of all: each needs a separate read. */
const MOST_LOOKED_AT = 128;
const SMALL_BYTES = 4096;

const recognised = new WeakMap<object, readonly (Recognised | undefined)[]>();

/** The content of each segment; among very many large ones only the first are examined, the others are undefined. */
export function recogniseAll(
  window: ByteWindow,
  segments: readonly { readonly data: Bytes | undefined }[],
): readonly (Recognised | undefined)[] {
  const known = recognised.get(segments);
  if (known) return known;
  let left = MOST_LOOKED_AT;
  const found = segments.map(({ data }) => {
    const small = data !== undefined && data.end - data.start <= SMALL_BYTES;
    return data && (small || left-- > 0) ? recognise(window, data) : undefined;
  });
  recognised.set(segments, found);
  return found;
}

/** Recognises the bytes of a segment. */
export function recognise(window: ByteWindow, range: Bytes): Recognised {
  if (range.end <= range.start) return found("empty", "empty");
  const head = window.view(range.start, Math.min(range.end, range.start + HEAD_BYTES));
  return (
    fromMagic(head, range) ??
    executable(window, range, head) ??
    nested(window, range) ??
    string(window, range) ??
    found("data", byteCount(range.end - range.start))
  );
}

/** The size of a segment, and what it holds as far as that is known: `9,528 bytes, ELF 64-bit x86-64`. */
export function segmentText(data: Bytes | undefined, content: Recognised | undefined): string {
  const size = byteCount(data ? data.end - data.start : 0);
  return content && content.text !== size ? `${size}, ${content.text}` : size;
}

/** The content that the first bytes show. */
function fromMagic(head: Uint8Array, range: Bytes): Recognised | undefined {
  const text = byteString(head);
  switch (u32(head, 0)) {
    case 0x464c457f:
      return found(
        "elf",
        `ELF ${head[4] === 2 ? "64" : "32"}-bit ${machines[u16(head, 18)] ?? `machine ${u16(head, 18)}`}`,
        range,
      );
    case 0x07230203:
    case 0x03022307:
      return found("spirv", `SPIR-V ${head[6] ?? 0}.${head[5] ?? 0}`, range);
    case 0x6d736100:
      return found("wasm", "WebAssembly", range);
    case 0xba55ed50:
      return found("fatbin", "CUDA fat binary", range);
    case 0xdec04342:
    case 0x0b17c0de:
      return found("bitcode", "LLVM bitcode", range);
  }
  if (text.startsWith("//\n// Generated by LLVM NVPTX")) return found("ptx", "PTX", range);
  if (text.startsWith("__CLANG_OFFLOAD_BUNDLE__")) return found("fatbin", "Clang offload bundle", range);
  return text.startsWith("xclbin2\0") ? found("fatbin", "XCLBIN", range) : undefined;
}

/** A HAL executable's FlatBuffer: bare, size-prefixed, or after the executable header. */
function executable(window: ByteWindow, range: Bytes, head: Uint8Array): Recognised | undefined {
  for (const skip of [0, 4, EXECUTABLE_HEADER]) {
    const identifier = byteString(head.subarray(skip + 4, skip + 8));
    const format = executables[identifier];
    if (!format) continue;
    const buffer = { start: range.start + skip, end: range.end };
    const root = buffer.start + u32(head, skip);
    return {
      kind: "executable",
      text: `HAL executable ${identifier} (${format.target})`,
      entryPoints: entryPoints(window, buffer, root, format),
      inner: format.inner === undefined ? undefined : vector(window, buffer, root, format.inner, 1),
      images: images(window, buffer, root, format),
    };
  }
  return undefined;
}

/** The elements of a vector in a slot of the table at `at`; undefined if there is none. */
function vector(window: ByteWindow, buffer: Bytes, at: number, slot: number, size: number): Bytes | undefined {
  const vtable = readVtable(window, buffer, at);
  const offset = typeof vtable === "string" ? 0 : (vtable.slots[slot] ?? 0);
  if (offset === 0 || at + offset + 4 > buffer.end) return undefined;
  const start = at + offset + u32(window.view(at + offset, at + offset + 4), 0) + 4;
  if (start > buffer.end) return undefined;
  const end = start + u32(window.view(start - 4, start), 0) * size;
  return end <= buffer.end ? { start, end } : undefined;
}

/** The names of an executable's entry points, as far as they can be followed. */
function entryPoints(window: ByteWindow, buffer: Bytes, root: number, format: ExecutableFormat): readonly string[] {
  const follow = (at: number): number => at + u32(window.view(at, at + 4), 0);
  for (const slot of format.strings ?? []) {
    const list = vector(window, buffer, root, slot, 4);
    const names = list && offsets(list).map((at) => stringAt(window, buffer, follow(at)));
    if (names && names.length > 0 && names.every((name) => name !== undefined && /^[\x20-\x7e]*$/.test(name)))
      return names.filter((name) => name !== undefined);
  }
  if (!format.tables) return [];
  const [slot, nameSlot] = format.tables;
  const list = vector(window, buffer, root, slot, 4);
  const names = list && offsets(list).map((at) => vector(window, buffer, follow(at), nameSlot, 1));
  return (names ?? []).map((range) => (range ? byteString(window.view(range.start, range.end)) : "?"));
}

/** The device code files in an executable. */
function images(window: ByteWindow, buffer: Bytes, root: number, format: ExecutableFormat): readonly Image[] {
  if (!format.images) return [];
  const [slot, dataSlot, size] = format.images;
  const list = vector(window, buffer, root, slot, 4);
  return (list ? offsets(list) : []).flatMap((at): readonly Image[] => {
    const range = vector(window, buffer, at + u32(window.view(at, at + 4), 0), dataSlot, size);
    if (!range) return [];
    const head = window.view(range.start, Math.min(range.end, range.start + HEAD_BYTES));
    const known = fromMagic(head, range);
    return [{ range, text: known?.text, inner: known?.inner }];
  });
}

/** The positions of a vector's first elements. */
function offsets({ start, end }: Bytes): readonly number[] {
  return Array.from({ length: Math.min(MOST_ENTRY_POINTS, (end - start) / 4) }, (_, i) => start + 4 * i);
}

/** A string of reasonable length, or undefined. */
function stringAt(window: ByteWindow, buffer: Bytes, at: number): string | undefined {
  if (at + 4 > buffer.end) return undefined;
  const length = u32(window.view(at, at + 4), 0);
  return length < STRING_BYTES && at + 4 + length <= buffer.end
    ? byteString(window.view(at + 4, at + 4 + length))
    : undefined;
}

/** A VM module inside: the output of the VMVX backend. */
function nested(window: ByteWindow, range: Bytes): Recognised | undefined {
  if (range.end - range.start < 16) return undefined;
  const inner = new SubWindow(window, range.start, range.end);
  return isModule(inner) ? found("module", "IREE VM module", range) : undefined;
}

/** Printable text, UTF-8, possibly with NULs at its end, such as format names and messages. */
function string(window: ByteWindow, range: Bytes): Recognised | undefined {
  if (range.end - range.start > STRING_BYTES) return undefined;
  const text = byteString(window.view(range.start, range.end)).replace(/\0+$/, "");
  if (text === "" || !isText(text)) return undefined;
  return found("string", `"${text.length > 80 ? `${text.slice(0, 80)}...` : text}"`);
}

/** Whether a byte string is text: tabs, line ends and printable characters in valid UTF-8. */
function isText(text: string): boolean {
  let following = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text.charCodeAt(i);
    const continues = byte >= 0x80 && byte < 0xc0;
    if (continues !== following > 0) return false;
    if (continues) following--;
    else if (byte >= 0xf5 || byte === 0xc0 || byte === 0xc1 || byte === 0x7f) return false;
    else if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) return false;
    else following = byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  }
  return following === 0;
}
