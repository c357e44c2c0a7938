/** What the reference's verifier refuses in calls; see `body.ts`. Source: Verifier's visitCallBase, verifyMustTailCall. */
import type { Attribute, AttributeSet } from "../../ir/attributes";
import type { CallInstruction, OperandBundle } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import { bitsOf } from "../typeRelations";
import { attributesIn, brokenAttributes, brokenSet } from "./attributes";
import type { CallPlace } from "./callPlace";
import { brokenAssembly, brokenIntrinsic } from "./callees";
import { INTRINSIC } from "./functions";
import { ATTRIBUTE_AFTER, withoutCasts, hasLater, isSame } from "./types";

/** The conventions of kernels and shaders, which nothing calls, with the first release that refuses it. */
const UNCALLED: Readonly<Record<number, Release>> = {
  71: 23,
  76: 21,
  87: 21,
  88: 21,
  89: 21,
  90: 21,
  91: 21,
  93: 21,
  95: 21,
  96: 21,
  104: 17,
  105: 17,
  124: 22,
};

/** What is wrong with a call; undefined if nothing. */
export function brokenCall(call: CallInstruction, place: CallPlace): string | undefined {
  const { callee, functionType, operands, attributes } = call;
  const { values, release } = place;
  if (hasLater(attributes, operands.length)) return ATTRIBUTE_AFTER;
  if (release >= (UNCALLED[call.callingConvention] ?? Infinity)) return "calling convention does not permit calls";
  // An upgrade may have put an intrinsic in the place of an older one.
  const called = values.at(callee);
  const target = called?.kind === "function" ? called : undefined;
  const isIntrinsic = target?.name.startsWith(INTRINSIC) ?? false;
  const isAssembly = called?.kind === "inlineAsm";
  const user = { release, functionType, isIntrinsic, isAssembly, isUnnamed: true };
  return (
    brokenAttributes(attributes, user) ??
    (functionType.vararg ? brokenVariable(call, isIntrinsic, release) : undefined) ??
    (called?.kind === "inlineAsm" ? brokenAssembly(call, called.constraints, release) : undefined) ??
    (isIntrinsic && call.kind === "invoke" ? brokenInvoke(target) : undefined) ??
    (isIntrinsic && target ? brokenIntrinsic(call, target, place) : undefined) ??
    (release >= TYPED_STATEPOINTS && target?.name.startsWith(STATEPOINT) ? brokenStatepoint(call) : undefined) ??
    brokenParts(call, target, place) ??
    (!isIntrinsic || release < SINCE_WIDE ? brokenAlignment(call.functionType, release) : undefined) ??
    (isIntrinsic ? undefined : brokenTypes(call, target)) ??
    brokenBundles(call.bundles, target, place) ??
    (call.kind === "call" && call.tail === "musttail" ? brokenTail(call, target, isAssembly, place) : undefined)
  );
}

function brokenVariable(call: CallInstruction, isIntrinsic: boolean, release: Release): string | undefined {
  for (const set of call.attributes?.paramSets.slice(call.functionType.params.length) ?? []) {
    const fault = brokenSet(set, release);
    if (fault !== undefined) return fault;
    if (attributesIn(set).has("inalloca") && set !== call.attributes?.paramSets[call.operands.length - 1])
      return "inalloca isn't on the last argument!";
    if (!isIntrinsic && attributesIn(set).has("sret"))
      return "Attribute 'sret' cannot be used for vararg call arguments!";
  }
  return undefined;
}
/** What names of safepoints start with, and the parameter that is the function. */
const [STATEPOINT, STATEPOINT_CALLEE] = ["llvm.experimental.gc.statepoint", 2];
/** The first release in which an attribute states the function's type. */
const TYPED_STATEPOINTS: Release = 15;
function brokenStatepoint({ attributes }: CallInstruction): string | undefined {
  const type = attributesIn(attributes?.paramSets[STATEPOINT_CALLEE]).get("elementtype");
  if (type?.form !== "type") return "gc.statepoint callee argument must have elementtype attribute";
  return type.type?.kind === "function" ? undefined : "gc.statepoint callee elementtype must be function type";
}
/** Intrinsics that may be invoked. */
const INVOKED =
  /^llvm\.(?:donothing|seh\.(?:try|scope)\.(?:begin|end)|coro\.(?:resume|destroy|await\.suspend\.\w+)|experimental\.(?:patchpoint|gc\.statepoint)\b.*|fake\.use|wasm\.(?:re)?throw.*|objc\..*)$/;
function brokenInvoke(target: FunctionValue | undefined): string | undefined {
  return target && !INVOKED.test(target.name)
    ? "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume or coro_destroy"
    : undefined;
}
function brokenParts(
  call: CallInstruction,
  target: FunctionValue | undefined,
  { values, allocaOf }: CallPlace,
): string | undefined {
  const { attributes, operands } = call;
  if (attributesIn(attributes?.functionSet).has("speculatable")) {
    const function_ = withoutCasts(call.callee, values);
    const own = function_?.kind === "function" ? function_.attributes : undefined;
    if (!attributesIn(own?.functionSet).has("speculatable"))
      return "speculatable attribute may not apply to call sites";
  }
  const last = operands.length - 1;
  const isAllocated = attributesIn(attributes?.paramSets[last]).has("inalloca");
  const alloca = isAllocated ? allocaOf(operands[last]) : undefined;
  if (alloca && !alloca.flags.includes("inalloca")) return "inalloca argument for call has mismatched alloca";
  const declared = target?.attributes?.paramSets ?? [];
  for (const [i, id] of operands.entries()) {
    const isDeclared = attributesIn(declared[i]).has("immarg");
    if (attributesIn(attributes?.paramSets[i]).has("immarg") && !isDeclared)
      return "immarg may not apply only to call sites";
    const value = isDeclared ? values.at(id) : undefined;
    if (isDeclared && !isImmediate(value?.kind, values.typeOf(id))) return "immarg operand has non-immediate parameter";
  }
  return undefined;
}
/** The first releases that look how parameters are aligned, and that let them be aligned more. */
const [ALIGNED, SINCE_WIDE]: readonly [Release, Release] = [15, 19];
const [MOST_ALIGNED, MOST_ALIGNED_WIDE] = [2 ** 14, 2 ** 32];
/** Vectors are the types that are aligned by their size. */
function brokenAlignment({ params, result }: FunctionType, release: Release): string | undefined {
  if (release < ALIGNED) return undefined;
  const most = release < SINCE_WIDE ? MOST_ALIGNED : MOST_ALIGNED_WIDE;
  return [result, ...params].some((type) => type.kind === "vector" && bitsOf(type) > most * 8)
    ? "Incorrect alignment of argument passed or return type to called function!"
    : undefined;
}
/** Whether a value is a plain number: what is `zeroinitializer` for other types is one, too. */
function isImmediate(kind: string | undefined, type: Type | undefined): boolean {
  if (kind === "integer" || kind === "float") return true;
  return kind === "null" && type?.kind !== "pointer";
}
function brokenTypes({ functionType }: CallInstruction, target: FunctionValue | undefined): string | undefined {
  for (const { kind } of functionType.params)
    if (kind === "metadata" || kind === "token") return `Function has ${kind} parameter but isn't an intrinsic`;
  const { kind } = functionType.result;
  return !target && (kind === "token" || kind === "x86_amx")
    ? `Return type cannot be ${kind} for indirect call!`
    : undefined;
}

type Bundle = readonly [from: Release, count: number | undefined];
/** Bundles that a call has at most once: the first release that looks, and how many operands they have. */
const BUNDLES: ReadonlyMap<string, Bundle> = new Map(
  Object.entries<Bundle>({
    deopt: [9, undefined],
    "gc-transition": [9, undefined],
    funclet: [9, 1],
    cfguardtarget: [11, 1],
    "gc-live": [11, undefined],
    preallocated: [11, 1],
    ptrauth: [15, 2],
    kcfi: [16, 1],
  }),
);
function brokenBundles(
  bundles: readonly OperandBundle[],
  target: FunctionValue | undefined,
  { values, release }: CallPlace,
): string | undefined {
  const seen = new Set<string>();
  for (const { tag, operands } of bundles) {
    const [from, count] = BUNDLES.get(tag) ?? [undefined, undefined];
    if (from === undefined || release < from) continue;
    if (seen.has(tag)) return `Multiple ${tag} operand bundles`;
    seen.add(tag);
    if (count !== undefined && operands.length !== count) return `Expected exactly ${count} ${tag} bundle operands`;
    if (tag === "ptrauth" && target) return "Direct call cannot have a ptrauth bundle";
    const type = operands[0] === undefined ? undefined : values.typeOf(operands[0]);
    if (tag === "kcfi" && !(type?.kind === "integer" && type.width === 32))
      return "Kcfi bundle operand must be an i32 constant";
  }
  return undefined;
}

/** Attributes that change how a parameter is passed. */
const PASSING = "sret byval inalloca inreg alignstack swiftself swiftasync swifterror preallocated byref".split(" ");
/** What parameters cannot have where callers and callees may differ. */
const NOT_IN_TAIL = "inalloca inreg swifterror preallocated byref".split(" ");
/** The conventions in which they may differ, from the first release that lets them. */
const TAIL_CONVENTIONS: readonly number[] = [18, 20];
const DIFFERING: Release = 13;
/** The first release that lets undef be returned instead of the result. */
const RETURNS_UNDEF: Release = 13;

type TailCall = Extract<CallInstruction, { readonly kind: "call" }>;
function brokenTail(
  call: TailCall,
  target: FunctionValue | undefined,
  isAssembly: boolean,
  place: CallPlace,
): string | undefined {
  const caller = place.body.function;
  const { valueType: type } = caller;
  if (type.kind !== "function") return undefined;
  if (isAssembly) return "cannot use musttail call with inline asm";
  const { functionType: other } = call;
  if (type.vararg !== other.vararg) return "cannot guarantee tail call due to mismatched varargs";
  if (!isSame(type.result, other.result)) return "cannot guarantee tail call due to mismatched return types";
  if (caller.callingConvention !== call.callingConvention)
    return "cannot guarantee tail call due to mismatched calling conv";
  const fault = brokenReturn(call, place);
  if (fault !== undefined) return fault;
  const [own, theirs] = [caller.attributes?.paramSets ?? [], call.attributes?.paramSets ?? []];
  if (place.release >= DIFFERING && TAIL_CONVENTIONS.includes(call.callingConvention)) {
    const isBroken = [...own, ...theirs].some((set) => NOT_IN_TAIL.some((name) => attributesIn(set).has(name)));
    return isBroken || type.vararg ? "an attribute is not allowed in a tailcc musttail call" : undefined;
  }
  if (!target?.name.startsWith(INTRINSIC)) {
    if (type.params.length !== other.params.length)
      return "cannot guarantee tail call due to mismatched parameter counts";
    if (type.params.some((param, i) => !isSame(param, other.params[i] as Type)))
      return "cannot guarantee tail call due to mismatched parameter types";
  }
  return type.params.every((_, i) => isPassedAlike(own[i], theirs[i]))
    ? undefined
    : "cannot guarantee tail call due to mismatched ABI impacting function attributes";
}
function isPassedAlike(one: AttributeSet | undefined, other: AttributeSet | undefined): boolean {
  const [a, b] = [attributesIn(one), attributesIn(other)];
  return PASSING.every((name) => areEqual(a.get(name), b.get(name)));
}
function areEqual(a: Attribute | undefined, b: Attribute | undefined): boolean {
  if (a?.form === "int" && b?.form === "int") return a.value === b.value;
  if (a?.form === "type" && b?.form === "type" && a.type && b.type) return isSame(a.type, b.type);
  return (a === undefined) === (b === undefined);
}
function brokenReturn(call: TailCall, { values, release, next, afterNext }: CallPlace): string | undefined {
  let [result, last] = [call.id, next];
  if (last?.kind === "cast" && last.opcode === "bitcast") {
    if (last.operands[0] !== result) return "bitcast following musttail call must use the call";
    [result, last] = [last.id, afterNext];
  }
  if (last?.opcode !== "ret") return "musttail call must precede a ret with an optional bitcast";
  const [returned] = last.operands;
  if (returned === undefined || returned === result) return undefined;
  const kind = values.at(returned)?.kind;
  return release >= RETURNS_UNDEF && (kind === "undef" || kind === "poison")
    ? undefined
    : "musttail call result must be returned";
}
