/** The rules of LLVM 3.0 for intrinsics of LLVM 2.x. Source: its UpgradeCallsToIntrinsic, CheckDebugInfoIntrinsics. */
import { RulesByFamily } from "../calls/families";
import type { RuleSet } from "../calls/rules";
import { EXPANSIONS } from "./expansions";
import { RENAMINGS, REPLACEMENTS } from "./replacements";

/** Markers of debug info before LLVM 2.7. */
const DROPPED = /^llvm\.dbg\.(?:func\.start|stoppoint|region\.start|region\.end)$/;

/** The rules of LLVM 3.0. They also drop declarations of variables that do not take metadata. */
export const OLD_RULES: RuleSet = {
  renamings: RENAMINGS,
  replacements: new RulesByFamily(REPLACEMENTS),
  ofCalls: [],
  expansions: new RulesByFamily(EXPANSIONS),
  drops: (name, type) => DROPPED.test(name) || (name === "llvm.dbg.declare" && type.params[0]?.kind !== "metadata"),
  keepsLocations: false,
};
