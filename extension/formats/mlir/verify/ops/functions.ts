/** The types of functions, and of what is given to them. */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { OpView } from "../opView";

/** The types that a function takes and gives. */
export const signature = (op: OpView): readonly [inputs: readonly TypeView[], outputs: readonly TypeView[]] => {
  const { inputs, outputs } = known(op.attribute("function_type")).type;
  return [inputs, outputs];
};

/** The operands of a call have the types that the function takes. */
export function takesOperands(call: OpView, inputs: readonly TypeView[]): void {
  inputs.forEach((type, i) => {
    const given = call.operand(i);
    const words = `expected operand type '${type.text}', but provided '${given.text}' for operand number ${i}`;
    refuse(!given.isSame(type), `operand type mismatch: ${words}`);
  });
}
