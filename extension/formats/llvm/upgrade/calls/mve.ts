/**
 * Upgrades intrinsics of ARM's MVE and CDE for elements of 64 bits: their predicates have two bits, before they had
 * four. Source: upgradeArmOrAarch64IntrinsicFunction, upgradeARMIntrinsicCall.
 */
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";

function predicate(r: Rewriting, count: number): Type {
  return r.interner.vector(r.interner.i1, count, false);
}
/** A predicate as a number, and that as a predicate of another count. */
function recounted(r: Rewriting, value: ValueId, count: number): ValueId {
  const type = predicate(r, count);
  const number = r.callNamed(r.overloadedName("llvm.arm.mve.pred.v2i", r.typeOf(value)), r.interner.i32, [value]);
  return r.callNamed(r.overloadedName("llvm.arm.mve.pred.i2v", type), type, [number]);
}

function tailPredicate(r: Rewriting): ValueId {
  const made = r.callNamed("llvm.arm.mve.vctp64", predicate(r, 2), [r.argument(0)], { name: r.name });
  return recounted(r, made, 4);
}

function withTwoBits(r: Rewriting): ValueId {
  const four = predicate(r, 4);
  const operands = r.call.operands.map((id) => (r.typeOf(id) === four ? recounted(r, id, 2) : id));
  return r.callNamed(r.callee.replace(/v4i1$/, "v2i1"), r.call.type, operands, { name: r.name });
}

const PREDICATED = [
  String.raw`mve\.(?:mull\.int|vqdmull)\.predicated\.v2i64\.v4i32`,
  String.raw`mve\.(?:vldr\.gather|vstr\.scatter)\.base\.(?:wb\.)?predicated\.v2i64\.v2i64`,
  String.raw`mve\.vldr\.gather\.offset\.predicated\.v2i64\.p0(?:i64)?\.v2i64`,
  String.raw`mve\.vstr\.scatter\.offset\.predicated\.p0(?:i64)?\.v2i64\.v2i64`,
  String.raw`cde\.vcx[123]qa?\.predicated\.v2i64`,
].join("|");

/** The rules; no two match the same function. */
export const MVE_EXPANSIONS: readonly Expansion[] = [
  {
    name: "a tail of 64-bit elements",
    since: 14,
    from: /^llvm\.arm\.mve\.vctp64$/,
    if: ({ result }) => result.kind === "vector" && result.count === 4,
    expand: tailPredicate,
  },
  {
    name: "a predicate of 64-bit elements",
    since: 14,
    from: new RegExp(String.raw`^llvm\.arm\.(?:${PREDICATED})\.v4i1$`),
    expand: withTwoBits,
  },
];
