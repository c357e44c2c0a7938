/**
 * Reads a bitstream as a sequence of events: records, definitions of abbreviations, blocks that begin and end.
 * Format: docs/formats/bitstream.md; behaviour on damage: llvm::BitstreamCursor (a fault ends the block; see `recover`).
 */
import type { ByteWindow } from "../../document/window";
import type { Abbreviation } from "./abbreviation";
import { AbbreviationList, MAX_WIDTH } from "./abbreviation";
import { BitCursor, BitFault } from "./cursor";
import type { FieldTrace } from "./entry";
import { EntryReader, UNABBREV_RECORD } from "./entry";
import type { BitRecord } from "./record";

/** Abbreviation ids that the format itself defines. */
export const END_BLOCK = 0;
export const ENTER_SUBBLOCK = 1;
export const DEFINE_ABBREV = 2;
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

/** An open block. It never changes: a definition of an abbreviation puts another one in its place. */
export interface Block {
  /** The block around it, and how many blocks are open in it, itself included. */
  readonly outer: Block | undefined;
  readonly depth: number;
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
  readonly abbreviations: AbbreviationList;
  readonly shared: number;
}

/** A place between two entries, from which reading can go on later. */
export interface Checkpoint {
  readonly bit: number;
  /** The innermost open block. */
  readonly block: Block | undefined;
  readonly blockInfo: BlockInfo;
  readonly setBlock: number | undefined;
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
  readonly record: BitRecord;
  /** What went wrong, after `fault`. */
  fault: BitFault | undefined;
  /** The abbreviation, after `defineAbbrev`. */
  abbreviation: Abbreviation | undefined;
  /** The block that was left, after `endBlock`. */
  ended: Block | undefined;
  /** Of the entry just read, abbreviation id included; bits. */
  get startBit(): number {
    return this.entry.startBit;
  }
  /** What BLOCKINFO has defined so far. */
  get blockInfo(): BlockInfo {
    return this.info;
  }
  /** The block id that BLOCKINFO's last SETBID chose. */
  setBlock: number | undefined;
  readonly cursor: BitCursor;
  private readonly entry: EntryReader;
  private open: Block | undefined;
  private info: BlockInfo;
  /** The same, where this reader has made it: what a checkpoint gave is others' too. */
  private ownInfo: Map<number, AbbreviationList> | undefined;

  constructor(
    readonly window: ByteWindow,
    options: ReaderOptions = {},
  ) {
    this.cursor = new BitCursor(window, options.originByte, options.endByte);
    if (options.startBit !== undefined) this.cursor.seek(options.startBit);
    this.info = options.blockInfo ?? new Map<number, AbbreviationList>();
    this.entry = new EntryReader(this.cursor, options.alignRecords ?? false);
    this.entry.trace = options.trace;
    this.record = this.entry.record;
  }

  /** The innermost open block. */
  get block(): Block | undefined {
    return this.open;
  }
  get depth(): number {
    return this.open?.depth ?? 0;
  }
  /** Who is told of the fields from now on. */
  set trace(trace: FieldTrace | undefined) {
    this.entry.trace = trace;
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
    const block = this.open;
    this.open = block?.outer;
    if (block) this.cursor.seek(Math.min(block.endBit, this.cursor.endBit));
    this.ended = block;
  }

  /**
   * After a fault: leaves the innermost block whose header tells an end within the stream and behind this point.
   * @returns where reading goes on, or undefined where nothing can be picked up again; bits
   */
  recover(): number | undefined {
    for (let block = this.open; block; block = block.outer) {
      this.open = block.outer;
      this.ended = block;
      if (block.endBit > this.startBit && block.endBit <= this.cursor.endBit) {
        this.cursor.seek(block.endBit);
        return block.endBit;
      }
    }
    return undefined;
  }

  checkpoint(): Checkpoint {
    const { position: bit, block, blockInfo, setBlock } = this;
    return frozen({ bit, block, blockInfo, setBlock });
  }
  /** The checkpoint in front of the block that was just entered, with what was known there. */
  checkpointBefore({ blockInfo, setBlock }: Pick<Checkpoint, "blockInfo" | "setBlock">): Checkpoint {
    return frozen({ bit: this.startBit, block: this.open?.outer, blockInfo, setBlock });
  }
  restore(checkpoint: Checkpoint): void {
    this.cursor.seek(checkpoint.bit);
    this.open = checkpoint.block;
    this.info = checkpoint.blockInfo;
    this.ownInfo = undefined;
    this.setBlock = checkpoint.setBlock;
  }

  private readEntry(): BitEvent {
    const { cursor, entry } = this;
    entry.startBit = cursor.position;
    const block = this.open;
    if (!block && this.atEnd()) return "end";
    const width = block ? block.width : TOP_WIDTH;
    const id = cursor.fixed(width);
    if (entry.trace) entry.trace.fixed("abbreviation id", entry.startBit, cursor.position, id);
    if (!block && id !== ENTER_SUBBLOCK)
      throw entry.faultHere("bad-record", "Invalid record at top-level: no block begins here");
    switch (id) {
      case END_BLOCK:
        return this.endBlock(block);
      case ENTER_SUBBLOCK:
        return this.enterBlock();
      case DEFINE_ABBREV:
        return this.defineAbbreviation(block);
      default:
        return this.readRecord(id, block);
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

  private endBlock(block: Block | undefined): BitEvent {
    this.entry.align();
    this.open = block?.outer;
    this.ended = block;
    return "endBlock";
  }

  private enterBlock(): BitEvent {
    const { entry } = this;
    const id = entry.vbr("block id", 8);
    const width = entry.vbr("new abbreviation id width", 4);
    entry.align();
    const words = entry.fixed("block length in words", 32);
    if (width === 0) throw entry.faultHere("bad-block", "can't enter sub-block: current code size is 0");
    if (width > MAX_WIDTH)
      throw entry.faultHere("bad-block", `can't enter sub-block: code size ${width} is more than 32`);
    if (id === BLOCKINFO) {
      this.info = this.ownInfo = new Map<number, AbbreviationList>();
      this.setBlock = undefined;
    }
    const bodyBit = this.cursor.position;
    const abbreviations = this.info.get(id) ?? AbbreviationList.EMPTY;
    const shared = abbreviations.length;
    this.open = {
      outer: this.open,
      depth: this.depth + 1,
      id,
      width,
      startBit: this.startBit,
      bodyBit,
      endBit: bodyBit + words * 32,
      abbreviations,
      shared,
    };
    return "enterBlock";
  }

  private defineAbbreviation(block: Block | undefined): BitEvent {
    const abbreviation = this.entry.readDefinition();
    this.abbreviation = abbreviation;
    if (!block) return "defineAbbrev";
    if (block.id !== BLOCKINFO) this.open = withAbbreviations(block, block.abbreviations.with(abbreviation));
    else if (this.setBlock === undefined)
      throw this.entry.faultHere("bad-abbreviation", "an abbreviation stands before any SETBID");
    else this.giveToBlock(this.setBlock, abbreviation);
    return "defineAbbrev";
  }

  private giveToBlock(id: number, abbreviation: Abbreviation): void {
    this.ownInfo ??= new Map(this.info);
    this.ownInfo.set(id, (this.ownInfo.get(id) ?? AbbreviationList.EMPTY).with(abbreviation));
    this.info = this.ownInfo;
  }

  private readRecord(id: number, block: Block | undefined): BitEvent {
    const { entry } = this;
    if (id === UNABBREV_RECORD) entry.readUnabbreviated();
    else entry.readAbbreviated(id, block?.abbreviations.at(id - FIRST_ABBREV));
    if (block?.id === BLOCKINFO && this.record.code === SETBID) this.setBlock = this.record.value(0);
    return "record";
  }
}

/** A block with other abbreviations, as an object of the same shape: every record asks its block. */
function withAbbreviations(block: Block, abbreviations: AbbreviationList): Block {
  const { outer, depth, id, width, startBit, bodyBit, endBit, shared } = block;
  return { outer, depth, id, width, startBit, bodyBit, endBit, abbreviations, shared };
}

/** Copies what reading on changes: within BLOCKINFO, its table. */
function frozen({ bit, block, blockInfo, setBlock }: Checkpoint): Checkpoint {
  return { bit, block, blockInfo: block?.id === BLOCKINFO ? new Map(blockInfo) : blockInfo, setBlock };
}
