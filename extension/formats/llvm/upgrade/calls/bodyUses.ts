/** What the instructions of a body use. */
import type { ValueId } from "../../ir/ids";
import type { FunctionBody } from "../../ir/function";
import type { Call } from "./host";

/** The calls in a body of these functions, by callee, in the order of the body. */
export function callsByCallee(body: FunctionBody, of: ReadonlyMap<ValueId, unknown>): Map<ValueId, Call[]> {
  const calls = new Map<ValueId, Call[]>();
  for (const { instructions } of body.blocks) {
    for (const instruction of instructions) {
      if (instruction.kind !== "call" || !of.has(instruction.callee)) continue;
      const list = calls.get(instruction.callee);
      if (list) list.push(instruction);
      else calls.set(instruction.callee, [instruction]);
    }
  }
  return calls;
}

/** The values that are operands in a body. */
export function usedValues(body: FunctionBody): ReadonlySet<ValueId> {
  const used = new Set<ValueId>();
  for (const { instructions } of body.blocks) {
    for (const { operands } of instructions) for (const id of operands) used.add(id);
  }
  return used;
}
