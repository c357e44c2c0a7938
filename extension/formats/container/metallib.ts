/**
 * Metal libraries (`MTLB`): a list of functions, their metadata, and a bitcode module for each. Apple does not document
 * them; the layout is that of the public MetalLibraryArchive: everything after the header is groups of tags.
 */
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part } from "./layout";
import { bytes, number } from "./layout";
import type { Tag } from "./metallibTags";
import { END, groupFields, MARK_BYTES, readTags, sectionOf } from "./metallibTags";

const MAGIC = "MTLB";
const HEADER_BYTES = 88;
/** More functions in a library, or tags in a group, than this are damage. */
const LARGEST_COUNT = 1 << 20;

const PLATFORMS: ReadonlyMap<number, string> = new Map([
  [0x81, "macOS"],
  [0x82, "iOS"],
  [0x83, "tvOS"],
  [0x84, "watchOS"],
  [0x85, "bridgeOS"],
  [0x86, "macCatalyst"],
  [0x87, "iOS Simulator"],
  [0x88, "tvOS Simulator"],
  [0x89, "watchOS Simulator"],
]);
const LIBRARY_TYPES: readonly string[] = ["executable", "Core Image", "dynamic", "symbol companion"];
const FUNCTION_TYPES: readonly string[] = [
  "vertex",
  "fragment",
  "kernel",
  "unqualified",
  "visible",
  "extern",
  "intersection",
];

/** The four sections that the header names, by the position of their offset in it. */
const SECTIONS = { functions: 24, publicMetadata: 40, privateMetadata: 56, bitcode: 72 };

/** The module of a function; libraries of Xcode 8 and older do not tell where it ends. */
interface FunctionModule {
  readonly name: string;
  readonly startByte: number;
  readonly endByte: number | undefined;
  readonly meaning: string | undefined;
}

class MetalLibrary {
  private readonly header: HeaderBytes;
  private readonly parts: Part[] = [];
  private readonly modules: FunctionModule[] = [];
  private readonly faults: Fault[] = [];

  constructor(private readonly window: ByteWindow) {
    this.header = new HeaderBytes(window);
  }

  read(): Layout {
    const { header, parts, faults, window } = this;
    parts.push({
      kind: "header",
      name: "Metal library header",
      startByte: 0,
      endByte: HEADER_BYTES,
      fields: this.fields(),
    });
    if (header.u64(16) !== window.length) {
      const message = `the library says that it has ${header.u64(16)} bytes; the file has ${window.length}`;
      faults.push({ startByte: 16, endByte: Math.min(24, window.length), message });
    }
    const listEnd = this.functions();
    this.members();
    const [publicStart, publicEnd] = this.section(SECTIONS.publicMetadata);
    if (listEnd !== undefined && listEnd + MARK_BYTES <= publicStart) this.extension(listEnd, publicStart);
    this.metadata("public metadata", publicStart, publicEnd);
    this.metadata("private metadata", ...this.section(SECTIONS.privateMetadata));
    return { title: "Metal library", parts, faults };
  }

  private fields(): readonly HeaderField[] {
    const { header } = this;
    const names = ["function list", "public metadata", "private metadata", "bitcode"];
    return [
      bytes("magic", 4),
      number("target platform", 2),
      number("version major", 2),
      number("version minor", 2),
      number("type", 1, LIBRARY_TYPES[header.u8(10)]),
      number("target OS", 1, PLATFORMS.get(header.u8(11))),
      number("OS version major", 2),
      number("OS version minor", 2),
      number("file size", 8),
      ...names.flatMap((name) => [number(`${name} offset`, 8), number(`${name} size`, 8)]),
    ];
  }
  private section(at: number): readonly [startByte: number, endByte: number] {
    const startByte = this.header.u64(at);
    return [startByte, startByte + this.header.u64(at + 8)];
  }

  /** Reads the function list; returns its end if it is sound. */
  private functions(): number | undefined {
    const { header, parts, window } = this;
    const [start, end] = this.section(SECTIONS.functions);
    const count = Math.min(header.u32(start), LARGEST_COUNT);
    parts.push({
      kind: "header",
      name: "function list",
      startByte: start,
      endByte: start + 4,
      fields: [number("count", 4)],
    });
    let at = start + 4;
    for (let i = 0; i < count; i++) {
      const size = header.u32(at);
      if (size < 4 || at + size > window.length) {
        const message = `function ${i + 1} of ${count} has no complete entry in the list`;
        this.faults.push({ startByte: Math.min(at, window.length), endByte: window.length, message });
        return undefined;
      }
      this.function(at, at + size);
      at += size;
    }
    // The size in the header does not include the four bytes of the count.
    return Math.max(at, end + 4);
  }

  private function(startByte: number, endByte: number): void {
    const { header, parts } = this;
    const tags = readTags(header, startByte + 4, endByte);
    const of = (name: string): Tag | undefined => tags.find((tag) => tag.name === name);
    const nameTag = of("NAME");
    const name = nameTag ? header.cString(nameTag.startByte, nameTag.size) : "function";
    const type = of("TYPE");
    const meaning = type ? FUNCTION_TYPES[header.u8(type.startByte)] : undefined;
    parts.push({
      kind: "header",
      name: `function ${name}`,
      startByte,
      endByte,
      fields: groupFields(header, tags, 4, endByte - startByte),
    });
    const [offsets, size] = [of("OFFT"), of("MDSZ")];
    if (!offsets || offsets.size < 24 || (size && size.size < 8)) return;
    const start = this.section(SECTIONS.bitcode)[0] + header.u64(offsets.startByte + 16);
    const end = size && start + header.u64(size.startByte);
    this.modules.push({ name, startByte: start, endByte: end, meaning });
  }

  /** Adds the functions' modules. One without a size reaches to the next module or the section's end. */
  private members(): void {
    const { modules, parts } = this;
    const limit = this.section(SECTIONS.bitcode)[1];
    const starts = [...new Set(modules.map(({ startByte }) => startByte)), limit].sort((a, b) => a - b);
    const next = new Map(starts.map((start, i) => [start, starts[i + 1]]));
    for (const { name, startByte, endByte = next.get(startByte) ?? startByte, meaning } of modules) {
      const said = meaning === undefined ? {} : { meaning: `${meaning} function` };
      if (endByte > startByte) parts.push({ kind: "member", name, startByte, endByte, derived: name, ...said });
    }
  }

  /** The extension of the header: tags that name sections added in later versions. */
  private extension(startByte: number, limit: number): void {
    const { header, parts } = this;
    // After the function list comes an end mark or an empty word, whether or not an extension follows.
    const tags = readTags(header, startByte, limit);
    const end = tags.reduce((last, tag) => Math.max(last, tag.startByte + tag.size), startByte);
    const closed = header.text(end, MARK_BYTES) === END ? end + MARK_BYTES : end;
    if (closed === startByte) return;
    parts.push({
      kind: "header",
      name: "header extension",
      startByte,
      endByte: closed,
      fields: groupFields(header, tags, 0, closed - startByte),
    });
    for (const tag of tags) {
      const section = sectionOf(tag);
      if (section === undefined) continue;
      const start = header.u64(tag.startByte);
      const size = header.u64(tag.startByte + 8);
      if (size > 0) parts.push({ kind: "section", name: section, startByte: start, endByte: start + size });
    }
  }

  /** Metadata: for each function the size of its tags, then the tags. */
  private metadata(name: string, startByte: number, endByte: number): void {
    const { header, parts } = this;
    const end = Math.min(endByte, header.length);
    let at = startByte;
    for (let next = this.groupEnd(at); at + 4 <= end && next <= end; next = this.groupEnd(at)) {
      const fields = groupFields(header, readTags(header, at + 4, next), 4, next - at);
      parts.push({ kind: "header", name, startByte: at, endByte: next, fields });
      at = next;
    }
    if (at !== endByte) {
      const message = `the ${name} has no complete group of tags here`;
      this.faults.push({ startByte: Math.min(at, header.length), endByte: end, message });
    }
  }
  /**
   * The end of a group of metadata. Some writers count the four bytes of the size and others do not: the end mark tells.
   */
  private groupEnd(at: number): number {
    const { header } = this;
    const size = header.u32(at);
    const isCounted = size >= 4 + MARK_BYTES && header.text(at + size - MARK_BYTES, MARK_BYTES) === END;
    return isCounted && header.text(at + size, MARK_BYTES) !== END ? at + size : at + 4 + size;
  }
}

/** The parts of a Metal library; undefined for any other file. */
export function readMetalLibrary(window: ByteWindow): Layout | undefined {
  return new HeaderBytes(window).text(0, 4) === MAGIC ? new MetalLibrary(window).read() : undefined;
}
