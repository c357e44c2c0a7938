/** The elements of a bitstream: every bit of the file in exactly one leaf, whatever the blocks mean. */
import { CPU_TYPES } from "./cpuTypes";
import type { ElementSink, Leaf } from "../../document/element";
import type { BitRange } from "../../document/bits";
import { rawLeaves } from "../../document/leaves";
import type { ByteWindow } from "../../document/window";
import type { StreamHeader } from "./header";
import { MAGIC_BYTES } from "./header";
import { BLOB, EntryLeaves } from "./entryLeaves";
import { UNABBREV_RECORD } from "./entry";
import { ENCODINGS } from "./abbreviation";
import type { BitEvent, Block, ReaderOptions } from "./reader";
import { BitstreamReader, BLOCKINFO } from "./reader";
import type { BitRecord } from "./record";
import type { Waymarks } from "./waymarks";

/** Separates the steps of an operand's meaning, in UTF-8 like all text of leaves: `relative: 1 back from 5 → %v3`. */
export const STEP_ARROW = " \xe2\x86\x92 ";

/** What a format adds to the plain tiling. Its methods are called in file order. */
export interface Tiler {
  /** What the stream is, if its header's type does not say it. */
  readonly kind?: string | undefined;
  /** A block's name for its container. */
  blockName(id: number): string;
  /** A record's name. Called after the record has been read, before its leaves are emitted. */
  recordName(block: Block | undefined, record: BitRecord): string;
  /** What an operand means, in words; undefined if its value says it all. */
  operandMeaning?(block: Block | undefined, record: BitRecord, operand: number): string | undefined;
  /** Whether a record's blob is decoded (otherwise it is opaque). */
  blobIsDecoded?(block: Block | undefined, record: BitRecord): boolean;
  /**
   * Positions in a large block that the format has noted, for a walk that wants a range far behind the block's start.
   */
  waymarks?(block: Block): Waymarks | undefined;
  /** Called for each event, before the leaves of that entry are emitted. */
  seen?(event: BitEvent, reader: BitstreamReader): void;
}

/** How far before a range the format is asked for positions; bits. */
const FAR_BITS = 8 * (1 << 20);

/** Names of the entries that are not records, by abbreviation id. */
const ENTRY_NAMES = ["END_BLOCK", "ENTER_SUBBLOCK", "DEFINE_ABBREV"];

/** Walks one stream and emits its elements. */
class StreamTiling {
  private readonly leaves: EntryLeaves;
  private readonly reader: BitstreamReader;
  /** The end of what has been emitted; bits. */
  private at: number;

  constructor(
    private readonly window: ByteWindow,
    stream: ReaderOptions & { readonly startBit: number },
    private readonly sink: ElementSink,
    private readonly tiler: Tiler,
    private readonly range: BitRange | undefined,
  ) {
    this.leaves = new EntryLeaves(window);
    this.at = stream.startBit;
    this.reader = new BitstreamReader(window, { ...stream, trace: this.leaves });
  }

  /** Emits one entry; false at the end of the stream, whose last bits are left to the caller. */
  step(): boolean {
    const { reader, tiler, sink } = this;
    const event = this.range ? this.nextIn(this.range) : reader.next();
    if (event === "fault") return this.recover();
    tiler.seen?.(event, reader);
    switch (event) {
      case "end":
        return false;
      case "enterBlock":
        if (this.passBlock()) break;
        sink.open("block", tiler.blockName(reader.block?.id ?? 0), reader.startBit);
        this.emit();
        break;
      case "endBlock":
        this.emit();
        sink.close(reader.position);
        break;
      case "defineAbbrev":
        if (this.outside) {
          this.leaves.clear();
          break;
        }
        sink.open("abbreviation", "DEFINE_ABBREV", reader.startBit);
        this.emit();
        sink.close(reader.position);
        break;
      case "record":
        this.record();
        break;
    }
    this.at = reader.position;
    return true;
  }

  get position(): number {
    return this.at;
  }

  /** Reads the next entry. The fields of a record outside the wanted range are not noted: that takes most of the time. */
  private nextIn(range: BitRange): BitEvent {
    const { reader } = this;
    this.jumpTo(range);
    const before = reader.checkpoint();
    reader.trace = undefined;
    const event = reader.next();
    reader.trace = this.leaves;
    if (event === "fault" || (event === "record" && this.outside)) return event;
    reader.restore(before);
    return reader.next();
  }
  /** Goes on at the last position before a range that the format has noted in the block, once the first one is passed. */
  private jumpTo(range: BitRange): void {
    const { reader, tiler } = this;
    const { block, position } = reader;
    if (!block || range.startBit - position < FAR_BITS) return;
    if (this.marked?.startBit !== block.startBit)
      this.marked = { startBit: block.startBit, waymarks: tiler.waymarks?.(block) };
    const { waymarks } = this.marked;
    const [first] = waymarks?.all ?? [];
    const last = waymarks?.before(range.startBit);
    if (!first || !last || position < first.checkpoint.bit || position >= last.checkpoint.bit) return;
    reader.restore(last.checkpoint);
    this.at = last.checkpoint.bit;
  }
  /** The positions noted in the block that was asked about last. */
  private marked: { readonly startBit: number; readonly waymarks: Waymarks | undefined } | undefined;

  /** Whether the entry just read is outside the wanted range. */
  private get outside(): boolean {
    const { range, reader } = this;
    return range !== undefined && (reader.position <= range.startBit || reader.startBit >= range.endBit);
  }
  /** Skips a block that is wholly outside the range; not BLOCKINFO, which other blocks need. */
  private passBlock(): boolean {
    const { range, reader } = this;
    const { block } = reader;
    if (!range || !block || block.id === BLOCKINFO || block.endBit > reader.cursor.endBit) return false;
    if (block.endBit > range.startBit && block.startBit < range.endBit) return false;
    this.leaves.clear();
    reader.skipBlock();
    this.tiler.seen?.("endBlock", reader);
    return true;
  }

  private record(): void {
    const { reader, tiler, sink } = this;
    const { block, record } = reader;
    if (this.outside) {
      this.leaves.clear();
      return;
    }
    sink.open("record", tiler.recordName(block, record), reader.startBit);
    for (let i = 0; i < this.leaves.count; i++) sink.leaf(this.recordLeaf(block, record, i));
    this.leaves.clear();
    sink.close(reader.position);
  }

  private recordLeaf(block: Block | undefined, record: BitRecord, index: number): Leaf {
    const { leaves, tiler } = this;
    const operand = leaves.operand(index);
    const plain = this.sink.plain ?? false;
    if (operand !== undefined) {
      const meaning = plain ? undefined : tiler.operandMeaning?.(block, record, operand);
      return leaves.leaf(index, `operand ${operand}`, meaning);
    }
    const name = leaves.name(index);
    const decoded = name === BLOB && (tiler.blobIsDecoded?.(block, record) ?? false);
    return leaves.leaf(index, name, plain || decoded ? undefined : this.fieldMeaning(block, record, name), decoded);
  }
  /** The meaning of a record's field that is not an operand. */
  private fieldMeaning(block: Block | undefined, record: BitRecord, name: string): string | undefined {
    if (name === "code") return this.tiler.recordName(block, record);
    return name === "abbreviation id" && record.abbreviationId === UNABBREV_RECORD ? "UNABBREV_RECORD" : undefined;
  }

  /** The meaning of a field in an entry that is not a record. */
  private entryMeaning(name: string, raw: number): string | undefined {
    switch (name) {
      case "block id":
        return this.tiler.blockName(raw);
      case "abbreviation id":
        return ENTRY_NAMES[raw];
      case "is literal":
        return raw === 1 ? "literal" : "encoded";
      case "encoding":
        return ENCODINGS[raw - 1];
      default:
        return undefined;
    }
  }

  private emit(): void {
    const { sink, leaves } = this;
    for (let i = 0; i < leaves.count; i++) {
      const name = leaves.name(i);
      sink.leaf(leaves.leaf(i, name, sink.plain ? undefined : this.entryMeaning(name, leaves.raw(i))));
    }
    leaves.clear();
  }

  /** Emits the faulty entry and everything up to where reading resumes as undecoded. */
  private recover(): boolean {
    const { reader } = this;
    const fault = reader.fault;
    this.leaves.clear();
    const depth = reader.depth;
    const resumed = reader.recover();
    this.tiler.seen?.("fault", reader);
    const end = resumed ?? reader.cursor.endBit;
    const leaf = { kind: "undecoded" as const, name: "bits", meaning: fault?.message ?? "" };
    rawLeaves(this.sink, this.window, leaf, { startBit: this.at, endBit: end });
    for (let open = depth; open > reader.depth; open--) this.sink.close(end);
    this.at = end;
    return resumed !== undefined;
  }
}

function headerLeaves(sink: ElementSink, window: ByteWindow, header: StreamHeader, meaning: string): void {
  const { wrapper, startByte, endByte } = header;
  if (wrapper) {
    sink.open("header", "wrapper", 0);
    const { magic, version, offset, size, cpuType } = wrapper;
    const fields = [
      { name: "magic", raw: magic },
      { name: "version", raw: version },
      { name: "offset", raw: offset, meaning: `the bitcode begins at byte ${offset}` },
      { name: "size", raw: size },
      { name: "cpu type", raw: cpuType, meaning: CPU_TYPES.get(cpuType) ?? "unknown" },
    ] as const;
    // The stream may begin in place of the last field, or within it.
    const count = Math.min(fields.length, Math.floor(startByte / 4));
    for (const [i, field] of fields.slice(0, count).entries()) {
      const range = { startBit: i * 32, endBit: (i + 1) * 32 };
      sink.leaf({ kind: "decoded", ...field, ...range, encoding: { kind: "fixed" } });
    }
    rawLeaves(
      sink,
      window,
      { kind: "padding", name: "wrapper padding" },
      { startBit: count * 32, endBit: startByte * 8 },
    );
    sink.close(startByte * 8);
  }
  const magicEnd = Math.min(startByte + MAGIC_BYTES, endByte);
  const kind = magicEnd - startByte < MAGIC_BYTES ? "undecoded" : "decoded";
  rawLeaves(sink, window, { kind, name: "magic", meaning }, { startBit: startByte * 8, endBit: magicEnd * 8 });
}

/**
 * Emits the elements of a file that contains one bitstream, with its wrapper and what follows the stream. With a range,
 * blocks, records and abbreviations wholly outside it are left out.
 */
export function* tileBitstream(
  window: ByteWindow,
  header: StreamHeader,
  sink: ElementSink,
  tiler: Tiler,
  range?: BitRange,
): Generator<void, void, undefined> {
  const fileEnd = window.length * 8;
  const { kind = header.type } = tiler;
  sink.open("file", kind, 0);
  headerLeaves(sink, window, header, kind);
  let end = Math.min(header.startByte + MAGIC_BYTES, header.endByte) * 8;
  if (header.endByte - header.startByte >= MAGIC_BYTES) {
    const { startByte: originByte, endByte } = header;
    end = yield* tileStream(window, { originByte, endByte, startBit: end }, sink, tiler, range);
  }
  trailing(sink, window, { startBit: end, endBit: header.endByte * 8 }, "stream padding");
  trailing(sink, window, { startBit: header.endByte * 8, endBit: fileEnd }, "wrapper padding");
  sink.close(fileEnd);
}

/**
 * Emits the elements of a stream's blocks from `startBit` on.
 * @returns the bit where they end; the bits after that are left to the caller
 */
export function* tileStream(
  window: ByteWindow,
  stream: ReaderOptions & { readonly startBit: number },
  sink: ElementSink,
  tiler: Tiler,
  range?: BitRange,
): Generator<void, number, undefined> {
  const tiling = new StreamTiling(window, stream, sink, tiler, range);
  for (let steps = 1; tiling.step(); steps++) if (steps % 1024 === 0) yield;
  return tiling.position;
}

function trailing(sink: ElementSink, window: ByteWindow, range: BitRange, name: string): void {
  rawLeaves(sink, window, { kind: "padding", name }, range);
}
