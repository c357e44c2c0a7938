/**
 * Reads a bitstream as a sequence of events: records, definitions of abbreviations, beginnings and ends of blocks.
 * Format: docs/formats/bitstream.md; behaviour on damage: llvm::BitstreamCursor (a fault ends the block; see {@link
 * BitstreamReader.recover}).
 */
import type { ByteWindow } from "../../document/window";
import type { Abbreviation } from "./abbreviation";
import { AbbreviationList, MAX_WIDTH } from "./abbreviation";
import { BitFault } from "./bitFault";
import { BitCursor } from "./cursor";
import type { FieldTrace } from "./entry";
import { EntryReader, UNABBREV_RECORD } from "./entry";
import type { BitRecord } from "./record";

/** The abbreviation id of the end of a block. */
export const END_BLOCK = 0;
/** The abbreviation id of the beginning of a nested block. */
export const ENTER_SUBBLOCK = 1;
/** The abbreviation id of the definition of an abbreviation. */
export const DEFINE_ABBREV = 2;
/** The first id that DEFINE_ABBREV assigns. */
export const FIRST_ABBREV = 4;
/** The block that defines abbreviations and names for other blocks, and its SETBID record. */
export const BLOCKINFO = 0;
const SETBID = 1;
/** Width of abbreviation ids outside all blocks. */
export const TOP_WIDTH = 2;

/** The most bits after the last block that are ignored: they cannot hold a block. */
const GARBAGE_BITS = 64;
/** The most bits after the last block that are searched for zeros: writers pad no further. */
const FILLER_BITS = 4096;

/** What {@link BitstreamReader.next} has read. */
export type BitEvent = "record" | "enterBlock" | "endBlock" | "defineAbbrev" | "end" | "fault";

/** The abbreviations that BLOCKINFO defines for each block id. Not changed after its block has ended. */
export type BlockInfo = ReadonlyMap<number, AbbreviationList>;

/** An open block. It is immutable: the definition of an abbreviation replaces it. */
export interface Block {
  /** The block around it; undefined at the top level. */
  readonly outer: Block | undefined;
  /** The number of open blocks inside it, including itself. */
  readonly depth: number;
  readonly id: number;
  /** Width of the abbreviation ids in it. */
  readonly width: number;
  /** Where the abbreviation id that entered it starts; bits. */
  readonly startBit: number;
  /** Where its first abbreviation id starts, after the header; bits. */
  readonly bodyBit: number;
  /** Where it ends according to the word count in its header; may be past the end of the stream; bits. */
  readonly endBit: number;
  /** Abbreviations in force; the first `shared` come from BLOCKINFO. */
  readonly abbreviations: AbbreviationList;
  readonly shared: number;
}

/** A position between two entries from which reading can resume later. */
export interface Checkpoint {
  readonly bit: number;
  /** The innermost open block. */
  readonly block: Block | undefined;
  readonly blockInfo: BlockInfo;
  readonly setBlock: number | undefined;
}

/** What a reader reads, and how. */
export interface ReaderOptions {
  /** Where the stream's first 32-bit word starts and where the stream ends; bytes from the start of the window. */
  readonly originByte?: number;
  readonly endByte?: number;
  readonly startBit?: number;
  readonly blockInfo?: BlockInfo;
  /** Records and definitions are padded to a byte (a flag in the header of late PNaCl files). */
  readonly alignRecords?: boolean;
  readonly trace?: FieldTrace | undefined;
}

/** Reads a bitstream entry by entry. After each event the fields below describe what was read. */
export class BitstreamReader {
  /** The record, after `record`. */
  readonly record: BitRecord;
  /** What went wrong, after `fault`. */
  fault: BitFault | undefined;
  /** The abbreviation, after `defineAbbrev`. */
  abbreviation: Abbreviation | undefined;
  /** The block that was left, after `endBlock`. */
  ended: Block | undefined;
  /** Where the entry just read starts (at its abbreviation id); bits. */
  get startBit(): number {
    return this.entry.startBit;
  }
  /** The abbreviations that BLOCKINFO has defined so far. */
  get blockInfo(): BlockInfo {
    return this.info;
  }
  /** The block id that BLOCKINFO's last SETBID selected. */
  setBlock: number | undefined;
  readonly cursor: BitCursor;
  private readonly entry: EntryReader;
  private open: Block | undefined;
  private info: BlockInfo;
  /** The same map if this reader made it and may change it; a map from a checkpoint is shared. */
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
  /** The number of open blocks. */
  get depth(): number {
    return this.open?.depth ?? 0;
  }
  /** Sets what receives the fields from now on. */
  set trace(trace: FieldTrace | undefined) {
    this.entry.trace = trace;
  }
  /**
   * The most operands to read of a record: those after them are passed over, which costs less, and have no meaning in
   * the record until {@link complete} has been called. Its length is still that of all operands.
   */
  set most(count: number) {
    this.entry.most = count;
  }
  /** Reads the operands of the record just read that were passed over. */
  complete(): void {
    const { cursor, entry } = this;
    const { most } = entry;
    if (entry.record.length <= most) return;
    entry.most = Infinity;
    cursor.seek(entry.startBit);
    this.readEntry();
    entry.most = most;
  }
  /** Where the next entry starts; bits. */
  get position(): number {
    return this.cursor.position;
  }

  /**
   * Reads one entry. `end`: nothing is left outside all blocks. `fault`: see {@link fault}; call {@link recover} to go
   * on.
   */
  next(): BitEvent {
    try {
      return this.readEntry();
    } catch (thrown) {
      if (!(thrown instanceof BitFault)) throw thrown;
      this.fault = thrown;
      return "fault";
    }
  }

  /** Skips the block that was just entered, by the length in its header, which must not pass the stream's end. */
  skipBlock(): void {
    const block = this.open;
    this.open = block?.outer;
    if (block) this.cursor.seek(Math.min(block.endBit, this.cursor.endBit));
    this.ended = block;
  }

  /**
   * After a fault: leaves blocks, innermost first, until one whose header gives an end after this point and within the
   * stream.
   * @returns the bit where reading resumes, or undefined if it cannot
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

  /** The current position, to resume at later. */
  checkpoint(): Checkpoint {
    const { position: bit, block, blockInfo, setBlock } = this;
    return frozen({ bit, block, blockInfo, setBlock });
  }
  /** The checkpoint before the block that was just entered, with the BLOCKINFO state of that point. */
  checkpointBefore({ blockInfo, setBlock }: Pick<Checkpoint, "blockInfo" | "setBlock">): Checkpoint {
    return frozen({ bit: this.startBit, block: this.open?.outer, blockInfo, setBlock });
  }
  /** Resumes at a checkpoint. */
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
      case UNABBREV_RECORD:
        entry.readUnabbreviated();
        break;
      default:
        entry.readAbbreviated(id, block?.abbreviations.at(id - FIRST_ABBREV));
    }
    if (block?.id === BLOCKINFO && this.record.code === SETBID) this.setBlock = this.record.value(0);
    return "record";
  }

  /**
   * Outside all blocks, 8 bytes or fewer cannot hold a block: llvm::BitcodeReader takes them for an archiver's
   * leftovers. Zero words up to the end are filler too.
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
    // All other faults are reported when a record uses the abbreviation.
    if (abbreviation.operands.length === 0)
      throw this.entry.faultHere("bad-abbreviation", "Abbrev record with no operands");
    this.abbreviation = abbreviation;
    if (!block) return "defineAbbrev";
    if (block.id !== BLOCKINFO) this.open = withAbbreviations(block, block.abbreviations.with(abbreviation));
    else if (this.setBlock === undefined)
      throw this.entry.faultHere("bad-abbreviation", "an abbreviation is defined before any SETBID");
    else this.shareAbbreviation(this.setBlock, abbreviation);
    return "defineAbbrev";
  }

  private shareAbbreviation(id: number, abbreviation: Abbreviation): void {
    this.ownInfo ??= new Map(this.info);
    this.ownInfo.set(id, (this.ownInfo.get(id) ?? AbbreviationList.EMPTY).with(abbreviation));
    this.info = this.ownInfo;
  }
}

/**
 * A block with other abbreviations. It has the same object shape as before: every record reads its block, and this
 * keeps that fast.
 */
function withAbbreviations(block: Block, abbreviations: AbbreviationList): Block {
  const { outer, depth, id, width, startBit, bodyBit, endBit, shared } = block;
  return { outer, depth, id, width, startBit, bodyBit, endBit, abbreviations, shared };
}

/** Copies what further reading would change: the table of BLOCKINFO, while inside it. */
function frozen({ bit, block, blockInfo, setBlock }: Checkpoint): Checkpoint {
  return { bit, block, blockInfo: block?.id === BLOCKINFO ? new Map(blockInfo) : blockInfo, setBlock };
}
