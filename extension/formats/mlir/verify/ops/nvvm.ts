/** What mlir::NVVM's ops demand by their types and attributes (NVVMDialect.cpp). */
import { partsOf } from "../lists";
import type { OpCheck, OpChecks, OpView, TypeView } from "../opView";
import { known, refuse, unknown } from "../opView";

/** The number of a pointer's address space. */
const spaceOf = ({ text }: TypeView): number => Number((/^!llvm\.ptr(?:<(\d+)>)?$/.exec(text) ?? unknown())[1] ?? 0);
const GLOBAL = 1;
const SHARED = 3;
const CONSTANT = 4;
const LOCAL = 5;
const CLUSTER = 7;

/** The case of an enum that the op has. */
const caseOf = (op: OpView, name: string): string => {
  const word = op.word(name);
  return word === "" ? unknown() : word;
};
/** Whether a property is a unit, or true. */
const isSet = (op: OpView, name: string): boolean => ["unit", "true"].includes(op.word(name));

/** The sizes of `#nvvm.shape<m = 64, n = 16>`. */
function shapeOf(op: OpView): Readonly<Record<"m" | "n" | "k", number>> {
  const sizes = new Map(partsOf(caseOf(op, "shape")).map((part) => part.split(" = ") as [string, string]));
  const size = (name: string): number => Number(sizes.get(name) ?? 0);
  return { m: size("m"), n: size("n"), k: size("k") };
}

/** The types of the elements of a struct; undefined if it is none. */
function structOf({ text }: TypeView): readonly string[] | undefined {
  const [, list] = /^!llvm\.struct<\((.*)\)>$/.exec(text) ?? [];
  return list === undefined ? undefined : partsOf(list);
}

function coordinates(count: number): void {
  refuse(count < 1 || count > 5, "expects coordinates between 1 to 5 dimension");
}
/** @param offsets how many offsets there are; 0: it does not matter */
function storedTensor(mode: string, count: number, scatters: boolean): void {
  if (mode === "tile_scatter4") {
    refuse(!scatters, "Scatter mode unsupported for CpAsyncBulkTensorReduceOp");
    refuse(count !== 5, "Scatter4 mode expects 5 coordinates");
    return;
  }
  coordinates(count);
  const words = "to use im2col mode, the tensor has to be at least 3-dimensional";
  refuse(mode === "im2col" && count < 3, words);
}
function loadedTensor(mode: string, count: number, offsets: number): void {
  coordinates(count);
  refuse(mode === "tile_gather4" && count !== 5, "Gather4 mode expects 5 coordinates");
  const isIm2col = mode.startsWith("im2col");
  refuse(isIm2col && count < 3, `to use ${mode} mode, the tensor has to be at least 3-dimensional`);
  const expected = mode === "im2col" ? count - 2 : isIm2col ? 2 : 0;
  refuse(offsets !== expected, ` im2col offsets expected ${expected} (provided ${offsets})`);
}

const barrier: OpCheck = (op) => {
  const scope = caseOf(op, "scope");
  refuse(scope !== "cta" && scope !== "cluster", "mbarrier scope must be either CTA or Cluster");
  const returns = op.name.includes(".arrive") && op.results.length > 0;
  refuse(spaceOf(op.operand(0)) === CLUSTER && returns, "mbarrier in shared_cluster space cannot return any value");
};

/** A conversion whose type is one of these. */
const converted =
  (property: "dstTy" | "srcType", types: readonly string[], conversion: string): OpCheck =>
  (op) => {
    // Since 23, there are more conversions.
    if (op.release > 22) return;
    const { text } = known(op.attribute(property)).type;
    const [, kind] = types.length > 1 ? ["", "types are"] : ["", "type is"];
    refuse(
      !types.includes(text),
      `Only '${types.join("' and '")}' ${kind ?? ""} supported for conversions from ${conversion}.`,
    );
  };

const F8 = ["f8E4M3FN", "f8E5M2"];
const F6 = ["f6E2M3FN", "f6E3M2FN"];

const toF8: OpCheck = (op) => {
  const { text } = known(op.attribute("dstTy")).type;
  const [rounding, saturation] = [caseOf(op, "rnd"), caseOf(op, "sat")];
  const words = "supported for conversions from f32x2 to";
  if (F8.includes(text)) {
    const types = "'f8E4M3FN' and 'f8E5M2' types";
    refuse(rounding !== "rn", `Only RN rounding mode is ${words} ${types}`);
    refuse(saturation !== "satfinite", `Only SATFINITE saturation mode is ${words} ${types}`);
    return;
  }
  refuse(text !== "f8E8M0FNU", `Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are ${words} f8x2`);
  refuse(!["rz", "rp"].includes(rounding), `Only RZ and RP rounding modes are ${words} 'f8E8M0FNU' type`);
  refuse(isSet(op, "relu"), "relu not supported for conversions to 'f8E8M0FNU' type");
};

const toHalf =
  (type: string): OpCheck =>
  (op) => {
    const rounding = caseOf(op, "rnd");
    refuse(
      !["rn", "rz", "rs"].includes(rounding),
      `Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to ${type}.`,
    );
    const hasBits = op.operands.length > 2;
    refuse(rounding === "rs" && !hasBits, "random_bits is required for RS rounding mode.");
    refuse(rounding !== "rs" && hasBits, "random_bits not supported for RN and RZ rounding modes.");
  };

const proxies =
  (from: string, to: string): OpCheck =>
  (op) => {
    const start = "uni-directional proxies only support";
    refuse(caseOf(op, "fromProxy") !== from, `${start} ${from} for from_proxy attribute`);
    refuse(caseOf(op, "toProxy") !== to, `${start} ${to} for to_proxy attribute`);
  };
const ordered: OpCheck = (op) => {
  const isOrder = ["acquire", "release"].includes(caseOf(op, "order"));
  refuse(!isOrder, "only acquire and release semantics are supported");
};

const prefetched: OpCheck = (op) => {
  const space = spaceOf(op.operand(0));
  const [level, priority] = [op.word("cacheLevel"), op.word("evictPriority")];
  const isMap = isSet(op, "tensormap");
  refuse(isMap && level !== "", "cannot specify both tensormap and cache level");
  if (isMap) {
    refuse(space !== 0 && space !== CONSTANT, "prefetch tensormap requires a generic or constant pointer");
    refuse(priority !== "", "prefetch tensormap does not support eviction priority");
    refuse(isSet(op, "in_param_space") && space !== 0, "in_param_space can only be specified for a generic pointer");
    return;
  }
  refuse(level === "", "requires specification of either cache level or tensormap");
  refuse(![0, GLOBAL, LOCAL].includes(space), "prefetch to cache level requires a generic, global, or local pointer");
  if (isSet(op, "uniform")) {
    refuse(level !== "L1", "unsupported cache level, the only supported uniform cache level is L1");
    refuse(space !== 0, "prefetch to uniform cache requires a generic pointer");
  }
  if (priority !== "") {
    refuse(level !== "L2", "cache eviction priority supported only for cache level L2");
    refuse(space !== GLOBAL, "cache eviction priority requires a global pointer");
    refuse(
      !["evict_normal", "evict_last"].includes(priority),
      "unsupported cache eviction priority, only evict_last and evict_normal are supported",
    );
  }
  refuse(op.operands.length > 1, "predicate supported only on prefetch tensormap");
};

const reduced: OpCheck = (op) => {
  const type = op.result();
  for (const name of ["abs", "nan"])
    refuse(isSet(op, name) && !type.is("f32"), `${name} attribute is supported only for f32 type`);
  const kind = caseOf(op, "kind");
  const wanted = kind.startsWith("f") ? "f32" : "i32";
  const words = `Only supported type is '${wanted}'.`;
  refuse(!type.is(wanted), `'${kind}' redux kind unsupported with '${type.text}' type. ${words}`);
};

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
  const struct = structOf(result) ?? [];
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
  f16: ["f16 f16", "e4m3 e4m3", "e4m3 e5m2", "e5m2 e4m3", "e5m2 e5m2"],
  f32: ["f16 f16", "bf16 bf16", "tf32 tf32", "e4m3 e4m3", "e4m3 e5m2", "e5m2 e4m3", "e5m2 e5m2"],
  s32: ["s8 s8", "s8 u8", "u8 s8", "u8 u8", "b1 b1"],
};
const GROUP_K: Readonly<Record<string, number>> = {
  ...{ tf32: 8, f16: 16, bf16: 16, e4m3: 32, e5m2: 32, s8: 32, u8: 32, b1: 256 },
};

const groupProduct: OpCheck = (op) => {
  const struct = known(structOf(op.result()));
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
  const struct = structOf(type) ?? [];
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
      refuse(
        wanted !== undefined && disabled.count !== wanted,
        `Disable Output Lane of length ${disabled.count} is incompatible with CtaGroupAttr`,
      );
    }
    if (!isSet(op, "aShift")) return;
    const isTensor = op.operand(1).text.startsWith("!llvm.ptr");
    refuse(!isTensor, "A-shift can be applied only when matrix A is in tensor memory");
    refuse(
      ["fill", "use"].includes(caseOf(op, "collectorOp")),
      "Cannot use collector buffer operation fill or use with ashift",
    );
  };
const scaledProduct: OpCheck = (op) => {
  const [scale, kind] = [caseOf(op, "blockScale"), caseOf(op, "kind")];
  refuse(scale === "default" && kind === "mxf4nvf4", "mxf4nvf4 requires block scale attribute");
  refuse(scale === "block16" && kind !== "mxf4nvf4", `${kind} kind does not support block16 attribute`);
};

const copiedMatrix: OpCheck = (op) => {
  const [shape, multicast] = [caseOf(op, "shape"), caseOf(op, "multicast")];
  const end = "for tcgen05.cp Op";
  if (["shape_128x256b", "shape_128x128b", "shape_4x256b"].includes(shape))
    refuse(multicast !== "none", `Invalid multicast type ${end}`);
  refuse(
    shape === "shape_64x128b" && !["warpx2_01_23", "warpx2_02_13"].includes(multicast),
    `Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 ${end}`,
  );
  refuse(shape === "shape_32x128b" && multicast !== "warpx4", `Shape 32x128b requires multicast warpx4 ${end}`);
};

/** @param offset the member of the definition that is the offset @param value the type that is loaded or stored */
const tensorMemory =
  (offset: number, value: (op: OpView) => TypeView, word: string): OpCheck =>
  (op) => {
    const shape = caseOf(op, "shape").toLowerCase();
    const hasOffset = op.group(offset).length > 0;
    refuse(shape.endsWith("16x32bx2") && !hasOffset, "shape 16x32bx2 requires offset argument");
    const isLoad = op.name.endsWith(".ld");
    refuse(isLoad && !shape.endsWith("16x32bx2") && hasOffset, "offset argument is only supported for shape 16x32bx2");
    const type = value(op);
    const length = type.kind === "vector" ? type.count : 1;
    const least = shape.endsWith("16x128b") ? 2 : shape.endsWith("16x256b") ? 4 : 0;
    refuse(length < least, `invalid ${word} length ${length} for shape ${shape}`);
  };

/** By the names of ops. */
export const NVVM: OpChecks = {
  "nvvm.cp.async.bulk.tensor.global.shared.cta": (op) => {
    const mode = caseOf(op, "mode");
    if (op.group(4).length > 0) {
      refuse(mode !== "tile", "Inline-ptx lowering supported only for Tile mode.");
      refuse(op.group(3).length > 0, "Inline-ptx lowering unsupported with L2 cache-hint.");
    }
    storedTensor(mode, op.group(2).length, true);
  },
  "nvvm.cp.async.bulk.tensor.reduce": (op) => {
    storedTensor(caseOf(op, "mode"), op.group(2).length, false);
  },
  "nvvm.cp.async.bulk.tensor.prefetch": (op) => {
    loadedTensor(caseOf(op, "mode"), op.group(1).length, op.group(2).length);
  },
  "nvvm.cp.async.bulk.tensor.shared.cluster.global": (op) => {
    const [mode, isOnly] = [caseOf(op, "mode"), isSet(op, "isCTAOnly")];
    if (op.group(7).length > 0) {
      refuse(isOnly, "Predicate is supported only for shared::cluster mode.");
      refuse(mode !== "tile" && mode !== "im2col", "Predicate is supported only for Tile and Im2col modes.");
    } else {
      const words = isOnly
        ? "Shared::cta destination requires address-space 3."
        : "Shared::cluster destination requires address-space 7.";
      refuse(spaceOf(op.operand(0)) !== (isOnly ? SHARED : CLUSTER), words);
      refuse(isOnly && op.group(5).length > 0, "Multicast is not supported with shared::cta mode.");
      refuse(isOnly && op.has("group"), "CTAGroup is not supported with shared::cta mode.");
    }
    loadedTensor(mode, op.group(2).length, op.group(4).length);
  },
  "nvvm.cp.async.bulk.shared.cluster.global": (op) => {
    const isShared = spaceOf(op.operand(0)) === SHARED;
    refuse(isShared && op.group(4).length > 0, "Multicast is not supported with shared::cta mode.");
  },
  "nvvm.cp.async.shared.global": (op) => {
    const [modifier, size] = [caseOf(op, "modifier"), op.integer("size")];
    refuse(modifier !== "cg" && modifier !== "ca", "Only CG and CA cache modifiers are supported.");
    refuse(![4, 8, 16].includes(size), "expected byte size to be either 4, 8 or 16.");
    refuse(modifier === "cg" && size !== 16, "CG cache modifier is only support for 16 bytes copy.");
  },
  ...Object.fromEntries(
    ["arrive", "arrive_drop", "arrive_drop.expect_tx", "expect_tx", "complete_tx", "test.wait", "try_wait"].map(
      (name) => [`nvvm.mbarrier.${name}`, barrier],
    ),
  ),
  "nvvm.mbarrier.arrive.expect_tx": (op) => {
    if (op.group(2).length > 0) {
      const end = "when using predicate";
      refuse(caseOf(op, "scope") !== "cta", `mbarrier scope must be CTA ${end}`);
      refuse(spaceOf(op.operand(0)) === CLUSTER, `mbarrier in shared_cluster space is not supported ${end}`);
      refuse(op.results.length > 0, `return-value is not supported ${end}`);
      refuse(isSet(op, "relaxed"), `mbarrier with relaxed semantics is not supported ${end}`);
    }
    barrier(op);
  },
  "nvvm.convert.float.to.tf32": (op) => {
    const rounding = caseOf(op, "rnd");
    refuse(rounding === "rna" && isSet(op, "relu"), "Relu not supported with rna rounding mode.");
    refuse(
      !["rn", "rz", "rna"].includes(rounding),
      "Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.",
    );
  },
  "nvvm.convert.f32x2.to.f6x2": converted("dstTy", F6, "f32x2 to f6x2"),
  "nvvm.convert.f32x2.to.f8x2": toF8,
  "nvvm.convert.f16x2.to.f8x2": converted("dstTy", F8, "f16x2 to f8x2"),
  "nvvm.convert.bf16x2.to.f8x2": (op) => {
    converted("dstTy", ["f8E8M0FNU"], "bf16x2 to f8x2")(op);
    if (op.release > 22) return;
    const words = "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.";
    refuse(!["rz", "rp"].includes(caseOf(op, "rnd")), words);
  },
  "nvvm.convert.f32x2.to.f4x2": converted("dstTy", ["f4E2M1FN"], "f32x2 to f4x2"),
  "nvvm.convert.f8x2.to.f16x2": converted("srcType", F8, "f8x2 to f16x2"),
  "nvvm.convert.f8x2.to.bf16x2": converted("srcType", ["f8E8M0FNU"], "f8x2 to bf16x2"),
  "nvvm.convert.f6x2.to.f16x2": converted("srcType", F6, "f6x2 to f16x2"),
  "nvvm.convert.f4x2.to.f16x2": converted("srcType", ["f4E2M1FN"], "f4x2 to f16x2"),
  "nvvm.convert.f32x4.to.f8x4": converted("dstTy", F8, "f32x4 to f8x4"),
  "nvvm.convert.f32x4.to.f6x4": converted("dstTy", F6, "f32x4 to f6x4"),
  "nvvm.convert.f32x4.to.f4x4": converted("dstTy", ["f4E2M1FN"], "f32x4 to f4x4"),
  "nvvm.convert.f32x2.to.f16x2": toHalf("f16x2"),
  "nvvm.convert.f32x2.to.bf16x2": toHalf("bf16x2"),
  "nvvm.prmt": (op) => {
    const mode = caseOf(op, "mode");
    const hasHi = op.operands.length > 2;
    refuse(["default", "f4e", "b4e"].includes(mode) && !hasHi, `mode '${mode}' requires 'hi' operand.`);
    refuse(["rc8", "ecl", "ecr", "rc16"].includes(mode) && hasHi, `mode '${mode}' does not accept 'hi' operand.`);
  },
  "nvvm.st.bulk": (op) => {
    const value = op.integer("initVal");
    refuse(value !== 0, `only 0 is supported for initVal, got ${value}`);
  },
  "nvvm.fence.sync_restrict": ordered,
  "nvvm.fence.proxy": (op) => {
    const kind = caseOf(op, "kind");
    refuse(kind === "tensormap", "tensormap proxy is not a supported proxy kind");
    refuse(kind === "generic", "generic proxy not a supported proxy kind");
    refuse(kind === "async.shared" && !op.has("space"), "async_shared fence requires space attribute");
    refuse(kind !== "async.shared" && op.has("space"), "only async_shared fence can have space attribute");
  },
  "nvvm.fence.proxy.acquire": proxies("generic", "tensormap"),
  "nvvm.fence.proxy.release": proxies("generic", "tensormap"),
  "nvvm.fence.proxy.sync_restrict": (op) => {
    ordered(op);
    refuse(caseOf(op, "fromProxy") !== "generic", "only generic is support for from_proxy attribute");
    refuse(caseOf(op, "toProxy") !== "async", "only async is supported for to_proxy attribute");
  },
  "nvvm.setmaxregister": (op) => {
    const count = op.integer("regCount");
    refuse(count % 8 !== 0, "new register size must be multiple of 8");
    refuse(count < 24 || count > 256, "new register size must be in between 24 to 256");
  },
  "nvvm.match.sync": (op) => {
    const type = op.result();
    if (caseOf(op, "kind") === "all")
      refuse(
        structOf(type)?.join() !== "i32,i1",
        "match.sync 'all' returns a two element struct with first element as i32 and second element as i1",
      );
    else refuse(!type.is("i32"), "match.sync 'any' returns an i32");
  },
  "nvvm.vote.sync": (op) => {
    const isBallot = caseOf(op, "kind") === "ballot";
    refuse(isBallot && !op.result().is("i32"), "vote.sync 'ballot' returns an i32");
    refuse(!isBallot && !op.result().is("i1"), "vote.sync 'any', 'all' and 'uni' returns an i1");
  },
  "nvvm.prefetch": prefetched,
  "nvvm.clusterlaunchcontrol.query.cancel": (op) => {
    const isCanceled = caseOf(op, "query_type") === "is_canceled";
    refuse(isCanceled && !op.result().is("i1"), "is_canceled query type returns an i1");
    refuse(
      !isCanceled && !op.result().is("i32"),
      "get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32",
    );
  },
  "nvvm.redux.sync": reduced,
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
  "nvvm.mapa": (op) => {
    const [from, to] = [spaceOf(op.operand(0)), spaceOf(op.result())];
    const words = "failed to verify that Valid address-space check(or mapping) for mapa Op";
    refuse(!(from === 0 && to === 0) && !(from === SHARED && to === CLUSTER), words);
  },
  "nvvm.tcgen05.mma": tensorProduct(6),
  "nvvm.tcgen05.mma.sp": tensorProduct(7),
  "nvvm.tcgen05.mma.block_scale": scaledProduct,
  "nvvm.tcgen05.mma.sp.block_scale": scaledProduct,
  "nvvm.tcgen05.cp": copiedMatrix,
  "nvvm.tcgen05.ld": tensorMemory(1, (op) => op.result(), "result type"),
  "nvvm.tcgen05.st": tensorMemory(2, (op) => op.operand(1), "input"),
};
