/**
 * Upgrades calls of `llvm.dbg.*`: since LLVM 19 they become debug records; a leading DW_OP_deref of an argument's
 * declaration is removed; debug info of another version is dropped. Source: AutoUpgrade's
 * upgradeDbgIntrinsicToDbgRecord, MetadataLoader's upgradeDeclareExpressions, StripDebugInfo.
 */
import type { MetadataId, ValueId } from "../ir/ids";
import { append } from "../../../document/arrays";
import { withDerefAppended } from "../dwarf/expression";
import type { BasicBlock, FunctionBody, Instruction } from "../ir/function";
import type { Attachment, DebugRecord } from "../ir/metadata";
import { keptAttachments } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { FunctionType, Type } from "../ir/types";
import type { FunctionValue, GlobalValue, Value } from "../ir/values";
import { changed, isZero } from "../ir/values";

/** The first release in which bodies have records instead of calls. */
const RECORDS: Release = 19;
const DW_OP_DEREF = 6;
const PREFIX = "llvm.dbg.";
const CONVERTED: ReadonlySet<string> = new Set(["addr", "value", "assign", "declare", "label"]);
/** Attachments other than `dbg` that are debug info; the first release that drops them with it. */
const DROPPED_KINDS: ReadonlyMap<string, Release> = new Map([
  ["heapallocsite", 13],
  ["DIAssignID", 16],
]);

/** An older form of llvm.dbg.value: with an offset as second argument (before LLVM 6), or llvm.dbg.addr. */
export type OldDebugValue = "offset" | "address";

/** The present llvm.dbg.value that replaces an older form, up to LLVM 18; later its calls become records. */
export function replacedDebugValue(
  global: FunctionValue,
  release: Release,
  interner: { function(result: Type, params: readonly Type[], vararg: boolean): FunctionType },
): { function: FunctionValue; operands: number; debugValue: OldDebugValue } | undefined {
  const type = global.valueType;
  if (release === 3 || release >= RECORDS || type.kind !== "function") return undefined;
  const name = `${PREFIX}value`;
  if (global.name === name && type.params.length === 4) {
    const params = type.params.filter((_, i) => i !== 1);
    const valueType = interner.function(type.result, params, false);
    return { function: changed(global, { valueType, attributes: undefined }), operands: 3, debugValue: "offset" };
  }
  if (global.name !== `${PREFIX}addr` || release < ADDR_REPLACED) return undefined;
  return { function: changed(global, { name, attributes: undefined }), operands: 3, debugValue: "address" };
}

/** The first release that replaces llvm.dbg.addr by llvm.dbg.value. */
const ADDR_REPLACED: Release = 17;

/** What the upgrade needs from the module. */
interface Host {
  readonly release: Release;
  readonly metadata: MetadataReader;
  readonly values: {
    at(id: ValueId): Value | undefined;
    pushExtra(value: Value, type: Type): ValueId;
    typeOf(id: ValueId): Type | undefined;
  };
  /** Functions that became llvm.dbg.value, by number. */
  readonly debugValues: ReadonlyMap<ValueId, OldDebugValue>;
  /** Whether the module declares a function whose calls become records. */
  readonly callsDebugIntrinsics: boolean;
  /** Whether the module declares any `llvm.dbg.` function. */
  readonly hasDebugIntrinsics: boolean;
}

/** Whether a global is a debug intrinsic. */
export function isDebugIntrinsic(global: GlobalValue): boolean {
  return global.name.startsWith(PREFIX);
}

/** Whether the declaration of this function is removed because its calls become records. */
export function isReplacedByRecords(global: GlobalValue, release: Release): boolean {
  return release >= RECORDS && global.name.startsWith(PREFIX) && CONVERTED.has(global.name.slice(PREFIX.length));
}

/** The `value` in `llvm.dbg.value` if an instruction calls it (or `declare` etc.); undefined for other instructions. */
function debugCall(instruction: Instruction, host: Host): string | undefined {
  if (instruction.kind !== "call") return undefined;
  const callee = host.values.at(instruction.callee);
  if (callee?.kind !== "function" || !callee.name.startsWith(PREFIX)) return undefined;
  const name = callee.name.slice(PREFIX.length);
  return CONVERTED.has(name) ? name : undefined;
}

/** Upgrades the debug info of a body that has been read. */
export function upgradeDebugInfo(body: FunctionBody, host: Host): void {
  if (host.release === 3) return;
  if (host.metadata.dropsDebugInfo) dropDebugInfo(body, host);
  else if (host.callsDebugIntrinsics) for (const block of body.blocks) convertCalls(block, host);
  else if (host.debugValues.size > 0) for (const block of body.blocks) upgradeValues(block, host);
  if (host.metadata.upgradesDeclares) upgradeDeclares(body, host);
}

/** Upgrades calls of older forms of llvm.dbg.value; one with an offset other than zero is dropped. */
function upgradeValues(block: BasicBlock, host: Host): void {
  block.instructions = block.instructions.flatMap((call): readonly Instruction[] => {
    const old = call.kind === "call" ? host.debugValues.get(call.callee) : undefined;
    const callee = call.kind === "call" ? host.values.at(call.callee) : undefined;
    if (call.kind !== "call" || !old || callee?.kind !== "function" || callee.valueType.kind !== "function")
      return [call];
    if (old === "offset" && !isZero(host.values.at(call.operands[1] ?? -1))) return [];
    const operands =
      old === "offset" ? call.operands.filter((_, i) => i !== 1) : call.operands.map((id) => withDeref(id, host));
    return [{ ...call, operands, functionType: callee.valueType, attributes: undefined, tail: "", attachments: [] }];
  });
}

/** An operand; if it is an expression, with a DW_OP_deref appended. */
function withDeref(id: ValueId, host: Host): ValueId {
  const value = host.values.at(id);
  const type = host.values.typeOf(id);
  if (value?.kind !== "metadataOperand" || !type) return id;
  const metadata = appendDeref(value.metadata, host);
  return metadata === value.metadata ? id : host.values.pushExtra({ kind: "metadataOperand", metadata }, type);
}

const NO_RECORDS: readonly DebugRecord[] = [];

function dropDebugInfo(body: FunctionBody, host: Host): void {
  if (!host.hasDebugIntrinsics && !body.hasDebugRecords && !body.hasAttachments) return;
  const isDropped = ({ kind }: Attachment): boolean =>
    (DROPPED_KINDS.get(host.metadata.kindName(kind)) ?? Infinity) <= host.release;
  for (const block of body.blocks) dropFromBlock(block, isDropped, host);
}
function dropFromBlock(block: BasicBlock, isDropped: (of: Attachment) => boolean, host: Host): void {
  if (host.hasDebugIntrinsics)
    block.instructions = block.instructions.filter((instruction) => debugCall(instruction, host) === undefined);
  for (const instruction of block.instructions) {
    if (instruction.debugRecords.length > 0) instruction.debugRecords = NO_RECORDS;
    if (instruction.attachments.length > 0)
      instruction.attachments = keptAttachments(instruction.attachments, isDropped);
  }
}

function convertCalls(block: BasicBlock, host: Host): void {
  if (!block.instructions.some((instruction) => debugCall(instruction, host) !== undefined)) return;
  const kept: Instruction[] = [];
  let waiting: DebugRecord[] = [];
  for (const instruction of block.instructions) {
    const name = debugCall(instruction, host);
    if (name === undefined) {
      if (waiting.length > 0) instruction.debugRecords = [...waiting, ...instruction.debugRecords];
      waiting = [];
      kept.push(instruction);
    } else {
      append(waiting, instruction.debugRecords);
      const record = recordOf(name, instruction, host);
      if (record) waiting.push(record);
    }
  }
  block.instructions = kept;
}

/** The record that a call becomes; undefined if it is dropped. */
function recordOf(name: string, call: Instruction, host: Host): DebugRecord | undefined {
  const { location } = call;
  const nodes = call.operands.map((id) => {
    const value = host.values.at(id);
    return value?.kind === "metadataOperand" ? value.metadata : undefined;
  });
  const [first] = nodes;
  if (location === undefined || first === undefined) return undefined;
  if (name === "label") return { kind: "label", location, label: first };
  // An old llvm.dbg.value had an offset as second argument; with an offset other than zero it has no meaning any more.
  const withOffset = name === "value" && nodes.length === 4;
  if (withOffset && !isZero(host.values.at(call.operands[1] ?? -1))) return undefined;
  const [variable, expression] = nodes.slice(withOffset ? 2 : 1);
  if (variable === undefined || expression === undefined) return undefined;
  const value = { metadata: first };
  if (name === "declare") return { kind: "declare", location, variable, expression, value };
  if (name === "assign") {
    const [assignment, address, addressExpression] = nodes.slice(3);
    if (assignment === undefined || address === undefined || addressExpression === undefined) return undefined;
    const rest = { assignment, address: { metadata: address }, addressExpression };
    return { kind: "assign", location, variable, expression, value, ...rest };
  }
  const described = name === "addr" ? appendDeref(expression, host) : expression;
  return { kind: "value", location, variable, expression: described, value };
}

/** `llvm.dbg.addr` becomes `llvm.dbg.value` of what the address points to (DIExpression::append). */
function appendDeref(expression: MetadataId, host: Host): MetadataId {
  const node = host.metadata.node(expression);
  if (node?.kind !== "expression") return expression;
  return host.metadata.make({ kind: "expression", elements: withDerefAppended(node.elements, host.release) });
}

/** Removes a leading DW_OP_deref from declarations of arguments, for expressions from before LLVM 5. */
function upgradeDeclares(body: FunctionBody, host: Host): void {
  const isArgument = (id: MetadataId): boolean => {
    const node = host.metadata.node(id);
    const index = node?.kind === "value" ? node.value - body.firstLocal : -1;
    return index >= 0 && index < body.argumentCount;
  };
  const shortened = (id: MetadataId): MetadataId | undefined => {
    const node = host.metadata.node(id);
    if (node?.kind !== "expression" || Number(node.elements[0]) !== DW_OP_DEREF) return undefined;
    return host.metadata.make({ kind: "expression", elements: node.elements.slice(1) });
  };
  for (const { instructions } of body.blocks) {
    for (const instruction of instructions) {
      instruction.debugRecords = instruction.debugRecords.map((record) => {
        if (record.kind !== "declare" || !("metadata" in record.value) || !isArgument(record.value.metadata)) {
          return record;
        }
        return { ...record, expression: shortened(record.expression) ?? record.expression };
      });
      if (debugCall(instruction, host) !== "declare") continue;
      const [address, , expression] = instruction.operands.map((id) => host.values.at(id));
      if (address?.kind !== "metadataOperand" || expression?.kind !== "metadataOperand") continue;
      const changed = isArgument(address.metadata) ? shortened(expression.metadata) : undefined;
      if (changed !== undefined) expression.metadata = changed;
    }
  }
}
