/** Upgrades the markers of lifetimes. Source: upgradeIntrinsicFunction1, UpgradeIntrinsicCall. */
import type { ValueId } from "../../ir/ids";
import type { FunctionType } from "../../ir/types";
import type { Rewriting } from "./rewriting";
import type { Replacement, Span } from "./rules";

const LIFETIME = /^llvm\.lifetime\.(?:start|end)/;

/** Whether a function is one that LLVM 22 declared for nobody to call. */
export function isLifetimeOfSize(name: string, { params }: FunctionType): boolean {
  return LIFETIME.test(name) && params.length === 1 && params[0]?.kind === "integer";
}

/** Marks the lifetime of a stack slot, whose size tells how much it is; markers of other memory are dropped. */
function lifetimeCall(r: Rewriting): ValueId | undefined {
  const slot = r.host.allocas.of(r.argument(1));
  if (slot === undefined) return undefined;
  const stem = LIFETIME.exec(r.callee)?.[0] ?? "";
  return r.callNamed(r.overloadedName(stem, r.typeOf(slot)), r.call.type, [slot]);
}

/** The rule for markers of lifetimes that take a stack slot only. @param declared the parameter of the declared function */
function lifetimes(span: Span, declared: 0 | 1): Replacement {
  return {
    name: "lifetimes are those of stack slots",
    ...span,
    from: LIFETIME,
    type: ({ result, params }, interner) => {
      const param = params.length === 2 ? params[declared] : undefined;
      return param && interner.function(result, [param], false);
    },
    to: (name, type, naming) => naming.overloaded(LIFETIME.exec(name)?.[0] ?? name, type, [1]),
    call: lifetimeCall,
    callsOthers: true,
  };
}

/** The rules, of which a release has one. */
export const LIFETIMES: readonly Replacement[] = [
  {
    name: "lifetimes name their pointer",
    until: 22,
    from: LIFETIME,
    to: (n, t, naming) => naming.overloaded(LIFETIME.exec(n)?.[0] ?? n, t, [2]),
  },
  // LLVM 22 declares a function of the size, which nothing calls.
  lifetimes({ since: 22, until: 23 }, 0),
  lifetimes({ since: 23 }, 1),
];
