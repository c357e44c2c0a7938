/** What ops of arith, complex, index, affine, vector and shape demand by their types and attributes. */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { inAngles } from "../lists";
import { castWords, shapeWords, sizeAt } from "./shared";

/** The map of an affine op has as many dimensions and symbols as there are operands. */
const mapped: OpCheck = (op) => {
  const { dims, symbols, results } = known(op.attribute("map")).map;
  const words = "operand count and affine map dimension and symbol count must match";
  refuse(op.operands.length !== dims + symbols, words);
  refuse(op.name === "affine.apply" && results.length !== 1, "mapping must produce one value");
  refuse(results.length === 0, "affine map expect at least one result");
};

const SAME_ELEMENTS = "requires memref and vector types of the same elemental type";

const bounds: OpCheck = (op) => {
  for (const [property, word] of [
    ["lowerBoundMap", "lower"],
    ["upperBoundMap", "upper"],
  ] as const) {
    const { results } = known(op.attribute(property)).map;
    refuse(results.length === 0, `expected ${word} bound map to have at least one result`);
  }
};

const delinearized: OpCheck = (op) => {
  const basis = op.integers("static_basis");
  const wrong = basis.some((size) => size <= 0 && size > -(2 ** 62));
  refuse(wrong, "no basis element may be statically non-positive");
  const isCount = op.results.length === basis.length || op.results.length === basis.length + 1;
  refuse(!isCount, "should return an index for each basis element and up to one extra index");
};

const loadsVector =
  (memref: number, vector: (op: OpView) => TypeView, other: string, low: string): OpCheck =>
  (op) => {
    const [whole, part] = [op.operand(memref), vector(op)];
    if (whole.kind !== "memref" || part.kind !== "vector") return;
    refuse(!whole.element.isSame(part.element) && whole.element.kind !== "vector", other);
    if (whole.element.kind === "vector") return;
    refuse(whole.rank < part.rank, low);
  };

const scanned: OpCheck = (op) => {
  const [source, initial, axis] = [op.operand(0), op.operand(1), op.integer("reduction_dim")];
  const { rank } = source;
  refuse(axis < 0 || axis >= rank, `reduction dimension ${axis} has to be less than ${rank}`);
  refuse(initial.rank !== rank - 1, `initial value rank ${initial.rank} has to be equal to ${rank - 1}`);
  const rest = source.shape.filter((_, i) => i !== axis);
  refuse(rest.join() !== initial.shape.join(), "incompatible input/initial value shapes");
  const [kind, type] = [op.word("kind"), source.element];
  const isWhole = ["and", "or", "xor", "minui", "minsi", "maxui", "maxsi"].includes(kind);
  refuse(isWhole && type.isFloat, `unsupported reduction type '${type.text}' for kind '${kind}'`);
};

/** Tensors of casts have equal dimensions. */
const sameTensors: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  if (from.kind !== "tensor" || to.kind !== "tensor") return;
  refuse(
    from.shape.join() !== to.shape.join(),
    "failed to verify that input and output have the same tensor dimensions",
  );
  refuse(from.mark !== to.mark, castWords(from, to));
};

const indexCast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const words = castWords(from, to);
  refuse(from.isIndex === to.isIndex, words);
};

const complexConstant: OpCheck = (op) => {
  const parts = known(op.attribute("value")).list;
  refuse(parts.length !== 2, "requires 'value' to be a complex constant, represented as array of two values");
  const element = inAngles(op.result().text);
  const types = parts.map(({ type }) => `'${type.text}'`).join(", ");
  const words = `to match the element type of the op's return type ('${element}')`;
  refuse(!parts.every(({ type }) => type.is(element)), `requires attribute's element types (${types}) ${words}`);
};

/** By the names of ops. */
export const ARITHMETIC: OpChecks = {
  "complex.constant": complexConstant,
  "complex.bitcast": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const isComplex = ({ text }: TypeView): boolean => text.startsWith("complex<");
    const isSame = isComplex(from) === isComplex(to) && !from.isSame(to);
    refuse(isSame, "requires that either input or output has a complex type");
  },
  "arith.bitcast": sameTensors,
  "arith.extsi": sameTensors,
  "arith.extui": sameTensors,
  "arith.extf": sameTensors,
  "arith.truncf": sameTensors,
  "arith.trunci": sameTensors,
  "arith.index_cast": sameTensors,
  "arith.index_castui": sameTensors,
  "arith.select": (op) => {
    const [condition, result] = [op.operand(0), op.result()];
    if (condition.is("i1") || condition.kind === "integer") return;
    const isSame = condition.isRanked && result.isRanked && condition.shape.join() === result.shape.join();
    const isOther = condition.isRanked && result.isRanked && !isSame;
    refuse(isOther, "failed to verify that condition is signless i1 or has matching shape");
    const mark = result.mark && `, ${result.mark}`;
    const wanted = `${result.kind}<${shapeWords(result.shape)}xi1${mark}>`;
    const words = `expected condition type to have the same shape as the result type, expected '${wanted}', but got '${condition.text}'`;
    refuse(condition.mark !== result.mark, words);
  },
  "index.casts": indexCast,
  "index.castu": indexCast,
  "affine.apply": mapped,
  "affine.min": mapped,
  "affine.max": mapped,
  "affine.for": bounds,
  "affine.delinearize_index": delinearized,
  "affine.linearize_index": (op) => {
    const [count, basis] = [op.group(0).length, op.integers("static_basis").length];
    const words = "should be passed a basis element for each index except possibly the first";
    refuse(count !== basis && count !== basis + 1, words);
  },
  "affine.vector_load": (op) => {
    refuse(!op.operand(0).element.isSame(op.result().element), SAME_ELEMENTS);
  },
  "affine.vector_store": (op) => {
    refuse(!op.operand(1).element.isSame(op.operand(0).element), SAME_ELEMENTS);
  },
  "affine.store": (op) => {
    const words = "value to store must have the same type as memref element type";
    refuse(!op.operand(0).isSame(op.operand(1).element), words);
  },
  "vector.load": loadsVector(
    0,
    (op) => op.result(),
    "base and result element types should match",
    "destination memref has lower rank than the result vector",
  ),
  "vector.store": loadsVector(
    1,
    (op) => op.operand(0),
    "base and valueToStore element type should match",
    "source memref has lower rank than the vector to store",
  ),
  "vector.scan": scanned,
  "vector.deinterleave": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const last = sizeAt(from, -1);
    refuse(
      last % 2 !== 0,
      "failed to verify that the trailing dimension of the source vector has an even number of elements",
    );
    refuse(
      sizeAt(to, -1) * 2 !== last,
      "failed to verify that the trailing dimension of the results is half the width of source trailing dimension",
    );
  },
  "vector.print": (op) => {
    const words = "failed to verify that `source` or `punctuation` are not set when printing strings";
    const punctuation = op.word("punctuation");
    const isOdd = op.operands.length > 0 || (punctuation !== "" && punctuation !== "newline");
    refuse(op.has("stringLiteral") && isOdd, words);
  },
  "shape.cstr_broadcastable": (op) => {
    refuse(op.operands.length < 2, `required at least 2 input shapes`);
  },
  "shape.assuming_all": (op) => {
    refuse(op.operands.length === 0, "no operands specified");
  },
};

/** Ops of shapes, whose results hold errors if operands may. */
export const SHAPES: OpChecks = Object.fromEntries(
  ["add", "mul", "get_extent", "num_elements", "rank", "div", "shape_of", "broadcast"].map(
    (name): [string, OpCheck] => [
      `shape.${name}`,
      (op) => {
        const wanted = name === "shape_of" || name === "broadcast" || op.result().is("!shape.shape") ? "shape" : "size";
        const isError = ({ text }: TypeView): boolean => /^!shape\.(?:shape|size|value_shape)$/.test(text);
        const words = `if at least one of the operands can hold error values then the result must be of type \`${wanted}\` to propagate them`;
        refuse(op.operands.some(isError) && !isError(op.result()), words);
      },
    ],
  ),
);
