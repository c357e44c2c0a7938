/**
 * Builders of containers: archives, objects and bundles, made of numbers and words so that a test can describe the
 * content.
 */
import { deflateSync, strToU8, zipSync, zlibSync } from "fflate";

/** An empty module: the magic, MODULE_BLOCK's header of one word, END_BLOCK. */
export const MODULE = words(0xdec04342, 0xc21, 1, 0);

export function words(...values: number[]): number[] {
  return values.flatMap((v) => [v & 255, (v >>> 8) & 255, (v >>> 16) & 255, v >>> 24]);
}
export function halves(...values: number[]): number[] {
  return values.flatMap((v) => [v & 255, v >>> 8]);
}
export function chars(text: string, size = text.length): number[] {
  return [...text.padEnd(size, "\0")].map((c) => c.charCodeAt(0));
}
export function spaced(text: string, size: number): number[] {
  return chars(text.padEnd(size, " "));
}
/** A member's header, then its bytes, padded to an even length. */
export function member(name: string, content: readonly number[], size = content.length): number[] {
  const header = [name, "0", "0", "0", "644", String(size)];
  const sizes = [16, 12, 6, 6, 8, 10];
  const text = header.flatMap((field, i) => spaced(field, sizes[i]!));
  return [...text, ...chars("`\n"), ...content, ...(size % 2 && content.length > 0 ? [10] : [])];
}
/** An AIX big archive of these members, with a table of their names at its end. */
export function bigArchive(members: readonly (readonly [name: string, content: readonly number[]])[]): number[] {
  const out: number[] = [];
  const at: number[] = [];
  const add = (name: string, content: readonly number[], next: number): void => {
    at.push(128 + out.length);
    const numbers = [content.length, next, 0, 0, 0, 0, 644, name.length];
    const sizes = [20, 20, 20, 12, 12, 12, 12, 4];
    out.push(...numbers.flatMap((value, i) => spaced(String(value), sizes[i]!)));
    out.push(...chars(name, name.length + (name.length % 2)), ...chars("`\n"), ...content);
    if (out.length % 2) out.push(0);
  };
  for (const [name, content] of members) {
    const size = 112 + name.length + (name.length % 2) + 2 + content.length;
    add(name, content, 128 + out.length + size + (size % 2));
  }
  add("", spaced(String(members.length), 20), 0);
  const offsets = [at.at(-1)!, 0, 0, at[0]!, at.at(-2)!, 0];
  return [...chars("<bigaf>\n"), ...offsets.flatMap((offset) => spaced(String(offset), 20)), ...out];
}
export const GNU = [
  ...chars("!<arch>\n"),
  ...member("/", words(0)),
  ...member("//", chars("a-name-of-many-letters.o/\n")),
  ...member("/0", MODULE),
  ...member("b.o/", MODULE),
  ...member("readme/", chars("odd")),
];
export const BSD = [...chars("!<arch>\n"), ...member("#1/8", [...chars("long.bc", 8), ...MODULE])];
export const ELF = (() => {
  const strings = chars("\0.llvmbc\0.shstrtab\0");
  const stringsAt = 64 + MODULE.length * 2;
  const table = stringsAt + strings.length;
  const section = (name: number, type: number, offset: number, size: number): number[] =>
    words(name, type, 0, 0, 0, 0, offset, 0, size, 0, 0, 0, 1, 0, 0, 0);
  return [
    ...chars("\x7fELF\x02\x01\x01", 16),
    ...halves(1, 62),
    ...words(1, 0, 0, 0, 0, table, 0, 0),
    ...halves(64, 0, 0, 64, 3, 2),
    ...MODULE,
    ...MODULE,
    ...strings,
    ...section(0, 0, 0, 0),
    ...section(1, 1, 64, MODULE.length * 2),
    ...section(9, 3, stringsAt, strings.length),
  ];
})();
export const MACHO = [
  ...words(0xfeedfacf, 0x01000007, 3, 1, 1, 152, 0, 0),
  ...words(0x19, 152),
  ...chars("", 16),
  ...words(0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 1, 0),
  ...chars("__bitcode", 16),
  ...chars("__LLVM", 16),
  ...words(0, 0, MODULE.length, 0, 184, 0, 0, 0, 0, 0, 0, 0),
  ...MODULE,
];
export const COFF = [
  ...halves(0x8664, 1),
  ...words(0, 0, 0),
  ...halves(0, 0),
  ...chars(".llvmbc", 8),
  ...words(0, 0, MODULE.length, 60, 0, 0),
  ...halves(0, 0),
  ...words(0),
  ...MODULE,
];
export const DXIL = (() => {
  const program = [
    ...halves(0x60, 0),
    ...words(10),
    ...chars("DXIL"),
    ...halves(0x100, 0),
    ...words(16, MODULE.length),
  ];
  return [
    ...chars("DXBC"),
    ...new Array<number>(16).fill(7),
    ...halves(1, 0),
    ...words(36 + 8 + program.length + MODULE.length, 1, 36),
    ...chars("DXIL"),
    ...words(program.length + MODULE.length),
    ...program,
    ...MODULE,
  ];
})();

/** A number in eight bytes. */
export function long(value: number): number[] {
  return words(value % 2 ** 32, Math.floor(value / 2 ** 32));
}
function aligned(content: readonly number[], alignment: number): number[] {
  return [...content, ...new Array<number>((alignment - (content.length % alignment)) % alignment).fill(0)];
}

/** A Clang offload bundle of named files, each at a multiple of 16 bytes. */
export function clangBundle(files: readonly (readonly [name: string, content: readonly number[]])[]): number[] {
  const table = files.reduce((sum, [name]) => sum + 24 + name.length, 32);
  let at = Math.ceil(table / 16) * 16;
  const head = [...chars("__CLANG_OFFLOAD_BUNDLE__"), ...long(files.length)];
  const data: number[] = [];
  for (const [name, content] of files) {
    data.push(...new Array<number>(at - Math.ceil(table / 16) * 16 - data.length).fill(0));
    head.push(...long(at), ...long(content.length), ...long(name.length), ...chars(name));
    data.push(...content);
    at += Math.ceil(content.length / 16) * 16;
  }
  return [...aligned(head, 16), ...data];
}

/** Zlib's stream of `content`. */
export function zlib(content: readonly number[]): number[] {
  return [...zlibSync(Uint8Array.from(content))];
}

/** A Zstandard frame that stores `content` (RFC 8878: one raw block, the content's size in one byte or two). */
export function zstd(content: readonly number[]): number[] {
  const size = content.length < 256 ? [0x20, content.length] : [0x60, ...halves(content.length - 256)];
  const block = content.length * 8 + 1;
  return [0x28, 0xb5, 0x2f, 0xfd, ...size, block & 255, (block >> 8) & 255, block >> 16, ...content];
}

/** A compressed Clang bundle of version 1 to 3. */
export function compressedBundle(version: number, method: "zlib" | "zstd", content: readonly number[]): number[] {
  const packed = method === "zlib" ? zlib(content) : zstd(content);
  const head = [...chars("CCOB"), ...halves(version, method === "zlib" ? 0 : 1)];
  const hash = long(0x1234);
  if (version === 1) return [...head, ...words(content.length), ...hash, ...packed];
  const size = version === 2 ? words : (...values: number[]): number[] => values.flatMap(long);
  const bytes = (version === 2 ? 24 : 32) + packed.length;
  return [...head, ...size(bytes, content.length), ...hash, ...packed];
}

/** A Mojo package of version 1 (plain) or 2 (compressed). */
export function mojoPackage(version: 1 | 2, content: readonly number[]): number[] {
  const head = [...chars("MPKG"), version, ...chars("..."), 1, 2, 0, 0, 0, 26, 7, 0, 0, 0, ...chars("0".repeat(64)), 0];
  return version === 1
    ? [...head, 0, 0, 0, 0, 0, ...content]
    : [...head, ...long(content.length), 0, 0, 0, 0, 0, ...zstd(content)];
}

/** An offload binary of one image with the strings `triple` and `arch`; version 3 may be compressed. */
export function offloadBinary(version: 1 | 2 | 3, image: readonly number[], compressed = false): number[] {
  const head = version === 3 ? 40 : 32;
  const stringBytes = version === 1 ? 16 : 24;
  const texts = ["triple", "amdgcn-amd-amdhsa", "arch", "gfx906"];
  const table = head + 40 + 2 * stringBytes;
  const places = texts.map((_text, i) => table + texts.slice(0, i).reduce((sum, t) => sum + t.length + 1, 0));
  const strings = aligned(
    texts.flatMap((text) => chars(`${text}\0`)),
    8,
  );
  const imageAt = table + strings.length;
  const size = Math.ceil((imageAt + image.length) / 8) * 8;
  const entries = [0, 2].flatMap((i) => [
    ...long(places[i]!),
    ...long(places[i + 1]!),
    ...(version === 1 ? [] : long(texts[i + 1]!.length)),
  ]);
  const body = aligned(
    [
      ...halves(2, 4),
      ...words(0),
      ...[head + 40, 2, imageAt, image.length].flatMap(long),
      ...entries,
      ...strings,
      ...image,
    ],
    8,
  );
  const packed = compressed ? zstd(body) : body;
  const header = [head, version === 1 ? 40 : 1].flatMap(long);
  const inflated = version === 3 ? long(compressed ? size : 0) : [];
  return [0x10, 0xff, 0x10, 0xad, ...words(version), ...long(head + packed.length), ...header, ...inflated, ...packed];
}

/** A CUDA fat binary of entries: kind 1 (PTX) or 2 (cubin), architecture, payload. */
export function fatbin(
  entries: readonly (readonly [kind: number, arch: number, payload: readonly number[]])[],
): number[] {
  const body = entries.flatMap(([kind, arch, payload]) => [
    ...halves(kind, 0x101),
    ...words(64),
    ...long(payload.length),
    ...words(0, 0),
    ...halves(0, 8),
    ...words(arch, 0, 0),
    ...[0x11, 0, 0].flatMap(long),
    ...payload,
  ]);
  return [...words(0xba55ed50), ...halves(1, 16), ...long(body.length), ...body];
}

/** What a Metal library's metadata says of a function, and whether its size counts itself. */
export interface MetalMetadata {
  readonly tags: readonly number[];
  readonly countsItself: boolean;
}

/** A tag of a Metal library. */
export function metalTag(id: string, content: readonly number[]): number[] {
  return [...chars(id), ...halves(content.length), ...content];
}

/** A Metal library with one kernel. */
export function metalLibrary(
  name: string,
  module: readonly number[],
  { tags: told, countsItself }: MetalMetadata = { tags: [], countsItself: false },
): number[] {
  const tags = [
    ...metalTag("NAME", chars(`${name}\0`)),
    ...metalTag("TYPE", [2]),
    ...metalTag("HASH", new Array<number>(32).fill(9)),
    ...metalTag("MDSZ", long(module.length)),
    ...metalTag("OFFT", [0, 0, 0].flatMap(long)),
    ...metalTag("VERS", halves(2, 7, 3, 2)),
    ...chars("ENDT"),
  ];
  const list = [...words(1), ...words(tags.length + 4), ...tags];
  const group = [...words(told.length + (countsItself ? 8 : 4)), ...told, ...chars("ENDT")];
  const listEnd = 88 + list.length + 4;
  const starts = [0, 1, 2].map((groups) => listEnd + groups * group.length);
  const [publicStart = 0, privateStart = 0, bitcode = 0] = starts;
  const places = [
    ...[88, list.length - 4, publicStart, group.length],
    ...[privateStart, group.length, bitcode, module.length],
  ];
  const size = bitcode + module.length;
  const head = [...chars("MTLB"), ...halves(0x8001, 2, 7), 0, 0x81, ...halves(15, 0), ...long(size)];
  return [...head, ...places.flatMap(long), ...list, ...chars("ENDT"), ...group, ...group, ...module];
}

/** A xar archive of one file, stored or compressed. */
export function xar(name: string, content: readonly number[], packed = false): number[] {
  const stored = packed ? zlib(content) : [...content];
  const style = packed ? "application/x-gzip" : "application/octet-stream";
  const data = `<data><length>${stored.length}</length><offset>20</offset><size>${content.length}</size><encoding style="${style}"/></data>`;
  const toc = `<xar><toc><file id="1"><name>${name}</name><file-type>Bitcode</file-type>${data}</file></toc></xar>`;
  const table = zlib([...strToU8(toc)]);
  const big = (value: number): number[] => long(value).reverse();
  return [
    ...chars("xar!"),
    0,
    28,
    0,
    1,
    ...big(table.length),
    ...big(toc.length),
    0,
    0,
    0,
    1,
    ...table,
    ...new Array<number>(20).fill(7),
    ...stored,
  ];
}

/** A WebAssembly module with a type section and custom ones. */
export function wasm(custom: readonly (readonly [name: string, content: readonly number[]])[]): number[] {
  const section = (id: number, content: readonly number[]): number[] => [
    id,
    0x80 | (content.length & 127),
    content.length >> 7,
    ...content,
  ];
  const sections = custom.flatMap(([name, content]) => section(0, [name.length, ...chars(name), ...content]));
  return [...chars("\0asm"), ...words(1), ...section(1, [1, 0x60, 0, 0]), ...sections];
}

/** A zip archive of these files, compressed or stored, with a comment after it. */
export function zip(files: readonly (readonly [name: string, content: readonly number[]])[], level: 0 | 9): number[] {
  const members = Object.fromEntries(files.map(([name, content]) => [name, Uint8Array.from(content)]));
  const bytes = [...zipSync(members, { level })];
  return [...bytes.slice(0, -2), ...halves(2), ...chars("by")];
}

/** A local header, which leaves the sizes to the descriptor after the data. */
const STREAMED = [...words(0x04034b50), ...halves(20, 8, 8, 0, 0), ...words(0, 0, 0)];
/** CRC-32 of {@link MODULE}. */
const MODULE_CRC32 = 0x4a0b8ac3;

/** A zip archive of one module named `x`, as it is written to a pipe. */
export function streamedZip(): number[] {
  const data = [...deflateSync(Uint8Array.from(MODULE))];
  const sizes = words(MODULE_CRC32, data.length, MODULE.length);
  const local = [...STREAMED, ...halves(1, 0), ...chars("x"), ...data, ...words(0x08074b50), ...sizes];
  const central = [
    ...words(0x02014b50),
    ...halves(20, 20, 8, 8, 0, 0),
    ...sizes,
    ...halves(1, 0, 0, 0, 0),
    ...words(0, 0),
    ...chars("x"),
  ];
  const end = [...words(0x06054b50), ...halves(0, 0, 1, 1), ...words(central.length, local.length), ...halves(0)];
  return [...local, ...central, ...end];
}

/** A tar header for a member of type `0`, `L` or `x`, and its content. */
export function tarMember(name: string, content: readonly number[], type = "0"): number[] {
  const size = content.length.toString(8).padStart(11, "0");
  const before = [...chars(name, 100), ...chars("0000644\0".repeat(3)), ...chars(`${size}\0`), ...chars("0\0", 12)];
  const after = [...chars(type), ...chars("", 100), ...chars("ustar\x0000"), ...chars("", 247)];
  const sum = [...before, ...spaced("", 8), ...after].reduce((total, byte) => total + byte, 0);
  const checksum = chars(`${sum.toString(8).padStart(6, "0")}\0 `);
  const padding = new Array<number>((512 - (content.length % 512)) % 512).fill(0);
  return [...before, ...checksum, ...after, ...content, ...padding];
}

/** A tar archive: blocks of zeros end it. */
export function tar(...members: readonly (readonly number[])[]): number[] {
  return [...members.flat(), ...new Array<number>(1024).fill(0)];
}
