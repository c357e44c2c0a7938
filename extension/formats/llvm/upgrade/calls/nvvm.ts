/**
 * Upgrades intrinsics of NVIDIA that became target-independent intrinsics or instructions. Source:
 * upgradeIntrinsicFunction1.
 */
import type { ValueId } from "../../ir/ids";
import { recall } from "./generic";
import { Naming } from "./mangling";
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

/** A count truncated to i32: the new intrinsics return a number as wide as their operand, the old ones an i32. */
function counted(stem: string, name: string, zero: boolean): Expansion["expand"] {
  return (r) => {
    const type = r.typeOf(r.argument(0));
    const operands = zero ? [r.argument(0), r.integer(0, r.interner.i1)] : [r.argument(0)];
    const full = `llvm.${stem}.${new Naming(false, r.host.release).mangled(type)}`;
    return r.cast("trunc", r.callNamed(full, type, operands, { name }), r.interner.i32, `${name}.trunc`);
  };
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
    name: "clz is ctlz",
    from: /^llvm\.nvvm\.clz\.i$/,
    type: ({ result, params }, interner) => interner.function(result, [...params, interner.i1], false),
    to: (_name, type, naming) => naming.overloaded("llvm.ctlz", type, [0]),
    call: (r, target) => r.callOf(target, [r.argument(0), r.integer(0, r.interner.i1)]),
  },
];

/** The rules; no two match the same function. */
export const NVVM_EXPANSIONS: readonly Expansion[] = [
  { name: "absolute value", from: /^llvm\.nvvm\.abs\.(?:i|ll)$/, expand: absolute },
  { name: "greater or smaller", from: /^llvm\.nvvm\.(?:max|min)\.(?:i|ll|ui|ull)$/, expand: chosen },
  { name: "leading zeros", from: /^llvm\.nvvm\.clz\.ll$/, expand: counted("ctlz", "ctlz", true) },
  { name: "ones", from: /^llvm\.nvvm\.popc\.ll$/, expand: counted("ctpop", "ctpop", false) },
  {
    name: "a half's value",
    from: /^llvm\.nvvm\.h2f$/,
    expand: (r) => r.callNamed("llvm.convert.from.fp16.f32", r.call.type, [r.argument(0)], { name: "h2f" }),
  },
  {
    name: "atomic sum",
    from: /^llvm\.nvvm\.atomic\.load\.add\.f(?:32|64)\.p/,
    expand: (r) =>
      r.atomicAdd(r.argument(0), r.argument(1), r.host.release >= 11 ? (r.call.type.kind === "double" ? 8 : 4) : 0),
  },
];
