/** The types of functions, and of what is given to them. */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { SymbolCheck, SymbolChecks } from "../nestedOp";
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

/** A call names a function of that kind, and has its types (func::CallOp::verifySymbolUses). */
export const calls =
  (kind: string): SymbolCheck =>
  (op, find) => {
    const reference = known(op.attribute("callee"));
    const found = find(reference);
    refuse(found?.name !== kind, `'${reference.path.join("::")}' does not reference a valid function`);
    const [inputs, outputs] = signature(known(found));
    refuse(inputs.length !== op.operands.length, "incorrect number of operands for callee");
    takesOperands(op, inputs);
    refuse(outputs.length !== op.results.length, "incorrect number of results for callee");
    outputs.forEach((type, i) => {
      refuse(!op.result(i).isSame(type), `result type mismatch at index ${i}`);
    });
  };

/** Uses of functions. */
export const FUNC_SYMBOLS: SymbolChecks = { "func.call": calls("func.func") };
