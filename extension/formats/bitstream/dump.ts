/** `llvm-bcanalyzer -dump` (LLVM 22), byte for byte: every record, then the summary. */
import type { Problem } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { BitCursor } from "./cursor";
import type { StreamHeader } from "./header";
import { MAGIC_BYTES } from "./header";
import { BlockNames } from "./names";
import type { Block } from "./reader";
import { BitstreamReader, BLOCKINFO, TOP_WIDTH, UNABBREV_RECORD } from "./reader";
import { Statistics } from "./statistics";
import { summaryText } from "./summary";

const METADATA_BLOCK = 15;
const METADATA_STRINGS = 35;
const METADATA_INDEX_OFFSET = 38;
const METADATA_INDEX = 39;

/** Pieces of about this many characters are handed on. */
const PIECE = 65536;

/** ` op0=`, ` op1=`, … made once: a dump is mostly these. */
const operandLabels: string[] = [];
function operandLabel(index: number): string {
  return (operandLabels[index] ??= ` op${index}=`);
}

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

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

class Dumper {
  readonly statistics = new Statistics();
  readonly names: BlockNames;
  readonly reader: BitstreamReader;
  private indent = "";
  /** Widths of the abbreviation ids around each open block, outermost first. */
  private readonly blocks: Block[] = [];
  private metadataIndexBit = 0;

  constructor(
    private readonly window: ByteWindow,
    private readonly header: StreamHeader,
  ) {
    const { startByte, endByte, type } = header;
    this.names = new BlockNames(type);
    this.reader = new BitstreamReader(window, {
      originByte: startByte,
      endByte,
      startBit: (startByte + MAGIC_BYTES) * 8,
    });
  }

  /** One entry's text; undefined at the stream's end and at a fault, where llvm-bcanalyzer stops. */
  step(): string | undefined {
    switch (this.reader.next()) {
      case "record":
        return this.record();
      case "enterBlock":
        return this.enter();
      case "endBlock":
        return this.leave();
      case "defineAbbrev":
        this.define();
        return "";
      case "end":
      case "fault":
        return undefined;
    }
  }

  private get inBlockInfo(): boolean {
    return this.reader.block?.id === BLOCKINFO;
  }

  private enter(): string {
    const block = this.reader.block as Block;
    this.statistics.enter(block, this.blocks.at(-1));
    this.blocks.push(block);
    this.metadataIndexBit = 0;
    const outer = this.indent;
    this.indent += "  ";
    if (block.id === BLOCKINFO) {
      this.names.clear();
      return `${outer}<BLOCKINFO_BLOCK/>\n`;
    }
    const words = (block.endBit - block.bodyBit) / 32;
    return `${outer}<${this.names.blockOrUnknown(block.id)} NumWords=${words} BlockCodeSize=${block.width}>\n`;
  }

  private leave(): string {
    const block = this.blocks.pop() as Block;
    const parent = this.blocks.at(-1);
    this.indent = this.indent.slice(2);
    this.statistics.leave(block, parent, parent?.width ?? TOP_WIDTH, this.reader.position);
    return block.id === BLOCKINFO ? "" : `${this.indent}</${this.names.blockOrUnknown(block.id)}>\n`;
  }

  private define(): void {
    // An abbreviation in BLOCKINFO belongs to the block that SETBID chose, llvm-bcanalyzer counts it where it stands.
    const block = this.blocks.at(-1);
    if (block) this.statistics.of(block.id).abbreviations++;
  }

  private record(): string {
    const { record } = this.reader;
    const block = this.blocks.at(-1) as Block;
    this.statistics.record(this.statistics.of(block.id), record);
    if (this.inBlockInfo) {
      this.names.learn(record, this.reader.setBlock);
      return "";
    }
    let text = `${this.indent}<${this.names.recordOrUnknown(block.id, record.code)}`;
    if (record.abbreviationId !== UNABBREV_RECORD) text += ` abbrevid=${record.abbreviationId}`;
    const { length, values } = record;
    for (let i = 0; i < length; i++) {
      const value = values[i] as number;
      if (value <= Number.MAX_SAFE_INTEGER) text += operandLabel(i) + value;
      else text += operandLabel(i) + String(BigInt.asIntN(64, record.big(i)));
    }
    if (block.id === METADATA_BLOCK) text += this.metadataIndex();
    return `${text}/>${this.arrayString()}${this.blobText(block.id)}\n`;
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
  private arrayString(): string {
    const { record } = this.reader;
    if (record.arrayStart < 0) return "";
    let text = "";
    for (let i = record.arrayStart; i < record.length; i++) {
      const code = (record.values[i] as number) & 255;
      if (!isPrintable(code)) return "";
      text += String.fromCharCode(code);
    }
    return ` record string = '${text}'`;
  }

  private blobText(blockId: number): string {
    const { record } = this.reader;
    if (record.blobStart < 0) return "";
    const blob = this.window.view(record.blobStart, record.blobEnd);
    if (blockId === METADATA_BLOCK && record.code === METADATA_STRINGS) return this.metadataStrings(blob);
    if (!blob.every(isPrintable)) return ` blob data = unprintable, ${blob.length} bytes.`;
    return ` blob data = '${latin1(blob)}'`;
  }

  /** METADATA_STRINGS: lengths as vbr6, then at the second operand's offset the characters. */
  private metadataStrings(blob: Uint8Array): string {
    const { record } = this.reader;
    const [count, offset] = [record.value(0), record.value(1)];
    if (record.length !== 2 || offset > blob.length) return "";
    const lengths = new BitCursor(this.window, record.blobStart, record.blobStart + offset);
    lengths.seek(record.blobStart * 8);
    let text = ` num-strings = ${count} {\n`;
    let at = offset;
    for (let i = 0; i < count && lengths.position + 6 <= lengths.endBit; i++) {
      const length = lengths.vbr(6);
      if (at + length > blob.length) break;
      text += `${this.indent}  '${escaped(blob.subarray(at, at + length))}'\n`;
      at += length;
    }
    return `${text}${this.indent}}`;
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

/** The dump of a bitstream, in pieces. At a fault it ends, as llvm-bcanalyzer does, without a summary. */
export function* dumpText(
  window: ByteWindow,
  header: StreamHeader,
  fileName: string,
  report: (problem: Problem) => void,
): Generator<string, void, undefined> {
  const dumper = new Dumper(window, header);
  let text = wrapperText(header);
  for (let piece = dumper.step(); piece !== undefined; piece = dumper.step()) {
    text += piece;
    if (text.length >= PIECE) {
      yield text;
      text = "";
    }
  }
  const fault = dumper.reader.fault;
  if (fault) {
    const { code, message, startBit, endBit } = fault;
    report({ code, message, startBit, endBit, path: [] });
    yield text;
    return;
  }
  const bits = (header.endByte - header.startByte) * 8;
  yield text + summaryText(dumper.statistics, dumper.names, { fileName, type: header.type, bits });
}

/** The figures behind the dump's summary, and the names to show them with. */
export function* gatherStatistics(
  window: ByteWindow,
  header: StreamHeader,
): Generator<void, { statistics: Statistics; names: BlockNames }, undefined> {
  const reader = new Dumper(window, header);
  let steps = 0;
  while (reader.step() !== undefined) if (++steps % 4096 === 0) yield;
  return { statistics: reader.statistics, names: reader.names };
}
