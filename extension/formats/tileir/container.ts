/**
 * The container: header and sections. The same walk reads the file and, with a sink, shows its elements.
 */
import type { ElementSink } from "../../document/element";
import { Cursor, Damage } from "./cursor";
import { BodyReader } from "./functions";
import type { Fault, Op, SectionRange, TileFunction, TileModule, Value, Version } from "./model";
import { argumentsOf, namesOf } from "./references";
import { sectionName, SectionReader } from "./sections";

/** The first bytes of every file. */
export const MAGIC = "\x7fTileIR\0";
const HEADER_BYTES = 12;
/** The newest version that NVIDIA's reader accepts. */
const NEWEST: Version = { major: 13, minor: 5 };
const OLDEST: Version = { major: 13, minor: 1 };

/** Walks a file: gathers its tables, or shows its elements using tables that are known already. */
class Walk {
  readonly faults: Fault[] = [];
  readonly sections: SectionRange[] = [];
  version: Version = { major: 0, minor: 0 };
  readonly content: SectionReader;
  private readonly cursor: Cursor;

  constructor(
    private readonly bytes: Uint8Array,
    known: TileModule | undefined,
    trace?: ElementSink,
  ) {
    this.cursor = new Cursor(bytes, 0, bytes.length, trace);
    this.content = new SectionReader(this.cursor, {
      known,
      version: () => this.version,
      guarded: (section, end, read) => {
        this.guarded(section, end, read);
      },
    });
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
    if (cursor.at < endByte) this.guarded(sectionName(id), endByte, () => this.content.read(id, endByte));
    cursor.close();
    return id === 0;
  }
}

/** Whether a version is later than the known ones, so that its changes are unknown. */
export function isNewer({ major, minor }: Version): boolean {
  return major > NEWEST.major || (major === NEWEST.major && minor > NEWEST.minor);
}

/** Reads a file's tables. */
export function readModule(bytes: Uint8Array): TileModule {
  const walk = new Walk(bytes, undefined);
  for (const step of walk.run()) void step;
  return { bytes, version: walk.version, sections: walk.sections, ...walk.content.found, faults: walk.faults };
}

/** Shows a file's elements, including bodies; returns all faults. */
export function* walkModule(module: TileModule, sink: ElementSink): Generator<void, readonly Fault[], undefined> {
  const walk = new Walk(module.bytes, module, sink);
  yield* walk.run();
  return walk.faults;
}

/** The operations of a function; after damage, those before it. */
export function readBody(
  module: TileModule,
  definition: TileFunction,
  args: readonly Value[] = argumentsOf(module, definition.type),
): readonly Op[] {
  const ops: Op[] = [];
  passBody(module, definition, args, (op) => ops.push(op));
  return ops;
}
/** The fault in a function's body, if there is one. */
export function faultOfBody(module: TileModule, definition: TileFunction): Fault | undefined {
  return passBody(module, definition, argumentsOf(module, definition.type), () => undefined);
}
/** Passes on the operations of a function up to the first fault, which is returned. */
function passBody(
  module: TileModule,
  { body }: TileFunction,
  args: readonly Value[],
  take: (op: Op) => void,
): Fault | undefined {
  const cursor = new Cursor(module.bytes, body.startByte, body.endByte);
  try {
    new BodyReader(cursor, module.version, namesOf(module), args).body(take);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    const { startByte, message } = error;
    return { startByte, endByte: body.endByte, message, section: "functions" };
  }
  return undefined;
}
