/** Upgrades intrinsics of ARM and AArch64. Source: upgradeArmOrAarch64IntrinsicFunction, UpgradeIntrinsicCall. */
import type { ValueId } from "../../ir/ids";
import type { FunctionType, Type } from "../../ir/types";
import { isFloating } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import { LITERAL_RESULTS, literalResult, recall } from "./generic";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";

/** A vector of integers as a vector of bfloats of the same size. */
function asBfloats(type: Type | undefined, interner: TypeInterner): Type | undefined {
  if (type?.kind !== "vector" || type.element.kind !== "integer") return undefined;
  return interner.vector(interner.simple("bfloat"), (type.count * type.element.width) / 16, false);
}

/** The type of a product of bfloats, which took vectors of bytes at first. */
function bfloatProduct(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const [sum, left, right] = type.params;
  const factors = [asBfloats(left, interner), asBfloats(right, interner)];
  if (!sum || !factors[0] || !factors[1]) return undefined;
  return interner.function(type.result, [sum, factors[0], factors[1]], false);
}
function callBfloatProduct(r: Rewriting, target: FunctionValue): ValueId {
  const params = target.valueType.kind === "function" ? target.valueType.params : [];
  return r.callOf(
    target,
    r.call.operands.map((id, i) => (params[i] ? r.recast(id, params[i]) : id)),
  );
}

function isFloatingVector(type: Type | undefined): boolean {
  return type?.kind === "vector" && isFloating(type.element);
}

/** A load of several vectors, which returned a named struct. */
const LITERAL: Pick<Replacement, "type"> = { type: (type, interner) => literalResult(type, interner) ?? type };

const VLD = /^(llvm\.arm\.neon\.vld(?:[1234]|[234]lane)\.v[a-z0-9]*)$/;

const VRINT = /^llvm\.arm\.neon\.vrint([anmpxz])\./;
/** What Neon rounds to, by the last letter of the instruction. */
const ROUNDINGS: Readonly<Record<string, string>> = {
  a: "round",
  n: "roundeven",
  m: "floor",
  p: "ceil",
  x: "rint",
  z: "trunc",
};

/** The rules; the first that matches applies. */
export const ARM_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "maxima and minima of integers belong to no target",
    since: 24,
    from: /^llvm\.aarch64\.neon\.[su](?:max|min)\./,
    to: (name, type, naming) => naming.overloaded(`llvm.${name.split(".")[3] ?? ""}`, type, [0]),
  },
  {
    name: "bfdot takes bfloats",
    since: 13,
    from: /^llvm\.(arm|aarch64)\.neon\.bfdot\.(v\df32)\.v(8|16)i8$/,
    type: bfloatProduct,
    to: (name, type, naming) => naming.overloaded(/^llvm\.\w+\.neon\.bfdot/.exec(name)?.[0] ?? name, type, [0, 2]),
    call: callBfloatProduct,
  },
  {
    name: "bfmmla, bfmlalb, bfmlalt take bfloats",
    since: 13,
    from: /^(llvm\.(?:arm|aarch64)\.neon\.bf(?:mmla|mlal[bt]))\.v4f32\.v16i8$/,
    type: bfloatProduct,
    to: "$1",
    call: callBfloatProduct,
  },
  {
    name: "AArch64's rev is vector.reverse",
    since: 22,
    from: /^llvm\.aarch64\.sve\.rev(\.nxv\d+\w+)$/,
    to: "llvm.vector.reverse$1",
  },
  {
    name: "rbit is bitreverse",
    from: /^llvm\.(?:arm|aarch64)\.rbit/,
    to: (_n, t, naming) => naming.overloaded("llvm.bitreverse", t, [1]),
    call: recall(),
  },
  {
    name: "Neon's rbit is bitreverse",
    since: 13,
    from: /^llvm\.aarch64\.neon\.rbit/,
    to: (_n, t, naming) => naming.overloaded("llvm.bitreverse", t, [1]),
    call: recall(),
  },
  {
    name: "frintn is roundeven",
    since: 13,
    from: /^llvm\.aarch64\.neon\.frintn/,
    to: (_n, t, naming) => naming.overloaded("llvm.roundeven", t, [1]),
  },
  {
    name: "vrint is one of the roundings",
    since: 21,
    from: VRINT,
    to: (name, t, naming) => naming.overloaded(`llvm.${ROUNDINGS[VRINT.exec(name)?.[1] ?? ""] ?? ""}`, t, [1]),
  },
  {
    name: "MVE's vrintn is roundeven",
    since: 21,
    from: /^llvm\.arm\.mve\.vrintn\.v/,
    to: (_n, t, naming) => naming.overloaded("llvm.roundeven", t, [1]),
  },
  {
    name: "vcnt is ctpop",
    from: /^llvm\.arm\.neon\.vcnt/,
    to: (_n, t, naming) => naming.overloaded("llvm.ctpop", t, [1]),
    call: recall(),
  },
  {
    name: "vclz is ctlz",
    from: /^llvm\.arm\.neon\.vclz(\..*)$/,
    type: ({ result, params }, interner) => interner.function(result, [...params.slice(0, 1), interner.i1], false),
    to: "llvm.ctlz$1",
    call: (r, target) => r.callOf(target, [r.argument(0), r.integer(0, r.interner.i1)]),
  },
  {
    name: "vqadd and vqsub are operations with saturation",
    since: 11,
    from: /^llvm\.arm\.neon\.vq(add|sub)([su])\./,
    to: "llvm.$2$1.sat.",
  },
  { name: "vld names its pointer", until: LITERAL_RESULTS, from: VLD, to: "$1.p0i8", call: recall() },
  { name: "vld gives a literal struct", since: LITERAL_RESULTS, until: 16, from: VLD, to: "$1.p0i8", ...LITERAL },
  { name: "vld names its opaque pointer", since: 16, from: VLD, to: "$1.p0", ...LITERAL },
  {
    name: "vst names its pointer",
    from: /^llvm\.arm\.neon\.vst(?:[1234]|[234]lane)\./,
    to: (name, type, naming) =>
      naming.overloaded(/^llvm\.arm\.neon\.vst\d(?:lane)?/.exec(name)?.[0] ?? name, type, [1, 2]),
    call: recall(),
  },
  {
    name: "the thread's pointer is one of all targets",
    until: 21,
    from: /^llvm\.(?:arm|aarch64)\.thread\.pointer$/,
    to: "llvm.thread.pointer",
    call: recall(),
  },
  {
    name: "the thread's pointer names itself",
    since: 21,
    from: /^llvm\.(?:arm\.|aarch64\.)?thread\.pointer$/,
    to: (_n, t, naming) => naming.overloaded("llvm.thread.pointer", t, [0]),
    call: recall(),
  },
  {
    name: "addp of floating-point numbers is faddp",
    from: /^llvm\.aarch64\.neon\.addp\./,
    to: (_n, type, naming) =>
      isFloatingVector(type.params[0]) ? naming.overloaded("llvm.aarch64.neon.faddp", type, [0]) : undefined,
  },
];
