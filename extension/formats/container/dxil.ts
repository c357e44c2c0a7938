/**
 * DirectX containers (DXBC): a table of parts, some of which contain DXIL bitcode. Source:
 * llvm/BinaryFormat/DXContainer.h.
 */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { HeaderField, Layout, Part } from "./layout";
import { bytes, number } from "./layout";
import { findBitcode } from "./modules";

const MAGIC = "DXBC";
const HEADER_BYTES = 32;
/** Size of a program part's header and the bitcode header after it. */
const PROGRAM_BYTES = 24;
const DXIL = "DXIL";
const LARGEST_PARTS = 1 << 12;

const HEADER: readonly HeaderField[] = [
  bytes("Magic", 4),
  bytes("FileHash", 16),
  number("MajorVersion", 2),
  number("MinorVersion", 2),
  number("FileSize", 4),
  number("PartCount", 4),
];
const PROGRAM: readonly HeaderField[] = [
  number("Version", 1),
  number("Unused", 1),
  number("ShaderKind", 2),
  number("Size", 4),
  bytes("BitcodeMagic", 4),
  number("BitcodeMinorVersion", 1),
  number("BitcodeMajorVersion", 1),
  number("BitcodeUnused", 2),
  number("BitcodeOffset", 4),
  number("BitcodeSize", 4),
];

function program(window: ByteWindow, header: HeaderBytes, name: string, start: number, end: number): readonly Part[] {
  const bitcode = start + 8 + header.u32(start + 16);
  const [module] = findBitcode(window, bitcode, Math.min(end, bitcode + header.u32(start + 20), window.length));
  if (header.text(start + 8, 4) !== DXIL || !module) return [{ kind: "part", name, startByte: start, endByte: end }];
  return [
    { kind: "header", name: `${name} program`, startByte: start, endByte: start + PROGRAM_BYTES, fields: PROGRAM },
    { kind: "part", name, startByte: module.start, endByte: module.end, derived: name, meaning: "DXIL bitcode" },
  ];
}

/** The parts of a DirectX container; undefined for any other file. */
export function readDxil(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  if (header.text(0, 4) !== MAGIC) return undefined;
  const count = Math.min(header.u32(28), LARGEST_PARTS);
  const parts: Part[] = [{ kind: "header", name: "DXBC header", startByte: 0, endByte: HEADER_BYTES, fields: HEADER }];
  for (let i = 0; i < count; i++) {
    const entry = HEADER_BYTES + i * 4;
    const at = header.u32(entry);
    const name = header.text(at, 4);
    const start = at + 8;
    const fields = [number("offset", 4)];
    parts.push({ kind: "header", name: `offset of part ${i}`, startByte: entry, endByte: entry + 4, fields });
    parts.push({
      kind: "header",
      name: `part ${name}`,
      startByte: at,
      endByte: start,
      fields: [bytes("Name", 4), number("Size", 4)],
    });
    append(parts, program(window, header, name, start, start + header.u32(at + 4)));
  }
  return { title: "DirectX container", parts, faults: [] };
}
