/** COFF objects, plain and `/bigobj`, and PE images (Microsoft's PE format specification): header, section table, sections. */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { HeaderField, Layout, Part } from "./layout";
import { bytes, number } from "./layout";
import { Sections } from "./sections";

/** Machines for which LLVM makes objects; the format has no other signature. */
const MACHINES: ReadonlySet<number> = new Set([0x14c, 0x8664, 0x1c0, 0x1c4, 0xaa64, 0xa641, 0xa64e]);
const HEADER_BYTES = 20;
const SECTION_BYTES = 40;
const SYMBOL_BYTES = 18;
/** The header of `/bigobj` (ANON_OBJECT_HEADER_BIGOBJ of winnt.h) starts with machine 0 and 0xFFFF sections. */
const BIG_MAGIC = 0xffff0000;
const BIG_SYMBOL_BYTES = 20;

const HEADER: readonly HeaderField[] = [
  number("Machine", 2),
  number("NumberOfSections", 2),
  number("TimeDateStamp", 4),
  number("PointerToSymbolTable", 4),
  number("NumberOfSymbols", 4),
  number("SizeOfOptionalHeader", 2),
  number("Characteristics", 2),
];
const BIG_HEADER: readonly HeaderField[] = [
  number("Sig1", 2),
  number("Sig2", 2),
  number("Version", 2),
  number("Machine", 2),
  number("TimeDateStamp", 4),
  bytes("ClassID", 16),
  number("SizeOfData", 4),
  number("Flags", 4),
  number("MetaDataSize", 4),
  number("MetaDataOffset", 4),
  number("NumberOfSections", 4),
  number("PointerToSymbolTable", 4),
  number("NumberOfSymbols", 4),
];
const SECTION: readonly HeaderField[] = [
  bytes("Name", 8),
  number("VirtualSize", 4),
  number("VirtualAddress", 4),
  number("SizeOfRawData", 4),
  number("PointerToRawData", 4),
  number("PointerToRelocations", 4),
  number("PointerToLinenumbers", 4),
  number("NumberOfRelocations", 2),
  number("NumberOfLinenumbers", 2),
  number("Characteristics", 4),
];

/** The position of a COFF file's headers: after the stub of a PE image, or in the wider form of `/bigobj`. */
interface CoffHeader {
  readonly title: string;
  readonly startByte: number;
  readonly fields: readonly HeaderField[];
  readonly sections: number;
  readonly symbols: number;
  readonly symbolCount: number;
  readonly symbolBytes: number;
  /** Size of the optional header, which only images have, in bytes. */
  readonly optional: number;
}

/** The header at `at`, of an object or of an image's COFF part. */
function plainHeader(header: HeaderBytes, at: number, title: string): CoffHeader {
  return {
    title,
    startByte: at,
    fields: HEADER,
    sections: header.u16(at + 2),
    symbols: header.u32(at + 8),
    symbolCount: header.u32(at + 12),
    symbolBytes: SYMBOL_BYTES,
    optional: header.u16(at + 16),
  };
}

function coffHeader(header: HeaderBytes): CoffHeader | undefined {
  if (header.u16(0) === 0x5a4d) {
    const at = header.u32(0x3c);
    return header.text(at, 4) === "PE\0\0" ? plainHeader(header, at + 4, "Windows PE file") : undefined;
  }
  if (header.u32(0) === BIG_MAGIC && header.u16(4) >= 2) {
    const [sections, symbols, symbolCount] = [header.u32(44), header.u32(48), header.u32(52)];
    const sizes = { symbolBytes: BIG_SYMBOL_BYTES, optional: 0 };
    return { title: "COFF object", startByte: 0, fields: BIG_HEADER, sections, symbols, symbolCount, ...sizes };
  }
  const plain = plainHeader(header, 0, "COFF object");
  const tableEnd = HEADER_BYTES + plain.sections * SECTION_BYTES;
  const symbolsEnd = plain.symbols + plain.symbolCount * SYMBOL_BYTES;
  // Since a machine number alone is a weak signature, everything else has to fit as well.
  const fits = plain.sections > 0 && plain.optional === 0 && tableEnd <= header.length && symbolsEnd <= header.length;
  return MACHINES.has(header.u16(0)) && fits ? plain : undefined;
}

/** The parts of a COFF object or PE image; undefined for any other file. */
export function readCoff(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  const coff = coffHeader(header);
  if (!coff) return undefined;
  const { title, startByte, fields, symbols, symbolCount, optional } = coff;
  const symbolsEnd = symbols + symbolCount * coff.symbolBytes;
  const headerEnd = startByte + fields.reduce((sum, field) => sum + field.size, 0);
  const table = headerEnd + optional;
  const parts: Part[] = [{ kind: "header", name: "COFF header", startByte, endByte: headerEnd, fields }];
  if (optional > 0) parts.push({ kind: "table", name: "optional header", startByte: headerEnd, endByte: table });
  const sections = new Sections(window);
  for (let i = 0; i < coff.sections && table + (i + 1) * SECTION_BYTES <= window.length; i++) {
    const at = table + i * SECTION_BYTES;
    const short = header.cString(at, 8);
    // A longer name is in the string table after the symbols: `/4` is its offset there.
    const name = /^\/\d+$/.test(short) ? header.cString(symbolsEnd + Number(short.slice(1)), 256) : short;
    parts.push({
      kind: "header",
      name: `section header ${name}`,
      startByte: at,
      endByte: at + SECTION_BYTES,
      fields: SECTION,
    });
    // An image's section is padded to the file alignment; its size in memory counts if that is smaller.
    const [virtual, raw] = [header.u32(at + 8), header.u32(at + 16)];
    const size = optional > 0 && virtual > 0 ? Math.min(virtual, raw) : raw;
    const start = header.u32(at + 20);
    if (size > 0 && start > 0) append(parts, sections.parts(name, start, start + size));
  }
  if (symbols > 0) parts.push({ kind: "table", name: "symbol table", startByte: symbols, endByte: symbolsEnd });
  return { title, parts, faults: sections.faults };
}
