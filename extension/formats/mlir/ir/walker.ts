/**
 * Walks the IR section: regions, blocks and ops in file order, without recursion. Text, listing, elements and numbering
 * all use its events, so the structure of the format is written down once.
 */
import { readSectionHeader, SectionKind } from "../container/sections";
import type { Blob } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { Release } from "../model/release";
import { Block, readBlockHeader } from "./block";
import { Op, readOp } from "./op";
import type { OpLimits } from "./op";

/** The kinds of events. The walker's fields hold the details. */
export const enum Step {
  /** The end: the section's pseudo-block is done. */
  End,
  /** A region begins: `frame`. An empty region has no block. */
  Region,
  /** A block begins: `block`. */
  Block,
  /** An op: `op`. If it has regions, they follow, and `OpEnd` after them. */
  Op,
  RegionEnd,
  OpEnd,
}

/** The regions of an op that is being walked. A class, so that all frames have the same shape in memory. */
export class RegionFrame {
  /** Index of the region being read, from 0; -1 before the first. */
  region = -1;
  open = false;
  blocks = 0;
  block = -1;
  opsLeft = 0;
  /** The number of values that the region reserves, from `base` on. */
  values = 0;
  /** The number of the next value. */
  next = 0;
  /** How many more values the regions of the section around them may reserve. */
  left: Reserve = { values: 0 };

  /**
   * @param opByte the op's first byte
   * @param opName the index of the op's name; -1 if it is not known
   * @param scope number of isolated ops around, including this one: value numbers start again in each
   * @param base first value number of the region
   */
  constructor(
    readonly cursor: MlirCursor,
    readonly opByte: number,
    readonly opName: number,
    readonly regionCount: number,
    readonly isolated: boolean,
    readonly scope: number,
    readonly base: number,
  ) {}
}

/** The first release in which an op outside of all regions, which reserves no values, may have results. */
const ROOT_RESULTS: Release = 19;

/** How many values may still be reserved. */
interface Reserve {
  values: number;
}
/** How many values may be reserved without being defined: the reference accepts that. */
const SPARE_VALUES = 1 << 12;
/** How many values all sections together may reserve: so many for each byte, and some more. */
const VALUES_PER_BYTE = 4;
const MORE_VALUES = 16 * SPARE_VALUES;

/**
 * How many values the regions in a section may reserve. Each is an op's result or a block's argument, which take at
 * least a byte each: a section has no more values than bytes.
 */
function reserveOf(cursor: MlirCursor): Reserve {
  return { values: cursor.remaining + SPARE_VALUES };
}

/** Produces the IR's events one after another. */
export class IrWalker {
  readonly op = new Op();
  readonly block = new Block();
  /** The first byte of the region that began last. */
  regionByte = 0;
  readonly frames: RegionFrame[] = [];
  /** The innermost op whose regions are being walked: the last of `frames`. */
  frame: RegionFrame;
  /** The frame of the section's pseudo-block, until a region is entered. */
  private root: RegionFrame | undefined;
  /** Whether the regions of the last op must still be entered. */
  private entering = false;
  /** How many more values regions may reserve. */
  private valueBudget: number;

  private constructor(
    cursor: MlirCursor,
    private readonly limits: OpLimits,
    regionCount: number,
  ) {
    this.valueBudget = VALUES_PER_BYTE * cursor.remaining + MORE_VALUES;
    this.frame = new RegionFrame(cursor, cursor.position, -1, regionCount, true, 0, 0);
    this.frame.left = reserveOf(cursor);
    this.frames.push(this.frame);
  }

  /**
   * A walk over the IR section, whose data is one block. If the cursor records leaves, the walk records containers too.
   */
  static section(cursor: MlirCursor, limits: OpLimits): IrWalker {
    const walker = new IrWalker(cursor, limits, 1);
    walker.frame.region = 0;
    walker.frame.blocks = 1;
    walker.root = walker.frame;
    return walker;
  }
  /** A walk over one op that refers to no values outside it; the cursor is at its first byte. */
  static op(cursor: MlirCursor, limits: OpLimits): IrWalker {
    const walker = IrWalker.section(cursor, limits);
    walker.frame.block = 0;
    walker.frame.opsLeft = 1;
    return walker;
  }
  /** A walk over the regions of one isolated op; the cursor is at the data of the section around them. */
  static regions(cursor: MlirCursor, limits: OpLimits, regionCount: number): IrWalker {
    return new IrWalker(cursor, limits, regionCount);
  }

  /**
   * Advances to the next event. @throws Damage; the walk can then continue only if {@link leave} finds an end to skip
   * to
   */
  next(): Step {
    if (this.entering) this.enter();
    const frame = this.frame;
    if (frame.opsLeft > 0) return this.nextOp(frame);
    if (frame.block + 1 < frame.blocks) {
      this.readBlock(frame);
      return Step.Block;
    }
    if (frame.open) {
      frame.open = false;
      if (frame.blocks > 0) frame.cursor.leaves?.close(frame.cursor.position);
      frame.cursor.leaves?.close(frame.cursor.position);
      return Step.RegionEnd;
    }
    if (frame.region + 1 < frame.regionCount) {
      this.readRegion(frame);
      return Step.Region;
    }
    return this.endOp(frame);
  }

  /**
   * The bytes of the regions of the op that was just read, if they are known without reading them.
   * @throws Damage if no section encloses them
   */
  enclosed(): Blob | undefined {
    if (!this.entering || !this.op.isolated || this.limits.version < 2) return undefined;
    const { cursor: own } = this.frame;
    const { window, endByte, position, sizes } = own;
    // A cursor of its own would read the same bytes again; it is needed only where fields are recorded.
    const cursor = own.leaves ? new MlirCursor(window, position, endByte, sizes) : own;
    try {
      const length = this.nestedSection(cursor);
      return { startByte: cursor.position, endByte: cursor.position + length };
    } finally {
      own.position = position;
    }
  }

  /** Skips the regions of the op that was just read, which end at `endByte`. */
  skipRegions(endByte: number): void {
    const { cursor } = this.frame;
    this.entering = false;
    cursor.position = endByte;
    cursor.leaves?.close(endByte);
  }

  /**
   * After damage: abandons the innermost isolated regions, whose section tells where they end.
   * @returns the bytes that were lost (from the last read position to the section's end); undefined if the walk cannot
   * continue
   */
  leave(): { readonly startByte: number; readonly endByte: number } | undefined {
    const damaged = this.frame.cursor;
    this.entering = false;
    while (
      this.frames.length > 1 &&
      this.frame.cursor === damaged &&
      this.frames[this.frames.length - 2]?.cursor === damaged
    )
      this.pop();
    const { frame } = this;
    const left = { startByte: damaged.position, endByte: damaged.endByte };
    damaged.position = damaged.endByte;
    frame.opsLeft = 0;
    frame.blocks = 0;
    frame.block = -1;
    frame.open = false;
    frame.region = frame.regionCount;
    return this.frames.length > 1 ? left : undefined;
  }

  private nextOp(frame: RegionFrame): Step {
    frame.opsLeft--;
    const op = this.op;
    frame.cursor.leaves?.open("op", "", frame.cursor.position);
    readOp(frame.cursor, op, this.limits, frame.base + frame.values, frame.blocks);
    if (!this.isRoot) this.define(frame, op.results.length, op.startByte);
    if (op.regions > 0) this.entering = true;
    else frame.cursor.leaves?.close(frame.cursor.position);
    return Step.Op;
  }

  /** Whether the present op is the first outside of all regions: nothing can refer to its results, so they have no numbers. */
  get isRoot(): boolean {
    return this.frame === this.root && this.limits.release >= ROOT_RESULTS;
  }

  /**
   * Assigns their numbers to the next `count` values. The message is the reference's, for a region that reserved too
   * few.
   */
  private define(frame: RegionFrame, count: number, startByte: number): void {
    const first = frame.next;
    frame.next += count;
    const limit = frame.base + frame.values;
    if (count > 0 && frame.next > limit) {
      const message = `value index range was outside of the expected range for the parent region, got [${first}, ${frame.next}), but the maximum index was ${limit - 1}`;
      throw new Damage("bad-value", message, startByte, frame.cursor.position);
    }
  }

  /** Reads the header of the section around an isolated op's regions; returns its length. */
  private nestedSection(cursor: MlirCursor): number {
    const start = cursor.position;
    const { id, length } = readSectionHeader(cursor);
    if (id !== SectionKind.ir)
      throw new Damage("bad-section", "expected IR section for region", start, cursor.position);
    if (length > cursor.remaining) {
      const message = `attempting to parse ${length} bytes when only ${cursor.remaining} remain`;
      throw new Damage("truncated", message, start, cursor.position);
    }
    return length;
  }

  private enter(): void {
    const outer = this.frame;
    const op = this.op;
    this.entering = false;
    this.root = undefined;
    let cursor = outer.cursor;
    if (op.isolated && this.limits.version >= 2) {
      const length = this.nestedSection(cursor);
      const start = cursor.position;
      cursor = new MlirCursor(cursor.window, start, start + length, cursor.sizes, cursor.leaves, true, cursor);
      outer.cursor.position = start + length;
    }
    const scope = outer.scope + (op.isolated ? 1 : 0);
    const base = op.isolated ? 0 : outer.base + outer.values;
    const frame = new RegionFrame(cursor, op.startByte, op.name, op.regions, op.isolated, scope, base);
    frame.left = cursor === outer.cursor ? outer.left : reserveOf(cursor);
    this.push(frame);
  }

  private push(frame: RegionFrame): void {
    this.frames.push(frame);
    this.frame = frame;
  }
  /** Removes the innermost frame; the outermost always stays. */
  private pop(): void {
    this.frames.pop();
    this.frame = this.frames[this.frames.length - 1] ?? this.frame;
  }

  private readRegion(frame: RegionFrame): void {
    const cursor = frame.cursor;
    frame.region++;
    this.regionByte = cursor.position;
    cursor.leaves?.open("region", `${frame.region}`, cursor.position);
    frame.blocks = cursor.count("block count");
    frame.values = frame.blocks === 0 ? 0 : cursor.varint("value count");
    this.reserve(frame);
    frame.next = frame.base;
    frame.block = -1;
    frame.open = true;
  }

  /**
   * Reserves the values of a region. What its section may reserve does not depend on what was read before it. The limit
   * for all sections does, but only damaged files reach it.
   */
  private reserve({ values, left, cursor }: RegionFrame): void {
    left.values -= values;
    this.valueBudget -= values;
    if (left.values >= 0 && this.valueBudget >= 0) return;
    const message = `${values} values, but ${cursor.remaining} bytes remain`;
    throw new Damage(left.values < 0 ? "truncated" : "limit", message, cursor.position - 1, cursor.position);
  }

  private readBlock(frame: RegionFrame): void {
    const { cursor } = frame;
    const block = this.block;
    frame.block++;
    if (frame.block > 0) cursor.leaves?.close(cursor.position);
    cursor.leaves?.open("block", `^bb${frame.block}`, cursor.position);
    block.index = frame.block;
    readBlockHeader(cursor, block, this.limits.version);
    frame.opsLeft = block.ops;
    if (block.ops > cursor.remaining)
      throw new Damage(
        "truncated",
        `${block.ops} ops, but ${cursor.remaining} bytes remain`,
        block.startByte,
        block.endByte,
      );
    this.define(frame, block.types.length, block.startByte);
  }

  private endOp(frame: RegionFrame): Step {
    if (this.frames.length === 1) {
      if (frame.block >= 0) frame.cursor.leaves?.close(frame.cursor.position);
      frame.block = -1;
      frame.blocks = 0;
      return Step.End;
    }
    this.pop();
    const outer = this.frame.cursor;
    // The reference ignores what follows the last region in its section.
    if (frame.cursor !== outer && !frame.cursor.atEnd)
      frame.cursor.skip("trailing bytes", frame.cursor.remaining, "undecoded");
    outer.leaves?.close(outer.position);
    return Step.OpEnd;
  }
}
