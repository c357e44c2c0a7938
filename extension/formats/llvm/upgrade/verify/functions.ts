/** What the reference's verifier refuses in functions, with or without a body. Source: Verifier's visitFunction. */
import type { Attachment, Metadata } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { FunctionType } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import { MdKind } from "../../metadata/kinds";
import { attributesIn, brokenAttributes } from "./attributes";
import type { VerifiedNodes } from "./nodes";
import { ATTRIBUTE_AFTER, hasLater } from "./types";

/** What names of intrinsics start with. */
export const INTRINSIC = "llvm.";

/** What calling conventions forbid: a list of variable length, a result, attributes of parameters. */
interface Limits {
  readonly from?: Release;
  readonly isVoid?: true;
  readonly without?: readonly string[];
}
const SHADER: Limits = { without: ["sret", "byval", "preallocated", "inalloca"] };
const KERNEL: Limits = { ...SHADER, isVoid: true };
/** By the numbers of the conventions; none of these takes variable lists. */
const CONVENTIONS: Readonly<Record<number, Limits>> = {
  8: {},
  9: {},
  71: {},
  72: {},
  76: { isVoid: true, without: ["sret"] },
  77: {},
  87: SHADER,
  88: SHADER,
  89: SHADER,
  90: SHADER,
  91: KERNEL,
  93: SHADER,
  104: { ...KERNEL, from: 17 },
  105: { ...KERNEL, from: 17 },
};
/** The first release that looks at more than sret in the parameters of kernels and shaders. */
const KERNEL_PARAMETERS: Release = 13;

/** What is wrong with a function; undefined if nothing. */
export function brokenFunction(function_: FunctionValue, type: FunctionType, release: Release): string | undefined {
  const { attributes: list, name, declaration, personality, linkage, unnamedAddress } = function_;
  const isIntrinsic = name.startsWith(INTRINSIC);
  if (linkage === "common") return "Functions may not have common linkage";
  if (hasLater(list, type.params.length)) return ATTRIBUTE_AFTER;
  const isUnnamed = unnamedAddress === 1;
  const user = { release, functionType: type, isIntrinsic, isAssembly: false, isUnnamed };
  const fault = brokenAttributes(list, user);
  if (fault !== undefined) return fault;
  if (attributesIn(list?.functionSet).has("builtin")) return "Attribute 'builtin' can only be applied to a callsite.";
  const isStruct = list?.paramSets.some((set) => attributesIn(set).has("sret"));
  if (isStruct && type.result.kind !== "void") return "Invalid struct return type!";
  if (declaration && personality !== undefined) return "Function declaration shouldn't have a personality routine";
  if (!declaration && isIntrinsic) return "llvm intrinsics cannot be defined!";
  return brokenConvention(function_, type, release) ?? (isIntrinsic ? undefined : brokenTypes(type));
}
function brokenConvention(function_: FunctionValue, type: FunctionType, release: Release): string | undefined {
  const limits = CONVENTIONS[function_.callingConvention];
  if (!limits || (limits.from !== undefined && release < limits.from)) return undefined;
  if (limits.isVoid && type.result.kind !== "void") return "Calling convention requires void return type";
  const without = release < KERNEL_PARAMETERS ? limits.without?.slice(0, 1) : limits.without;
  for (const set of function_.attributes?.paramSets ?? [])
    for (const name of without ?? []) if (attributesIn(set).has(name)) return `Calling convention disallows ${name}`;
  return type.vararg ? "Calling convention does not support varargs or perfect forwarding!" : undefined;
}
/** Only intrinsics take and return these. */
function brokenTypes({ params, result }: FunctionType): string | undefined {
  for (const { kind } of params)
    if (kind === "metadata" || kind === "token" || kind === "x86_amx")
      return `Function takes ${kind} but isn't an intrinsic`;
  if (result.kind === "token" || result.kind === "x86_amx")
    return `Function returns a ${result.kind} but isn't an intrinsic`;
  return undefined;
}

/** The first releases that know identifiers of types for control-flow integrity, and counts that are not known. */
const [TYPE_IDENTIFIERS, UNKNOWN_COUNTS]: readonly [Release, Release] = [16, 21];
const COUNTS = ["function_entry_count", "synthetic_function_entry_count"];

/** What is wrong with what is attached to a function; undefined if nothing. */
export function brokenFunctionNodes(
  attachments: readonly Attachment[],
  declaration: boolean,
  nodes: VerifiedNodes,
): string | undefined {
  let counts = 0;
  let identifiers = 0;
  for (const { kind, node } of attachments) {
    const operands = nodes.operandsOf(node) ?? [];
    const at = (index: number): Metadata | undefined => nodes.node(operands[index]);
    if (kind === MdKind.prof) {
      if (declaration) return "function declaration may not have a !prof attachment";
      if (++counts > 1) return "function must have a single !prof attachment";
      const fault = brokenCount(at(0), at(1), operands.length, nodes.release);
      if (fault !== undefined) return fault;
    } else if (kind === MdKind.kcfiType && nodes.release >= TYPE_IDENTIFIERS) {
      if (!declaration && ++identifiers > 1) return "function must have a single !kcfi_type attachment";
      if (operands.length !== 1) return "!kcfi_type must have exactly one operand";
      if (nodes.integer(operands[0])?.bits !== 32) return "expected a 32-bit integer constant operand for !kcfi_type";
    }
  }
  return undefined;
}
function brokenCount(
  name: Metadata | undefined,
  count: Metadata | undefined,
  length: number,
  release: Release,
): string | undefined {
  if (name?.kind === "string" && name.text === "unknown" && release >= UNKNOWN_COUNTS) return undefined;
  if (length < 2) return "!prof annotations should have no less than 2 operands";
  if (name?.kind !== "string") return "expected string with name of the !prof annotation";
  if (!COUNTS.includes(name.text)) return "first operand should be 'function_entry_count'";
  return count?.kind === "value" || count?.kind === "integer"
    ? undefined
    : "expected integer argument to function_entry_count";
}
