/** Upgrades the end of a coroutine. Source: upgradeIntrinsicFunction1, UpgradeIntrinsicCall. */
import type { ValueId } from "../../ir/ids";
import type { FunctionType } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";

/** The first release in which the end of a coroutine returns nothing. */
const WITHOUT_RESULT = 22;

/** The type with the token of results as a third parameter. */
function withToken(returnsNothing: boolean) {
  return ({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined => {
    if (params.length !== 2) return undefined;
    return interner.function(returnsNothing ? interner.void : result, [...params, interner.simple("token")], false);
  };
}
function call(r: Rewriting, target: FunctionValue): ValueId {
  return r.callOf(target, [...r.call.operands, r.uniform("null", r.interner.simple("token"))]);
}

const END = /^llvm\.coro\.end$/;

/** The first release that replaces the result, which was whether the function resumes the coroutine. */
const REPLACED_RESULT = 24;
/** Drops the result: the function resumes the coroutine unless it is the one that starts it. */
function withoutResult({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined {
  return result.kind === "void" || params.length !== 3 ? undefined : interner.function(interner.void, params, false);
}
function callWithoutResult(r: Rewriting, target: FunctionValue): ValueId | undefined {
  r.callOf(target, r.call.operands);
  r.leavesName();
  if (!r.isUsed) return undefined;
  const { i1 } = r.interner;
  return r.binary("xor", r.callNamed("llvm.coro.is_in_ramp", i1, []), r.integer(-1, i1));
}

/** The rules, of which a release has one. */
export const COROUTINES: readonly Replacement[] = [
  { name: "coro.end has results", since: 18, until: WITHOUT_RESULT, from: END, type: withToken(false), call },
  { name: "coro.end returns nothing", since: WITHOUT_RESULT, from: END, type: withToken(true), call },
  {
    name: "coro.end has no result",
    since: REPLACED_RESULT,
    from: END,
    type: withoutResult,
    call: callWithoutResult,
    callsOthers: true,
  },
];
