/** The identifiers of a Swift module by number (swift/lib/Serialization/ModuleFormat.h, identifier_block, index_block). */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import type { StreamHeader } from "./header";
import { MAGIC_BYTES } from "./header";
import type { BlockNames } from "./names";
import { BitstreamReader } from "./reader";

/** Numbers below this stand for names without a text: none, the modules Builtin and this one, init and the like. */
const SPECIAL = 6;
/** The longest text that is read, in bytes. */
const LONGEST = 256;

/** Where the texts are. */
interface Table {
  /** The bytes of all texts, each ended by a zero. */
  readonly startByte: number;
  readonly endByte: number;
  /** The first byte of each text in it. */
  readonly offsets: Float64Array;
}

/** Finds the texts when the first one is asked for: they come after the records that refer to them. */
export class SwiftIdentifiers {
  private found: Table | undefined;
  constructor(
    private readonly window: ByteWindow,
    private readonly header: StreamHeader,
    private readonly names: BlockNames,
  ) {}

  /** The text of an identifier; undefined if it has none. */
  of(number: number): string | undefined {
    if (number < SPECIAL) return undefined;
    const { startByte, endByte, offsets } = (this.found ??= this.read());
    const offset = offsets[number - SPECIAL];
    if (offset === undefined || startByte + offset >= endByte) return undefined;
    const bytes = this.window.view(startByte + offset, Math.min(endByte, startByte + offset + LONGEST));
    const end = bytes.indexOf(0);
    return byteString(end < 0 ? bytes : bytes.subarray(0, end));
  }

  private read(): Table {
    const { startByte: originByte, endByte } = this.header;
    const reader = new BitstreamReader(this.window, { originByte, endByte, startBit: (originByte + MAGIC_BYTES) * 8 });
    let table: Table = { startByte: 0, endByte: 0, offsets: new Float64Array(0) };
    for (let event = reader.next(); event !== "end" && event !== "fault"; event = reader.next()) {
      const { block, record } = reader;
      if (!block) continue;
      const name = this.names.block(block.id);
      if (event === "enterBlock" && !BLOCKS.has(name ?? "")) reader.skipBlock();
      if (event !== "record") continue;
      const what = this.names.record(block.id, record.code);
      if (what === "IDENTIFIER_DATA") table = { ...table, startByte: record.blobStart, endByte: record.blobEnd };
      if (what === "IDENTIFIER_OFFSETS") table = { ...table, offsets: record.values.slice(0, record.length) };
    }
    return table;
  }
}

/** The blocks that have the table, and those around them; BLOCKINFO has the abbreviations of others. */
const BLOCKS: ReadonlySet<string> = new Set([
  "MODULE_BLOCK",
  "IDENTIFIER_DATA_BLOCK",
  "INDEX_BLOCK",
  "BLOCKINFO_BLOCK",
]);
