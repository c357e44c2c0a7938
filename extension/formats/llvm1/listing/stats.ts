/** `stats`: the size of each kind of block and record. */
import type { StatsRow } from "../../../document/document";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { rowName } from "./elements";
import { blockParts } from "./parts";

/**
 * Counts blocks with everything in them, then the records of each kind of block. Yields where it may be interrupted.
 */
export function* countStats(bytecode: Bytecode): Generator<void, readonly StatsRow[], undefined> {
  const blocks = new Map<
    string,
    { count: number; bits: number; records: Map<string, { count: number; bits: number }> }
  >();
  for (const block of bytecode.layout.blocks) {
    const total = blocks.get(block.kind) ?? { count: 0, bits: 0, records: new Map() };
    blocks.set(block.kind, total);
    total.count++;
    // A block within another of its kind, which only damage can cause, is part of the outer block's size.
    if (!isWithin(block.parent, block.kind)) total.bits += (block.endByte - block.headerByte) * 8;
    for (const part of blockParts(bytecode, block)) {
      if (part.kind !== "rows") continue;
      const { rows } = part.rows;
      rows.forEach((row, i) => {
        const name = rowName(row);
        const record = total.records.get(name) ?? { count: 0, bits: 0 };
        total.records.set(name, record);
        record.count++;
        record.bits += ((rows[i + 1]?.startByte ?? part.endByte) - row.startByte) * 8;
      });
      yield;
    }
  }
  return [...blocks].flatMap(([block, { count, bits, records }]) => [
    { block, count, bits },
    ...[...records].map(([record, of]) => ({ block, record, ...of })),
  ]);
}

function isWithin(outer: Block | undefined, kind: Block["kind"]): boolean {
  for (let block = outer; block; block = block.parent) if (block.kind === kind) return true;
  return false;
}
