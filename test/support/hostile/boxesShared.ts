/** Hostile containers whose entries share bytes: documents, names, strings, sections; and tables of contents of text. */
import { strToU8, zlibSync } from "fflate";
import { chars, halves, long, member, MODULE, words } from "../boxes";
import { joined } from "../joined";
import { bundle, elf, MOST_SECTIONS } from "./boxes";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { nestedBlocks } from "./llvm";

const big = (value: number): number[] => words(value).reverse();
/** Containers inside each other that are opened. */
const LEVELS = 8;

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
/** Elements of a table of contents for each entry of the given size: compressed, they take few bytes. */
const REPEATED = 300;
/** Most characters of a table of contents: V8's strings have fewer than 2^29. */
const MOST_CHARACTERS = 2 ** 28;
/** An element as often as a file of the given size has it. */
const repeated = (element: string, count: number): string =>
  element.repeat(Math.min(count * REPEATED, Math.floor(MOST_CHARACTERS / element.length)));

/** Kinds of hostile containers that share what they have. */
export const BOXES_SHARED: Kinds = {
  "sharedModule.bundle": (count) => bundle(Math.ceil(count / 10), nestedBlocks(count)),
  "sharedWithin.bundle": (count) => within(Uint8Array.from(MODULE), (bytes) => bundle(Math.ceil(count / 500), bytes)),
  "sharedWithin.macho": (count) => within(Uint8Array.from(MODULE), (bytes) => sharedSlices(Math.min(30, count), bytes)),
  "sharedModules.o": (count) => {
    const modules = Math.ceil(count / 4);
    return elf(Math.min(count, MOST_SECTIONS) / 4, modules, () => [0, MODULE.length * modules]);
  },
  "sharedStrings.offload": (count) => sharedStrings(Math.ceil(count / 4), Math.ceil(count / 4), 4000),
  "sharedSymbol.a": (count) => sharedSymbol(count, 8),
  "sharedName.a": sharedName,
  "files.xar": (count) =>
    xarOf(`<xar><toc>${"<file><data><length>1</length><offset>0</offset></data></file>".repeat(count * 5)}`),
  "names.xar": (count) => xarOf(`<file>${XAR_DATA}${repeated("<name ", count)}`),
  "data.xar": (count) => xarOf(`<file>${repeated("<data>", count)}`),
  "encodings.xar": (count) => xarOf(`<file>${XAR_DATA.replace("</data>", `${repeated("<encoding ", count)}</data>`)}`),
};
