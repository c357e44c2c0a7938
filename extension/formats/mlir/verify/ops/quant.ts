/** What mlir::quant's casts demand of quantized types and of the tensors that hold them. */
import { partsOf } from "../../attributes/brackets";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import type { OpCheck, OpChecks } from "../opView";

/** `!quant.uniform<u8<0:200>:f32:{0:1, 1:2}, {{2.0:120}, {3.0}}>`. */
interface Quantized {
  /** The type of the integers that are stored, without sign. */
  readonly storage: string;
  readonly expressed: string;
  /** The dimension whose elements have scales of their own. */
  readonly axis: number | undefined;
  /** Dimensions and the sizes of their blocks. */
  readonly blocks: readonly (readonly [dimension: number, size: number])[] | undefined;
  readonly scales: string;
}

const UNIFORM = /^!quant\.uniform<(?:si|ui|i|u)(\d+)(?:<-?\d+:-?\d+>)?:(\w+)(?::(\d+)|:\{([^{}]*)\})?, ?(.*)>$/;

const scalar = (type: TypeView): TypeView => (isTensor(type) ? type.element : type);
const isTensor = ({ kind }: TypeView): boolean => kind === "tensor" || kind === "unrankedTensor";
const isQuantized = (type: TypeView): boolean => scalar(type).text.startsWith("!quant.");

function quantized(type: TypeView): Quantized {
  const [, bits, expressed = "", axis, blocks, scales = ""] = UNIFORM.exec(scalar(type).text) ?? unknown();
  const pairs = blocks === undefined ? undefined : partsOf(blocks).map((pair) => pair.split(":").map(Number));
  return {
    ...{ storage: `i${known(bits)}`, expressed, scales },
    axis: axis === undefined ? undefined : Number(axis),
    blocks: pairs?.map(([dimension = 0, size = 1]) => [dimension, size]),
  };
}

/** The shape of `{{1.0, 2.0}, {3.0, 4.0}}`. */
function scaleShape(text: string): readonly number[] {
  const items = text.startsWith("{") ? partsOf(text.slice(1, -1)) : undefined;
  return items ? [items.length, ...scaleShape(items[0] ?? "")] : [];
}

/** Both are scalars, or tensors with equal dimensions. */
const shaped: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const isSame = from.kind === "tensor" && to.kind === "tensor" ? from.shape.join() === to.shape.join() : true;
  const kind = (type: TypeView): string => (isTensor(type) ? type.kind : "");
  const words = "failed to verify that input and result are both scalars or both tensors with matching shape";
  refuse(kind(from) !== kind(to) || !isSame, words);
};

function checkAxis({ axis = 0, scales }: Quantized, container: TypeView): void {
  refuseBare(!isTensor(container), "scalar types may not use per-axis quantization");
  if (container.kind !== "tensor") return;
  refuseBare(axis >= container.rank, "quantized dimension must be less than tensor rank");
  const [size, count] = [container.shape[axis], scaleShape(scales)[0]];
  refuseBare(size !== ANY_SIZE && size !== count, "quantized dimension size does not match number of scales");
}

function checkBlocks({ blocks = [], scales }: Quantized, container: TypeView): void {
  refuseBare(!isTensor(container), "scalar types may not use sub-channel quantization");
  refuseBare(container.kind !== "tensor", "tensor containing the sub-channel quantized type must be ranked");
  const { shape, rank } = container;
  const expected = shape.map(() => 1);
  for (const [dimension, block] of blocks) {
    refuseBare(dimension >= rank, `quantized dimension ${dimension} must be less than tensor rank ${rank}`);
    const size = shape[dimension] ?? ANY_SIZE;
    const words = `tensor dimension size ${size} at axis ${dimension} must be divisible by the corresponding block size`;
    refuseBare(size !== ANY_SIZE && size % block !== 0, `${words} ${block}`);
    expected[dimension] = size === ANY_SIZE ? ANY_SIZE : size / block;
  }
  const isEmpty = shape.includes(0);
  refuseBare(isEmpty, "tensor dimension size of zero is not allowed with sub-channel quantization");
  const found = scaleShape(scales);
  const ranks = `Rank of scales ${found.length} must match the rank of the tensor ${rank}`;
  refuseBare(found.length !== rank, ranks);
  expected.forEach((size, i) => {
    const words = `of scales tensor at axis ${i} should match (tensor dimension at axis / block sizes at axis) = ${size}`;
    refuseBare(size !== ANY_SIZE && size !== found[i], `dimension size ${size} ${words}`);
  });
}

function checkContainer(type: Quantized, container: TypeView): void {
  if (type.axis !== undefined) checkAxis(type, container);
  if (type.blocks) checkBlocks(type, container);
}

/** @param place what has the quantized type: the operand or the result */
const castFloat =
  (place: "operand" | "result"): OpCheck =>
  (op) => {
    const [quantizing, float] = place === "operand" ? [op.operand(0), op.result()] : [op.result(), op.operand(0)];
    const value = place === "operand" ? "result" : "operand";
    const words = `${value} #0 must be scalar or tensor of floating-point, but got '${float.text}'`;
    refuse(isQuantized(float), words);
    shaped(op);
    const type = quantized(quantizing);
    const isFloat = scalar(float).is(type.expressed);
    refuseBare(!isFloat, "expressed type in quantized type expected to match float type");
    checkContainer(type, op.operand(0));
  };

/** By the names of ops. */
export const QUANT: OpChecks = {
  "quant.dcast": castFloat("operand"),
  "quant.qcast": castFloat("result"),
  "quant.scast": (op) => {
    shaped(op);
    const [from, to] = [op.operand(0), op.result()];
    const words = "failed to verify that input must be integer and result must be quantized, or vice versa";
    refuse(isQuantized(from) === isQuantized(to), words);
    const [type, other] = isQuantized(from) ? [quantized(from), to] : [quantized(to), from];
    const isStored = scalar(other).is(type.storage);
    refuseBare(!isStored, "storage type in quantized type expected to match integer type");
    checkContainer(type, from);
  },
};
