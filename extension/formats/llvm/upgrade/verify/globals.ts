/** What the reference's verifier refuses in globals. Source: Verifier's visitGlobalValue, visitGlobalVariable, visitGlobalAlias. */
import { append } from "../../../../document/arrays";
import { isSized } from "../../ir/containedTypes";
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import type { GlobalValue, GlobalVariable, IndirectGlobal, Value } from "../../ir/values";
import { isImplicitlyLocal, isInterposable, isZero, partsOf } from "../../ir/values";
import type { VerifiedValues } from "./values";
import { brokenFunction, INTRINSIC } from "./functions";
import { withoutCasts } from "./types";

/**
 * What the verifier refuses in a global; undefined if nothing.
 * @param programSpace the address space of functions by the data layout
 */
export function brokenGlobal(
  global: GlobalValue,
  values: VerifiedValues,
  release: Release,
  programSpace: number,
): string | undefined {
  const fault = brokenLinkage(global) ?? brokenSharing(global, release);
  if (fault !== undefined) return fault;
  switch (global.kind) {
    case "function":
      return global.valueType.kind === "function" ? brokenFunction(global, global.valueType, release) : undefined;
    case "variable":
      return brokenVariable(global, values, release) ?? brokenListed(global, values, programSpace);
    case "alias":
      return brokenAlias(global, values);
    case "ifunc":
      return brokenResolver(global, values, release);
  }
}

function isDeclared(global: GlobalValue): boolean {
  if (global.kind === "function") return global.declaration;
  return global.kind === "variable" && global.initializer === undefined;
}
/** Whether a linker finds no definition here. */
function isDeclaredForLinker(global: GlobalValue): boolean {
  return isDeclared(global) || global.linkage === "available_externally";
}
const isExternal = ({ linkage }: GlobalValue): boolean => linkage === "external" || linkage === "extern_weak";

function brokenLinkage(global: GlobalValue): string | undefined {
  if (isDeclared(global) && !isExternal(global))
    return "Global is external, but doesn't have external or weak linkage!";
  if (global.linkage === "appending" && global.kind === "function")
    return "Only global variables can have appending linkage!";
  if (global.linkage === "appending" && global.kind === "variable" && global.valueType.kind !== "array")
    return "Only global arrays can have appending linkage!";
  const hasComdat = (global.kind === "function" || global.kind === "variable") && global.comdat !== 0;
  return hasComdat && isDeclaredForLinker(global) ? "Declaration may not be in a Comdat!" : undefined;
}

const [IMPORTED, EXPORTED, HIDDEN] = [1, 2, 1];
/** The first release that looks at the visibility of what is exported. */
const VISIBLE_EXPORTS: Release = 16;
/** What is wrong with how libraries share a global. */
function brokenSharing(global: GlobalValue, release: Release): string | undefined {
  if (global.dllStorage === EXPORTED && global.visibility === HIDDEN && release >= VISIBLE_EXPORTS)
    return "dllexport GlobalValue must have default or protected visibility";
  if (global.dllStorage !== IMPORTED) return undefined;
  if (global.dsoLocal || isImplicitlyLocal(global)) return "GlobalValue with DLLImport Storage is dso_local!";
  return (isDeclared(global) && isExternal(global)) || global.linkage === "available_externally"
    ? undefined
    : "Global is marked as dllimport, but not external";
}

/** The first release that looks who uses the variables that the linker reads. */
const USERS_CHECKED: Release = 17;
/** The globals among these that nothing may refer to but calls, with what the verifier says of what does. */
export function unaddressable(globals: readonly GlobalValue[], release: Release): ReadonlyMap<ValueId, string> {
  const found = new Map<ValueId, string>();
  for (const { kind, name, id } of globals) {
    if (!name.startsWith(INTRINSIC)) continue;
    if (kind === "function") found.set(id, "Invalid user of intrinsic instruction!");
    else if (kind === "variable" && release >= USERS_CHECKED && [...USED, ...CONSTRUCTORS].includes(name))
      found.set(id, "invalid uses of intrinsic global variable");
  }
  return found;
}
/** What the verifier says of an initializer that is such a global, or lists one. */
export function brokenReference(
  global: GlobalValue,
  values: VerifiedValues,
  fixed: ReadonlyMap<ValueId, string>,
): string | undefined {
  if (global.kind !== "variable" || global.initializer === undefined) return undefined;
  for (const id of [global.initializer, ...partsOf(values.at(global.initializer))]) {
    const fault = fixed.get(id);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const [USED, CONSTRUCTORS] = [
  ["llvm.used", "llvm.compiler.used"],
  ["llvm.global_ctors", "llvm.global_dtors"],
];
/** The first release that looks for scalable vectors inside of other types. */
const NESTED_SCALABLE: Release = 18;
/** The first release that looks whether an initializer has a size. */
const SIZED: Release = 21;

function brokenVariable(global: GlobalVariable, values: VerifiedValues, release: Release): string | undefined {
  const { valueType: type, initializer } = global;
  if (type.kind === "vector" ? type.scalable : release >= NESTED_SCALABLE && hasScalable(type))
    return "Globals cannot contain scalable types";
  if (initializer !== undefined && !isInitializer(initializer, type, values))
    return "Global variable initializer type does not match global variable type!";
  if (initializer !== undefined && release >= SIZED && !isSized(type))
    return "Global variable initializer must be sized";
  if (global.linkage === "common" && initializer !== undefined) {
    if (!mayBeZero(values.at(initializer))) return "'common' global must have a zero initializer!";
    if (global.constant) return "'common' global may not be marked constant!";
    if (global.comdat !== 0) return "'common' global may not be in a Comdat!";
  }
  return undefined;
}
/** What is wrong with a list that the linker reads. */
function brokenListed(global: GlobalVariable, values: VerifiedValues, programSpace: number): string | undefined {
  const { valueType: type, initializer, name } = global;
  const isUsed = USED.includes(name);
  if (!isUsed && !CONSTRUCTORS.includes(name)) return undefined;
  if (initializer !== undefined && global.linkage !== "appending")
    return "invalid linkage for intrinsic global variable";
  if (type.kind !== "array") return undefined;
  if (isUsed ? type.element.kind !== "pointer" : !isConstructor(type.element, programSpace))
    return "wrong type for intrinsic global variable";
  return !isUsed || initializer === undefined ? undefined : brokenUsed(values.at(initializer), values, name);
}
function brokenUsed(value: Value | undefined, values: VerifiedValues, name: string): string | undefined {
  if (!value) return undefined;
  if (value.kind !== "aggregate") return "wrong initalizer for intrinsic global variable";
  for (const id of value.elements) {
    const member = withoutCasts(id, values);
    if (member && member.kind !== "variable" && member.kind !== "function" && member.kind !== "alias")
      return `invalid ${name} member`;
  }
  return undefined;
}
/** Whether it is the type of a constructor's entry: its priority, the function, and what it belongs to. */
function isConstructor(type: Type, programSpace: number): boolean {
  if (type.kind !== "struct" || !type.elements || type.elements.length > 3) return false;
  const [priority, function_, owner] = type.elements;
  if (priority?.kind !== "integer" || priority.width !== 32) return false;
  const isFunction = function_?.kind === "pointer" && function_.addressSpace === programSpace;
  return isFunction && (owner === undefined || owner.kind === "pointer");
}
function hasScalable(type: Type): boolean {
  const passed = new Set<Type>();
  const open = [type];
  for (let one = open.pop(); one; one = open.pop()) {
    if (passed.has(one)) continue;
    passed.add(one);
    if (one.kind === "vector" && one.scalable) return true;
    if (one.kind === "array") open.push(one.element);
    if (one.kind === "struct" && one.elements) for (const element of one.elements) open.push(element);
  }
  return false;
}
function isByte(type: Type): boolean {
  return (type.kind === "integer" || type.kind === "byte") && type.width === 8;
}
/** Whether a constant has the type of a variable. Lists of plain data have the length that their record has. */
function isInitializer(id: ValueId, expected: Type, values: VerifiedValues): boolean {
  const [type, value] = [values.typeOf(id), values.at(id)];
  if (type === undefined || !values.isSameType(type, expected)) return type === undefined;
  if (type.kind !== "array" || value === undefined) return true;
  if (value.kind === "string") return value.text.length === type.count && isByte(type.element);
  return value.kind !== "data" || value.elements.length === type.count;
}
/** Whether a constant may be zero; a list of constants is not looked into. */
function mayBeZero(value: Value | undefined): boolean {
  switch (value?.kind) {
    case "integer":
      return BigInt(value.value) === 0n;
    case "float":
      return value.bits === 0n;
    case "undef":
    case "poison":
    case "variable":
    case "function":
    case "alias":
    case "blockAddress":
      return false;
    default:
      return true;
  }
}

function brokenAlias(alias: IndirectGlobal, values: VerifiedValues): string | undefined {
  const isAvailable = alias.linkage === "available_externally";
  const passed = new Set<ValueId>([alias.id]);
  const seen = new Set<ValueId>();
  const open = [alias.target];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const value = values.at(id);
    if (value?.kind === "expression" && !seen.has(id)) append(open, value.operands);
    seen.add(id);
    if (value?.kind !== "variable" && value?.kind !== "function" && value?.kind !== "alias") continue;
    if (isAvailable ? value.linkage !== "available_externally" : isDeclaredForLinker(value))
      return "Alias must point to a definition";
    if (value.kind !== "alias") continue;
    if (passed.has(value.id)) return "Aliases cannot form a cycle";
    if (isInterposable(value)) return "Alias cannot point to an interposable alias";
    passed.add(value.id);
    open.push(value.target);
  }
  return undefined;
}

/** Whether an expression computes another address than that of its first operand. */
function isMoved(value: Value | undefined, values: VerifiedValues): boolean {
  if (value?.kind !== "expression") return false;
  if (value.operation !== "getelementptr") return !CASTS.includes(value.operation);
  return value.operands.slice(1).some((id) => !isZero(values.at(id)));
}
const CASTS = ["bitcast", "addrspacecast"];

/** The first releases that look at the resolver, and at what it returns. */
const [RESOLVERS, RESOLVED]: readonly [Release, Release] = [15, 16];
function brokenResolver({ target }: IndirectGlobal, values: VerifiedValues, release: Release): string | undefined {
  if (release < RESOLVERS) return undefined;
  if (isMoved(values.at(target), values)) return "IFunc must have a Function resolver";
  const value = withoutCasts(target, values);
  if (value?.kind === "variable") return "IFunc must have a Function resolver";
  if (value?.kind !== "function") return undefined;
  if (isDeclaredForLinker(value)) return "IFunc resolver must be a definition";
  const isPointer = value.valueType.kind !== "function" || value.valueType.result.kind === "pointer";
  return release < RESOLVED || isPointer ? undefined : "IFunc resolver must return a pointer";
}
