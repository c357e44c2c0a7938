/** What mlir::NVVM's ops demand by their types and attributes (NVVMDialect.cpp). */
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks } from "../opView";
import { each } from "./combined";
import { caseOf, CLUSTER, CONSTANT, GLOBAL, LOCAL, SHARED, spaceOf } from "./nvvmTypes";
import { isSet } from "./shared";

function coordinates(count: number): void {
  refuseBare(count < 1 || count > 5, "expects coordinates between 1 to 5 dimension");
}
/** @param offsets how many offsets there are; 0: it does not matter */
function storedTensor(mode: string, count: number, scatters: boolean): void {
  if (mode === "tile_scatter4") {
    refuseBare(!scatters, "Scatter mode unsupported for CpAsyncBulkTensorReduceOp");
    refuseBare(count !== 5, "Scatter4 mode expects 5 coordinates");
    return;
  }
  coordinates(count);
  const words = "to use im2col mode, the tensor has to be at least 3-dimensional";
  refuseBare(mode === "im2col" && count < 3, words);
}
function loadedTensor(mode: string, count: number, offsets: number): void {
  coordinates(count);
  refuseBare(mode === "tile_gather4" && count !== 5, "Gather4 mode expects 5 coordinates");
  const isIm2col = mode.startsWith("im2col");
  refuseBare(isIm2col && count < 3, `to use ${mode} mode, the tensor has to be at least 3-dimensional`);
  const expected = mode === "im2col" ? count - 2 : isIm2col ? 2 : 0;
  refuseBare(offsets !== expected, ` im2col offsets expected ${expected} (provided ${offsets})`);
}

const barrier: OpCheck = (op) => {
  const scope = caseOf(op, "scope");
  refuseBare(scope !== "cta" && scope !== "cluster", "mbarrier scope must be either CTA or Cluster");
  const returns = op.name.includes(".arrive") && op.results.length > 0;
  refuseBare(spaceOf(op.operand(0)) === CLUSTER && returns, "mbarrier in shared_cluster space cannot return any value");
};

/** A conversion whose type is one of these. */
const converted =
  (property: "dstTy" | "srcType", types: readonly string[], conversion: string): OpCheck =>
  (op) => {
    // Since 23, constraints tell the types of what is converted.
    if (op.release > 22 && property === "srcType") return;
    const { text } = known(op.attribute(property)).type;
    const [, kind] = types.length > 1 ? ["", "types are"] : ["", "type is"];
    refuse(
      !types.includes(text),
      `Only '${types.join("' and '")}' ${kind ?? ""} supported for conversions from ${conversion}.`,
    );
  };

const F8 = ["f8E4M3FN", "f8E5M2"];
const F6 = ["f6E2M3FN", "f6E3M2FN"];

/** A conversion to any float of eight bits. */
const toF8 =
  (from: string): OpCheck =>
  (op) => {
    const { text } = known(op.attribute("dstTy")).type;
    const [rounding, saturation] = [caseOf(op, "rnd"), caseOf(op, "sat")];
    const words = `supported for conversions from ${from} to`;
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

/** The conversion from bf16, until 22 to one type alone. */
const bf16ToF8: OpCheck = (op) => {
  if (op.release > 22) {
    toF8("bf16x2")(op);
    return;
  }
  converted("dstTy", ["f8E8M0FNU"], "bf16x2 to f8x2")(op);
  const words = "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.";
  refuse(!["rz", "rp"].includes(caseOf(op, "rnd")), words);
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

/** By the names of ops. */
export const NVVM: OpChecks = {
  "nvvm.cp.async.bulk.tensor.global.shared.cta": (op) => {
    const mode = caseOf(op, "mode");
    if (op.group(4).length > 0) {
      refuseBare(mode !== "tile", "Inline-ptx lowering supported only for Tile mode.");
      refuseBare(op.group(3).length > 0, "Inline-ptx lowering unsupported with L2 cache-hint.");
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
      refuseBare(isOnly, "Predicate is supported only for shared::cluster mode.");
      refuseBare(mode !== "tile" && mode !== "im2col", "Predicate is supported only for Tile and Im2col modes.");
    } else {
      const words = isOnly
        ? "Shared::cta destination requires address-space 3."
        : "Shared::cluster destination requires address-space 7.";
      refuseBare(spaceOf(op.operand(0)) !== (isOnly ? SHARED : CLUSTER), words);
      refuseBare(isOnly && op.group(5).length > 0, "Multicast is not supported with shared::cta mode.");
      refuseBare(isOnly && op.has("group"), "CTAGroup is not supported with shared::cta mode.");
    }
    loadedTensor(mode, op.group(2).length, op.group(4).length);
  },
  "nvvm.cp.async.bulk.shared.cluster.global": (op) => {
    const isShared = spaceOf(op.operand(0)) === SHARED;
    refuseBare(isShared && op.group(4).length > 0, "Multicast is not supported with shared::cta mode.");
  },
  "nvvm.cp.async.shared.global": (op) => {
    const [modifier, size] = [caseOf(op, "modifier"), op.integer("size")];
    refuseBare(modifier !== "cg" && modifier !== "ca", "Only CG and CA cache modifiers are supported.");
    refuseBare(![4, 8, 16].includes(size), "expected byte size to be either 4, 8 or 16.");
    refuseBare(modifier === "cg" && size !== 16, "CG cache modifier is only support for 16 bytes copy.");
  },
  ...each(
    "nvvm.mbarrier.*",
    ["arrive", "arrive_drop", "arrive_drop.expect_tx", "expect_tx", "complete_tx", "test.wait", "try_wait"],
    barrier,
  ),
  "nvvm.mbarrier.arrive.expect_tx": (op) => {
    if (op.group(2).length > 0) {
      const end = "when using predicate";
      refuseBare(caseOf(op, "scope") !== "cta", `mbarrier scope must be CTA ${end}`);
      refuseBare(spaceOf(op.operand(0)) === CLUSTER, `mbarrier in shared_cluster space is not supported ${end}`);
      refuseBare(op.results.length > 0, `return-value is not supported ${end}`);
      refuseBare(isSet(op, "relaxed"), `mbarrier with relaxed semantics is not supported ${end}`);
    }
    barrier(op);
  },
  "nvvm.convert.float.to.tf32": (op) => {
    const rounding = caseOf(op, "rnd");
    refuseBare(rounding === "rna" && isSet(op, "relu"), "Relu not supported with rna rounding mode.");
    refuseBare(
      !["rn", "rz", "rna"].includes(rounding),
      "Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.",
    );
  },
  "nvvm.convert.f32x2.to.f6x2": converted("dstTy", F6, "f32x2 to f6x2"),
  "nvvm.convert.f32x2.to.f8x2": toF8("f32x2"),
  "nvvm.convert.f16x2.to.f8x2": converted("dstTy", F8, "f16x2 to f8x2"),
  "nvvm.convert.bf16x2.to.f8x2": bf16ToF8,
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
    refuseBare(["default", "f4e", "b4e"].includes(mode) && !hasHi, `mode '${mode}' requires 'hi' operand.`);
    refuseBare(["rc8", "ecl", "ecr", "rc16"].includes(mode) && hasHi, `mode '${mode}' does not accept 'hi' operand.`);
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
        !type.is("!llvm.struct<(i32, i1)>"),
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
  "nvvm.mapa": (op) => {
    const [from, to] = [spaceOf(op.operand(0)), spaceOf(op.result())];
    const words = "failed to verify that Valid address-space check(or mapping) for mapa Op";
    refuse(!(from === 0 && to === 0) && !(from === SHARED && to === CLUSTER), words);
  },
};
