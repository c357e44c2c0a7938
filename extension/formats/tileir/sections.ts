/** The content of the sections. Format: docs/formats/tileir.md, "File". */
import type { Names } from "./attributes";
import { readTagged } from "./attributes";
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import { debugEntry, readDebugInfo } from "./debug";
import { BodyReader } from "./functions";
import type { Attribute, Bytes, DebugInfo, Global, TileFunction, TileModule, TypeNode, Version } from "./model";
import { has, KERNEL } from "./model";
import { keywordOf } from "./operations";
import { argumentsOf, NO_NAMES, namesOf } from "./references";
import { readTable } from "./tables";
import { readType } from "./types";

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
/** The flag of a function that has hints, up to version 13.4. */
const HAS_HINTS = 4;
/** Since this version, globals also store whether they are constant, and their visibility. */
const GLOBALS_EXTENDED = "13.3";
/** Since this version every kernel has hints, and every function attributes of its arguments. */
const ARGUMENT_ATTRIBUTES = "13.5";

/** What is gathered while a file is read. */
export interface Gathered {
  strings: readonly Bytes[];
  types: readonly (TypeNode & Bytes)[];
  constants: readonly Bytes[];
  globals: Global[];
  functions: TileFunction[];
  debug: DebugInfo | undefined;
  producer: number | undefined;
}

/** What a section needs of the file around it. */
export interface AroundSections {
  /** The tables, if they have been read before. */
  readonly known: TileModule | undefined;
  version(): Version;
  /** Runs a reader up to a byte; after damage the rest is undecoded. */
  guarded(section: string, end: number, read: () => void): void;
}

/** Reads the content of sections. */
export class SectionReader {
  readonly found: Gathered = {
    strings: [],
    types: [],
    constants: [],
    globals: [],
    functions: [],
    debug: undefined,
    producer: undefined,
  };
  private readonly names: Names;

  constructor(
    private readonly cursor: Cursor,
    private readonly file: AroundSections,
  ) {
    this.names = file.known ? namesOf(file.known) : NO_NAMES;
  }

  /** Reads the content of section `id`, up to byte `end`. @throws {Damage} */
  read(id: number, end: number): void {
    switch (id) {
      case 1:
        this.found.strings = readTable(this.cursor, 4, end, "string", (at, stop) => {
          this.cursor.raw(stop - at, "text");
          return {};
        });
        break;
      case 2:
        this.functions(end);
        break;
      case 3:
        this.found.debug = readDebugInfo(this.cursor, end, this.file.version(), this.names);
        break;
      case 4:
        this.found.constants = readTable(this.cursor, 8, end, "constant", (at, stop) => {
          this.cursor.raw(stop - at, "value", undefined, "opaque");
          return {};
        });
        break;
      case 5:
        this.found.types = readTable(this.cursor, 4, end, "type", () =>
          readType(this.cursor, this.file.version(), this.names),
        );
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

  private stringIndex(name: string): number {
    return this.cursor.varint(name, (index) => this.names.string(index));
  }
  private typeIndex(name: string): number {
    return this.cursor.varint(name, (index) => this.names.type(index));
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
      const extended = has(this.file.version(), GLOBALS_EXTENDED);
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
      cursor.open("function", this.file.known ? this.names.string(cursor.part(startByte, end).varint("name")) : "");
      const name = this.stringIndex("name");
      const type = this.typeIndex("signature");
      const flags = cursor.fixed(1, "flags", (value) => (value & KERNEL ? "kernel entry point" : "device function"));
      const location = cursor.varint("location", debugEntry);
      const { hints } = this.functionAttributes(flags);
      const size = cursor.count("body size");
      const body = { startByte: cursor.at, endByte: cursor.at + size };
      this.found.functions.push({ name, type, flags, location, hints, body, startByte, endByte: body.endByte });
      // Bodies are read only when somebody looks: they refer to tables that come later.
      if (this.file.known && cursor.trace) this.body(type, body);
      else cursor.at = body.endByte;
      cursor.close();
    }
    // NVIDIA's writer pads the section; the one in its Python package does not.
    if (cursor.left > 0) cursor.align(8, origin);
  }
  private functionAttributes(flags: number): { readonly hints: Attribute | undefined } {
    const later = has(this.file.version(), ARGUMENT_ATTRIBUTES);
    const hints = flags & (later ? KERNEL : HAS_HINTS) ? readTagged(this.cursor, this.names) : undefined;
    if (later) readTagged(this.cursor, this.names);
    return { hints };
  }
  private body(type: number, { endByte }: Bytes): void {
    const { cursor } = this;
    this.file.guarded("functions", endByte, () => {
      new BodyReader(cursor, this.file.version(), this.names, argumentsOf(this.file.known, type)).body(() => undefined);
    });
  }
}
