/**
 * The container: header, sections, and the tables in them. The same walk reads the file and, with a sink, shows its
 * elements.
 */
import { byteString } from "../../document/byteText";
import type { ElementSink } from "../../document/element";
import type { Names } from "./attributes";
import { readTagged } from "./attributes";
import { Cursor, Damage } from "./cursor";
import { readDebugEntry } from "./debug";
import { BodyReader } from "./functions";
import type {
  Attribute,
  Bytes,
  Fault,
  Global,
  Op,
  SectionRange,
  TileFunction,
  TileModule,
  TypeNode,
  Value,
  Version,
} from "./model";
import { has } from "./model";
import { keywordOf } from "./operations";
import { readType, TypeSpelling } from "./types";

/** The first bytes of every file. */
export const MAGIC = "\x7fTileIR\0";
const HEADER_BYTES = 12;
/** The newest version that NVIDIA's reader accepts. */
const NEWEST: Version = { major: 13, minor: 5 };
const OLDEST: Version = { major: 13, minor: 1 };

/** Sections by their number (BytecodeEnums.h). */
const SECTIONS: readonly string[] = [
  "end of bytecode",
  "strings",
  "functions",
  "debug info",
  "constants",
  "types",
  "globals",
  "producer",
];
/** The name of a section; `section N` if the id is unknown. */
export function sectionName(id: number): string {
  return SECTIONS[id] ?? `section ${id}`;
}
/** The flags of a function. */
const KERNEL = 2;
const HAS_HINTS = 4;
/** Since this version, globals also store whether they are constant, and their visibility. */
const GLOBALS_EXTENDED = "13.3";
/** Since this version every kernel has hints, and every function attributes of its arguments. */
const ARGUMENT_ATTRIBUTES = "13.5";

/** What is gathered while a file is read. */
interface Gathered {
  strings: readonly Bytes[];
  types: readonly (TypeNode & Bytes)[];
  constants: readonly Bytes[];
  globals: Global[];
  functions: TileFunction[];
  producer: number | undefined;
}

/** The text of a string in the table. */
export function stringOf(
  module: { readonly bytes: Uint8Array; readonly strings: readonly Bytes[] },
  index: number,
): string {
  const range = module.strings[index];
  return range ? byteString(module.bytes, range.startByte, range.endByte) : `<string ${index}>`;
}

/** Names for what numbers refer to in a file. A float attribute in a table before the type table has no width yet. */
function namesOf(module: TileModule): Names {
  const spelling = new TypeSpelling(module.types);
  return {
    string: (index) => stringOf(module, index),
    type: (index) => spelling.spell(index),
    width: (index) => spelling.width(index),
  };
}
const NO_NAMES: Names = { string: () => "", type: () => "", width: () => 64 };

/** The meanings of numbers in tables. */
const entryOffset = (offset: number): string => `${offset} bytes after the first entry`;
const debugAttribute = (index: number): string => (index === 0 ? "none" : `debug attribute ${index - 1}`);

/** Walks a file: gathers its tables, or shows its elements using tables that are known already. */
class Walk {
  readonly faults: Fault[] = [];
  readonly sections: SectionRange[] = [];
  version: Version = { major: 0, minor: 0 };
  readonly found: Gathered = {
    strings: [],
    types: [],
    constants: [],
    globals: [],
    functions: [],
    producer: undefined,
  };
  private readonly cursor: Cursor;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly known: TileModule | undefined,
    trace?: ElementSink,
  ) {
    this.cursor = new Cursor(bytes, 0, bytes.length, trace);
    this.names = known ? namesOf(known) : NO_NAMES;
  }

  *run(): Generator<void, void, undefined> {
    const { cursor } = this;
    cursor.open("file", "Tile IR bytecode");
    this.guarded("header", cursor.end, () => this.header());
    for (let ended = false; cursor.left > 0 && !ended;) {
      ended = this.section();
      yield;
    }
    if (cursor.left > 0) this.giveUp(1, cursor.end, "bytes after the end of the bytecode", "file");
    else if (this.sections.at(-1)?.id !== 0)
      this.fault(cursor.at, cursor.at, "the file ends without an end mark", "file");
    cursor.close();
  }

  private fault(startByte: number, endByte: number, message: string, section: string): void {
    this.faults.push({ startByte, endByte, message, section });
  }
  private giveUp(depth: number, endByte: number, message: string, section: string): void {
    const { at } = this.cursor;
    this.cursor.giveUp(depth, endByte, message);
    this.fault(Math.min(at, endByte), endByte, message, section);
  }
  /** Runs a reader up to `end`; after damage the rest is undecoded. */
  private guarded(section: string, end: number, read: () => void): void {
    const { cursor } = this;
    const { depth, end: outer } = cursor;
    cursor.end = end;
    try {
      read();
      if (cursor.left > 0) this.giveUp(depth, end, `${cursor.left} bytes after the content of the ${section}`, section);
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      cursor.giveUp(depth, end, error.message);
      this.fault(error.startByte, end, error.message, section);
    }
    cursor.end = outer;
  }

  private header(): void {
    const { cursor } = this;
    const end = cursor.end;
    cursor.end = Math.min(end, HEADER_BYTES);
    cursor.open("header", "");
    cursor.raw(MAGIC.length, "magic");
    const major = cursor.fixed(1, "major version");
    const minor = cursor.fixed(1, "minor version");
    cursor.fixed(2, "version tag", (tag) => (tag & 1 ? "with preview content" : "without preview content"));
    cursor.close();
    this.version = { major, minor };
    if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor))
      this.fault(8, 10, `version ${major}.${minor} is not known; 13.1 to 13.${NEWEST.minor} are`, "header");
    // What follows does not belong to the header.
    this.cursor.end = this.cursor.at;
  }

  /** Reads the section at the cursor; returns whether it is the end mark. */
  private section(): boolean {
    const { cursor } = this;
    const startByte = cursor.at;
    const id = (this.bytes[startByte] ?? 0) & 127;
    cursor.open("section", sectionName(id));
    const depth = cursor.depth;
    let endByte = startByte + 1;
    try {
      cursor.fixed(1, "id", (value) => `${sectionName(value & 127)}${value & 128 ? ", aligned" : ""}`);
      if (id !== 0) {
        const length = cursor.varint("length");
        if ((this.bytes[startByte] ?? 0) & 128) cursor.align(Math.max(1, cursor.varint("alignment")), 0);
        endByte = cursor.at + length;
      }
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      this.giveUp(depth, cursor.end, error.message, sectionName(id));
      endByte = cursor.at;
    }
    if (endByte > cursor.end) {
      this.fault(startByte, cursor.end, `the section ends at byte ${endByte}, past the file's end`, sectionName(id));
      endByte = cursor.end;
    }
    this.sections.push({ id, startByte, contentByte: Math.min(cursor.at, endByte), endByte });
    if (cursor.at < endByte) this.guarded(sectionName(id), endByte, () => this.content(id, endByte));
    cursor.close();
    return id === 0;
  }

  private content(id: number, end: number): void {
    switch (id) {
      case 1:
        this.found.strings = this.table(4, 4, end, "string", (at, stop) => {
          this.cursor.raw(stop - at, "text");
          return {};
        });
        break;
      case 2:
        this.functions(end);
        break;
      case 3:
        this.debugInfo(end);
        break;
      case 4:
        this.found.constants = this.table(8, 8, end, "constant", (at, stop) => {
          this.cursor.raw(stop - at, "value", undefined, "opaque");
          return {};
        });
        break;
      case 5:
        this.found.types = this.table(4, 4, end, "type", () => readType(this.cursor, this.version, this.names));
        break;
      case 6:
        this.globals();
        break;
      case 7:
        this.found.producer = this.stringIndex("producer");
        break;
      default:
        throw new Damage(this.cursor.at, `section ${id} is not known`);
    }
  }

  private readonly names: Names;
  private stringIndex(name: string): number {
    return this.cursor.varint(name, (index) => this.names.string(index));
  }
  private typeIndex(name: string): number {
    return this.cursor.varint(name, (index) => this.names.type(index));
  }

  /** A count, filler, an offset for each entry from the first one's byte on, then the entries one after another. */
  private table<T>(
    width: number,
    alignment: number,
    end: number,
    kind: string,
    read: (at: number, stop: number) => T,
  ): readonly (T & Bytes)[] {
    const { cursor } = this;
    const origin = cursor.at;
    const count = cursor.count(`number of ${kind}s`);
    cursor.align(alignment, origin);
    return this.entries(this.offsets(count, width), end, kind, read);
  }
  private offsets(count: number, width: number): readonly number[] {
    if (count * width > this.cursor.left)
      throw new Damage(this.cursor.at, `${count} offsets do not fit into ${this.cursor.left} bytes`);
    return Array.from({ length: count }, (_unused, i) => this.cursor.fixed(width, `offset ${i}`, entryOffset));
  }
  private entries<T>(
    offsets: readonly number[],
    end: number,
    kind: string,
    read: (at: number, stop: number) => T,
  ): readonly (T & Bytes)[] {
    const { cursor } = this;
    const start = cursor.at;
    return offsets.map((offset, i) => {
      const [startByte, endByte] = [start + offset, i + 1 < offsets.length ? start + (offsets[i + 1] ?? 0) : end];
      if (startByte !== cursor.at || endByte < startByte || endByte > end)
        throw new Damage(cursor.at, `the offsets place ${kind} ${i} at bytes ${startByte} to ${endByte}`);
      cursor.open(kind, String(i));
      // The last entry of a padded table ends where its own bytes do.
      const entry = read(startByte, endByte);
      if (cursor.at < endByte && i + 1 < offsets.length)
        throw new Damage(cursor.at, `${kind} ${i} ends before byte ${endByte}`);
      cursor.close();
      return { ...entry, startByte, endByte: cursor.at };
    });
  }

  private globals(): void {
    const { cursor } = this;
    for (let left = cursor.count("number of globals", 4); left > 0; left--) {
      const startByte = cursor.at;
      cursor.open("global", "");
      const name = this.stringIndex("name");
      const type = this.typeIndex("type");
      const constant = cursor.varint("constant", (index) => `constant ${index}`);
      const alignment = cursor.wideVarint("alignment");
      const extended = has(this.version, GLOBALS_EXTENDED);
      const visibility = extended ? cursor.varint("visibility", (v) => keywordOf("SymbolVisibility", v)) : 0;
      const isConstant =
        extended && cursor.varint("constant flag", (value) => (value === 0 ? "variable" : "constant")) !== 0;
      cursor.close();
      const range = { startByte, endByte: cursor.at };
      this.found.globals.push({ name, type, constant, alignment, visibility, isConstant, ...range });
    }
  }

  private functions(end: number): void {
    const { cursor } = this;
    const origin = cursor.at;
    for (let left = cursor.count("number of functions", 5); left > 0; left--) {
      const startByte = cursor.at;
      cursor.open("function", this.known ? this.names.string(cursor.part(startByte, end).varint("name")) : "");
      const name = this.stringIndex("name");
      const type = this.typeIndex("signature");
      const flags = cursor.fixed(1, "flags", (value) => (value & KERNEL ? "kernel entry point" : "device function"));
      const location = cursor.varint("location", debugAttribute);
      const { hints } = this.functionAttributes(flags);
      const size = cursor.count("body size");
      const body = { startByte: cursor.at, endByte: cursor.at + size };
      this.found.functions.push({ name, type, flags, location, hints, body, startByte, endByte: body.endByte });
      // Bodies are read only when somebody looks: they refer to tables that come later.
      if (this.known && cursor.trace) this.body(type, body);
      else cursor.at = body.endByte;
      cursor.close();
    }
    // NVIDIA's writer pads the section; the one in its Python package does not.
    if (cursor.left > 0) cursor.align(8, origin);
  }
  private functionAttributes(flags: number): { readonly hints: Attribute | undefined } {
    const later = has(this.version, ARGUMENT_ATTRIBUTES);
    const hints = flags & (later ? KERNEL : HAS_HINTS) ? readTagged(this.cursor, this.names) : undefined;
    if (later) readTagged(this.cursor, this.names);
    return { hints };
  }
  private body(type: number, { endByte }: Bytes): void {
    const { cursor } = this;
    this.guarded("functions", endByte, () => {
      new BodyReader(cursor, this.version, this.names, argumentsOf(this.known, type)).body(() => undefined);
    });
  }

  private debugInfo(end: number): void {
    const { cursor } = this;
    const origin = cursor.at;
    const ops = cursor.count("number of functions with locations");
    cursor.align(4, origin);
    this.offsets(ops, 4);
    const indices = cursor.count("number of locations");
    cursor.align(8, origin);
    for (let i = 0; i < indices; i++) cursor.fixed(8, `location ${i}`, debugAttribute);
    const attributes = cursor.count("number of debug attributes");
    cursor.align(4, origin);
    this.entries(this.offsets(attributes, 4), end, "debug attribute", () => {
      readDebugEntry(cursor, this.version, this.names);
      return {};
    });
  }
}

/** A function's arguments, from its type. */
export function argumentsOf(module: TileModule | undefined, type: number): readonly Value[] {
  const node = module?.types[type];
  return node?.kind === "function" ? node.inputs.map((input) => ({ type: input })) : [];
}

/** Whether a version is later than the known ones, so that its changes are unknown. */
export function isNewer({ major, minor }: Version): boolean {
  return major > NEWEST.major || (major === NEWEST.major && minor > NEWEST.minor);
}

/** Reads a file's tables. */
export function readModule(bytes: Uint8Array): TileModule {
  const walk = new Walk(bytes, undefined);
  for (const step of walk.run()) void step;
  return { bytes, version: walk.version, sections: walk.sections, ...walk.found, faults: walk.faults };
}

/** Shows a file's elements, including bodies; returns all faults. */
export function* walkModule(module: TileModule, sink: ElementSink): Generator<void, readonly Fault[], undefined> {
  const walk = new Walk(module.bytes, module, sink);
  yield* walk.run();
  return walk.faults;
}

/** The operations of a function; after damage, those before it, and the fault is reported. */
export function readBody(
  module: TileModule,
  { body, type }: TileFunction,
  args: readonly Value[] = argumentsOf(module, type),
): { readonly ops: readonly Op[]; readonly fault: Fault | undefined } {
  const names = namesOf(module);
  const cursor = new Cursor(module.bytes, body.startByte, body.endByte);
  const ops: Op[] = [];
  try {
    new BodyReader(cursor, module.version, names, args).body((op) => ops.push(op));
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    const { startByte, message } = error;
    return { ops, fault: { startByte, endByte: body.endByte, message, section: "functions" } };
  }
  return { ops, fault: undefined };
}
