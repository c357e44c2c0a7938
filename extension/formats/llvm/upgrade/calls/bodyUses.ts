/** What the instructions of a body use. */
import type { ValueId } from "../../ir/ids";
import type { CallInstruction, FunctionBody } from "../../ir/function";
import { isCall } from "../../ir/function";
import type { Call } from "./host";

/** The instructions of a body that call some functions, in the order of the body. */
export interface FoundCalls {
  /** The `call` instructions by callee. */
  readonly byCallee: ReadonlyMap<ValueId, readonly Call[]>;
  /** The other ones: `invoke` and `callbr`. */
  readonly others: readonly Exclude<CallInstruction, Call>[];
}

/** The instructions in a body that call any of these functions. */
export function callsOf(functions: ReadonlyMap<ValueId, unknown>, body: FunctionBody): FoundCalls {
  const byCallee = new Map<ValueId, Call[]>();
  const others: Exclude<CallInstruction, Call>[] = [];
  for (const { instructions } of body.blocks) {
    for (const instruction of instructions) {
      if (!isCall(instruction) || !functions.has(instruction.callee)) continue;
      if (instruction.kind !== "call") others.push(instruction);
      else {
        const list = byCallee.get(instruction.callee);
        if (list) list.push(instruction);
        else byCallee.set(instruction.callee, [instruction]);
      }
    }
  }
  return { byCallee, others };
}

/** The values that are operands in a body. */
export function usedValues(body: FunctionBody): ReadonlySet<ValueId> {
  const used = new Set<ValueId>();
  for (const { instructions } of body.blocks) {
    for (const { operands } of instructions) for (const id of operands) used.add(id);
  }
  return used;
}
