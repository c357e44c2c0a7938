/** COFF objects (Microsoft's PE format specification): header, section table, sections. */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { HeaderField, Layout, Part } from "./layout";
import { bytes, number } from "./layout";
import { sectionParts } from "./sections";

/** Machines that LLVM makes objects for; the format has no other signature. */
const MACHINES: ReadonlySet<number> = new Set([0x14c, 0x8664, 0x1c0, 0x1c4, 0xaa64, 0xa641, 0xa64e]);
const HEADER_BYTES = 20;
const SECTION_BYTES = 40;
const SYMBOL_BYTES = 18;

const HEADER: readonly HeaderField[] = [
  number("Machine", 2),
  number("NumberOfSections", 2),
  number("TimeDateStamp", 4),
  number("PointerToSymbolTable", 4),
  number("NumberOfSymbols", 4),
  number("SizeOfOptionalHeader", 2),
  number("Characteristics", 2),
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

/** A COFF object taken apart; undefined for other files. */
export function readCoff(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  const sections = header.u16(2);
  const symbols = header.u32(8);
  const symbolsEnd = symbols + header.u32(12) * SYMBOL_BYTES;
  const optional = header.u16(16);
  const tableEnd = HEADER_BYTES + optional + sections * SECTION_BYTES;
  // With only a machine's number to go by, everything else has to fit as well.
  const plausible = sections > 0 && optional === 0 && tableEnd <= window.length && symbolsEnd <= window.length;
  if (!MACHINES.has(header.u16(0)) || !plausible) return undefined;
  const parts: Part[] = [{ kind: "header", name: "COFF header", startByte: 0, endByte: HEADER_BYTES, fields: HEADER }];
  for (let i = 0; i < sections; i++) {
    const at = HEADER_BYTES + i * SECTION_BYTES;
    const short = header.cString(at, 8);
    // A longer name stands in the string table behind the symbols: `/4` is its offset there.
    const name = /^\/\d+$/.test(short) ? header.cString(symbolsEnd + Number(short.slice(1)), 256) : short;
    const fields = SECTION;
    parts.push({ kind: "header", name: `section header ${name}`, startByte: at, endByte: at + SECTION_BYTES, fields });
    const size = header.u32(at + 16);
    const start = header.u32(at + 20);
    if (size > 0 && start > 0) append(parts, sectionParts(window, name, start, start + size));
  }
  if (symbols > 0) parts.push({ kind: "table", name: "symbol table", startByte: symbols, endByte: symbolsEnd });
  return { title: "COFF object", parts, faults: [] };
}
