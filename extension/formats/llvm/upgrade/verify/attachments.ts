/**
 * What the reference's verifier refuses in metadata of instructions and globals; see `body.ts`. Source: Verifier's
 * visitInstruction and the visitors of kinds that it calls.
 */
import type { Instruction } from "../../ir/function";
import { isCall } from "../../ir/function";
import type { MetadataId, ValueId } from "../../ir/ids";
import type { Attachment } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import { MdKind } from "../../metadata/kinds";
import type { VerifiedNodes } from "./nodes";
import { brokenProfile } from "./profiles";
import { brokenRanges } from "./ranges";

type Operands = readonly (MetadataId | undefined)[];
/** Tells what is wrong with a node of a kind at an instruction. */
type Rule = (instruction: Instruction, operands: Operands, nodes: VerifiedNodes, id: MetadataId) => string | undefined;

/** By kind: the first release that looks at it, and what it refuses. */
const RULES: Readonly<Partial<Record<number, readonly [from: Release, rule: Rule]>>> = {
  [MdKind.prof]: [11, brokenProfile],
  [MdKind.fpmath]: [9, brokenAccuracy],
  [MdKind.range]: [9, ofRange],
  [MdKind.aliasScope]: [14, ofScopes],
  [MdKind.noalias]: [14, ofScopes],
  [MdKind.nonnull]: [9, ofNonNull],
  [MdKind.dereferenceable]: [9, ofSize],
  [MdKind.dereferenceableOrNull]: [9, ofSize],
  [MdKind.invariantGroup]: [
    14,
    ({ kind }) =>
      kind === "load" || kind === "store" ? undefined : "invariant.group metadata is only for loads and stores",
  ],
  [MdKind.align]: [9, ofAlignment],
  [MdKind.accessGroup]: [15, ofAccessGroup],
  [MdKind.annotation]: [13, ofAnnotation],
  [MdKind.memprof]: [15, ofMemoryProfile],
  [MdKind.callsite]: [15, ofCallSite],
  [MdKind.mmra]: [19, ofMemoryModel],
};

/** What is wrong with what is attached to an instruction; undefined if nothing. */
export function brokenAttachments(instruction: Instruction, nodes: VerifiedNodes): string | undefined {
  for (const { kind, node } of instruction.attachments) {
    const [from, rule] = RULES[kind] ?? [];
    if (from === undefined || !rule || nodes.release < from) continue;
    const fault = rule(instruction, nodes.operandsOf(node) ?? [], nodes, node);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const isPointer = ({ type }: Instruction): boolean => type.kind === "pointer";

/** The bits of a float that is infinite; the sign. */
const [INFINITE, SIGN] = [0x7f800000n, 0x80000000n];
function brokenAccuracy({ type }: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (!isFloating(scalarOf(type))) return "fpmath requires a floating point result!";
  if (operands.length !== 1) return "fpmath takes one operand!";
  const value = nodes.value(operands[0]);
  if (value?.kind !== "float" && value?.kind !== "null") return "invalid fpmath accuracy!";
  if (value.type.kind !== "float") return "fpmath accuracy must have float type";
  const bits = value.kind === "float" ? value.bits : 0n;
  return bits > 0n && bits < INFINITE && (bits & SIGN) === 0n ? undefined : "fpmath accuracy not a positive number!";
}
function ofRange(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  const { kind, type } = instruction;
  if (kind !== "load" && kind !== "call" && kind !== "invoke") return "Ranges are only for loads, calls and invokes!";
  return brokenRanges(operands, nodes, { type: scalarOf(type), takesAll: false });
}

const EMPTY_NON_NULL: Release = 16;
function ofNonNull(instruction: Instruction, operands: Operands, { release }: VerifiedNodes): string | undefined {
  if (!isPointer(instruction)) return "nonnull applies only to pointer types";
  if (instruction.kind !== "load")
    return "nonnull applies only to load instructions, use attributes for calls or invokes";
  return release >= EMPTY_NON_NULL && operands.length > 0 ? "nonnull metadata must be empty" : undefined;
}
function ofSize(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (!isPointer(instruction)) return "dereferenceable, dereferenceable_or_null apply only to pointer types";
  if (instruction.kind !== "load" && instruction.opcode !== "inttoptr")
    return "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions";
  return operands.length === 1 && nodes.integer(operands[0])?.bits === 64
    ? undefined
    : "dereferenceable, dereferenceable_or_null metadata value must be an i64!";
}

/** The greatest alignment, in bytes. */
const [MOST_ALIGNED, MOST_ALIGNED_BEFORE] = [2n ** 32n, 2n ** 29n];
/** The first release with the greater one. */
const GREATER_ALIGNMENT: Release = 13;
function ofAlignment(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (!isPointer(instruction)) return "align applies only to pointer types";
  if (instruction.kind !== "load")
    return "align applies only to load instructions, use attributes for calls or invokes";
  const size = operands.length === 1 ? nodes.integer(operands[0]) : undefined;
  if (size?.bits !== 64) return "align metadata value must be an i64!";
  const value = BigInt.asUintN(64, size.value);
  if (value === 0n || (value & (value - 1n)) !== 0n) return "align metadata value must be a power of 2!";
  const most = nodes.release >= GREATER_ALIGNMENT ? MOST_ALIGNED : MOST_ALIGNED_BEFORE;
  return value > most ? "alignment is larger that implementation defined limit" : undefined;
}

/** The first release in which a domain of alias scopes has a flag. */
const FLAGGED_DOMAINS: Release = 24;

function ofScopes(_: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  for (const id of operands) {
    const scope = nodes.operandsOf(id);
    if (!scope) return "scope list must consist of MDNodes";
    if (scope.length < 2 || scope.length > 3) return "scope must have two or three operands";
    if (scope[0] !== id && !nodes.isString(scope[0])) return "first scope operand must be self-referential or string";
    if (scope.length > 2 && !nodes.isString(scope[2])) return "third scope operand must be string (if used)";
    const domain = nodes.operandsOf(scope[1]);
    if (!domain) return "second scope operand must be MDNode";
    const fault = domainFault(domain, scope[1], nodes);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
/** What is wrong with a domain: itself or a name, since LLVM 24 a flag, and maybe another name. */
function domainFault(domain: Operands, id: MetadataId | undefined, nodes: VerifiedNodes): string | undefined {
  const isFlagged = nodes.release >= FLAGGED_DOMAINS;
  const [least, count, last] = isFlagged
    ? ([2, "two or three", "third"] as const)
    : ([1, "one or two", "second"] as const);
  if (domain.length < least || domain.length > least + 1) return `domain must have ${count} operands`;
  if (domain[0] !== id && !nodes.isString(domain[0])) return "first domain operand must be self-referential or string";
  if (isFlagged && nodes.integer(domain[1])?.bits !== 1) return "second domain operand must be an i1 constant";
  const isNamed = domain.length === least || nodes.isString(domain[least]);
  return isNamed ? undefined : `${last} domain operand must be string (if used)`;
}
function isAccessScope(id: MetadataId | undefined, nodes: VerifiedNodes): boolean {
  const node = nodes.node(id);
  return node?.kind === "tuple" && node.distinct && node.operands.length === 0;
}
function ofAccessGroup(_: Instruction, operands: Operands, nodes: VerifiedNodes, id: MetadataId): string | undefined {
  if (isAccessScope(id, nodes)) return undefined;
  return operands.every((one) => isAccessScope(one, nodes))
    ? undefined
    : "Access scope list contains invalid access scope";
}

/** The first release in which an annotation may consist of several texts. */
const NESTED_ANNOTATIONS: Release = 17;
function ofAnnotation(_: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (operands.length === 0) return "annotation must have at least one operand";
  const isText = (id: MetadataId | undefined): boolean => nodes.isString(id);
  const isNested = (id: MetadataId | undefined): boolean =>
    nodes.release >= NESTED_ANNOTATIONS && (nodes.operandsOf(id)?.every(isText) ?? false);
  return operands.every((id) => isText(id) || isNested(id))
    ? undefined
    : "operands must be a string or a tuple of strings";
}

function isCallStack(operands: Operands | undefined, nodes: VerifiedNodes): boolean {
  return operands !== undefined && operands.length > 0 && operands.every((id) => nodes.integer(id) !== undefined);
}
function ofCallSite(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (!isCall(instruction)) return "!callsite metadata should only exist on calls";
  return isCallStack(operands, nodes) ? undefined : "call stack metadata operand should be constant integer";
}
/** The first releases that want the call's own stack, that let a size end a block, and that want sizes in nodes. */
const WITH_CALL_SITE: Release = 23;
const SIZED: Release = 19;
const UNSIZED: Release = 21;
const ONE_TAG: Release = 22;
function isPairOfIntegers(operands: Operands | undefined, nodes: VerifiedNodes): boolean {
  return operands?.length === 2 && operands.every((one) => nodes.integer(one) !== undefined);
}
function ofMemoryProfile(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  const { release } = nodes;
  if (!isCall(instruction)) return "!memprof metadata should only exist on calls";
  if (release >= WITH_CALL_SITE && !instruction.attachments.some(({ kind }) => kind === MdKind.callsite))
    return "!memprof metadata requires !callsite metadata";
  if (operands.length === 0) return "!memprof annotations should have at least 1 metadata operand (MemInfoBlock)";
  for (const id of operands) {
    const block = nodes.operandsOf(id) ?? [];
    if (block.length < 2) return "Each !memprof MemInfoBlock should have at least 2 operands";
    if (!isCallStack(nodes.operandsOf(block[0]), nodes)) return "call stack metadata should be constant integers";
    if (release >= UNSIZED) {
      if (!nodes.isString(block[1])) return "!memprof MemInfoBlock second operand should be an MDString";
      const sizes = block.slice(2).filter((one) => release >= ONE_TAG || !nodes.isString(one));
      if (!sizes.every((one) => isPairOfIntegers(nodes.operandsOf(one), nodes)))
        return "Not all !memprof MemInfoBlock operands 2 to N are MDNode";
      continue;
    }
    const isLast = (i: number): boolean => i === block.length - 1 && release >= SIZED;
    const isTag = (one: MetadataId | undefined, i: number): boolean =>
      i === 0 || nodes.isString(one) || (isLast(i) && nodes.integer(one) !== undefined);
    if (!block.every(isTag)) return "Not all !memprof MemInfoBlock operands 1 to N are MDString";
  }
  return undefined;
}

/** Instructions other than calls that may have relaxation annotations of the memory model. */
const RELAXED: readonly Instruction["kind"][] = ["load", "store", "cmpxchg", "atomicrmw"];
function ofMemoryModel(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (!RELAXED.includes(instruction.kind) && instruction.opcode !== "fence" && !isCall(instruction))
    return "!mmra metadata attached to unexpected instruction kind";
  const isTag = (tag: Operands | undefined): boolean => tag?.length === 2 && tag.every((id) => nodes.isString(id));
  if (isTag(operands)) return undefined;
  return operands.every((id) => isTag(nodes.operandsOf(id)))
    ? undefined
    : "!mmra metadata tuple operand is not an MMRA tag";
}

/** The first release that looks at what is attached to globals. */
const OF_GLOBALS: Release = 17;
/** What is wrong with what is attached to a global, other than debug info and counts. */
export function brokenGlobalNodes(
  id: ValueId,
  attachments: readonly Attachment[],
  nodes: VerifiedNodes,
  addressType?: Type,
): string | undefined {
  if (nodes.release < OF_GLOBALS) return undefined;
  for (const { kind, node } of attachments) {
    const operands = nodes.operandsOf(node) ?? [];
    if (kind === MdKind.associated) {
      if (operands.length !== 1) return "associated metadata must have one operand";
      const value = nodes.node(operands[0]);
      if (value?.kind !== "value") return "associated metadata must be ValueAsMetadata";
      if (value.type.kind !== "pointer") return "associated value must be pointer typed";
      if (value.value === id) return "global values should not associate to themselves";
    } else if (kind === MdKind.absoluteSymbol) {
      const fault = brokenRanges(operands, nodes, { type: addressType, takesAll: true });
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}
