/** What mlir::amdgpu's products of matrices demand by their types and attributes (AMDGPUDialect.cpp, since 23 AMDGPUOps.cpp). */
import type { TypeView } from "../entryView";
import { refuse, told } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { isSet } from "./shared";

/** How many values a lane holds. */
export const countOf = (type: TypeView): number => (type.kind === "vector" ? type.count : 1);
const isSmall = (type: TypeView): boolean => type.isFloat && [4, 6, 8].includes(type.bits);
const LANES = 64;

/** Elements of both sources are of one type, or floats of 8 bits. */
function elementsFit(left: TypeView, right: TypeView): void {
  const areBytes = [left, right].every(({ element }) => element.isFloat && element.bits === 8);
  const isSame = left.element.isSame(right.element);
  refuse(!areBytes && !isSame, "expected source operands to have the same element type");
}

/** Values that a product has in each lane. */
function countFits(name: string, found: number, product: number, lanes = LANES): void {
  const wanted = Math.floor(product / lanes);
  refuse(found !== wanted, `expected ${wanted} ${name} values for this operation but got ${found}`);
}

const product: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  if (isSmall(left.scalar)) {
    refuse(!isSmall(right.scalar), "expected both source operands to have small-float elements if one does");
    const words = "expected both small-float source vectors to have the same length";
    refuse(countOf(left) !== countOf(right), words);
  } else refuse(!left.isSame(right), "expected both non-small-float source operand types to match exactly");
  const [m, n, k, blocks] = ["m", "n", "k", "blocks"].map((name) => op.integer(name)) as [
    number,
    number,
    number,
    number,
  ];
  const bytes = left.scalar.isInteger && left.scalar.bits > 8 ? left.scalar.bits / 8 : 1;
  countFits("source", countOf(left) * bytes, m * k * blocks);
  countFits("result", countOf(sum), m * n * blocks);
  const isDouble = sum.scalar.is("f64");
  const start = "double-precision ops do not support permuting lanes of";
  refuse(isDouble && !["none", ""].includes(op.word("blgp")), `${start} B`);
  const bits = op.integer("cbsz");
  refuse(isDouble && bits !== 0, `${start} A`);
  refuse(op.integer("abid") >= 2 ** bits, "block ID for permuting A (abid) must be below 2 ** cbsz");
  const negates = ["negateA", "negateB", "negateC"].some((name) => isSet(op, name));
  refuse(negates && !isDouble, "negation flags only available for double-precision operations");
};

/** Before MLIR 23, the elements alone tell the indices. */
function indicesFit(op: OpView, sparse: TypeView, indices: TypeView): void {
  const isByte = sparse.element.bits === 8;
  const [range, most, type] = isByte ? ["0 or 1", 1, "vector<2xi16>"] : ["between 0 and 3", 3, "vector<4xi8>"];
  const source = `for ${isByte ? 8 : 16}-bit source data`;
  const isFar = op.integer("cbsz") === 0 && op.integer("abid") > Number(most);
  refuse(isFar, `ABID must be ${range} ${source}`);
  refuse(!indices.is(String(type)), `expected ${type} sparse indices ${source}, but got '${indices.text}'`);
}

/** Since MLIR 23, the sizes of the product matter too. */
function indicesFitSize(op: OpView, { element }: TypeView, indices: TypeView): void {
  const size = `${op.integer("m")}x${op.integer("k")}`;
  const [isByte, but] = [element.bits === 8, `but got '${indices.text}'`];
  const [set, id] = [op.integer("cbsz"), op.integer("abid")];
  if (isByte && (size === "16x128" || size === "32x64")) {
    const ignored = "must be 0 for this variant (field is ignored by hardware)";
    refuse(set !== 0, `CBSZ ${ignored}`);
    refuse(id !== 0, `ABID ${ignored}`);
    const words = "expected i32 sparse indices for this variant (no internal set structure)";
    refuse(!indices.is("i32"), `${words}, ${but}`);
    return;
  }
  const isSmallest = !isByte && (size === "16x32" || size === "32x16");
  const [most, type] = isSmallest ? [3, "vector<4xi8>"] : [1, "vector<2xi16>"];
  refuse(set === 0 && id > most, `ABID must be in [0, ${most}] for this variant`);
  refuse(!indices.is(type), `expected ${type} sparse indices for this variant, ${but}`);
}

/** A product of a wave with a sparse matrix (MLIR 23). */
const sparseWaveProduct: OpCheck = (op) => {
  const [sparse, dense, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  const types = [sparse, dense].map(({ element }) => element);
  const isWide = isSet(op, "wave64");
  const isEqual = isWide && op.integer("k") === 32 && types.every((type) => type.is("i4"));
  const start = "expected dense source operand to have exactly";
  refuse(
    !isEqual && dense.count !== 2 * sparse.count,
    `${start} double the number of elements of the sparse source operand`,
  );
  refuse(isEqual && dense.count !== sparse.count, `${start} the same the number of elements`);
  const { isFloat } = sum.element;
  const words = "source operand and destination operands must all be either integer or float types";
  refuse(
    types.some((type) => type.isFloat !== isFloat),
    words,
  );
  elementsFit(sparse, dense);
  const lanes = isWide ? LANES : LANES / 2;
  countFits("source", dense.count, op.integer("m") * op.integer("k"), lanes);
  countFits("result", sum.count, op.integer("m") * op.integer("n"), lanes);
};

/** Which types a scalar product is added to. */
const SUMS: Readonly<Record<string, readonly string[]>> = { f16: ["f32", "f16"], bf16: ["f32", "bf16"] };

const scalarProduct: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  elementsFit(left, right);
  const { text, isInteger, bits } = left.element;
  const name = isInteger ? "integer" : bits === 8 ? "fp8" : text;
  const sums = SUMS[text] ?? (isInteger ? ["i32"] : ["f32"]);
  refuse(!sum.is(...sums), `expected ${sums.join(" or ")} accumulator for ${name} sources`);
  const [isFirst, isSecond] = [isSet(op, "unsignedA"), isSet(op, "unsignedB")];
  refuse((isFirst || isSecond) && !isInteger, "unsignedA/unsignedB are only valid for integer source types");
  const isMixed = text === "i16" && isFirst !== isSecond;
  refuse(isMixed, "mixed-sign dot is not supported for 16-bit integer sources");
  const isFree = isInteger || (bits === 16 && sum.is("f32"));
  const words = "clamp is not supported for this (source, accumulator) combination";
  refuse(isSet(op, "clamp") && !isFree, words);
};

const sparseProduct: OpCheck = (op) => {
  const [sparse, dense, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  const double =
    "expected dense source operand to have exactly double the number of elements of the sparse source operand";
  refuse(dense.count !== 2 * sparse.count, double);
  elementsFit(sparse, dense);
  (op.release < 23 ? indicesFit : indicesFitSize)(op, sparse, op.operand(3));
  countFits("source", dense.count, op.integer("m") * op.integer("k"));
  countFits("result", sum.count, op.integer("m") * op.integer("n"));
};

const waveProduct: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  const isSame = left.count === right.count;
  refuse(!isSame, `source vectors have different lengths: '${left.text}' vs. '${right.text}'`);
  const [from, to] = [left.element, sum.element];
  refuse(to.isFloat && !from.isFloat, "expected float sources with float destination");
  refuse(!to.isFloat && from.isFloat, "expected int sources with int destination");
  const isByte = from.isFloat && from.bits === 8;
  const types = `but have '${left.text}' and '${right.text}'`;
  refuse(!isByte && !from.isSame(right.element), `source element types must match (except for fp8/bf8) ${types}`);
  if (!from.isFloat) return;
  refuse(isSet(op, "clamp"), "clamp flag is not supported for float types");
  const isUnsigned = isSet(op, "unsignedA") || isSet(op, "unsignedB");
  refuse(isUnsigned, "unsigned flags are not supported for float types");
};

const scaledProduct: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  const isSquare = op.integer("m") === 16;
  const [length, count, name] = isSquare ? [8, 64, "16x16x128"] : [16, 128, "32x16x128"];
  refuse(sum.count !== length, `expected output vector of length ${length} but got ${sum.count}`);
  const isNarrow = [left, right].some(({ element }) => element.is("f4E2M1FN"));
  refuse(!isSquare && !isNarrow, `${name} only supports fp4 element types`);
  for (const [type, letter, wanted] of [
    [left, "A", count],
    [right, "B", 64],
  ] as const)
    refuse(type.count !== wanted, `for ${name}, source${letter} must have ${wanted} elements but got ${type.count}`);
  const isLater = !isSquare && op.integer("a_first_scale_lane") !== 0;
  refuse(isLater, `for ${name}, a_first_scale_lane must be 0`);
  scalesFit(left, right, op.operand(3), op.operand(4));
};

function scalesFit(left: TypeView, right: TypeView, ...scales: readonly [TypeView, TypeView]): void {
  const [a, b] = scales.map(({ element }) => element.text);
  const isScale = [a, b].every((text) => text === "f8E8M0FNU" || text === "f8E4M3FN");
  refuse(!isScale, "scale operands must have f8 element types (E8M0FNU or E4M3FN)");
  if (a === "f8E8M0FNU" && b === "f8E8M0FNU") return;
  // The scale f8E4M3FN is for matrices of f4 alone.
  const fits = [left, right].every(({ element }, i) => {
    const isNarrow = element.is("f4E2M1FN");
    const isOther = [left, right][1 - i]?.element.is("f4E2M1FN") === true;
    return [a, b][i] === "f8E4M3FN" ? isNarrow : !isNarrow || !isOther;
  });
  const words = `sourceA='${left.element.text}', scaleA='${a ?? ""}', sourceB='${right.element.text}', scaleB='${b ?? ""}'`;
  refuse(!fits, `invalid combination of matrix and scale types: ${words}`);
}

/** The only values of some attributes. */
type Lists = Readonly<Record<string, readonly number[]>>;

/** An op that since 22 lets attributes have only these values (IntIsOneOf, of which tables of constraints tell nothing). */
const listed =
  (lists: Lists, check?: OpCheck): OpCheck =>
  (op) => {
    for (const [name, values] of op.release < 22 ? [] : Object.entries(lists)) {
      const value = told(() => op.integer(name));
      const words = `32-bit signless integer attribute whose value is one of {${values.join(", ")}}`;
      const isOther = value !== undefined && !values.includes(value);
      refuse(isOther, `attribute '${name}' failed to satisfy constraint: ${words}`);
    }
    check?.(op);
  };

const LANE_STARTS = { a_first_scale_lane: [0, 16], b_first_scale_lane: [0, 16] };
const SIZES: Readonly<Record<"mfma" | "scaledMfma" | "scaledWmma" | "sparseMfma" | "sparseWmma" | "wmma", Lists>> = {
  mfma: { m: [4, 16, 32], n: [4, 16, 32], k: [1, 2, 4, 8, 16, 32, 64, 128], blocks: [1, 2, 4, 16] },
  scaledMfma: { m: [16, 32], n: [16, 32], k: [64, 128] },
  scaledWmma: { m: [16, 32], n: [16], k: [128], ...LANE_STARTS },
  sparseMfma: { m: [16, 32], n: [16, 32], k: [16, 32, 64, 128] },
  sparseWmma: { m: [16], n: [16], k: [32, 64, 128] },
  wmma: { m: [16], n: [16], k: [4, 16, 32, 64, 128], subwordOffset: [0, 1] },
};

/** By the names of ops. */
export const AMDGPU_PRODUCTS: OpChecks = {
  "amdgpu.dot": scalarProduct,
  "amdgpu.mfma": listed(SIZES.mfma, product),
  "amdgpu.scaled_mfma": listed(SIZES.scaledMfma),
  "amdgpu.scaled_wmma": listed(SIZES.scaledWmma, scaledProduct),
  "amdgpu.sparse_mfma": listed(SIZES.sparseMfma, sparseProduct),
  "amdgpu.sparse_wmma": listed(SIZES.sparseWmma, sparseWaveProduct),
  "amdgpu.wmma": listed(SIZES.wmma, waveProduct),
};
