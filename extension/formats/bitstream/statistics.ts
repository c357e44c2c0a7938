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
export interface BlockStatistics {
  instances: number;
  bits: number;
  subBlocks: number;
  abbreviations: number;
  records: number;
  abbreviated: number;
  readonly codes: Map<number, CodeStatistics>;
  /** The code last seen of those with the same low byte: saves a look into `codes` for nearly every record. */
  readonly recent: CodeStatistics[];
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
    if (!found) {
      found = {
        instances: 0,
        bits: 0,
        subBlocks: 0,
        abbreviations: 0,
        records: 0,
        abbreviated: 0,
        codes: new Map(),
        recent: [],
      };
      this.blocks.set(id, found);
    }
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
  record(statistics: BlockStatistics, record: BitRecord): void {
    statistics.records++;
    let code = statistics.recent[record.code & 255];
    if (code?.code !== record.code) {
      code = statistics.codes.get(record.code) ?? { code: record.code, count: 0, bits: 0, abbreviated: 0 };
      statistics.codes.set(record.code, code);
      statistics.recent[record.code & 255] = code;
    }
    code.count++;
    code.bits += record.endBit - record.startBit;
    if (record.abbreviationId === UNABBREV_RECORD) return;
    code.abbreviated++;
    statistics.abbreviated++;
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
