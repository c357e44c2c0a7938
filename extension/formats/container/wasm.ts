/** WebAssembly modules and objects (WebAssembly core specification, 5.5): sections, custom ones by name. */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part } from "./layout";
import { bytes, leb128, number } from "./layout";
import { Sections } from "./sections";

const MAGIC = 0x6d736100;
const HEADER_BYTES = 8;
const CUSTOM = 0;
/** An unsigned number of 32 bits has at most five bytes. */
const LONGEST_LEB = 5;
const SECTIONS: readonly string[] = [
  "custom",
  "type",
  "import",
  "function",
  "table",
  "memory",
  "global",
  "export",
  "start",
  "element",
  "code",
  "data",
  "data count",
  "tag",
];

/** An unsigned LEB128 number at `at`, and its size in bytes; undefined if it does not end. */
function lebAt(header: HeaderBytes, at: number): { readonly value: number; readonly size: number } | undefined {
  let value = 0;
  for (let i = 0; i < LONGEST_LEB && at + i < header.length; i++) {
    const byte = header.u8(at + i);
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return { value, size: i + 1 };
  }
  return undefined;
}

interface WasmSection {
  readonly name: string;
  readonly fields: readonly HeaderField[];
  /** Start and end of the content. */
  readonly startByte: number;
  readonly endByte: number;
}

/** The section whose id is at `at`. */
function sectionAt(header: HeaderBytes, at: number): WasmSection | undefined {
  const id = header.u8(at);
  const size = lebAt(header, at + 1);
  if (!size) return undefined;
  const startByte = at + 1 + size.size;
  const endByte = startByte + size.value;
  const known = SECTIONS[id];
  const fields = [number("id", 1, known), leb128("size", size.size)];
  if (id !== CUSTOM) return { name: known ?? `section ${id}`, fields, startByte, endByte };
  const length = lebAt(header, startByte);
  const nameAt = startByte + (length?.size ?? 0);
  if (!length || nameAt + length.value > Math.min(endByte, header.length)) return undefined;
  const name = header.text(nameAt, length.value);
  const named = [leb128("name length", length.size), bytes("name", length.value)].filter((field) => field.size > 0);
  return { name, fields: [...fields, ...named], startByte: nameAt + length.value, endByte };
}

/** The parts of a WebAssembly file; undefined for any other file. */
export function readWasm(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  if (header.u32(0) !== MAGIC) return undefined;
  const fields = [bytes("magic", 4), number("version", 4)];
  const parts: Part[] = [{ kind: "header", name: "WebAssembly header", startByte: 0, endByte: HEADER_BYTES, fields }];
  const faults: Fault[] = [];
  const sections = new Sections(window);
  for (let at = HEADER_BYTES; at < window.length;) {
    const section = sectionAt(header, at);
    if (!section) {
      faults.push({ startByte: at, endByte: window.length, message: "a section's header is expected here" });
      break;
    }
    const { name, startByte, endByte } = section;
    const head = `section header ${name}`;
    parts.push({ kind: "header", name: head, startByte: at, endByte: startByte, fields: section.fields });
    if (endByte > startByte) append(parts, sections.parts(name, startByte, endByte));
    at = endByte;
  }
  return { title: "WebAssembly module", parts, faults };
}
