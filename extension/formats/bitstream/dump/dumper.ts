/** Reads a stream and prints its entries as `llvm-bcanalyzer -dump` does, or only counts them. */
import { indentation, MOST_LEVELS } from "../../../document/indentation";
import type { ByteText } from "../../../document/byteText";
import { Labels, Packed } from "../../../document/byteText";
import type { ByteWindow } from "../../../document/window";
import { BitFault } from "../bitFault";
import { BitCursor } from "../cursor";
import type { StreamHeader } from "../header";
import { MAGIC_BYTES } from "../header";
import { BlockNames } from "../names";
import type { Block } from "../reader";
import { UNABBREV_RECORD } from "../entry";
import { BitstreamReader, BLOCKINFO, TOP_WIDTH } from "../reader";
import type { BitRecord } from "../record";
import type { BlockStatistics, CodeStatistics } from "../statistics";
import { Statistics } from "../statistics";
import { arePrintable, escaped, isPrintable } from "./strings";

const METADATA_BLOCK = 15;
const METADATA_STRINGS = 35;
const METADATA_INDEX_OFFSET = 38;
const METADATA_INDEX = 39;

/** Collected bytes after which a step ends, and entries after which it ends at the latest. */
const PIECE_BYTES = 65536;
const MAX_STEP_ENTRIES = 4096;
/** Prepared texts are kept for abbreviation ids and codes below these, which covers those that occur in practice. */
const KEPT_ABBREVIATIONS = 64;
const KEPT_CODES = 128;
/** From this depth on, the texts of a block are the same at each depth: neither it nor its records are indented further. */
const DEEPEST = MOST_LEVELS + 1;
const [FIELDS_END, LINE_END, RECORD_END] = [new Packed("/>"), new Packed("\n"), new Packed("/>\n")];
const [CODE_SIZE, HEADER_END] = [new Packed(" BlockCodeSize="), new Packed(">\n")];
const [STRING_START, STRING_END] = [new Packed(" record string = '"), new Packed("'")];
const OPERAND = new Labels(" op");

/**
 * What is prepared for blocks of one id and depth: the texts of their beginning (`  <NAME NumWords=`) and end, and by
 * code what is prepared for their records.
 */
interface PreparedBlock {
  readonly begin: Packed;
  readonly end: Packed;
  readonly codes: (PreparedCode | undefined)[];
}
/** What is prepared for the records of one code. */
interface PreparedCode {
  readonly statistics: CodeStatistics;
  /** The text `    <NAME abbrevid=4`, by abbreviation id. */
  readonly heads: (Packed | undefined)[];
}

/** Reads a stream and prints its entries, or only counts them. */
export class Dumper {
  readonly statistics = new Statistics();
  readonly names: BlockNames;
  readonly reader: BitstreamReader;
  private indent = "";
  /** The open blocks, outermost first. */
  private readonly blocks: Block[] = [];
  /** The innermost open block, its statistics, and what is prepared for its records. */
  private block: Block | undefined;
  private counts: BlockStatistics | undefined;
  private prepared: PreparedBlock | undefined;
  private metadataIndexBit = 0;
  private badStrings: BitFault | undefined;
  /** What is prepared, by depth and block id. */
  private readonly allPrepared: Map<number, PreparedBlock>[] = [];

  /** @param out where to print; without it, the entries are only counted */
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

  /** The damage at which the dump ends: llvm-bcanalyzer prints no more after it. */
  get fault(): BitFault | undefined {
    return this.badStrings ?? this.reader.fault;
  }

  /** Reads and prints until a piece is full. False at the end of the stream and at a fault. */
  step(): boolean {
    const { reader, out } = this;
    for (let entries = 0; entries < MAX_STEP_ENTRIES; entries++) {
      switch (reader.next()) {
        case "record":
          this.record(reader.record);
          if (this.badStrings) return false;
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
      if (out && out.length >= PIECE_BYTES) return true;
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
      this.allPrepared.length = 0;
      this.out?.text(`${indentation(this.blocks.length - 1)}<BLOCKINFO_BLOCK/>\n`);
    } else if (this.out) this.printBegin(block, this.out);
  }
  private printBegin(block: Block, out: ByteText): void {
    out.packed(this.preparedOf(block).begin);
    out.decimal((block.endBit - block.bodyBit) / 32);
    out.packed(CODE_SIZE);
    out.decimal(block.width);
    out.packed(HEADER_END);
  }

  /** Ends the blocks that were open at a fault: their contents so far have been counted. */
  leaveAll(): void {
    while (this.blocks.length > 0) this.leave();
  }
  private leave(): void {
    const block = this.blocks.pop() as Block;
    const parent = this.blocks.at(-1);
    this.indent = indentation(this.blocks.length);
    this.chooseBlock();
    this.statistics.leave(block, parent, parent?.width ?? TOP_WIDTH, this.reader.position);
    if (block.id !== BLOCKINFO) this.out?.packed(this.preparedOf(block).end);
  }

  private define(): void {
    // An abbreviation in BLOCKINFO is for the kind of block that SETBID chose; llvm-bcanalyzer counts it for BLOCKINFO.
    if (this.counts) this.counts.abbreviations++;
  }

  private record(record: BitRecord): void {
    const { block, counts, prepared: all } = this;
    if (!block || !counts || !all) return;
    const prepared = all.codes[record.code] ?? this.prepareCode(counts, all, record.code);
    counts.count(prepared.statistics, record);
    if (block.id === BLOCKINFO) this.names.learn(record, this.reader.setBlock);
    else if (this.out) this.printRecord(block, record, prepared, this.out);
  }
  private prepareCode(counts: BlockStatistics, { codes }: PreparedBlock, code: number): PreparedCode {
    const prepared = { statistics: counts.of(code), heads: [] };
    if (code < KEPT_CODES) codes[code] = prepared;
    return prepared;
  }

  private printRecord(block: Block, record: BitRecord, { heads }: PreparedCode, out: ByteText): void {
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
    if (!this.badStrings) out.packed(LINE_END);
  }

  private readonly wide = (index: number): string => String(BigInt.asIntN(64, this.reader.record.big(index)));

  /** Makes `block`, `counts` and `prepared` those of the innermost open block. */
  private chooseBlock(): void {
    const block = this.blocks.at(-1);
    this.block = block;
    this.counts = block && this.statistics.of(block.id);
    this.prepared = block && this.preparedOf(block);
  }
  private preparedOf({ id, depth }: Block): PreparedBlock {
    const level = Math.min(depth, DEEPEST);
    while (this.allPrepared.length <= level) this.allPrepared.push(new Map());
    const byId = this.allPrepared[level] as Map<number, PreparedBlock>;
    let prepared = byId.get(id);
    if (!prepared) {
      const [indent, name] = [indentation(depth - 1), this.names.blockOrUnknown(id)];
      const [begin, end] = [new Packed(`${indent}<${name} NumWords=`), new Packed(`${indent}</${name}>\n`)];
      byId.set(id, (prepared = { begin, end, codes: [] }));
    }
    return prepared;
  }
  private newHead(block: number, { code, abbreviationId }: BitRecord, heads: (Packed | undefined)[]): Packed {
    const abbreviation = abbreviationId === UNABBREV_RECORD ? "" : ` abbrevid=${abbreviationId}`;
    const head = new Packed(`${this.indent}<${this.names.recordOrUnknown(block, code)}${abbreviation}`);
    if (abbreviationId < KEPT_ABBREVIATIONS) heads[abbreviationId] = head;
    return head;
  }

  /**
   * What llvm-bcanalyzer adds to METADATA_INDEX_OFFSET and METADATA_INDEX: whether the offset matches the index's
   * position.
   */
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

  /** Prints the array of an abbreviated record as characters if all of them, cut to 8 bits, are printable. */
  private arrayString(out: ByteText): void {
    const { arrayStart, length, values } = this.reader.record;
    for (let i = arrayStart; i < length; i++) if (!isPrintable((values[i] as number) & 255)) return;
    out.packed(STRING_START);
    out.reserve(length - arrayStart);
    for (let i = arrayStart; i < length; i++) out.byte((values[i] as number) & 255);
    out.packed(STRING_END);
  }

  /** Prints a record's blob: as strings, as text, or only its size. */
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

  /**
   * Prints METADATA_STRINGS: the blob has the lengths as vbr6, and the characters at the offset in the second operand.
   */
  private metadataStrings(blob: Uint8Array, out: ByteText): void {
    const { record } = this.reader;
    const [count, offset] = [record.value(0), record.value(1)];
    if (record.length !== 2 || offset > blob.length) {
      this.refuseStrings("Malformed METADATA_STRINGS: it needs two operands, and an offset within its blob");
      return;
    }
    const lengths = new BitCursor(this.window, record.blobStart, record.blobStart + offset);
    lengths.seek(record.blobStart * 8);
    out.text(` num-strings = ${count} {\n`);
    let at = offset;
    // For a count of 0 the reference looks for a string all the same, and goes on until the lengths end.
    for (let i = 0; i < count || count === 0; i++) {
      const length = nextLength(lengths);
      if (length === undefined || at + length > blob.length) {
        const missing = length === undefined ? "length" : "characters";
        this.refuseStrings(`Malformed METADATA_STRINGS: the ${missing} of string ${i} would be past the end`);
        return;
      }
      out.text(`${this.indent}  '${escaped(blob.subarray(at, at + length))}'\n`);
      at += length;
    }
    out.text(`${this.indent}}`);
  }
  private refuseStrings(message: string): void {
    const { startBit, endBit } = this.reader.record;
    this.badStrings = new BitFault("bad-string", message, startBit, endBit);
  }
}

/** The next length in METADATA_STRINGS; undefined if the stream of lengths ends within it. */
function nextLength(lengths: BitCursor): number | undefined {
  try {
    return lengths.vbr(6);
  } catch (thrown) {
    if (thrown instanceof BitFault) return undefined;
    throw thrown;
  }
}
