/** Mach-O objects and universal files (mach-o/loader.h, mach-o/fat.h): header, load commands, sections, slices. */
import { CPU_TYPES } from "../bitstream/cpuTypes";
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { Fault, Layout, Part } from "./layout";
import { bytes, number } from "./layout";
import { Sections } from "./sections";

const MAGIC_32 = 0xfeedface;
const MAGIC_64 = 0xfeedfacf;
const FAT_MAGIC = 0xcafebabe;
/** The magic of universal files with 64-bit offsets and sizes. */
const FAT_MAGIC_64 = 0xcafebabf;
const LC_SEGMENT = 1;
const LC_SEGMENT_64 = 0x19;
/** Section types without bytes in the file: zero fill, thread-local zero fill. */
const ZERO_FILL: ReadonlySet<number> = new Set([1, 0xc, 0x12]);
/** Most slices of a universal file; Java class files share the magic and have a larger number there. */
const LARGEST_SLICES = 30;

/** Sections of a segment command. */
function segmentSections(header: HeaderBytes, sections: Sections, at: number, wide: boolean, end: number): Part[] {
  const parts: Part[] = [];
  const count = header.u32(at + (wide ? 64 : 48));
  const size = wide ? 80 : 68;
  let section = at + (wide ? 72 : 56);
  for (let i = 0; i < count && section + size <= end; i++, section += size) {
    const name = `${header.cString(section + 16, 16)},${header.cString(section, 16)}`;
    const length = header.number(section + (wide ? 40 : 36), wide ? 8 : 4);
    const offset = header.u32(section + (wide ? 48 : 40));
    const flags = header.u32(section + (wide ? 64 : 56));
    if (length === 0 || offset === 0 || ZERO_FILL.has(flags & 0xff)) continue;
    append(parts, sections.parts(name, offset, offset + length));
  }
  return parts;
}

function readThin(window: ByteWindow, bigEndian: boolean): Layout {
  const header = new HeaderBytes(window, bigEndian);
  const wide = header.u32(0) === MAGIC_64;
  const names = [
    "magic",
    "cputype",
    "cpusubtype",
    "filetype",
    "ncmds",
    "sizeofcmds",
    "flags",
    ...(wide ? ["reserved"] : []),
  ];
  const word = (name: string) => (bigEndian ? bytes(name, 4) : number(name, 4));
  const start = names.length * 4;
  const parts: Part[] = [
    { kind: "header", name: "Mach-O header", startByte: 0, endByte: start, fields: names.map(word) },
  ];
  const sections = new Sections(window);
  const faults: Fault[] = [];
  const count = header.u32(16);
  let at = start;
  for (let i = 0; i < count && at + 8 <= window.length; i++) {
    const command = header.u32(at);
    const size = header.u32(at + 4);
    const end = at + size;
    if (size < 8 || end > window.length) {
      const message = `load command ${i + 1} of ${count} has ${size} bytes; ${window.length - at} are left`;
      faults.push({ startByte: at, endByte: window.length, message });
      break;
    }
    const fields = [word("cmd"), word("cmdsize"), bytes("content", size - 8)].filter((f) => f.size > 0);
    parts.push({ kind: "header", name: `load command ${command}`, startByte: at, endByte: end, fields });
    if (command === LC_SEGMENT || command === LC_SEGMENT_64) {
      append(parts, segmentSections(header, sections, at, command === LC_SEGMENT_64, end));
    }
    at = end;
  }
  return { title: "Mach-O object", parts, faults: [...faults, ...sections.faults] };
}

function readUniversal(header: HeaderBytes): Layout | undefined {
  const wide = header.u32(0) === FAT_MAGIC_64;
  const word = wide ? 8 : 4;
  const entryBytes = wide ? 32 : 20;
  const count = header.u32(4);
  if (count === 0 || count > LARGEST_SLICES) return undefined;
  const parts: Part[] = [
    {
      kind: "header",
      name: "universal header",
      startByte: 0,
      endByte: 8,
      fields: [bytes("magic", 4), bytes("nfat_arch", 4)],
    },
  ];
  for (let i = 0; i < count; i++) {
    const at = 8 + i * entryBytes;
    const cpu = CPU_TYPES.get(header.u32(at)) ?? `cpu ${header.u32(at)}`;
    const fields = [
      bytes("cputype", 4),
      bytes("cpusubtype", 4),
      bytes("offset", word),
      bytes("size", word),
      bytes("align", 4),
      ...(wide ? [bytes("reserved", 4)] : []),
    ];
    parts.push({
      kind: "header",
      name: `slice ${cpu}`,
      startByte: at,
      endByte: at + entryBytes,
      fields,
    });
    const offset = header.number(at + 8, word);
    const endByte = offset + header.number(at + 8 + word, word);
    parts.push({ kind: "slice", name: cpu, startByte: offset, endByte, derived: cpu });
  }
  return { title: "Mach-O universal file", parts, faults: [] };
}

/** The parts of a Mach-O file; undefined for any other file. */
export function readMachO(window: ByteWindow): Layout | undefined {
  const little = new HeaderBytes(window).u32(0);
  if (little === MAGIC_32 || little === MAGIC_64) return readThin(window, false);
  const big = new HeaderBytes(window, true);
  const magic = big.u32(0);
  if (magic === MAGIC_32 || magic === MAGIC_64) return readThin(window, true);
  return magic === FAT_MAGIC || magic === FAT_MAGIC_64 ? readUniversal(big) : undefined;
}
