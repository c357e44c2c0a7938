/** The predecessors of basic blocks, in the order of the reference's use lists. */
import type { BasicBlock, BlockUseList, FunctionBody } from "../ir/function";
import { successors } from "../ir/function";

const NO_BLOCKS: readonly number[] = [];

/**
 * For each block its predecessors, one entry per edge. A use list starts with the use that was added last; a USELIST
 * record changes the order.
 */
export function predecessors(body: FunctionBody): readonly (readonly number[])[] {
  const { blocks } = body;
  const lists: number[][] = blocks.map(() => []);
  for (let index = blocks.length - 1; index >= 0; index--) {
    const { instructions } = blocks[index] as BasicBlock;
    const last = instructions[instructions.length - 1];
    const targets = last ? successors(last) : NO_BLOCKS;
    for (let i = targets.length - 1; i >= 0; i--) lists[targets[i] as number]?.push(index);
  }
  for (const useList of body.useLists) reorder(lists, useList);
  return lists;
}

/** Represents a use that is not an edge. */
const ADDRESS = -1;

function reorder(lists: number[][], { block, order, addressedIn }: BlockUseList): void {
  const edges = lists[block];
  if (!edges) return;
  // The block's address is a use too. It was added just before the edges of the block that first uses it.
  const list = [...edges];
  if (addressedIn !== undefined && order.length === edges.length + 1) {
    const older = edges.findIndex((from) => from < addressedIn);
    list.splice(older < 0 ? edges.length : older, 0, ADDRESS);
  }
  // The reference only sorts by these numbers (sortUseList), whatever they are.
  if (list.length !== order.length) return;
  const places = list.map((from, i) => ({ from, place: order[i] as number }));
  const sorted = places.sort((a, b) => a.place - b.place).map(({ from }) => from);
  lists[block] = sorted.filter((from) => from !== ADDRESS);
}
