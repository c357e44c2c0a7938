/**
 * Hostile containers: archives, objects, compressed data; nested containers, overlapping entries. Also some files of
 * other formats.
 */
import { gzipSync, zipSync } from "fflate";
import { chars, halves, long, member, MODULE, words } from "../boxes";
import { int64, kernel, table, text, tileFile, varint } from "../tileir";
import type { Kinds } from "./kind";
import { joined } from "../joined";
import { times } from "./kind";
import { nestedBlocks } from "./llvm";

/** Layers of compression, each of which takes as long as the data. */
const MOST_LAYERS = 2000;

function archiveWithin(count: number): Uint8Array {
  const parts: (readonly number[] | Uint8Array)[] = [MODULE];
  let size = MODULE.length;
  for (let i = 0; i < count; i++) {
    const head = [...chars("!<arch>\n"), ...member("a/", [], size).slice(0, 60)];
    parts.push(head);
    size += head.length;
  }
  return joined(parts.reverse());
}
function archive(count: number, content: readonly number[]): Uint8Array {
  const one = Uint8Array.from(member("a/", content));
  return joined([chars("!<arch>\n"), ...times(count, () => one)]);
}
/** Members that all have one long name, in the table of names. */
function longNames(count: number): Uint8Array {
  const one = Uint8Array.from(member("/0", MODULE));
  const names = Uint8Array.from(member("//", [...chars("n".repeat(count)), ...chars("/\n")]));
  return joined([chars("!<arch>\n"), names, ...times(Math.ceil(count / 20), () => one)]);
}
/** Nested headers of bitcode wrappers. */
function wrapped(count: number): Uint8Array {
  const heads = times(count, (i) => words(0x0b17c0de, 0, 20, MODULE.length + 20 * (count - 1 - i), 0));
  return joined([...heads, MODULE]);
}
function compressed(count: number, level: 0 | 9): Uint8Array {
  let bytes: Uint8Array = Uint8Array.from(MODULE);
  for (let i = 0; i < Math.min(count, MOST_LAYERS); i++) bytes = gzipSync(bytes, { level });
  return bytes;
}
/** A universal binary with this many architectures; `apart`: each has a module of its own. */
function universal(count: number, apart: boolean): Uint8Array {
  const big = (value: number): number[] => words(value).reverse();
  const table = 8 + 20 * count;
  const entries = times(count, (i) => [7, 3, table + (apart ? i * MODULE.length : 0), MODULE.length, 0].flatMap(big));
  return joined([big(0xcafebabe), big(count), ...entries, ...times(apart ? count : 1, () => MODULE)]);
}
/** An ELF header counts sections in 16 bits. */
export const MOST_SECTIONS = 65000;
/**
 * An ELF object with modules, and with sections of bitcode.
 * @param bytesOf the first byte of a section, counted from that of the first module, and its bytes
 */
export function elf(
  sections: number,
  modules: number,
  bytesOf: (section: number) => readonly [first: number, bytes: number],
): Uint8Array {
  const strings = chars("\0.llvmbc\0.shstrtab\0");
  const stringsAt = 64 + MODULE.length * modules;
  const section = (name: number, type: number, offset: number, size: number): number[] =>
    words(name, type, 0, 0, 0, 0, offset, 0, size, 0, 0, 0, 1, 0, 0, 0);
  return joined([
    chars("\x7fELF\x02\x01\x01", 16),
    halves(1, 62),
    words(1, 0, 0, 0, 0, stringsAt + strings.length, 0, 0),
    halves(64, 0, 0, 64, sections + 2, 1),
    ...times(modules, () => MODULE),
    strings,
    section(0, 0, 0, 0),
    section(9, 3, stringsAt, strings.length),
    ...times(sections, (i) => {
      const [first, bytes] = bytesOf(i);
      return section(1, 1, 64 + first, bytes);
    }),
  ]);
}
/** An offload bundle whose entries all have the same bytes. */
export function bundle(count: number, content: readonly number[] | Uint8Array = MODULE): Uint8Array {
  const at = 32 + 25 * count;
  const entry = [...long(at), ...long(content.length), ...long(1), ...chars("x")];
  return joined([chars("__CLANG_OFFLOAD_BUNDLE__"), long(count), ...times(count, () => entry), content]);
}
/** Tile IR with a function of this many ops, or this many types, each made of the previous one. */
function tile(ops: number, types: number): Uint8Array {
  const op = [0x03, 2, 1, 0, 0];
  const body = [...times(ops, () => op).flat(), 0x5c, 0, 0];
  const before = (i: number): number[] => [16, 1, ...varint(i + 3), 0];
  return tileFile(3, [
    [2, 8, [1, ...kernel(0, 4, body)]],
    [4, 8, table([[4, 7, 0, 0, 0]], 8)],
    [5, 4, table([[3], [7], [13, 0, 0], [13, 1, 1, ...int64(4)], [16, 1, 2, 0], [17], ...times(types, before)], 4)],
    [7, 1, [1]],
    [1, 4, table([text("f"), text("g")], 4)],
  ]);
}

/** Kinds of hostile containers, and of formats with few kinds of their own. */
export const BOXES: Kinds = {
  "within.a": archiveWithin,
  "members.a": (count) => archive(count, MODULE),
  "emptyMembers.a": (count) => archive(count, []),
  "foreignMembers.a": (count) => archive(count, chars("nothing of ours")),
  "longNames.a": longNames,
  "wrappers.bc": wrapped,
  "stored.gz": (count) => compressed(count, 0),
  "packed.gz": (count) => compressed(count, 9),
  "bomb.gz": (count) => gzipSync(new Uint8Array(count * 1000), { level: 9 }),
  "bombOfBlocks.gz": (count) => gzipSync(nestedBlocks(count), { level: 9 }),
  "members.zip": (count) =>
    zipSync(Object.fromEntries(times(count, (i) => [`m${i}.bc`, Uint8Array.from(MODULE)])), { level: 0 }),
  "bomb.zip": (count) => zipSync({ "a.bc": new Uint8Array(count * 1000) }, { level: 9 }),
  "same.macho": (count) => universal(count, false),
  "apart.macho": (count) => universal(count, true),
  "same.o": (count) => elf(Math.min(count, MOST_SECTIONS), 1, () => [0, MODULE.length]),
  "apart.o": (count) => {
    const sections = Math.min(count, MOST_SECTIONS);
    return elf(sections, sections, (i) => [i * MODULE.length, MODULE.length]);
  },
  "same.bundle": bundle,
  "concatenated.bc": (count) => joined(times(count, () => MODULE)),
  "blocks.pexe": (count) => {
    const bytes = nestedBlocks(count);
    bytes.set(chars("PEXE"));
    return bytes;
  },
  "ops.tileirbc": (count) => tile(count, 0),
  "types.tileirbc": (count) => tile(1, count),
};
