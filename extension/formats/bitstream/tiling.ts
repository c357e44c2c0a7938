/** The elements of a bitstream: every bit of the file in one leaf, whatever the blocks mean. */
import type { ElementSink, Leaf } from "../../document/element";
import type { BitRange } from "../../document/bits";
import { rawLeaves } from "../../document/leaves";
import type { ByteWindow } from "../../document/window";
import type { StreamHeader } from "./header";
import { MAGIC_BYTES, WRAPPER_BYTES } from "./header";
import type { FieldTrace } from "./entry";
import type { BitEvent, Block, ReaderOptions } from "./reader";
import { BitstreamReader } from "./reader";
import type { BitRecord } from "./record";

/** What a format adds to the plain tiling. Called in file order. */
export interface Tiler {
  /** A block's name for its container. */
  blockName(id: number): string;
  /** A record's name. Called after the record was read, before its leaves are emitted. */
  recordName(block: Block | undefined, record: BitRecord): string;
  /** What an operand means, in words, where that is more than its value. */
  operandMeaning?(block: Block | undefined, record: BitRecord, operand: number): string | undefined;
  /** Whether a record's blob is understood (else it is opaque). */
  blobIsDecoded?(block: Block | undefined, record: BitRecord): boolean;
  /** Told of each event, before the leaves of that entry are emitted. */
  seen?(event: BitEvent, reader: BitstreamReader): void;
}

/** A leaf and the operand it holds, if it does. */
interface Pending {
  readonly leaf: Leaf;
  readonly operand: number | undefined;
}

/** Gathers the fields of one entry as leaves, until it is known what the entry is. */
class EntryLeaves implements FieldTrace {
  readonly pending: Pending[] = [];
  constructor(private readonly window: ByteWindow) {}

  fixed(name: string, startBit: number, endBit: number, raw: number, operand?: number): void {
    if (endBit > startBit)
      this.add({ kind: "decoded", name, startBit, endBit, encoding: { kind: "fixed" }, raw }, operand);
  }
  vbr(name: string, chunk: number, startBit: number, endBit: number, raw: number | bigint, operand?: number): void {
    this.add({ kind: "decoded", name, startBit, endBit, encoding: { kind: "vbr", chunk }, raw }, operand);
  }
  char6(startBit: number, endBit: number, raw: number, operand: number): void {
    this.add({ kind: "decoded", name: "operand", startBit, endBit, encoding: { kind: "char6" }, raw }, operand);
  }
  padding(startBit: number, endBit: number, raw: number): void {
    this.add({ kind: "padding", name: "alignment", startBit, endBit, encoding: { kind: "fixed" }, raw });
  }
  blob(startBit: number, endBit: number): void {
    const raw = this.window.view(startBit / 8, endBit / 8);
    this.add({ kind: "opaque", name: "blob", startBit, endBit, encoding: { kind: "bytes" }, raw });
  }
  private add(leaf: Leaf, operand?: number): void {
    this.pending.push({ leaf, operand });
  }
}

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
  ) {
    this.leaves = new EntryLeaves(window);
    this.at = stream.startBit;
    this.reader = new BitstreamReader(window, { ...stream, trace: this.leaves });
  }

  /** Emits one entry; false at the end of the stream, whose last bits the caller owns. */
  step(): boolean {
    const { reader, tiler, sink } = this;
    const event = reader.next();
    if (event === "fault") return this.recover();
    tiler.seen?.(event, reader);
    switch (event) {
      case "end":
        return false;
      case "enterBlock":
        sink.open("block", tiler.blockName(reader.block?.id ?? 0), reader.startBit);
        this.emit();
        break;
      case "endBlock":
        this.emit();
        sink.close(reader.position);
        break;
      case "defineAbbrev":
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

  private record(): void {
    const { reader, tiler, sink } = this;
    const { block, record } = reader;
    sink.open("record", tiler.recordName(block, record), reader.startBit);
    for (const { leaf, operand } of this.leaves.pending) {
      if (operand !== undefined) {
        const meaning = tiler.operandMeaning?.(block, record, operand);
        sink.leaf({ ...leaf, name: `operand ${operand}`, ...(meaning === undefined ? {} : { meaning }) });
      } else if (leaf.kind === "opaque" && tiler.blobIsDecoded?.(block, record))
        sink.leaf({ ...leaf, kind: "decoded" });
      else sink.leaf(leaf);
    }
    this.leaves.pending.length = 0;
    sink.close(reader.position);
  }

  private emit(): void {
    for (const { leaf } of this.leaves.pending) this.sink.leaf(leaf);
    this.leaves.pending.length = 0;
  }

  /** The entry at fault and what follows it, up to where reading goes on, is undecoded. */
  private recover(): boolean {
    const { reader } = this;
    const fault = reader.fault;
    this.leaves.pending.length = 0;
    const depth = reader.depth;
    const resumed = reader.recover();
    this.tiler.seen?.("fault", reader);
    const end = resumed ?? reader.cursor.endBit;
    const what = { kind: "undecoded" as const, name: "bits", meaning: fault?.message ?? "" };
    rawLeaves(this.sink, this.window, what, { startBit: this.at, endBit: end });
    for (let open = depth; open > reader.depth; open--) this.sink.close(end);
    this.at = end;
    return resumed !== undefined;
  }
}

function headerLeaves(sink: ElementSink, window: ByteWindow, header: StreamHeader): void {
  const { wrapper, startByte, endByte } = header;
  if (wrapper) {
    sink.open("header", "wrapper", 0);
    const fields = ["magic", "version", "offset", "size", "cpu type"] as const;
    const values = [wrapper.magic, wrapper.version, wrapper.offset, wrapper.size, wrapper.cpuType] as const;
    for (const [i, name] of fields.entries()) {
      if ((i + 1) * 4 > startByte) break;
      const range = { startBit: i * 32, endBit: (i + 1) * 32 };
      sink.leaf({ kind: "decoded", name, ...range, encoding: { kind: "fixed" }, raw: values[i] ?? 0 });
    }
    rawLeaves(
      sink,
      window,
      { kind: "padding", name: "wrapper padding" },
      { startBit: Math.min(WRAPPER_BYTES, startByte) * 8, endBit: startByte * 8 },
    );
    sink.close(startByte * 8);
  }
  const magicEnd = Math.min(startByte + MAGIC_BYTES, endByte);
  const kind = magicEnd - startByte < MAGIC_BYTES ? "undecoded" : "decoded";
  rawLeaves(
    sink,
    window,
    { kind, name: "magic", meaning: header.type },
    { startBit: startByte * 8, endBit: magicEnd * 8 },
  );
}

/** Emits the elements of a whole file that holds one bitstream (with its wrapper, and what stands behind it). */
export function* tileBitstream(
  window: ByteWindow,
  header: StreamHeader,
  sink: ElementSink,
  tiler: Tiler,
): Generator<void, void, undefined> {
  const fileEnd = window.length * 8;
  sink.open("file", header.type, 0);
  headerLeaves(sink, window, header);
  let end = Math.min(header.startByte + MAGIC_BYTES, header.endByte) * 8;
  if (header.endByte - header.startByte >= MAGIC_BYTES) {
    const { startByte: originByte, endByte } = header;
    end = yield* tileStream(window, { originByte, endByte, startBit: end }, sink, tiler);
  }
  trailing(sink, window, { startBit: end, endBit: header.endByte * 8 }, "stream padding");
  trailing(sink, window, { startBit: header.endByte * 8, endBit: fileEnd }, "wrapper padding");
  sink.close(fileEnd);
}

/**
 * Emits the elements of a stream's blocks from `startBit` on.
 * @returns where they end; what is behind belongs to the caller; bits
 */
export function* tileStream(
  window: ByteWindow,
  stream: ReaderOptions & { readonly startBit: number },
  sink: ElementSink,
  tiler: Tiler,
): Generator<void, number, undefined> {
  const tiling = new StreamTiling(window, stream, sink, tiler);
  for (let steps = 1; tiling.step(); steps++) if (steps % 1024 === 0) yield;
  return tiling.position;
}

function trailing(sink: ElementSink, window: ByteWindow, range: BitRange, name: string): void {
  rawLeaves(sink, window, { kind: "padding", name }, range);
}
