/** Makes basic blocks. */
import type { BasicBlock, Instruction } from "../ir/function";

/** Copied for each block. */
const NO_INSTRUCTIONS: readonly Instruction[] = [];

/**
 * A basic block without a name or instructions. This is a class, and its list a copy, because V8 sooner or later
 * allocates literals among the old objects. Blocks there would keep their instructions, and everything that is made while
 * they are read, until the next full collection.
 */
export class EmptyBlock implements BasicBlock {
  name = "";
  readonly instructions: Instruction[] = NO_INSTRUCTIONS.slice();
}
