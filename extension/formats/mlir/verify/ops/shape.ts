/** What mlir::shape's ops demand: errors go on from operands to results, and results are what is inferred (Shape.cpp). */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks } from "../opView";
import { each } from "./combined";
import { mayEqual, shapeWords, sizeAt } from "./shared";

/** A list of sizes has the inferred type. @param size how many there are */
function extents(result: TypeView, size: number, isExact: boolean): void {
  if (result.kind !== "tensor") return;
  const fits = isExact ? sizeAt(result, 0) === size : mayEqual(sizeAt(result, 0), size);
  const inferred = `inferred type(s) 'tensor<${shapeWords([size])}xindex>'`;
  refuse(!fits, `${inferred} are incompatible with return type(s) of operation '${result.text}'`);
}

const isError = ({ text }: TypeView): boolean => /^!shape\.(?:shape|size|value_shape)$/.test(text);

/** Results hold errors if operands may. */
const propagated: OpCheck = (op) => {
  const isShape = op.name === "shape.shape_of" || op.name === "shape.broadcast" || op.result().is("!shape.shape");
  const words = `if at least one of the operands can hold error values then the result must be of type \`${isShape ? "shape" : "size"}\` to propagate them`;
  refuse(op.operands.some(isError) && !isError(op.result()), words);
};

const met: OpCheck = (op) => {
  const isSize = (type: TypeView): boolean => type.isIndex || type.is("!shape.size");
  const [first] = op.operands;
  const mixed = op.operands.some((type) => isSize(type) !== isSize(known(first)));
  refuseBare(mixed, "requires all sizes or shapes");
  const sizes = op.operands.filter(({ kind }) => kind === "tensor").map((type) => sizeAt(type, 0));
  const told = new Set(sizes.filter((size) => size !== ANY_SIZE));
  refuseBare(told.size > 1 && sizes.length === op.operands.length, "unequal shape cardinality");
};

/** By the names of ops. */
export const SHAPE: OpChecks = {
  ...each("shape.*", ["add", "mul", "get_extent", "num_elements", "rank", "div", "broadcast"], propagated),
  "shape.shape_of": (op) => {
    propagated(op);
    if (!isError(op.operand(0)) && op.operand(0).isRanked) extents(op.result(), op.operand(0).rank, false);
  },
  "shape.const_shape": (op) => {
    extents(op.result(), known(op.attribute("shape")).type.count, true);
  },
  "shape.meet": met,
  "shape.cstr_broadcastable": (op) => {
    refuse(op.operands.length < 2, `required at least 2 input shapes`);
  },
  "shape.assuming_all": (op) => {
    refuse(op.operands.length === 0, "no operands specified");
  },
};
