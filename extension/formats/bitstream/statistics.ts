/** Counts what each kind of block and record costs, as llvm-bcanalyzer's summary does. */
import type { StatsRow } from "../../document/document";
import type { Block } from "./reader";
import { UNABBREV_RECORD } from "./entry";
import type { BitRecord } from "./record";
import type { BlockNames } from "./names";

/** What the records of one code cost. */
export interface CodeStatistics {
  readonly code: number;
  count: number;
  bits: number;
  abbreviated: number;
}

/** What the blocks of one id cost, blocks within them not counted. */
export class BlockStatistics {
  instances = 0;
  bits = 0;
  subBlocks = 0;
  abbreviations = 0;
  records = 0;
  abbreviated = 0;
  readonly codes = new Map<number, CodeStatistics>();

  /** Where the records of a code are counted. */
  of(code: number): CodeStatistics {
    let found = this.codes.get(code);
    if (!found) this.codes.set(code, (found = { code, count: 0, bits: 0, abbreviated: 0 }));
    return found;
  }
  /** Counts a record; `code` is where those of its code are counted. */
  count(code: CodeStatistics, record: BitRecord): void {
    this.records++;
    code.count++;
    code.bits += record.endBit - record.startBit;
    if (record.abbreviationId === UNABBREV_RECORD) return;
    code.abbreviated++;
    this.abbreviated++;
  }
}

/** Bits of the header's fields before the point that llvm-bcanalyzer counts a block from: abbreviation id and block id. */
function headerBits(block: Block, parentWidth: number): number {
  let bits = parentWidth + 8;
  for (let id = block.id; id >= 128; id = Math.floor(id / 128)) bits += 8;
  return bits;
}

/** Gathers the figures of a whole stream from a reader's events. */
export class Statistics {
  readonly blocks = new Map<number, BlockStatistics>();
  topLevelBlocks = 0;

  of(id: number): BlockStatistics {
    let found = this.blocks.get(id);
    if (!found) this.blocks.set(id, (found = new BlockStatistics()));
    return found;
  }
  /** A block begins within `parent` (undefined at the top). */
  enter(block: Block, parent: Block | undefined): void {
    this.of(block.id).instances++;
    if (parent) this.of(parent.id).subBlocks++;
    else this.topLevelBlocks++;
  }
  /** A block has ended at `endBit`; its bits no longer count for its parent. */
  leave(block: Block, parent: Block | undefined, parentWidth: number, endBit: number): void {
    const bits = Math.max(0, endBit - block.startBit - headerBits(block, parentWidth));
    this.of(block.id).bits += bits;
    if (parent) this.of(parent.id).bits -= bits;
  }

  /** The rows of `stats`: blocks by id, in each its records by count. */
  *rows(names: BlockNames): Generator<StatsRow, void, undefined> {
    for (const [id, block] of [...this.blocks].sort(([a], [b]) => a - b)) {
      const name = names.blockOrUnknown(id);
      yield { block: name, count: block.instances, bits: block.bits };
      for (const [code, { count, bits, abbreviated }] of histogram(block)) {
        yield { block: name, record: names.recordOrUnknown(id, code), count, bits, abbreviated };
      }
    }
  }
}

/** The codes of a block by count, then by code, both falling: the order of llvm-bcanalyzer's histogram. */
export function histogram(block: BlockStatistics): readonly (readonly [number, CodeStatistics])[] {
  return [...block.codes].sort(([codeA, a], [codeB, b]) => b.count - a.count || codeB - codeA);
}
