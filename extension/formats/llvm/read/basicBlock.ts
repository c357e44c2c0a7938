/** Makes basic blocks. */
import type { BasicBlock, Instruction } from "../ir/function";

const NO_INSTRUCTIONS: Instruction[] = [];

/**
 * A basic block without a name or instructions. This is a class because V8 sooner or later allocates literals among the
 * old objects. Blocks there would keep their instructions, and everything that is made while they are read, until the
 * next full collection.
 */
export class EmptyBlock implements BasicBlock {
  name = "";
  instructions = NO_INSTRUCTIONS;
}
