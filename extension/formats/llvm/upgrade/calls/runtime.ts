/**
 * Upgrades the functions of Objective-C's ARC runtime, which are intrinsics since LLVM 8. Source: UpgradeARCRuntime.
 */
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";

const USE = "clang.arc.use";
/** The first release that turns calls of the runtime into calls of intrinsics; earlier ones only rename the marker. */
const SINCE: Release = 11;
/** The first release in which the new call gets the old one's name, which before was still taken. */
const TAKES_NAMES: Release = 13;

/**
 * Functions and their types, in the order in which they are upgraded: result, then parameters; `p` is i8*, `q` i8**,
 * `i` i32, `v` void.
 */
const FUNCTIONS: readonly (readonly [string, string])[] = [
  ["autorelease", "pp"],
  ["autoreleasePoolPop", "vp"],
  ["autoreleasePoolPush", "p"],
  ["autoreleaseReturnValue", "pp"],
  ["copyWeak", "vqq"],
  ["destroyWeak", "vq"],
  ["initWeak", "pqp"],
  ["loadWeak", "pq"],
  ["loadWeakRetained", "pq"],
  ["moveWeak", "vqq"],
  ["release", "vp"],
  ["retain", "pp"],
  ["retainAutorelease", "pp"],
  ["retainAutoreleaseReturnValue", "pp"],
  ["retainAutoreleasedReturnValue", "pp"],
  ["retainBlock", "pp"],
  ["storeStrong", "vqp"],
  ["storeWeak", "pqp"],
  ["unsafeClaimAutoreleasedReturnValue", "pp"],
  ["retainedObject", "pp"],
  ["unretainedObject", "pp"],
  ["unretainedPointer", "pp"],
  ["retain_autorelease", "pp"],
  ["sync_enter", "ip"],
  ["sync_exit", "ip"],
  ["arc_annotation_topdown_bbstart", "vqq"],
  ["arc_annotation_topdown_bbend", "vqq"],
  ["arc_annotation_bottomup_bbstart", "vqq"],
  ["arc_annotation_bottomup_bbend", "vqq"],
];

function typeOf(letter: string, interner: TypeInterner): Type {
  const data = interner.pointer(interner.i8, 0);
  switch (letter) {
    case "p":
      return data;
    case "q":
      return interner.pointer(data, 0);
    default:
      return letter === "i" ? interner.i32 : interner.void;
  }
}

/** Calls the intrinsic, with casts to its parameters' types, and of the result back. */
function call(r: Rewriting, target: FunctionValue): ValueId {
  const { valueType } = target;
  const params = valueType.kind === "function" ? valueType.params : [];
  const operands = r.call.operands.map((id, i) => {
    const param = params[i];
    return param ? r.recast(id, param) : id;
  });
  const { tail } = r.call;
  const made = r.callOf(target, operands, r.host.release < TAKES_NAMES ? { tail, name: r.name } : { tail });
  if (r.host.release >= TAKES_NAMES) r.takeName(made);
  r.leavesName();
  const { type } = r.call;
  return type.kind === "void" ? made : r.recast(made, type);
}

/** The rules of a release; all but one apply only to modules that had the old marker. */
export function runtimeReplacements(release: Release, arc: boolean): readonly Replacement[] {
  if (release < SINCE) return [];
  const use: Replacement = {
    name: "ARC's use",
    from: /^clang\.arc\.use$/,
    to: `llvm.objc.${USE}`,
    call,
    onlyCalls: true,
  };
  if (!arc) return [use];
  const functions = FUNCTIONS.map(([name, signature]): Replacement => ({
    name,
    from: new RegExp(`^objc_${name}$`),
    // The intrinsic's name has dots where the function's has underscores.
    to: `llvm.objc.${name.replaceAll("_", ".")}`,
    type: (_old: FunctionType, interner) => {
      const [result, ...params] = [...signature].map((letter) => typeOf(letter, interner));
      return interner.function(result ?? interner.void, params, false);
    },
    call,
    onlyCalls: true,
  }));
  return [use, ...functions];
}
