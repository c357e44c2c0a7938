/** Counts the blocks and records of each kind and their bits, like llvm-bcanalyzer's summary. */
import type { StatsRow } from "../../document/document";
import type { Block } from "./reader";
import { UNABBREV_RECORD } from "./entry";
import type { BitRecord } from "./record";
import type { BlockNames } from "./names";

/** The records of one code: their number, their bits, and how many of them use an abbreviation. */
export interface CodeStatistics {
  readonly code: number;
  count: number;
  bits: number;
  abbreviated: number;
}

/** The blocks of one id and their records. Bits leave out nested blocks. */
export class BlockStatistics {
  instances = 0;
  bits = 0;
  subBlocks = 0;
  abbreviations = 0;
  records = 0;
  abbreviated = 0;
  readonly codes = new Map<number, CodeStatistics>();

  /** The counters of a code. */
  of(code: number): CodeStatistics {
    let found = this.codes.get(code);
    if (!found) this.codes.set(code, (found = { code, count: 0, bits: 0, abbreviated: 0 }));
    return found;
  }
  /** Counts a record in its code's counters. */
  count(code: CodeStatistics, record: BitRecord): void {
    this.records++;
    code.count++;
    code.bits += record.endBit - record.startBit;
    if (record.abbreviationId === UNABBREV_RECORD) return;
    code.abbreviated++;
    this.abbreviated++;
  }
}

/** Bits of a block's header that llvm-bcanalyzer does not count: abbreviation id and block id. */
function headerBits(block: Block, parentWidth: number): number {
  let bits = parentWidth + 8;
  for (let id = block.id; id >= 128; id = Math.floor(id / 128)) bits += 8;
  return bits;
}

/** The statistics of a complete stream, from a reader's events. */
export class Statistics {
  readonly blocks = new Map<number, BlockStatistics>();
  topLevelBlocks = 0;

  /** The statistics of a block id. */
  of(id: number): BlockStatistics {
    let found = this.blocks.get(id);
    if (!found) this.blocks.set(id, (found = new BlockStatistics()));
    return found;
  }
  /** Counts a block that begins within `parent` (undefined at the top level). */
  enter(block: Block, parent: Block | undefined): void {
    this.of(block.id).instances++;
    if (parent) this.of(parent.id).subBlocks++;
    else this.topLevelBlocks++;
  }
  /** Counts the bits of a block that ends at `endBit`, and takes them from its parent's. */
  leave(block: Block, parent: Block | undefined, parentWidth: number, endBit: number): void {
    const bits = Math.max(0, endBit - block.startBit - headerBits(block, parentWidth));
    this.of(block.id).bits += bits;
    if (parent) this.of(parent.id).bits -= bits;
  }

  /** The rows of `stats`: blocks by id, each followed by its records by frequency. */
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

/** The codes of a block by count, then by code, both descending, as in llvm-bcanalyzer's histogram. */
export function histogram(block: BlockStatistics): readonly (readonly [number, CodeStatistics])[] {
  return [...block.codes].sort(([codeA, a], [codeB, b]) => b.count - a.count || codeB - codeA);
}
