/** ELF objects (System V ABI, gABI): header, section headers, sections. */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part } from "./layout";
import { bytes, number } from "./layout";
import { Sections } from "./sections";

const MAGIC = "\x7fELF";
const CLASS_64 = 2;
const BIG_ENDIAN = 2;
const SHT_NOBITS = 8;
/** More section headers than this are damage. */
const LARGEST_COUNT = 1 << 20;

/** Header fields with their sizes in 32- and 64-bit files: `a` is an address or offset. */
function fields(text: string, wide: boolean, big: boolean): readonly HeaderField[] {
  return text.split(" ").map((item) => {
    const [name = "", size = "4"] = item.split(":");
    const length = size === "a" ? (wide ? 8 : 4) : Number(size);
    return big || length > 8 ? bytes(name, length) : number(name, length);
  });
}

const HEADER =
  "e_ident:16 e_type:2 e_machine:2 e_version:4 e_entry:a e_phoff:a e_shoff:a e_flags:4 e_ehsize:2 e_phentsize:2 e_phnum:2" +
  " e_shentsize:2 e_shnum:2 e_shstrndx:2";
const SECTION =
  "sh_name:4 sh_type:4 sh_flags:a sh_addr:a sh_offset:a sh_size:a sh_link:4 sh_info:4 sh_addralign:a sh_entsize:a";

interface SectionHeader {
  readonly name: number;
  readonly type: number;
  readonly offset: number;
  readonly size: number;
}

/** The parts of an ELF file; undefined for any other file. */
export function readElf(window: ByteWindow): Layout | undefined {
  const ident = new HeaderBytes(window);
  if (ident.text(0, 4) !== MAGIC) return undefined;
  const wide = ident.u8(4) === CLASS_64;
  const big = ident.u8(5) === BIG_ENDIAN;
  const header = new HeaderBytes(window, big);
  const address = (at: number): number => header.number(at, wide ? 8 : 4);
  const tableStart = address(wide ? 0x28 : 0x20);
  const entrySize = header.u16(wide ? 0x3a : 0x2e);
  const stringIndex = header.u16(wide ? 0x3e : 0x32);
  let count = header.u16(wide ? 0x3c : 0x30);
  const sectionAt = (index: number): SectionHeader => {
    const at = tableStart + index * entrySize;
    const offsets = wide ? [24, 32] : [16, 20];
    const [offset = 0, size = 0] = offsets.map((o) => address(at + o));
    return { name: header.u32(at), type: header.u32(at + 4), offset, size };
  };
  if (count === 0 && tableStart > 0) count = sectionAt(0).size;
  const room = entrySize === 0 ? 0 : Math.max(0, Math.floor((window.length - tableStart) / entrySize));
  const faults: Fault[] = [];
  if (count > room) {
    const message = `${count} section headers do not fit between byte ${tableStart} and the file's end`;
    faults.push({ startByte: Math.min(tableStart, window.length), endByte: window.length, message, code: "truncated" });
  }
  count = Math.min(count, LARGEST_COUNT, room);
  const strings = sectionAt(stringIndex);
  const parts: Part[] = [
    { kind: "header", name: "ELF header", startByte: 0, endByte: wide ? 64 : 52, fields: fields(HEADER, wide, big) },
  ];
  const sections = new Sections(window);
  for (let i = 0; i < count; i++) {
    const section = sectionAt(i);
    const name = header.cString(strings.offset + section.name, 256);
    const startByte = tableStart + i * entrySize;
    const shown = name === "" ? `${i}` : name;
    parts.push({
      kind: "header",
      name: `section header ${shown}`,
      startByte,
      endByte: startByte + entrySize,
      fields: fields(SECTION, wide, big),
    });
    if (section.type === SHT_NOBITS || section.size === 0 || i === 0) continue;
    append(parts, sections.parts(name, section.offset, section.offset + section.size));
  }
  return { title: "ELF object", parts, faults: [...faults, ...sections.faults] };
}
