/** What ops of mlir::arm_sme and mlir::arm_neon demand of their vectors (ArmSMEOps.td, ArmNeon.td). */
import type { TypeView } from "../entryView";
import { refuse } from "../fault";
import type { OpCheck, OpChecks } from "../opView";
import { each } from "./combined";

const demand = (holds: boolean, words: string): void => {
  refuse(!holds, `failed to verify that ${words}`);
};

/** A vector with one scalable dimension as it is printed. */
const sliceText = (size: number | undefined, element: string): string => `vector<[${size ?? 0}]x${element}>`;

/** A tile of 128 scalable bits in both directions. @param place the operand or result */
function tile(type: TypeView, place: string): void {
  const { shape, scalable, element } = type;
  const size = 128 / element.bits;
  const fits = shape.join() === `${size},${size}` && scalable.every(Boolean);
  refuse(!fits, `${place} must be a vector type that fits into a SME tile, but got '${type.text}'`);
}

const flat = (type: TypeView, place: string): void => {
  const words = `${place} must be 2D memref of any type values, but got '${type.text}'`;
  refuse(type.kind === "memref" && type.rank !== 2, words);
};

const masks: OpCheck = (op) => {
  const [left, right] = [op.group(2).length, op.group(3).length];
  demand(left === right, "both `lhsMask` and `rhsMask` should be provided or neither");
};

/** @param factor how many products are added up in one element of the tile */
const multiplies =
  (factor: number): OpCheck =>
  (op) => {
    masks(op);
    const isSame = op.result().element.bits === op.operand(0).element.bits * factor;
    demand(isSame, `tile element size equals input element size * ${factor}`);
  };
const named = (check: OpCheck, names: string): OpChecks => each("arm_sme.*", names.split(" "), check);

/** @param name of the tile */
const masked =
  (whole: number | "result", name: string, mask: number): OpCheck =>
  (op) => {
    const { shape, scalable } = whole === "result" ? op.result() : op.operand(whole);
    const found = op.operand(mask);
    const isSlice = found.rank === 1 && found.shape[0] === shape[1] && found.scalable[0] === scalable[1];
    const words = `\`mask\` has i1 element type and the shape is a slice of \`${name}\``;
    demand(isSlice && found.element.is("i1"), words);
  };

/** By the names of ops. */
export const ARM: OpChecks = {
  ...named(masks, "outerproduct"),
  ...named(multiplies(2), "fmopa_2way fmops_2way smopa_2way smops_2way umopa_2way umops_2way"),
  ...named(
    multiplies(4),
    "smopa_4way smops_4way umopa_4way umops_4way sumopa_4way sumops_4way usmopa_4way usmops_4way",
  ),
  ...named((op) => {
    tile(op.result(), "result #0");
  }, "get_tile zero"),
  "arm_sme.tile_load": (op) => {
    flat(op.operand(0), "operand #0");
    const [padding, mask] = [op.group(2).length, op.group(3).length];
    demand(padding === mask, "both `padding` and `mask` should be provided or neither");
  },
  "arm_sme.tile_store": (op) => {
    flat(op.operand(1), "operand #1");
  },
  "arm_sme.load_tile_slice": masked("result", "result", 1),
  "arm_sme.store_tile_slice": masked(0, "tile", 2),
  "arm_sme.insert_tile_slice": (op) => {
    const { shape, element } = op.operand(1);
    demand(op.operand(0).is(sliceText(shape[1], element.text)), "type of 'vector' matches type of 'tile' slice");
  },
  "arm_sme.extract_tile_slice": (op) => {
    const { shape, element } = op.operand(0);
    demand(op.result().is(sliceText(shape[1], element.text)), "type of 'result' matches type of 'tile' slice");
  },
  ...named((op) => {
    demand(op.result().is("i64"), "`res` is i64");
  }, "intr.cntsb intr.cntsd intr.cntsh intr.cntsw"),
  "arm_neon.2d.sdot": (op) => {
    const [a, b] = [op.operand(0).shape, op.operand(1).shape];
    demand(a.length === 1, "operand `a` should be 1-dimensional");
    demand(b.length === 2, "operand `b` should be 2-dimensional");
    demand(b[1] === 4, "operand `b` should have 4 columns");
    demand(b[0] === a[0], "operand `b` should have as many rows as the size of operand `a`");
  },
};
