/**
 * Upgrades intrinsics of NVIDIA that became target-independent intrinsics or instructions. Source:
 * upgradeIntrinsicFunction1.
 */
import type { ValueId } from "../../ir/ids";
import type { FunctionType, Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import { approximating } from "./fastMath";
import { recall } from "./generic";
import type { Rewriting } from "./rewriting";
import type { Expansion, Replacement } from "./rules";

function absolute(r: Rewriting): ValueId {
  const value = r.argument(0);
  const zero = (): ValueId => r.integer(0, r.call.type);
  const negated = r.plain("sub", r.call.type, [zero(), value], "neg");
  return r.select(r.compare("sge", value, zero(), "abs.cond"), value, negated, "abs");
}

/** The greater or smaller operand, by the name: `max.ull`. */
function chosen(r: Rewriting): ValueId {
  const [, which = "", unsigned] = /\.(max|min)\.(u?)/.exec(r.callee) ?? [];
  const predicate = (unsigned === "u" ? "u" : "s") + (which === "max" ? "ge" : "le");
  const condition = r.compare(predicate, r.argument(0), r.argument(1), `${which}.cond`);
  return r.select(condition, r.argument(0), r.argument(1), which);
}

const ABSOLUTE = /^llvm\.nvvm\.abs\.(?:i|ll)$/;
const GREATER_OR_SMALLER = /^llvm\.nvvm\.(?:max|min)\.u?(?:i|ll)$/;
/** The same of i16. */
const GREATER_OR_SMALLER_SHORT = /^llvm\.nvvm\.(?:max|min)\.u?s$/;

/** A count truncated to i32: the new intrinsics return a number as wide as their operand, the old ones an i32. */
function counted(stem: string, name: string, zero: boolean): Expansion["expand"] {
  return (r) => {
    const type = r.typeOf(r.argument(0));
    const operands = zero ? [r.argument(0), r.integer(0, r.interner.i1)] : [r.argument(0)];
    return r.cast("trunc", r.callOverloaded(`llvm.${stem}`, type, operands, name), r.interner.i32, `${name}.trunc`);
  };
}

/** A funnel shift of a value with itself. */
function rotated(direction: "fshl" | "fshr", distance: (r: Rewriting, type: Type) => ValueId): Expansion["expand"] {
  return (r) => {
    const [value, type] = [r.argument(0), r.call.type];
    return r.callOverloaded(`llvm.${direction}`, type, [value, value, distance(r, type)]);
  };
}
/** The second argument, as wide as the value. */
function widened(r: Rewriting, type: Type): ValueId {
  return type === r.interner.i32 ? r.argument(1) : r.cast("zext", r.argument(1), type);
}

/** A barrier by its present name. Before others, it gets the number 0. */
function barrier(name: string): Expansion["expand"] {
  return (r) => {
    const { operands } = r.call;
    const numbered = operands.length > 0 ? operands : [r.integer(0, r.interner.i32)];
    return r.callNamed(`llvm.nvvm.barrier.cta.${name}`, r.call.type, numbered);
  };
}
/** A barrier that combines a condition of all threads, which was an i32. */
function combined(r: Rewriting): ValueId {
  const { i1, i32 } = r.interner;
  const which = /\w+$/.exec(r.callee)?.[0] ?? "";
  const condition = r.compare("ne", r.argument(0), r.integer(0, i32));
  const name = `llvm.nvvm.barrier.cta.red.${which}.aligned.all`;
  const made = r.callNamed(name, which === "popc" ? i32 : i1, [r.integer(0, i32), condition]);
  return which === "popc" ? made : r.cast("zext", made, i32);
}

/** Calls the function whose name ends in the type of its result: `llvm.nvvm.fabs.ftz.f32`. */
function typedName(r: Rewriting): ValueId {
  return r.callOverloaded(r.callee.replace(/\.\w+$/, ""), r.call.type, r.call.operands);
}

/** What the bits of an integer mean in an intrinsic with this name: a bfloat, or two of them. */
function bfloatOf(r: Rewriting): Type {
  const bfloat = r.interner.simple("bfloat");
  return r.callee.endsWith("x2") ? r.interner.vector(bfloat, 2, false) : bfloat;
}
/** A function of bfloats, which took and returned integers; `name` is that of the function to call. */
function ofBfloats(name: (r: Rewriting) => string): Expansion["expand"] {
  return (r) => {
    const type = bfloatOf(r);
    const operands = r.call.operands.map((id) => (r.typeOf(id).kind === "integer" ? r.recast(id, type) : id));
    return r.recast(r.callNamed(name(r), type, operands), r.call.type);
  };
}
const BFLOATS = [
  String.raw`fma\.rn\.(?:ftz\.)?(?:relu\.|sat\.)?`,
  String.raw`f(?:max|min)\.(?:ftz\.)?(?:nan\.)?(?:xorsign\.abs\.)?`,
  String.raw`neg\.`,
];
function bfloatNames(...beginnings: readonly string[]): RegExp {
  return new RegExp(String.raw`^llvm\.nvvm\.(?:${beginnings.join("|")})bf16(?:x2)?$`);
}
function isOfIntegers({ result }: FunctionType): boolean {
  return scalarOf(result).kind !== "bfloat";
}

/** The rules; the first that matches applies. */
export const NVVM_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "brev is bitreverse",
    from: /^llvm\.nvvm\.brev(?:32|64)$/,
    to: (_name, type, naming) => naming.overloaded("llvm.bitreverse", type, [0]),
    call: recall(),
  },
  {
    name: "popc is ctpop",
    from: /^llvm\.nvvm\.popc\.i$/,
    to: (_name, type, naming) => naming.overloaded("llvm.ctpop", type, [0]),
    call: recall(),
  },
  {
    name: "max and min are smax, umin and the like",
    since: 22,
    from: /^llvm\.nvvm\.(?:max|min)\.u?(?:s|i|ll)$/,
    to: (name, type, naming) => {
      const [, which = "", sign = ""] = /\.(max|min)\.(u?)/.exec(name) ?? [];
      return naming.overloaded(`llvm.${sign === "u" ? "u" : "s"}${which}`, type, [0]);
    },
  },
  {
    name: "clz is ctlz",
    from: /^llvm\.nvvm\.clz\.i$/,
    type: ({ result, params }, interner) => interner.function(result, [...params, interner.i1], false),
    to: (_name, type, naming) => naming.overloaded("llvm.ctlz", type, [0]),
    call: (r, target) => r.callOf(target, [r.argument(0), r.integer(0, r.interner.i1)]),
  },
];

/** The rules; no two match the same function. */
export const NVVM_EXPANSIONS: readonly Expansion[] = [
  { name: "absolute value", until: 23, from: ABSOLUTE, expand: absolute },
  {
    name: "absolute value, with an intrinsic",
    since: 23,
    from: ABSOLUTE,
    expand: (r) => r.callOverloaded("llvm.abs", r.call.type, [r.argument(0), r.integer(1, r.interner.i1)], "abs"),
  },
  { name: "greater or smaller", until: 22, from: GREATER_OR_SMALLER, expand: chosen },
  { name: "greater or smaller i16", since: 18, until: 22, from: GREATER_OR_SMALLER_SHORT, expand: chosen },
  { name: "leading zeros", from: /^llvm\.nvvm\.clz\.ll$/, expand: counted("ctlz", "ctlz", true) },
  { name: "ones", from: /^llvm\.nvvm\.popc\.ll$/, expand: counted("ctpop", "ctpop", false) },
  {
    name: "a half's value, with an intrinsic",
    until: 23,
    from: /^llvm\.nvvm\.h2f$/,
    expand: (r) => r.callNamed("llvm.convert.from.fp16.f32", r.call.type, [r.argument(0)], { name: "h2f" }),
  },
  {
    name: "a half's value",
    since: 23,
    from: /^llvm\.nvvm\.h2f$/,
    expand: (r) => r.cast("fpext", r.cast("bitcast", r.argument(0), r.interner.simple("half")), r.call.type),
  },
  {
    name: "the bits of a number",
    since: 21,
    from: /^llvm\.nvvm\.bitcast\./,
    expand: (r) => r.cast("bitcast", r.argument(0), r.call.type),
  },
  { name: "rotation", since: 21, from: /^llvm\.nvvm\.rotate\.b(?:32|64)$/, expand: rotated("fshl", widened) },
  {
    name: "rotation to the right",
    since: 21,
    from: /^llvm\.nvvm\.rotate\.right\.b64$/,
    expand: rotated("fshr", widened),
  },
  {
    name: "swapped halves",
    since: 21,
    from: /^llvm\.nvvm\.swap\.lo\.hi\.b64$/,
    expand: rotated("fshl", (r, type) => r.integer(32, type)),
  },
  { name: "absolute value of a float", since: 21, from: /^llvm\.nvvm\.fabs\.(?:ftz\.f|f|d)$/, expand: typedName },
  { name: "power of two", since: 22, from: /^llvm\.nvvm\.ex2\.approx\.(?:(?:ftz\.)?f|d|f16x2)$/, expand: typedName },
  {
    name: "approximated tangent",
    since: 22,
    from: /^llvm\.nvvm\.tanh\.approx\.f32$/,
    expand: (r) =>
      r.callNamed("llvm.tanh.f32", r.call.type, [r.argument(0)], {
        flags: approximating(r.call.flags, r.host.release),
      }),
  },
  {
    name: "functions of bfloats",
    since: 17,
    from: bfloatNames(...BFLOATS),
    if: isOfIntegers,
    expand: ofBfloats((r) => r.callee),
  },
  {
    name: "absolute value of bfloats",
    since: 17,
    until: 21,
    from: bfloatNames(String.raw`abs\.`),
    if: isOfIntegers,
    expand: ofBfloats((r) => r.callee),
  },
  {
    name: "absolute value of bfloats is fabs",
    since: 21,
    from: bfloatNames(String.raw`abs\.`),
    expand: ofBfloats((r) => r.overloadedName("llvm.nvvm.fabs", bfloatOf(r))),
  },
  {
    name: "barrier of a block",
    since: 21,
    from: /^llvm\.nvvm\.(?:barrier0|barrier\.n|bar\.sync)$/,
    expand: barrier("sync.aligned.all"),
  },
  { name: "barrier with a count", since: 21, from: /^llvm\.nvvm\.barrier$/, expand: barrier("sync.aligned.count") },
  { name: "unaligned barrier", since: 21, from: /^llvm\.nvvm\.barrier\.sync$/, expand: barrier("sync.all") },
  {
    name: "unaligned barrier with a count",
    since: 21,
    from: /^llvm\.nvvm\.barrier\.sync\.cnt$/,
    expand: barrier("sync.count"),
  },
  { name: "barrier with a condition", since: 22, from: /^llvm\.nvvm\.barrier0\.(?:popc|and|or)$/, expand: combined },
];
