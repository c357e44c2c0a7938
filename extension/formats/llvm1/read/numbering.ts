/** Numbers of unnamed values: one sequence per type, the module's first, then the function's (SlotMachine). */
import type { Type } from "../model/type";
import { VOID } from "../model/type";
import type { Argument, BasicBlock, FunctionValue, GlobalVariable, Instruction } from "../model/values";

/** The next number of each type that has one. */
export type NextNumbers = ReadonlyMap<Type, number>;

type Numbered = GlobalVariable | FunctionValue | Argument | BasicBlock | Instruction;

/** @param before where numbers begin that `next` does not have yet */
function give(next: Map<Type, number>, value: Numbered, before?: NextNumbers): void {
  if (value.type === VOID || value.name !== undefined) return;
  value.number = next.get(value.type) ?? before?.get(value.type) ?? 0;
  next.set(value.type, value.number + 1);
}

/** Numbers a module's globals, variables before functions. Returns where functions' own numbers begin. */
export function numberModule(globals: readonly GlobalVariable[], functions: readonly FunctionValue[]): NextNumbers {
  const next = new Map<Type, number>();
  for (const global of globals) give(next, global);
  for (const global of functions) give(next, global);
  return next;
}

/** Numbers a function's values: arguments, then each block before its instructions. */
export function numberBody(args: readonly Argument[], blocks: readonly BasicBlock[], module: NextNumbers): void {
  // A copy of the module's numbers would cost every function as much as the module has types.
  const next = new Map<Type, number>();
  for (const arg of args) give(next, arg, module);
  for (const block of blocks) {
    give(next, block, module);
    for (const instruction of block.instructions) give(next, instruction, module);
  }
}
