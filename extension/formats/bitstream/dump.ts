/** `llvm-bcanalyzer -dump`, byte for byte: every record, then the summary. */
import { indentation } from "../../document/indentation";
import type { Piece } from "../../document/byteText";
import { ByteText, Labels, Packed } from "../../document/byteText";
import type { Problem } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { BitCursor, BitFault } from "./cursor";
import type { StreamHeader } from "./header";
import { MAGIC_BYTES } from "./header";
import { BlockNames } from "./names";
import type { Block } from "./reader";
import { UNABBREV_RECORD } from "./entry";
import { BitstreamReader, BLOCKINFO, TOP_WIDTH } from "./reader";
import type { BitRecord } from "./record";
import type { BlockStatistics } from "./statistics";
import { Statistics } from "./statistics";
import { summaryText } from "./summary";

const METADATA_BLOCK = 15;
const METADATA_STRINGS = 35;
const METADATA_INDEX_OFFSET = 38;
const METADATA_INDEX = 39;

/** Pieces of about this many bytes are handed on. */
const PIECE = 65536;
/** Bounds of what is kept ready: abbreviation ids and codes that occur in practice. */
const HEAD_ABBREVIATIONS = 64;
const HEAD_CODES = 128;
const [FIELDS_END, LINE_END, RECORD_END] = [new Packed("/>"), new Packed("\n"), new Packed("/>\n")];
const [STRING_START, STRING_END] = [new Packed(" record string = '"), new Packed("'")];
const OPERAND = new Labels(" op");

const HEX = "0123456789ABCDEF";
const ESCAPES: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 34: '\\"', 92: "\\\\" };

function isPrintable(code: number): boolean {
  return code >= 32 && code < 127;
}

/** llvm::raw_ostream::write_escaped with hexadecimal escapes. */
function escaped(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    const escape = ESCAPES[byte];
    if (escape !== undefined) text += escape;
    else if (isPrintable(byte)) text += String.fromCharCode(byte);
    else text += `\\x${HEX[byte >> 4] ?? ""}${HEX[byte & 15] ?? ""}`;
  }
  return text;
}

function hex32(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}

class Dumper {
  readonly statistics = new Statistics();
  readonly names: BlockNames;
  readonly reader: BitstreamReader;
  private indent = "";
  /** Widths of the abbreviation ids around each open block, outermost first. */
  private readonly blocks: Block[] = [];
  /** The figures of the block that reading is in. */
  private figures: BlockStatistics | undefined;
  private metadataIndexBit = 0;
  /** `    <NAME abbrevid=4` by block id and depth, then by code and abbreviation: made once for each kind. */
  private readonly allHeads = new Map<string, Packed[]>();
  private heads: Packed[] = [];

  /** @param out where the text goes; absent where only the figures are wanted */
  constructor(
    private readonly window: ByteWindow,
    private readonly header: StreamHeader,
    release: number | undefined,
    private readonly out?: ByteText,
  ) {
    const { startByte, endByte, type } = header;
    this.names = new BlockNames(type, header.names, release);
    this.reader = new BitstreamReader(window, {
      originByte: startByte,
      endByte,
      startBit: (startByte + MAGIC_BYTES) * 8,
    });
  }

  /** Reads and prints one entry; false at the stream's end and at a fault, where llvm-bcanalyzer stops. */
  step(): boolean {
    switch (this.reader.next()) {
      case "record":
        this.record();
        return true;
      case "enterBlock":
        this.enter();
        return true;
      case "endBlock":
        this.leave();
        return true;
      case "defineAbbrev":
        this.define();
        return true;
      case "end":
      case "fault":
        return false;
    }
  }

  private enter(): void {
    const block = this.reader.block as Block;
    this.statistics.enter(block, this.blocks.at(-1));
    this.blocks.push(block);
    this.metadataIndexBit = 0;
    const outer = this.indent;
    this.indent = indentation(this.blocks.length);
    this.chooseBlock();
    if (block.id === BLOCKINFO) {
      this.names.clear();
      this.allHeads.clear();
      this.out?.text(`${outer}<BLOCKINFO_BLOCK/>\n`);
      return;
    }
    const words = (block.endBit - block.bodyBit) / 32;
    this.out?.text(`${outer}<${this.names.blockOrUnknown(block.id)} NumWords=${words} BlockCodeSize=${block.width}>\n`);
  }

  /** Ends the blocks that a fault has left open, where reading stopped: what they hold has been counted. */
  leaveAll(): void {
    while (this.blocks.length > 0) this.leave();
  }
  private leave(): void {
    const block = this.blocks.pop() as Block;
    const parent = this.blocks.at(-1);
    this.indent = indentation(this.blocks.length);
    this.chooseBlock();
    this.statistics.leave(block, parent, parent?.width ?? TOP_WIDTH, this.reader.position);
    if (block.id !== BLOCKINFO) this.out?.text(`${this.indent}</${this.names.blockOrUnknown(block.id)}>\n`);
  }

  private define(): void {
    // An abbreviation in BLOCKINFO belongs to the block that SETBID chose, llvm-bcanalyzer counts it where it stands.
    const block = this.blocks.at(-1);
    if (block) this.statistics.of(block.id).abbreviations++;
  }

  private record(): void {
    const { record } = this.reader;
    const block = this.blocks.at(-1) as Block;
    if (this.figures) this.statistics.record(this.figures, record);
    if (block.id === BLOCKINFO) this.names.learn(record, this.reader.setBlock);
    else if (this.out) this.printRecord(block, this.out);
  }

  private printRecord(block: Block, out: ByteText): void {
    const { record } = this.reader;
    out.packed(this.head(block.id, record));
    out.fields(OPERAND, record.values, record.length, this.wide);
    if (block.id === METADATA_BLOCK) out.text(this.metadataIndex());
    if (record.arrayStart < 0 && record.blobStart < 0) {
      out.packed(RECORD_END);
      return;
    }
    out.packed(FIELDS_END);
    if (record.arrayStart >= 0) this.arrayString(out);
    if (record.blobStart >= 0) this.blob(block.id, out);
    out.packed(LINE_END);
  }

  private readonly wide = (index: number): string => String(BigInt.asIntN(64, this.reader.record.big(index)));

  private head(block: number, record: BitRecord): Packed {
    const { code, abbreviationId } = record;
    if (abbreviationId >= HEAD_ABBREVIATIONS || code >= HEAD_CODES) return this.newHead(block, record);
    return (this.heads[code * HEAD_ABBREVIATIONS + abbreviationId] ??= this.newHead(block, record));
  }
  /** Makes `heads` and `figures` those of the block that reading is in now. */
  private chooseBlock(): void {
    const block = this.blocks.at(-1);
    const kind = `${block?.id ?? -1}/${this.indent.length}`;
    this.figures = block && this.statistics.of(block.id);
    let heads = this.allHeads.get(kind);
    if (!heads) this.allHeads.set(kind, (heads = []));
    this.heads = heads;
  }
  private newHead(block: number, { code, abbreviationId }: BitRecord): Packed {
    const abbreviation = abbreviationId === UNABBREV_RECORD ? "" : ` abbrevid=${abbreviationId}`;
    const text = `${this.indent}<${this.names.recordOrUnknown(block, code)}${abbreviation}`;
    return new Packed(text);
  }

  private metadataIndex(): string {
    const { record } = this.reader;
    const origin = this.header.startByte * 8;
    if (record.code === METADATA_INDEX_OFFSET) {
      if (record.length !== 2) return "(Invalid record)";
      this.metadataIndexBit = record.endBit - origin + record.value(0) + record.value(1) * 2 ** 32;
    } else if (record.code === METADATA_INDEX) {
      const start = record.startBit - origin;
      return start === this.metadataIndexBit
        ? " (offset match)"
        : ` (offset mismatch: ${this.metadataIndexBit} vs ${start})`;
    }
    return "";
  }

  /** An array of an abbreviated record as characters, where all of them (cut to 8 bits) are printable. */
  private arrayString(out: ByteText): void {
    const { arrayStart, length, values } = this.reader.record;
    for (let i = arrayStart; i < length; i++) if (!isPrintable((values[i] as number) & 255)) return;
    out.packed(STRING_START);
    out.reserve(length - arrayStart);
    for (let i = arrayStart; i < length; i++) out.byte((values[i] as number) & 255);
    out.packed(STRING_END);
  }

  private blob(blockId: number, out: ByteText): void {
    const { record } = this.reader;
    const blob = this.window.view(record.blobStart, record.blobEnd);
    if (blockId === METADATA_BLOCK && record.code === METADATA_STRINGS) this.metadataStrings(blob, out);
    else if (blob.every(isPrintable)) {
      out.text(" blob data = '");
      out.copy(blob);
      out.text("'");
    } else out.text(` blob data = unprintable, ${blob.length} bytes.`);
  }

  /** METADATA_STRINGS: lengths as vbr6, then at the second operand's offset the characters. */
  private metadataStrings(blob: Uint8Array, out: ByteText): void {
    const { record } = this.reader;
    const [count, offset] = [record.value(0), record.value(1)];
    if (record.length !== 2 || offset > blob.length) return;
    const lengths = new BitCursor(this.window, record.blobStart, record.blobStart + offset);
    lengths.seek(record.blobStart * 8);
    out.text(` num-strings = ${count} {\n`);
    let at = offset;
    for (let i = 0; i < count; i++) {
      const length = nextLength(lengths);
      if (length === undefined || at + length > blob.length) break;
      out.text(`${this.indent}  '${escaped(blob.subarray(at, at + length))}'\n`);
      at += length;
    }
    out.text(`${this.indent}}`);
  }
}

/** The next of the lengths of METADATA_STRINGS; undefined where their stream ends before it does. */
function nextLength(lengths: BitCursor): number | undefined {
  try {
    return lengths.vbr(6);
  } catch (thrown) {
    if (thrown instanceof BitFault) return undefined;
    throw thrown;
  }
}

/** The wrapper's line. */
function wrapperText(header: StreamHeader): string {
  const wrapper = header.wrapper;
  if (!wrapper) return "";
  const { magic, version, offset, size, cpuType } = wrapper;
  const fields = `Magic=${hex32(magic)} Version=${hex32(version)} Offset=${hex32(offset)} Size=${hex32(size)}`;
  return `<BITCODE_WRAPPER_HEADER ${fields} CPUType=${hex32(cpuType)}/>\n`;
}

/** How a dump is printed: the file's name, and the release of LLVM whose names it has (the newest where absent). */
export interface NamedDump {
  readonly fileName: string;
  readonly release?: number | undefined;
}

/** The dump of a bitstream, in pieces. At a fault it ends, as llvm-bcanalyzer does, without a summary. */
export function* dumpText(
  window: ByteWindow,
  header: StreamHeader,
  { fileName, release }: NamedDump,
  report: (problem: Problem) => void,
): Generator<Piece, void, undefined> {
  const out = new ByteText();
  const dumper = new Dumper(window, header, release, out);
  out.text(wrapperText(header));
  while (dumper.step()) if (out.length >= PIECE) yield out.take();
  const fault = dumper.reader.fault;
  if (fault) {
    const { code, message, startBit, endBit } = fault;
    report({ code, message, startBit, endBit, path: [] });
  } else {
    const bits = (header.endByte - header.startByte) * 8;
    out.text(summaryText(dumper.statistics, dumper.names, { fileName, type: header.type, bits }));
  }
  yield out.take();
}

/** The figures behind the dump's summary, and the names to show them with. */
export function* gatherStatistics(
  window: ByteWindow,
  header: StreamHeader,
): Generator<void, { statistics: Statistics; names: BlockNames }, undefined> {
  const reader = new Dumper(window, header, undefined);
  let steps = 0;
  while (reader.step()) if (++steps % 4096 === 0) yield;
  reader.leaveAll();
  return { statistics: reader.statistics, names: reader.names };
}
