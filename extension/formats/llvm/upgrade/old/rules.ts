/** The rules of LLVM 3.0 about intrinsics of LLVM 2.x. Source: its UpgradeCallsToIntrinsic, CheckDebugInfoIntrinsics. */
import type { RuleSet } from "../calls/rules";
import { EXPANSIONS } from "./expansions";
import { RENAMINGS, REPLACEMENTS } from "./replacements";

/** Markers of debug info before LLVM 2.7; declarations of variables too, while they did not take metadata. */
const DROPPED = /^llvm\.dbg\.(?:func\.start|stoppoint|region\.start|region\.end)$/;

export const OLD_RULES: RuleSet = {
  renamings: RENAMINGS,
  replacements: REPLACEMENTS,
  expansions: EXPANSIONS,
  drops: (name, type) => DROPPED.test(name) || (name === "llvm.dbg.declare" && type.params[0]?.kind !== "metadata"),
  keepsLocations: false,
};
