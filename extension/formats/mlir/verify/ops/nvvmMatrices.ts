/** What mlir::NVVM's ops on matrices and tensor memory demand by their types and attributes (NVVMDialect.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { structText } from "./llvmTypes";
import { caseOf, GLOBAL, shapeOf, SHARED, spaceOf } from "./nvvmTypes";
import { isSet } from "./shared";

const loadedMatrix: OpCheck = (op) => {
  const [{ m, n }, num] = [shapeOf(op), op.integer("num")];
  const [element, layout, size] = [caseOf(op, "eltType"), caseOf(op, "layout"), `${m}x${n}`];
  const forMatrix = `for ${size} matrix`;
  refuse(!["8x8", "8x16", "16x16"].includes(size), "expected shape to be 8x8, 8x16 or 16x16");
  const nums = size === "16x16" ? [1, 2] : [1, 2, 4];
  refuse(!nums.includes(num), `expected num attribute to be ${size === "16x16" ? "1 or 2" : "1, 2 or 4"} ${forMatrix}`);
  if (size === "8x8") refuse(element !== "b16", `expected element type to be b16 ${forMatrix}`);
  else {
    const wanted = size === "16x16" ? "col" : "row";
    refuse(layout !== wanted, `expected layout to be ${wanted} ${forMatrix}`);
    const types = [...(size === "16x16" ? ["b8"] : []), "b8x16.b4x16_p64", "b8x16.b6x16_p32"];
    refuse(!types.includes(element), `expected element type to be ${types.join(" or ")} ${forMatrix}`);
  }
  const count = size === "16x16" ? num * 2 : num;
  const result = op.result();
  refuse(count === 1 && !result.is("i32"), "expected destination type is i32");
  const struct = structText(result.text) ?? [];
  const isStruct = struct.length === count && struct.every((type) => type === "i32");
  refuse(count > 1 && !isStruct, `expected destination type is a structure of ${count} elements of type i32`);
};

const storedMatrix: OpCheck = (op) => {
  refuse(![1, 2, 4].includes(op.operands.length - 1), "expected num attribute to be 1, 2 or 4");
  const { m, n } = shapeOf(op);
  const size = `${m}x${n}`;
  refuse(size !== "8x8" && size !== "16x8", "expected shape to be 8x8 or 16x8");
  const wanted = size === "8x8" ? "B16" : "B8";
  refuse(caseOf(op, "eltType") !== wanted.toLowerCase(), `expected element type to be ${wanted} for ${size} matrix`);
  refuse(size === "16x8" && caseOf(op, "layout") !== "col", "expected layout to be col for 16x8 matrix");
};

/** Which types the ends of a matrix product of warp groups may have, and the size k for each. */
const GROUP_TYPES: Readonly<Record<string, readonly string[]>> = {
  f16: ["f16 f16", "bf16 bf16", "e4m3 e4m3", "e4m3 e5m2", "e5m2 e4m3", "e5m2 e5m2"],
  f32: ["f16 f16", "bf16 bf16", "tf32 tf32", "e4m3 e4m3", "e4m3 e5m2", "e5m2 e4m3", "e5m2 e5m2"],
  s32: ["s8 s8", "s8 u8", "u8 s8", "u8 u8", "b1 b1"],
};
const GROUP_K: Readonly<Record<string, number>> = {
  ...{ tf32: 8, f16: 16, bf16: 16, e4m3: 32, e5m2: 32, s8: 32, u8: 32, b1: 256 },
};

const groupProduct: OpCheck = (op) => {
  const struct = known(structText(op.result().text));
  const other = struct.find((type) => type !== struct[0]);
  refuse(other !== undefined, `all elements in struct must be same type but there is '${other ?? ""}'`);
  const [d, a, b] = ["typeD", "typeA", "typeB"].map((name) => caseOf(op, name));
  if (d === undefined || a === undefined || b === undefined) return;
  refuse(GROUP_TYPES[d]?.includes(`${a} ${b}`) !== true, `${d} += ${a} * ${b}, it is not supported.`);
  const { m, n, k } = shapeOf(op);
  refuse(m !== 64, "shape 'm' must be 64");
  refuse(k !== GROUP_K[a], `shape 'k' must be ${GROUP_K[a] ?? 0} for input type ${a}`);
  const [layoutA, layoutB] = [caseOf(op, "layoutA"), caseOf(op, "layoutB")];
  refuse(
    a !== "f16" && a !== "bf16" && (layoutA === "col" || layoutB === "row"),
    `given layouts layout_a = ${layoutA} and layout_b = ${layoutB} for input types ${a} and ${b} requires transpose. However, this is only supported for: f16 and bf16`,
  );
  const count = n / (d === "f16" ? 4 : 2);
  refuse(struct.length !== count, `results ${count}, however output struct has ${struct.length} elements`);
  refuse(
    d !== "s32" && op.word("satfinite") === "satfinite",
    ` \`satfinite\` can be only used with s32 accumulator, however the current accumulator is ${d}`,
  );
};

/** The type and number of the registers of a fragment (inferMMATypeFromMNK of WMMA). */
function fragment(element: string, of: string): readonly [type: string, count: number] {
  switch (element) {
    case "f16":
      return ["vector<2xf16>", of === "c" ? 4 : 8];
    case "f32":
      return ["f32", 8];
    case "tf32":
      return ["i32", 4];
    case "f64":
      return ["f64", of === "c" ? 2 : 1];
    default:
      return unknown();
  }
}
const inMemory = (op: OpView, words: string): void => {
  refuse(![0, GLOBAL, SHARED].includes(spaceOf(op.operand(0))), `expected ${words} in memory space 0, 1, 3`);
};
function fragmentStruct(type: TypeView, [element, count]: readonly [string, number]): void {
  const struct = structText(type.text) ?? [];
  const isStruct = struct.length === count && struct.every((one) => one === element);
  refuse(!isStruct, `expected destination type is a structure of ${count} elements of type '${element}'`);
}

const multiplyWarp: OpCheck = (op) => {
  const [a, c] = [caseOf(op, "eltypeA"), caseOf(op, "eltypeB")];
  const parts = [fragment(a, "a"), fragment(a, "b"), fragment(c, "c")];
  const types = parts.flatMap(([type, count]) => Array<string>(count).fill(type));
  refuse(op.operands.length !== types.length, `expected ${types.length} arguments`);
  types.forEach((type, i) => {
    refuse(!op.operand(i).is(type), `expected argument ${i} to be of type '${type}'`);
  });
  fragmentStruct(op.result(), fragment(c, "c"));
};

/** @param lane the member of the definition that disables lanes */
const tensorProduct =
  (lane: number): OpCheck =>
  (op) => {
    const [disabled] = op.group(lane);
    const group = caseOf(op, "ctaGroup");
    if (disabled) {
      const wanted = { cta_1: 4, cta_2: 8 }[group];
      refuseBare(
        wanted !== undefined && disabled.count !== wanted,
        `Disable Output Lane of length ${disabled.count} is incompatible with CtaGroupAttr`,
      );
    }
    if (!isSet(op, "aShift")) return;
    const isTensor = op.operand(1).text.startsWith("!llvm.ptr");
    refuseBare(!isTensor, "A-shift can be applied only when matrix A is in tensor memory");
    refuseBare(
      ["fill", "use"].includes(caseOf(op, "collectorOp")),
      "Cannot use collector buffer operation fill or use with ashift",
    );
  };
const scaledProduct: OpCheck = (op) => {
  const [scale, kind] = [caseOf(op, "blockScale"), caseOf(op, "kind")];
  refuseBare(scale === "default" && kind === "mxf4nvf4", "mxf4nvf4 requires block scale attribute");
  refuseBare(scale === "block16" && kind !== "mxf4nvf4", `${kind} kind does not support block16 attribute`);
};

const copiedMatrix: OpCheck = (op) => {
  const [shape, multicast] = [caseOf(op, "shape"), caseOf(op, "multicast")];
  const end = "for tcgen05.cp Op";
  if (["shape_128x256b", "shape_128x128b", "shape_4x256b"].includes(shape))
    refuseBare(multicast !== "none", `Invalid multicast type ${end}`);
  refuseBare(
    shape === "shape_64x128b" && !["warpx2_01_23", "warpx2_02_13"].includes(multicast),
    `Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 ${end}`,
  );
  refuseBare(shape === "shape_32x128b" && multicast !== "warpx4", `Shape 32x128b requires multicast warpx4 ${end}`);
};

/** @param offset the member of the definition that is the offset @param value the type that is loaded or stored */
const tensorMemory =
  (offset: number, value: (op: OpView) => TypeView, word: string): OpCheck =>
  (op) => {
    const shape = caseOf(op, "shape").toLowerCase();
    const hasOffset = op.group(offset).length > 0;
    refuseBare(shape.endsWith("16x32bx2") && !hasOffset, "shape 16x32bx2 requires offset argument");
    const isLoad = op.name.endsWith(".ld");
    refuseBare(
      isLoad && !shape.endsWith("16x32bx2") && hasOffset,
      "offset argument is only supported for shape 16x32bx2",
    );
    const type = value(op);
    const length = type.kind === "vector" ? type.count : 1;
    const least = shape.endsWith("16x128b") ? 2 : shape.endsWith("16x256b") ? 4 : 0;
    refuseBare(length < least, `invalid ${word} length ${length} for shape ${shape}`);
  };

/** By the names of ops. */
export const NVVM_MATRICES: OpChecks = {
  "nvvm.ldmatrix": loadedMatrix,
  "nvvm.stmatrix": storedMatrix,
  "nvvm.wgmma.mma_async": (op) => {
    groupProduct(op);
    const words = "failed to verify that input struct and result struct must be the same type";
    refuse(!op.operand(0).isSame(op.result()), words);
  },
  "nvvm.wmma.load": (op) => {
    inMemory(op, "source pointer");
    const expected = fragment(caseOf(op, "eltype"), caseOf(op, "frag"));
    if (expected[1] === 1) refuse(!op.result().is("f64"), "expected destination type to be f64");
    else fragmentStruct(op.result(), expected);
  },
  "nvvm.wmma.store": (op) => {
    inMemory(op, "operands to be a source pointer");
  },
  "nvvm.wmma.mma": multiplyWarp,
  "nvvm.tcgen05.mma": tensorProduct(6),
  "nvvm.tcgen05.mma.sp": tensorProduct(7),
  "nvvm.tcgen05.mma.block_scale": scaledProduct,
  "nvvm.tcgen05.mma.sp.block_scale": scaledProduct,
  "nvvm.tcgen05.cp": copiedMatrix,
  "nvvm.tcgen05.ld": tensorMemory(1, (op) => op.result(), "result type"),
  "nvvm.tcgen05.st": tensorMemory(2, (op) => op.operand(1), "input"),
};
