/** Expands a call, unless its types do not fit. */
import type { Instruction } from "../../ir/function";
import { NoVector } from "../typeRelations";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";

/**
 * The instructions that replace a call. None if its types are not those of the intrinsic: the reference does not check
 * them, and takes them for vectors all the same.
 */
export function expanded(rewriting: Rewriting, rule: Expansion): readonly Instruction[] | undefined {
  try {
    return rewriting.finish(rule.expand(rewriting), false);
  } catch (error) {
    if (!(error instanceof NoVector)) throw error;
    const { call, callee, host } = rewriting;
    const message = `The type of ${callee} lacks a vector that this intrinsic has`;
    host.problems.add({
      code: "bad-type",
      message,
      startBit: call.startBit,
      endBit: call.endBit,
      path: ["module"],
    });
    return undefined;
  }
}
