/** What the bodies of mlir::linalg's structured ops take (verifyStructuredOpInterface, MapOp::verify). */
import { NAMED_OPS } from "../../properties/namedMaps";
import { known, refuse } from "../fault";
import type { NestedCheck, NestedChecks } from "../nestedOp";
import { each } from "./combined";
import { ELEMENTWISE } from "./linalg";

/** The elements of each operand, in order. */
const elements: NestedCheck = (op) => {
  refuse(op.blocks(0).length !== 1, "expects to have 1 region with 1 block");
  const { args } = op.entry();
  const words = "expected as many non-induction variable region arguments as the number of input/output operands";
  refuse(args.length !== op.operands.length, words);
  op.operands.forEach((type, i) => {
    const wanted = type.kind === "tensor" || type.kind === "memref" ? type.element : type;
    const found = known(args[i]);
    const texts = `(${found.text}) to match element or self type of the corresponding operand (${wanted.text})`;
    refuse(!found.isSame(wanted), `expected type of bb argument #${i} ${texts}`);
  });
};

/** Since MLIR 22 also the output. */
const mapped: NestedCheck = (op) => {
  const { args } = op.entry();
  const count = op.operands.length - (op.release < 22 ? 1 : 0);
  const words = `expects number of operands to match the arity of mapper, but got: ${count} and ${args.length}`;
  refuse(args.length !== count, words);
  op.operands.slice(0, -1).forEach(({ element }, i) => {
    const found = known(args[i]);
    const texts = `expected element type of input '${element.text}' to match bbArg type '${found.text}'`;
    refuse(!found.isSame(element), texts);
  });
};

/** Checks by the arguments of blocks. */
export const LINALG_BODIES: NestedChecks = {
  ...each("linalg.*", [...NAMED_OPS, ...ELEMENTWISE], elements),
  ...each("linalg.*", ["broadcast", "contract", "elementwise", "fill", "generic", "reduce", "transpose"], elements),
  "linalg.map": mapped,
};
