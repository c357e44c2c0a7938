/**
 * Reads a bitstream as a sequence of events: records, definitions of abbreviations, blocks that begin and end.
 * Format: LLVM BitCodeFormat; behaviour on damage: llvm::BitstreamCursor (a fault ends the block; see `recover`).
 */
import type { ByteWindow } from "../../document/window";
import type { Abbreviation, AbbreviationOperand } from "./abbreviation";
import { AbbreviationList, abbreviationFault, CHAR6_CODES, ENCODINGS, MAX_WIDTH } from "./abbreviation";
import { BitCursor, BitFault } from "./cursor";
import { BitRecord } from "./record";

/** Abbreviation ids that the format itself defines. */
export const END_BLOCK = 0;
export const ENTER_SUBBLOCK = 1;
export const DEFINE_ABBREV = 2;
export const UNABBREV_RECORD = 3;
/** The first id that DEFINE_ABBREV gives. */
export const FIRST_ABBREV = 4;
/** The block that defines abbreviations and names for other blocks, and its SETBID record. */
export const BLOCKINFO = 0;
const SETBID = 1;
/** Width of abbreviation ids outside all blocks. */
export const TOP_WIDTH = 2;

/** Bits behind the last block that are never one. */
const GARBAGE_BITS = 64;
/** Zeros behind the last block that are looked for: the most that a writer pads to. */
const FILLER_BITS = 4096;

/** What {@link BitstreamReader.next} has read. */
export type BitEvent = "record" | "enterBlock" | "endBlock" | "defineAbbrev" | "end" | "fault";

/** The abbreviations that BLOCKINFO gives to each kind of block. Never changed once its block has ended. */
export type BlockInfo = ReadonlyMap<number, AbbreviationList>;

/** An open block. */
export interface Block {
  readonly id: number;
  /** Width of the abbreviation ids in it. */
  readonly width: number;
  /** Of the abbreviation id that entered it; bits. */
  readonly startBit: number;
  /** Behind the header: where its first abbreviation id stands. */
  readonly bodyBit: number;
  /** Where it ends by its header's count of words; may lie past the stream's end. */
  readonly endBit: number;
  /** Abbreviations in force; the first `shared` come from BLOCKINFO. */
  abbreviations: AbbreviationList;
  readonly shared: number;
}

/** A place between two entries, from which reading can go on later. */
export interface Checkpoint {
  readonly bit: number;
  readonly blocks: readonly Block[];
  readonly blockInfo: BlockInfo;
  readonly setBlock: number | undefined;
}

/** Told of every field as it is read: what the leaves are made of. Names are the field's own, operands by index. */
export interface FieldTrace {
  fixed(name: string, startBit: number, endBit: number, value: number, operand?: number): void;
  vbr(name: string, chunk: number, startBit: number, endBit: number, value: number | bigint, operand?: number): void;
  char6(startBit: number, endBit: number, code: number, operand: number): void;
  padding(startBit: number, endBit: number, value: number): void;
  blob(startBit: number, endBit: number): void;
}

/** How a reader is to read. */
export interface ReaderOptions {
  /** Where the stream's first 32-bit word starts and where the stream ends; bytes of the window. */
  readonly originByte?: number;
  readonly endByte?: number;
  readonly startBit?: number;
  readonly blockInfo?: BlockInfo;
  /** Records and definitions are padded to a byte (a flag of the last PNaCl's header). */
  readonly alignRecords?: boolean;
  readonly trace?: FieldTrace | undefined;
}

/** The reader. After each event the fields below say what was read. */
export class BitstreamReader {
  /** The record, after `record`. */
  readonly record = new BitRecord();
  /** What went wrong, after `fault`. */
  fault: BitFault | undefined;
  /** The abbreviation, after `defineAbbrev`. */
  abbreviation: Abbreviation | undefined;
  /** The block that was left, after `endBlock`. */
  ended: Block | undefined;
  /** Of the entry just read, abbreviation id included; bits. */
  startBit = 0;
  /** What BLOCKINFO has defined so far. */
  get blockInfo(): BlockInfo {
    return this.info;
  }
  /** The block id that BLOCKINFO's last SETBID chose. */
  setBlock: number | undefined;
  trace: FieldTrace | undefined;

  readonly cursor: BitCursor;
  private readonly alignRecords: boolean;
  private readonly blocks: Block[] = [];
  private info: Map<number, AbbreviationList>;

  constructor(
    readonly window: ByteWindow,
    options: ReaderOptions = {},
  ) {
    this.cursor = new BitCursor(window, options.originByte, options.endByte);
    if (options.startBit !== undefined) this.cursor.seek(options.startBit);
    this.info = new Map(options.blockInfo);
    this.alignRecords = options.alignRecords ?? false;
    this.trace = options.trace;
  }

  /** The innermost open block. */
  get block(): Block | undefined {
    return this.blocks[this.blocks.length - 1];
  }
  get depth(): number {
    return this.blocks.length;
  }
  /** Where the next entry starts; bits. */
  get position(): number {
    return this.cursor.position;
  }

  /** Reads one entry. `end`: nothing is left outside all blocks. `fault`: see {@link fault}; then {@link recover}. */
  next(): BitEvent {
    try {
      return this.readEntry();
    } catch (thrown) {
      if (!(thrown instanceof BitFault)) throw thrown;
      this.fault = thrown;
      return "fault";
    }
  }

  /** Leaves the block that was just entered, by its header's length, without reading it; its end may not be past the stream's. */
  skipBlock(): void {
    const block = this.blocks.pop();
    if (block) this.cursor.seek(Math.min(block.endBit, this.cursor.endBit));
    this.ended = block;
  }

  /**
   * After a fault: leaves the innermost block whose header tells an end within the stream and behind this point.
   * @returns where reading goes on, or undefined where nothing can be picked up again; bits
   */
  recover(): number | undefined {
    for (let block = this.blocks.pop(); block; block = this.blocks.pop()) {
      this.ended = block;
      if (block.endBit > this.startBit && block.endBit <= this.cursor.endBit) {
        this.cursor.seek(block.endBit);
        return block.endBit;
      }
    }
    return undefined;
  }

  checkpoint(): Checkpoint {
    const blocks = this.blocks.map((b) => ({ ...b }));
    // Within BLOCKINFO the table still grows: the checkpoint keeps it as it is now.
    const blockInfo = this.block?.id === BLOCKINFO ? new Map(this.info) : this.info;
    return { bit: this.position, blocks, blockInfo, setBlock: this.setBlock };
  }
  restore(checkpoint: Checkpoint): void {
    this.cursor.seek(checkpoint.bit);
    this.blocks.splice(0, this.blocks.length, ...checkpoint.blocks.map((b) => ({ ...b })));
    this.info = new Map(checkpoint.blockInfo);
    this.setBlock = checkpoint.setBlock;
  }

  private readEntry(): BitEvent {
    const cursor = this.cursor;
    this.startBit = cursor.position;
    const block = this.blocks[this.blocks.length - 1];
    if (!block && this.atEnd()) return "end";
    const width = block ? block.width : TOP_WIDTH;
    const id = cursor.fixed(width);
    if (this.trace) this.trace.fixed("abbreviation id", this.startBit, cursor.position, id);
    if (!block && id !== ENTER_SUBBLOCK)
      throw this.faultHere("bad-record", "Invalid record at top-level: no block begins here");
    if (id >= FIRST_ABBREV) return this.readAbbreviated(id, block);
    switch (id) {
      case END_BLOCK:
        return this.endBlock(block);
      case ENTER_SUBBLOCK:
        return this.enterBlock();
      case DEFINE_ABBREV:
        return this.defineAbbreviation(block);
      default:
        return this.readUnabbreviated(block);
    }
  }

  /**
   * Outside all blocks, 8 bytes or less cannot hold a block: llvm::BitcodeReader takes them for what an archiver left
   * behind. Zero words to the end are filler too.
   */
  private atEnd(): boolean {
    const left = this.cursor.endBit - this.startBit;
    if (left <= GARBAGE_BITS) return true;
    if (left > FILLER_BITS) return false;
    let zero = true;
    while (zero && this.cursor.position + 32 <= this.cursor.endBit) zero = this.cursor.fixed(32) === 0;
    this.cursor.seek(this.startBit);
    return zero;
  }

  private vbr(name: string, chunk: number, operand?: number): number {
    const start = this.cursor.position;
    const value = this.cursor.vbr(chunk);
    if (this.trace) {
      const end = this.cursor.position;
      const long = end - start > 53;
      this.trace.vbr(name, chunk, start, end, long ? this.cursor.vbrExact(chunk, start) : value, operand);
    }
    return value;
  }
  private fixed(name: string, width: number, operand?: number): number {
    const start = this.cursor.position;
    const value = this.cursor.fixed(width);
    if (this.trace && width > 0) this.trace.fixed(name, start, start + width, value, operand);
    return value;
  }
  private align(): void {
    const start = this.cursor.position;
    const value = this.cursor.align32();
    if (this.trace && this.cursor.position > start) this.trace.padding(start, this.cursor.position, value);
  }

  private alignByte(): void {
    const start = this.cursor.position;
    const value = this.cursor.fixed((8 - (start % 8)) % 8);
    if (this.trace && start % 8 !== 0) this.trace.padding(start, this.cursor.position, value);
  }

  private endBlock(block: Block | undefined): BitEvent {
    this.align();
    this.blocks.pop();
    this.ended = block;
    return "endBlock";
  }

  private enterBlock(): BitEvent {
    const id = this.vbr("block id", 8);
    const width = this.vbr("new abbreviation id width", 4);
    this.align();
    const words = this.fixed("block length in words", 32);
    if (width === 0) throw this.faultHere("bad-block", "can't enter sub-block: current code size is 0");
    if (width > MAX_WIDTH)
      throw this.faultHere("bad-block", `can't enter sub-block: code size ${width} is more than 32`);
    if (id === BLOCKINFO) {
      this.info = new Map();
      this.setBlock = undefined;
    }
    const bodyBit = this.cursor.position;
    const abbreviations = this.info.get(id) ?? AbbreviationList.EMPTY;
    const shared = abbreviations.length;
    this.blocks.push({
      id,
      width,
      startBit: this.startBit,
      bodyBit,
      endBit: bodyBit + words * 32,
      abbreviations,
      shared,
    });
    return "enterBlock";
  }

  private defineAbbreviation(block: Block | undefined): BitEvent {
    const abbreviation = this.readDefinition();
    this.abbreviation = abbreviation;
    if (!block) return "defineAbbrev";
    if (block.id !== BLOCKINFO) block.abbreviations = block.abbreviations.with(abbreviation);
    else if (this.setBlock === undefined)
      throw this.faultHere("bad-abbreviation", "an abbreviation stands before any SETBID");
    else this.info.set(this.setBlock, (this.info.get(this.setBlock) ?? AbbreviationList.EMPTY).with(abbreviation));
    return "defineAbbrev";
  }

  private readDefinition(): Abbreviation {
    const count = this.vbr("abbreviation operand count", 5);
    const operands: AbbreviationOperand[] = [];
    for (let i = 0; i < count; i++) operands.push(this.readDefinedOperand());
    if (this.alignRecords) this.alignByte();
    return { operands, startBit: this.startBit, fault: abbreviationFault(operands) };
  }

  private readDefinedOperand(): AbbreviationOperand {
    if (this.fixed("is literal", 1) === 1) {
      this.cursor.wide = undefined;
      const value = this.vbr("literal value", 8);
      return value > Number.MAX_SAFE_INTEGER && this.cursor.wide !== undefined
        ? { kind: "literal", value, big: this.cursor.wide }
        : { kind: "literal", value };
    }
    const kind = ENCODINGS[this.fixed("encoding", 3) - 1];
    if (kind === undefined) throw this.faultHere("bad-abbreviation", "Unknown abbreviation encoding");
    if (kind !== "fixed" && kind !== "vbr") return { kind };
    const width = this.vbr("width", 5);
    if (width > MAX_WIDTH) {
      throw this.faultHere("bad-abbreviation", `Fixed or VBR abbrev record with size > ${MAX_WIDTH}: ${width}`);
    }
    // As LLVM's reader: a width of 0 stands for the literal 0 and reads no bits.
    return width === 0 ? { kind: "literal", value: 0 } : { kind, width };
  }

  private readUnabbreviated(block: Block | undefined): BitEvent {
    const { record, cursor } = this;
    record.reset(this.startBit, UNABBREV_RECORD);
    record.code = this.vbr("code", 6);
    const count = this.vbr("operand count", 6);
    this.checkCount(count, 6);
    record.reserve(count);
    if (this.trace) for (let i = 0; i < count; i++) this.readVbrOperand(6);
    else {
      const values = record.values;
      for (let i = 0; i < count; i++) {
        const value = cursor.vbr(6);
        if (value > Number.MAX_SAFE_INTEGER) {
          record.length = i;
          record.pushWide(cursor.wide as bigint);
        } else values[i] = value;
      }
      record.length = count;
    }
    return this.endRecord(block);
  }

  private endRecord(block: Block | undefined): BitEvent {
    const record = this.record;
    if (this.alignRecords) this.alignByte();
    record.endBit = this.cursor.position;
    if (block?.id === BLOCKINFO && record.code === SETBID) this.setBlock = record.value(0);
    return "record";
  }

  private readVbrOperand(chunk: number): void {
    const value = this.vbr("operand", chunk, this.record.length);
    if (value > Number.MAX_SAFE_INTEGER) this.record.pushWide(this.cursor.wide as bigint);
    else this.record.push(value);
  }

  private readAbbreviated(id: number, block: Block | undefined): BitEvent {
    const abbreviation = block?.abbreviations.at(id - FIRST_ABBREV);
    if (!abbreviation) throw this.faultHere("bad-abbreviation", `Unknown abbrev number ${id}`);
    if (abbreviation.fault !== undefined) throw this.faultHere("bad-abbreviation", abbreviation.fault);
    const record = this.record;
    record.reset(this.startBit, id);
    const { operands } = abbreviation;
    // The first value is the code; it may come out of an array (then the rest are operands).
    const first = operands[0] as AbbreviationOperand;
    if (first.kind === "array") {
      this.readArray(operands[1] as AbbreviationOperand, true);
      return this.endRecord(block);
    }
    record.code = this.readCode(first);
    for (let at = 1; at < operands.length; at++) {
      const operand = operands[at] as AbbreviationOperand;
      if (operand.kind === "array") {
        this.readArray(operands[at + 1] as AbbreviationOperand, false);
        break;
      }
      this.readOperand(operand);
    }
    return this.endRecord(block);
  }

  private readCode(operand: AbbreviationOperand): number {
    switch (operand.kind) {
      case "literal":
        return operand.value;
      case "fixed":
        return this.fixed("code", operand.width);
      case "vbr":
        return this.vbr("code", operand.width);
      case "char6":
        return this.readChar6();
      case "array":
      case "blob":
        throw this.faultHere("bad-abbreviation", "Abbreviation starts with an Array or a Blob");
    }
  }

  private readOperand(operand: AbbreviationOperand): void {
    const record = this.record;
    switch (operand.kind) {
      case "literal":
        if (operand.big === undefined) record.push(operand.value);
        else record.pushWide(operand.big);
        return;
      case "fixed":
        record.push(this.fixed("operand", operand.width, record.length));
        return;
      case "vbr":
        this.readVbrOperand(operand.width);
        return;
      case "char6":
        record.push(this.readChar6());
        return;
      case "blob":
        this.readBlob();
        return;
      case "array":
        return;
    }
  }

  private readChar6(): number {
    const start = this.cursor.position;
    const code = CHAR6_CODES[this.cursor.fixed(6)] as number;
    if (this.trace) this.trace.char6(start, start + 6, code, this.record.length);
    return code;
  }

  private readArray(element: AbbreviationOperand, withCode: boolean): void {
    const { record, cursor } = this;
    let count = this.vbr("array length", 6);
    this.checkCount(count, element.kind === "literal" ? 0 : element.kind === "char6" ? 6 : elementWidth(element));
    if (withCode) {
      if (count === 0) throw this.faultHere("bad-record", "a record without a code");
      record.code = this.readCode(element);
      count--;
    }
    if (!withCode) record.arrayStart = record.length;
    record.reserve(count);
    if (element.kind === "fixed" && !this.trace) {
      const values = record.values;
      const from = record.length;
      for (let i = 0; i < count; i++) values[from + i] = cursor.fixed(element.width);
      record.length = from + count;
    } else for (let i = 0; i < count; i++) this.readOperand(element);
  }

  private readBlob(): void {
    const { cursor, record } = this;
    const count = this.vbr("blob length", 6);
    this.align();
    this.checkCount(count, 8);
    record.blobStart = cursor.position / 8;
    record.blobEnd = record.blobStart + count;
    if (this.trace && count > 0) this.trace.blob(record.blobStart * 8, record.blobEnd * 8);
    cursor.seek(record.blobEnd * 8);
    this.align();
  }

  /** Refuses a count that the bits left cannot hold, before room is made for it. Elements of no bits count as one. */
  private checkCount(count: number, width: number): void {
    const left = this.cursor.endBit - this.cursor.position;
    if (count * Math.max(width, 1) <= left) return;
    const message = `${count} operands of at least ${width} bits cannot be in the ${left} bits that are left`;
    throw this.faultHere("truncated", message);
  }

  private faultHere(code: "bad-block" | "bad-abbreviation" | "bad-record" | "truncated", message: string): BitFault {
    return new BitFault(code, message, this.startBit, Math.max(this.startBit, this.cursor.position));
  }
}

function elementWidth(element: AbbreviationOperand): number {
  return element.kind === "fixed" || element.kind === "vbr" ? element.width : 1;
}
