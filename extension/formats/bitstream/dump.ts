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
import type { BlockStatistics, CodeStatistics } from "./statistics";
import { Statistics } from "./statistics";
import { summaryText } from "./summary";

const METADATA_BLOCK = 15;
const METADATA_STRINGS = 35;
const METADATA_INDEX_OFFSET = 38;
const METADATA_INDEX = 39;

/** Pieces of about this many bytes are handed on; where nothing is printed, others come in after so many entries. */
const PIECE = 65536;
const ENTRIES = 4096;
/** Bounds of what is kept ready: abbreviation ids and codes that occur in practice. */
const KEPT_ABBREVIATIONS = 64;
const KEPT_CODES = 128;
const [FIELDS_END, LINE_END, RECORD_END] = [new Packed("/>"), new Packed("\n"), new Packed("/>\n")];
const [CODE_SIZE, BLOCK_BEGUN] = [new Packed(" BlockCodeSize="), new Packed(">\n")];
const [STRING_START, STRING_END] = [new Packed(" record string = '"), new Packed("'")];
const OPERAND = new Labels(" op");

const HEX = "0123456789ABCDEF";
const ESCAPES: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 34: '\\"', 92: "\\\\" };

function isPrintable(code: number): boolean {
  return code >= 32 && code < 127;
}

function arePrintable(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (!isPrintable(byte)) return false;
  return true;
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

/** What is ready for blocks of one id and depth: how they begin (`  <NAME NumWords=`) and end, and by code for their records. */
interface KnownBlock {
  readonly begin: Packed;
  readonly end: Packed;
  readonly codes: (Known | undefined)[];
}
/** The same for the records of one code. */
interface Known {
  readonly statistics: CodeStatistics;
  /** `    <NAME abbrevid=4` by the abbreviation's id. */
  readonly heads: (Packed | undefined)[];
}

class Dumper {
  readonly statistics = new Statistics();
  readonly names: BlockNames;
  readonly reader: BitstreamReader;
  private indent = "";
  /** The open blocks, outermost first. */
  private readonly blocks: Block[] = [];
  /** The innermost of them, its figures, and what is ready for its records, by code. */
  private block: Block | undefined;
  private figures: BlockStatistics | undefined;
  private known: KnownBlock | undefined;
  private metadataIndexBit = 0;
  /** The same by depth and block id. */
  private readonly allKnown: Map<number, KnownBlock>[] = [];

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

  /** Reads and prints until a piece has gathered; false at the stream's end and at a fault, where llvm-bcanalyzer stops. */
  step(): boolean {
    const { reader, out } = this;
    for (let entries = 0; entries < ENTRIES; entries++) {
      switch (reader.next()) {
        case "record":
          this.record(reader.record);
          break;
        case "enterBlock":
          this.enter();
          break;
        case "endBlock":
          this.leave();
          break;
        case "defineAbbrev":
          this.define();
          break;
        case "end":
        case "fault":
          return false;
      }
      if (out && out.length >= PIECE) return true;
    }
    return true;
  }

  private enter(): void {
    const block = this.reader.block as Block;
    this.statistics.enter(block, this.blocks.at(-1));
    this.blocks.push(block);
    this.metadataIndexBit = 0;
    this.indent = indentation(this.blocks.length);
    this.chooseBlock();
    if (block.id === BLOCKINFO) {
      this.names.clear();
      this.allKnown.length = 0;
      this.out?.text(`${indentation(this.blocks.length - 1)}<BLOCKINFO_BLOCK/>\n`);
    } else if (this.out) this.printBegin(block, this.out);
  }
  private printBegin(block: Block, out: ByteText): void {
    out.packed(this.knownOf(block).begin);
    out.decimal((block.endBit - block.bodyBit) / 32);
    out.packed(CODE_SIZE);
    out.decimal(block.width);
    out.packed(BLOCK_BEGUN);
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
    if (block.id !== BLOCKINFO) this.out?.packed(this.knownOf(block).end);
  }

  private define(): void {
    // An abbreviation in BLOCKINFO belongs to the block that SETBID chose, llvm-bcanalyzer counts it where it stands.
    if (this.figures) this.figures.abbreviations++;
  }

  private record(record: BitRecord): void {
    const { block, figures, known: all } = this;
    if (!block || !figures || !all) return;
    const known = all.codes[record.code] ?? this.know(figures, all, record.code);
    figures.count(known.statistics, record);
    if (block.id === BLOCKINFO) this.names.learn(record, this.reader.setBlock);
    else if (this.out) this.printRecord(block, record, known, this.out);
  }
  private know(figures: BlockStatistics, { codes }: KnownBlock, code: number): Known {
    const known = { statistics: figures.of(code), heads: [] };
    if (code < KEPT_CODES) codes[code] = known;
    return known;
  }

  private printRecord(block: Block, record: BitRecord, { heads }: Known, out: ByteText): void {
    out.packed(heads[record.abbreviationId] ?? this.newHead(block.id, record, heads));
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

  /** Makes `block`, `figures` and `known` those of the block that reading is in now. */
  private chooseBlock(): void {
    const block = this.blocks.at(-1);
    this.block = block;
    this.figures = block && this.statistics.of(block.id);
    this.known = block && this.knownOf(block);
  }
  private knownOf({ id, depth }: Block): KnownBlock {
    while (this.allKnown.length <= depth) this.allKnown.push(new Map());
    const byId = this.allKnown[depth] as Map<number, KnownBlock>;
    let known = byId.get(id);
    if (!known) {
      const [indent, name] = [indentation(depth - 1), this.names.blockOrUnknown(id)];
      const [begin, end] = [new Packed(`${indent}<${name} NumWords=`), new Packed(`${indent}</${name}>\n`)];
      byId.set(id, (known = { begin, end, codes: [] }));
    }
    return known;
  }
  private newHead(block: number, { code, abbreviationId }: BitRecord, heads: (Packed | undefined)[]): Packed {
    const abbreviation = abbreviationId === UNABBREV_RECORD ? "" : ` abbrevid=${abbreviationId}`;
    const head = new Packed(`${this.indent}<${this.names.recordOrUnknown(block, code)}${abbreviation}`);
    if (abbreviationId < KEPT_ABBREVIATIONS) heads[abbreviationId] = head;
    return head;
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
    else if (arePrintable(blob)) {
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
  while (dumper.step()) yield out.take();
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
  while (reader.step()) yield;
  reader.leaveAll();
  return { statistics: reader.statistics, names: reader.names };
}
