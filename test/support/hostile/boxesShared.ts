/** Hostile containers whose entries share bytes: documents, names, strings, sections; and tables of contents of text. */
import { strToU8, zlibSync } from "fflate";
import { chars, halves, long, member, MODULE, words } from "../boxes";
import { joined } from "../joined";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { nestedBlocks } from "./llvm";

const big = (value: number): number[] => words(value).reverse();
/** Containers inside each other that are opened. */
const LEVELS = 8;

/** An offload bundle with this many entries, which all have these bytes. */
function sharedBundle(count: number, content: Uint8Array): Uint8Array {
  const at = 32 + 25 * count;
  const entry = [...long(at), ...long(content.length), ...long(1), ...chars("x")];
  return joined([chars("__CLANG_OFFLOAD_BUNDLE__"), long(count), ...times(count, () => entry), content]);
}
/** A universal binary with this many slices, which all have these bytes. */
function sharedSlices(count: number, content: Uint8Array): Uint8Array {
  const entry = [7, 3, 8 + 20 * count, content.length, 0].flatMap(big);
  return joined([big(0xcafebabe), big(count), ...times(count, () => entry), content]);
}
/** Containers inside each other, each of which has the next one many times. */
function within(content: Uint8Array, wrap: (content: Uint8Array) => Uint8Array): Uint8Array {
  let bytes = content;
  for (let i = 0; i < LEVELS; i++) bytes = wrap(bytes);
  return bytes;
}
/** An ELF object with this many sections of bitcode, each with the same modules. */
function sharedModules(sections: number, modules: number): Uint8Array {
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
    ...times(sections, () => section(1, 1, 64, MODULE.length * modules)),
  ]);
}
/** An offload binary whose entries all have the same strings. */
function sharedStrings(entries: number, strings: number, length: number): Uint8Array {
  const table = 32 + 40 * entries;
  const text = table + 24 * strings;
  const size = text + length + 1;
  const entry = [...halves(2, 4), ...words(0), ...[table, strings, 0, 0].flatMap(long)];
  return joined([
    ...[words(0xad10ff10, 2), long(size), long(32), long(entries)],
    ...times(entries, () => entry),
    ...times(strings, () => [text, text, length].flatMap(long)),
    chars("k".repeat(length) + "\0"),
  ]);
}
/** A BSD archive whose symbol table has one long name for many members. */
function sharedSymbol(count: number, member_: number): Uint8Array {
  const names = chars("n".repeat(1023) + "\0");
  const entries = times(count, (i) => words(0, member_ + i)).flat();
  const table = [...words(entries.length), ...entries, ...words(names.length), ...names];
  return joined([chars("!<arch>\n"), member("__.SYMDEF", table), member("a/", MODULE)]);
}
/** An archive whose members all have one name of 4,096 letters. */
function sharedName(count: number): Uint8Array {
  const one = Uint8Array.from(member("/0", MODULE));
  const names = Uint8Array.from(member("//", [...chars("n".repeat(4096)), ...chars("/\n")]));
  return joined([chars("!<arch>\n"), names, ...times(count, () => one)]);
}
/** A xar archive with this table of contents; `content` follows the checksum of 20 bytes. */
export function xarOf(toc: string, content: readonly number[] = []): Uint8Array {
  const table = zlibSync(strToU8(toc), { level: 9 });
  return joined([
    ...[chars("xar!"), [0, 28, 0, 1], long(table.length).reverse(), long(toc.length).reverse(), [0, 0, 0, 1]],
    table,
    times(20, () => 7),
    content,
  ]);
}
const XAR_DATA = "<data><length>1</length><offset>0</offset></data>";
/** Characters of a table of contents for each element of the given size: compressed, they take few bytes. */
const REPEATED = 300;

/** Kinds of hostile containers that share what they have. */
export const BOXES_SHARED: Kinds = {
  "sharedModule.bundle": (count) => sharedBundle(Math.ceil(count / 10), nestedBlocks(count)),
  "sharedWithin.bundle": (count) =>
    within(Uint8Array.from(MODULE), (bytes) => sharedBundle(Math.ceil(count / 500), bytes)),
  "sharedWithin.macho": (count) => within(Uint8Array.from(MODULE), (bytes) => sharedSlices(Math.min(30, count), bytes)),
  "sharedModules.o": (count) => sharedModules(Math.min(count, 65000) / 4, Math.ceil(count / 4)),
  "sharedStrings.offload": (count) => sharedStrings(Math.ceil(count / 4), Math.ceil(count / 4), 4000),
  "sharedSymbol.a": (count) => sharedSymbol(count, 8),
  "sharedName.a": sharedName,
  "files.xar": (count) =>
    xarOf(`<xar><toc>${"<file><data><length>1</length><offset>0</offset></data></file>".repeat(count * 5)}`),
  "names.xar": (count) => xarOf(`<file>${XAR_DATA}${"<name ".repeat(count * REPEATED)}`),
  "data.xar": (count) => xarOf(`<file>${"<data>".repeat(count * REPEATED)}`),
  "encodings.xar": (count) =>
    xarOf(`<file>${XAR_DATA.replace("</data>", `${"<encoding ".repeat(count * REPEATED)}</data>`)}`),
};
