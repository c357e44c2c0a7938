/** What mlir::nvgpu's ops demand by their types and attributes (NVGPUDialect.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import type { ShapedText } from "./memory";
import { bitsOf, isWorkgroup, hasUnitStride, shapedText } from "./memory";
import { isSet } from "./shared";

const IN_WORKGROUP = "must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)";

const copied: OpCheck = (op) => {
  const [to, from] = [op.group(0)[0], op.group(2)[0]].map((type) => known(type)) as [TypeView, TypeView];
  refuseBare(!hasUnitStride(from), "source memref most minor dim must have unit stride");
  refuseBare(!hasUnitStride(to), "destination memref most minor dim must have unit stride");
  refuseBare(!isWorkgroup(to), `destination memref ${IN_WORKGROUP}`);
  refuseBare(!to.element.isSame(from.element), "source and destination must have the same element type");
  for (const [type, member, name] of [
    [from, 3, "source"],
    [to, 1, "destination"],
  ] as const) {
    const { length } = op.group(member);
    refuse(length !== type.rank, `expected ${type.rank} ${name} indices, got ${length}`);
  }
  const [count, { bits }] = [op.integer("dstElements"), to.element];
  const bytes = Math.trunc((bits * count) / 8);
  const sizes = [32, 64, 128].map((all) => Math.trunc(all / bits)).filter((size) => size > 0);
  const words = `Requested copy elements is ${count} with width ${bits}. But copy elements could be one of ${sizes.join(", ")}.`;
  refuseBare(![4, 8, 16].includes(bytes), words);
  const start = `bypassL1 does not satify alignment for '${to.text}' with destination element ${count}`;
  const wanted = `Unset bypassL1, or set destination element to ${Math.trunc(128 / bits)}`;
  refuse(isSet(op, "bypassL1") && bytes !== 16, `${start}. ${wanted}`);
};

/** The sizes m, n and k of a product. */
function sizesOf(op: OpView): readonly [m: number, n: number, k: number] {
  const sizes = op.integers("mmaShape");
  refuse(sizes.length !== 3, "mmaShape must have exactly 3 elements");
  return sizes as [number, number, number];
}

/** What a tensor core takes at once: elements of the dimension k, and those that one lane holds. */
function tileOf(type: TypeView, op: OpView): readonly [k: number, held: number] {
  const { text, bits } = type;
  if (text === "f64") return [4, 1];
  const words = `expected input data type (i4,i8,f16,bf16,tf32,f64) supported by ${op.name}`;
  refuseBare(!["f32", "bf16", "f16", "i8", "i4"].includes(text), words);
  return [128 / bits, 32 / bits];
}

/** Matrices of a product of a warp, each lane's part of them. @param factor 2 if the first is sparse */
function multiplies(op: OpView, factor: number): void {
  const types = [op.operand(0), op.operand(1), op.operand(2)];
  const [a, b] = types as [TypeView, TypeView, TypeView];
  refuse(!a.element.isSame(b.element), "failed to verify that matrixA and matrixB have same element type");
  refuseBare(factor > 1 && a.element.is("f64"), "f64 is not supported for sparse mode");
  const [depth, held] = tileOf(a.element, op);
  types.forEach(({ rank }, i) => {
    refuseBare(rank !== 2, `matrix${"ABC"[i] ?? ""} must be 2 dimensional vector`);
  });
  const [m, n, k] = sizesOf(op);
  [m * k, k * n, m * n].forEach((count, i) => {
    const found = known(types[i]).count * 32 * (i === 0 ? factor : 1);
    refuse(found !== count, `expected ${count} warp-wide matrix ${"ABC"[i] ?? ""} elements`);
  });
  refuse(op.has("tf32Enabled") && !a.element.is("f32"), "expected tf32 tensor cores only for F32 operands");
  const [rows, columns, layers] = [m / 8, n / 8, k / depth].map(Math.trunc) as [number, number, number];
  [
    [rows * layers, held],
    [layers * columns, held],
    [rows * columns, 2],
  ].forEach(([height = 0, width = 0], i) => {
    const [first = 0, second] = known(types[i]).shape;
    const isSame = first * (i === 0 ? factor : 1) === height && second === width;
    refuse(!isSame, `expected matrix ${"ABC"[i] ?? ""} to be shaped (${height} x ${width})`);
  });
}

const loadsMatrix: OpCheck = (op) => {
  const [source, result] = [op.operand(0), op.result()];
  refuse(!source.element.isSame(result.element), "failed to verify that srcMemref and res have same element type");
  refuseBare(!isWorkgroup(source), `expected nvgpu.ldmatrix srcMemref ${IN_WORKGROUP}`);
  const { bits } = result.element;
  refuseBare(bits > 32, "nvgpu.ldmatrix works for 32b or lower");
  const isTurned = isSet(op, "transpose");
  refuseBare(isTurned && bits !== 16, "nvgpu.ldmatrix transpose works only at 16b granularity");
  refuseBare(result.rank !== 2, "results must be 2 dimensional vector");
  const [tiles, count] = result.shape;
  const wanted = Math.trunc(32 / bits);
  refuseBare(count !== wanted, `expected vector register shape[1] = ${wanted}`);
  refuseBare(tiles !== op.integer("numTiles"), "expected vector register shape[0] and numTiles to match");
};

/** A parameter of a type by its name: `tensor = memref<…>`. */
function parameter(type: TypeView, name: string): string {
  const found = type.parameters.find((one) => one.startsWith(`${name} = `));
  return found?.slice(name.length + 3) ?? unknown();
}
const tensorOf = (type: TypeView): ShapedText => known(shapedText(parameter(type, "tensor")));
const MOST_DIMENSIONS = 5;
const LARGEST = 256;

/** @param memref that is copied to or from; undefined: the op has none */
function describes(type: TypeView, memref: TypeView | undefined): void {
  const tensor = tensorOf(type);
  const what = "the tensor map descriptor";
  refuseBare(parameter(type, "interleave") !== "none", "Interleave options are not supported yet.");
  const space = "has incorrect address space, it must be shared memory address space.";
  refuseBare(!["3", "#gpu.address_space<workgroup>"].includes(tensor.space), `${what} ${space}`);
  refuseBare(tensor.shape.includes(-1), `${what} must be static shaped`);
  const wrong = tensor.shape.find((size) => size <= 0 || size > LARGEST);
  refuseBare(wrong !== undefined, `${what} must have dimensions between 1 and ${LARGEST} but it is ${wrong ?? 0}`);
  const bytes = Math.trunc((bitsOf(tensor.element) * (tensor.shape.at(-1) ?? 0)) / 8);
  const swizzle = Number(/^swizzle_(\d+)b$/.exec(parameter(type, "swizzle"))?.[1] ?? 0);
  const words = `the tensormap descriptor must have last dimension of ${swizzle} bytes but it is ${bytes} bytes`;
  refuseBare(tensor.shape.length > 1 && swizzle > 0 && bytes !== swizzle, words);
  if (!memref) return;
  const isSame = memref.element.is(tensor.element);
  refuseBare(!isSame, "the element type of tensor map descriptor and memref must be same");
  refuseBare(!isWorkgroup(memref), `the destination memref ${space}`);
  refuseBare(!memref.isStatic, "the destination memref must be static shaped");
  const ranks = "the shape of tensor map descriptor and memref must have same rank";
  refuseBare(memref.rank !== tensor.shape.length, ranks);
  const shapes = `memref and tensor map shapes mismatch '${tensor.text}' != '${memref.text}'`;
  refuseBare(memref.shape.join() !== tensor.shape.join(), shapes);
  refuseBare(bytes % 16 !== 0, "the bytes in the last dimension of the tensor map must be a multiple of 16");
}

/** @param members of the definition: the memref, the descriptor and the coordinates */
const transfers =
  (...members: readonly [memref: number, descriptor: number, coordinates: number]): OpCheck =>
  (op) => {
    const [[memref], [descriptor], { length }] = members.map((member) => op.group(member)) as [
      readonly TypeView[],
      readonly TypeView[],
      readonly TypeView[],
    ];
    const type = known(descriptor);
    describes(type, known(memref));
    refuseBare(length > MOST_DIMENSIONS, `Maximum ${MOST_DIMENSIONS} coordinates are supported.`);
    const words = "number of coordinates do not match with the rank of tensor descriptor map.";
    refuseBare(length !== tensorOf(type).shape.length, words);
  };

/** Elements of A, B and the sum that a product of a warp group may have. */
const GROUP_TYPES = [/^(f16) \1 (f32|f16)$/, /^(tf32) \1 f32$/, /^(i16|i1) \1 i32$/, /^(bf16) \1 (f32|f16)$/].concat(
  /^f8E(5M2|4M3FN) f8E(5M2|4M3FN) (f32|f16)$/,
);

const groupProduct: OpCheck = (op) => {
  const [a, b] = [tensorOf(op.operand(0)), tensorOf(op.operand(1))];
  const [c, d] = [fragmentOf(op.operand(2)), fragmentOf(op.result())];
  const isTurned = isSet(op, "transposeA") && !isSet(op, "transposeB");
  const turns = "supports non-transpose A (Row Major) and transpose B (Column Major) for the time being ";
  refuse(isTurned, turns);
  refuse(c.text !== d.text, "type of matrix C and matrix D must be the same");
  const areFlat = [a, b, c].every(({ shape }) => shape.length === 2);
  refuse(!areFlat, "has matrices A, B, C and D, they must be 2 dimensional");
  const [[height, depth], [rows, columns], [first, second]] = [a, b, c].map(({ shape }) => shape) as [
    readonly number[],
    readonly number[],
    readonly number[],
  ];
  refuse(depth !== rows, `2nd dim matrix-A (${depth ?? 0})!= 1st dim matrix-B (${rows ?? 0} )`);
  refuse(height !== first, `1st dim matrix-A ( ${height ?? 0} )!= 1st dim matrix-C ( ${first ?? 0} )`);
  refuse(columns !== second, `2nd dim matrix-B ( ${columns ?? 0} ) != 2nd dim matrix-C ( ${second ?? 0} )`);
  const types = `${a.element} ${b.element} ${c.element}`;
  const start = `'${c.element}' += '${a.element}' * '${b.element}', it is not supported`;
  refuse(!GROUP_TYPES.some((pattern) => pattern.test(types)), `${start}.`);
  const count = columns ?? 0;
  const words = `has input type '${b.text}' n is set to ${count}, it is not supported`;
  refuse(!hasColumns(count, a.element), words);
  const isLimited = c.element !== "f32" && a.element !== "f16" && a.element !== "bf16";
  refuse(isLimited, `hit a limitation: ${start} yet`);
};

/** Columns that a product of a warp group may have: a multiple of 8; for integers above 32, of 16. */
const hasColumns = (count: number, element: string): boolean => {
  if (count < 8 || count > MOST_COLUMNS || count % 8 !== 0) return false;
  if (/^(?:bf16|f16|f32|tf32|f8E4M3FN|f8E5M2)$/.test(element)) return true;
  return /^i[18]$/.test(element) && (count <= 32 || count % 16 === 0);
};
const MOST_COLUMNS = 256;
/** Its rows are a multiple of these. */
const GROUP_ROWS = 64;

const fragmentOf = (type: TypeView): ShapedText => known(shapedText(parameter(type, "fragmented")));

const accumulates: OpCheck = (op) => {
  const { shape, element, text } = fragmentOf(op.result());
  const [rows = 0, columns = 0] = shape;
  const fits = rows % GROUP_ROWS === 0 && hasColumns(columns, element);
  const limits = "does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)";
  refuse(!fits, `has type '${text}'. It ${limits}`);
};

const storesSum: OpCheck = (op) => {
  const [{ shape, element, text }, to] = [fragmentOf(op.operand(0)), op.operand(1).shape];
  refuse(element !== "f32", "hit a limitation: only f32 results for the time being");
  const [rows, columns = 0] = shape;
  const words = `results ['${text}'][${columns}] values. However, destination memref[${to[0] ?? 0}][${to[1] ?? 0}]`;
  refuse(rows !== to[0] || columns !== to[1], `${words}  does not have same size as results`);
};

const inverts: OpCheck = (op) => {
  const rounding = op.word("rounding");
  if (op.release < 23) {
    const fits = rounding === "approx" && op.has("ftz");
    const mode = `#nvgpu<rcp_rounding_mode ${rounding}>`;
    refuse(!fits, `has a limitation. ${mode} or non-ftz is not supported yet.`);
    return;
  }
  const isFast = isSet(op, "approx") && isSet(op, "ftz");
  refuse(!isFast, "has a limitation. non-approx or non-ftz is not supported yet.");
  const mode = `#nvvm.fp_rnd_mode<${rounding}>`;
  refuse(!["", "none"].includes(rounding), `has a limitation. ${mode} is not supported yet.`);
};

/** By the names of ops. */
export const NVGPU: OpChecks = {
  "nvgpu.device_async_copy": copied,
  "nvgpu.ldmatrix": loadsMatrix,
  "nvgpu.mma.sync": (op) => {
    multiplies(op, 1);
  },
  "nvgpu.mma.sp.sync": (op) => {
    refuse(op.integer("sparsitySelector") > 1, "sparsity selector should be 0 or 1");
    multiplies(op, 2);
  },
  "nvgpu.rcp": inverts,
  "nvgpu.tma.async.load": transfers(0, 2, 3),
  "nvgpu.tma.async.store": transfers(0, 1, 2),
  "nvgpu.tma.create.descriptor": (op) => {
    const isMany = op.operands.length - 1 > MOST_DIMENSIONS;
    refuseBare(isMany, `Maximum ${MOST_DIMENSIONS} coordinates are supported.`);
    describes(op.result(), undefined);
  },
  "nvgpu.warpgroup.generate.descriptor": (op) => {
    const type = op.operand(1);
    describes(type, undefined);
    const isWide = parameter(type, "swizzle") === "swizzle_128b";
    refuseBare(!isWide, "supports only swizzle_128b is supported for the time being");
  },
  "nvgpu.warpgroup.mma": groupProduct,
  "nvgpu.warpgroup.mma.init.accumulator": accumulates,
  "nvgpu.warpgroup.mma.store": storesSum,
};
