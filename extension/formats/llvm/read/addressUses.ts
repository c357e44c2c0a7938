/**
 * Where a body uses the addresses of its own blocks. An address is a use of the block, so it has a place in the block's
 * use list. Source: BitcodeReader::materializeValue, BlockAddress.
 */
import type { FunctionBody, Instruction } from "../ir/function";
import { isCall } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { Value } from "../ir/values";
import { partsOf } from "../ir/values";

function operandsOf(instruction: Instruction): readonly ValueId[] {
  if (!isCall(instruction)) return instruction.operands;
  const bundled = instruction.bundles.flatMap(({ operands }) => operands);
  return [...instruction.operands, instruction.callee, ...bundled];
}

/**
 * For each block whose address is one of the function's own constants: the index of the first block that uses the
 * address. Since LLVM 15 the reference makes such a constant when it reads its first use.
 * @param valueAt a value by its number; the body must be open
 */
export function addressUses(
  body: FunctionBody,
  valueAt: (id: ValueId) => Value | undefined,
): ReadonlyMap<number, number> {
  const first = body.firstLocal + body.argumentCount;
  const uses = new Map<number, number>();
  const made = new Set<ValueId>();
  const work: ValueId[] = [];
  for (const [index, { instructions }] of body.blocks.entries()) {
    for (const instruction of instructions) {
      for (const operand of operandsOf(instruction)) work.push(operand);
      for (let id = work.pop(); id !== undefined; id = work.pop()) {
        if (id < first || id >= body.firstResult || made.has(id)) continue;
        made.add(id);
        const value = valueAt(id);
        if (value?.kind !== "blockAddress") for (const part of partsOf(value)) work.push(part);
        else if (value.function === body.function.id && !uses.has(value.block)) uses.set(value.block, index);
      }
    }
  }
  return uses;
}
