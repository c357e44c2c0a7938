/**
 * What the reference's verifier refuses in how convergence is controlled, except in cycles and by foreign tokens. Source:
 * GenericConvergenceVerifier::visit, findAndCheckConvergenceTokenUsed.
 */
import type { AttributeList } from "../../ir/attributes";
import type { FunctionBody, Instruction } from "../../ir/function";
import { isCall } from "../../ir/function";
import type { Release } from "../../ir/releases";
import { attributesIn } from "./attributes";
import type { VerifiedValues } from "./values";

const CONTROL = "llvm.experimental.convergence.";
/** The first release with these rules. */
const SINCE: Release = 18;
const isConvergent = (list: AttributeList | undefined): boolean => attributesIn(list?.functionSet).has("convergent");

/**
 * Makes the check of one body, which takes its instructions in order, each with its block, and returns what is wrong;
 * undefined if nothing.
 */
export function convergenceCheck(
  body: FunctionBody,
  values: VerifiedValues,
  release: Release,
): (instruction: Instruction, block: number) => string | undefined {
  let last = -1;
  let isPreceded = false;
  /** Whether convergent calls are controlled; undefined before the first one. */
  let wasControlled: boolean | undefined;
  return (call, block) => {
    if (release < SINCE || !isCall(call)) return undefined;
    if (block !== last) isPreceded = false;
    last = block;
    const target = values.at(call.callee);
    const called = target?.kind === "function" ? target : undefined;
    const control = called?.name.startsWith(CONTROL) ? called.name.slice(CONTROL.length) : undefined;
    const used = call.bundles.flatMap(({ tag, operands }) => (tag === "convergencectrl" ? operands : []));
    if (used.length > 1 || used.some((id) => values.typeOf(id)?.kind !== "token"))
      return "'convergencectrl' requires exactly one token";
    const isLoop = control === "loop";
    const isFirst = control === "entry";
    const isMisplaced =
      used.length > 0 !== isLoop ||
      (isPreceded && (isLoop || isFirst)) ||
      (isFirst && (block > 0 || !isConvergent(body.function.attributes)));
    if (control !== undefined && isMisplaced) return "Misplaced convergence control";
    const isControlled = used.length > 0 || control !== undefined;
    if (!isControlled && !isConvergent(call.attributes) && !isConvergent(called?.attributes)) return undefined;
    isPreceded = true;
    wasControlled ??= isControlled;
    return isControlled === wasControlled ? undefined : "Cannot mix controlled and uncontrolled convergence";
  };
}
