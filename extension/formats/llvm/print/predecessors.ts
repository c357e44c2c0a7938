/** The predecessors of basic blocks, in the order of the reference's use lists. */
import type { BasicBlock, BlockUseList, FunctionBody } from "../ir/function";
import { successors } from "../ir/function";

const NO_BLOCKS: readonly number[] = [];

function targetsOf({ instructions }: BasicBlock): readonly number[] {
  const last = instructions[instructions.length - 1];
  return last ? successors(last) : NO_BLOCKS;
}

/**
 * For each block of a body its predecessors, one entry per edge. A use list starts with the use that was added last; a
 * USELIST record changes the order.
 */
export class Predecessors {
  /** The lists one after another. */
  private readonly from: Uint32Array;
  /** By block: where its list starts, and that of the block after it. */
  private readonly starts: Uint32Array;

  constructor({ blocks, useLists }: FunctionBody) {
    const { length } = blocks;
    // While they are filled, the start of the list of block i is at i + 1.
    const starts = (this.starts = new Uint32Array(length + 2));
    for (const block of blocks)
      for (const target of targetsOf(block))
        if (target < length) starts[target + 2] = (starts[target + 2] as number) + 1;
    for (let i = 2; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
    this.from = new Uint32Array(starts[length + 1] as number);
    for (let index = length - 1; index >= 0; index--) {
      const targets = targetsOf(blocks[index] as BasicBlock);
      for (let i = targets.length - 1; i >= 0; i--) this.add(targets[i] as number, index);
    }
    for (const useList of useLists) this.reorder(useList);
  }
  private add(target: number, from: number): void {
    if (target >= this.starts.length - 2) return;
    const place = this.starts[target + 1] as number;
    this.from[place] = from;
    this.starts[target + 1] = place + 1;
  }

  /** The predecessors of a block. */
  of(block: number): readonly number[] {
    const end = this.starts[block + 1] ?? 0;
    const start = this.starts[block] ?? end;
    if (start === end) return NO_BLOCKS;
    const list = [this.from[start] as number];
    for (let i = start + 1; i < end; i++) list.push(this.from[i] as number);
    return list;
  }

  private reorder({ block, order, addressedIn }: BlockUseList): void {
    const count = (this.starts[block + 1] ?? 0) - (this.starts[block] ?? 0);
    // The block's address is a use too. It was added just before the edges of the block that first uses it.
    const isAddressed = addressedIn !== undefined && order.length === count + 1;
    // The reference only sorts by these numbers (sortUseList), whatever they are.
    if (count === 0 || (order.length !== count && !isAddressed)) return;
    const list = [...this.of(block)];
    if (isAddressed) {
      const older = list.findIndex((from) => from < addressedIn);
      list.splice(older < 0 ? count : older, 0, ADDRESS);
    }
    const places = list.map((from, i) => ({ from, place: order[i] as number }));
    const sorted = places.sort((a, b) => a.place - b.place).map(({ from }) => from);
    this.from.set(
      sorted.filter((from) => from !== ADDRESS),
      this.starts[block],
    );
  }
}

/** Represents a use that is not an edge. */
const ADDRESS = -1;
