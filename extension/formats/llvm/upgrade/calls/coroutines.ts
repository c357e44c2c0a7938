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

/** The rules, of which a release has one. */
export const COROUTINES: readonly Replacement[] = [
  { name: "coro.end has results", since: 18, until: WITHOUT_RESULT, from: END, type: withToken(false), call },
  { name: "coro.end returns nothing", since: WITHOUT_RESULT, from: END, type: withToken(true), call },
];
