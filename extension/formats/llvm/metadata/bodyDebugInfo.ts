/**
 * Whether the debug info of a function's body is invalid, by the rules of the reference's verifier: locations, the nodes
 * of the body's own METADATA block, and what describes variables. The reference then drops the debug info of the module.
 */
import { Kind as AttributeKind } from "../attributes/kinds";
import type { CallInstruction, FunctionBody, Instruction } from "../ir/function";
import { isCall } from "../ir/function";
import type { MetadataId, ValueId } from "../ir/ids";
import type { Attachment, DebugRecord, DebugValue, MetadataRecord, NamedMetadata } from "../ir/metadata";
import type { FunctionValue, Value } from "../ir/values";
import { isInterposable } from "../ir/values";
import type { Release } from "../ir/releases";
import { isInvalidNode, listedUnits } from "./debugInfoCheck";
import { DescribedParts } from "./describedParts";
import { HeldLocations } from "./heldLocations";
import { NodeCheck } from "./debugInfoNodes";
import { fieldOf } from "./classes";
import { MdKind } from "./kinds";
import type { LocatedMetadata } from "./locationFacts";
import { LocationFinder } from "./locationFacts";
import type { OpenRecords } from "./openRecords";
import type { NodeUpgrades } from "./upgrades";

/** The metadata of a module while one of its functions is open. */
export interface OpenMetadata extends LocatedMetadata {
  readonly upgrades: NodeUpgrades;
  readonly named: readonly NamedMetadata[];
  readonly globalAttachments: ReadonlyMap<ValueId, readonly Attachment[]>;
  readonly openRecords: OpenRecords;
  idOf(fileIndex: number): MetadataId | undefined;
}
/** The values of the module and of the open function. */
export interface OpenValues {
  at(id: ValueId): Value | undefined;
}

/** A variable or a label: its subprogram, if its scopes lead to one, and the number of the argument that it is, or 0. */
interface Variable {
  readonly name: "DILocalVariable" | "DILabel";
  readonly subprogram: MetadataId | undefined;
  readonly argument: number;
}

/** The first release in which the subprogram of a definition must be distinct. */
const DISTINCT: Release = 13;
/** The first release in which a function is described by the subprogram that is attached to it alone: LLVM 10. */
const ATTACHED_ONLY: Release = 11;
/** The first release in which instructions are marked as assignments to variables. */
const ASSIGNMENTS: Release = 16;
/** The first release that accepts calls without a location of functions that cannot be inlined. */
const INLINABLE: Release = 16;
/** The first releases in which undef, and an argument for Swift's asynchronous context, may be entry values. */
const [UNDEFINED_ENTRY, SWIFT_ENTRY]: readonly [Release, Release] = [18, 17];
/** The first release that checks the type of what a record declares a variable to be at. */
const ADDRESSES_CHECKED: Release = 21;

/** Intrinsics that describe variables (before LLVM 19). */
const DESCRIBING: ReadonlySet<string> = new Set(["llvm.dbg.value", "llvm.dbg.declare", "llvm.dbg.addr"]);

/** Checks the bodies of one module. */
export class BodyDebugInfo {
  private readonly units: ReadonlySet<MetadataId>;
  private readonly locations: LocationFinder;
  private readonly held: HeldLocations;
  private readonly parts: DescribedParts;
  /** The values of the open function that may be its entry values. */
  private entryValues: ReadonlySet<ValueId> = new Set();
  /** The name of the open function. */
  private openName = "";
  private readonly described = new Map<MetadataId, ValueId>();
  /** Calls without a location from functions with a subprogram, which functions with one must not be called by. */
  private readonly called = new Set<ValueId>();
  /** Functions with a subprogram. */
  private readonly describedFunctions = new Set<ValueId>();
  /** Whether one of the latter is one of the former. */
  private isCalledBlindly = false;

  constructor(
    private readonly metadata: OpenMetadata,
    private readonly values: OpenValues,
  ) {
    this.units = listedUnits(metadata.named);
    this.locations = new LocationFinder(metadata);
    this.held = new HeldLocations(metadata, metadata.upgrades.release);
    this.parts = new DescribedParts(metadata.upgrades);
    for (const [id, attachments] of metadata.globalAttachments)
      if (attachments.some(({ kind }) => kind === MdKind.dbg)) this.describedFunctions.add(id);
  }

  /** Whether the debug info of the open function is invalid, or makes that of bodies before it invalid. */
  isInvalid(body: FunctionBody): boolean {
    if (body.lacksDebugNodes) return true;
    const { id, name } = body.function;
    this.openName = name;
    const attachments = [...(this.metadata.globalAttachments.get(id) ?? []), ...body.attachments];
    const attached = attachments.filter(({ kind }) => kind === MdKind.dbg).map(({ node }) => node);
    if (this.held.inSome(attachments)) return true;
    if (this.hasInvalidNodes() || attached.some((node) => !this.isOwn(node, id))) return true;
    if (attached.length > 1) return true;
    const [subprogram] = attached;
    if (subprogram !== undefined) {
      this.describedFunctions.add(id);
      this.isCalledBlindly ||= this.called.has(id);
    }
    this.entryValues = this.metadata.upgrades.release < SWIFT_ENTRY ? new Set() : asyncContexts(body);
    const variables = new Map<number, MetadataId>();
    for (const { instructions } of body.blocks)
      for (const instruction of instructions)
        if (this.isInvalidInstruction(instruction, subprogram, variables)) return true;
    return this.isCalledBlindly;
  }

  /** Whether a node is a subprogram that may be attached to the definition of a function. */
  private isOwn(node: MetadataId, function_: ValueId): boolean {
    const subprogram = this.record(node);
    if (subprogram?.name !== "DISubprogram") return false;
    if (!subprogram.distinct && this.metadata.upgrades.release >= DISTINCT) return false;
    const other = this.described.get(node);
    this.described.set(node, function_);
    return other === undefined || other === function_;
  }

  /** Whether a node of the open function is invalid. */
  private hasInvalidNodes(): boolean {
    const { openRecords: records, upgrades } = this.metadata;
    if (records.firstLocal === records.size) return false;
    const nodes = new NodeCheck(records, upgrades.release);
    for (let index = records.firstLocal; index < records.size; index++) {
      const id = this.metadata.idOf(index);
      if (nodes.isInvalid(index) || (id !== undefined && id >= 0 && isInvalidNode(upgrades, id, this.units)))
        return true;
    }
    return false;
  }

  private isInvalidInstruction(
    instruction: Instruction,
    subprogram: MetadataId | undefined,
    variables: Map<number, MetadataId>,
  ): boolean {
    const { location, debugRecords, attachments } = instruction;
    if (attachments.length > 0 && (this.held.inSome(attachments) || this.isWronglyAssigned(instruction))) return true;
    if (location !== undefined && this.isInvalidLocation(location)) return true;
    if (subprogram !== undefined) {
      if (location !== undefined && this.isOutside(location, subprogram)) return true;
      const loop = attachments.find(({ kind }) => kind === MdKind.loop);
      if (loop && this.hasOtherLocation(loop.node, subprogram)) return true;
    }
    const own = subprogram === undefined ? undefined : variables;
    if (debugRecords.some((record) => this.isInvalidRecord(record, own))) return true;
    return isCall(instruction) && this.isInvalidCall(instruction, own);
  }

  /** Whether an instruction is marked as an assignment to a variable, but is none: an alloca, a store or an intrinsic. */
  private isWronglyAssigned(instruction: Instruction): boolean {
    if (this.metadata.upgrades.release < ASSIGNMENTS) return false;
    if (!instruction.attachments.some(({ kind }) => kind === MdKind.DIAssignID)) return false;
    if (!isCall(instruction)) return instruction.opcode !== "alloca" && instruction.opcode !== "store";
    const callee = this.values.at(instruction.callee);
    return callee?.kind !== "function" || !callee.name.startsWith("llvm.");
  }
  /** Whether the location of an instruction is invalid. */
  private isInvalidLocation(location: MetadataId): boolean {
    const { isValid, isUnkeyed } = this.locations.of(location);
    return !isValid || isUnkeyed;
  }
  /** Whether a location, after all inlining, is in another subprogram. */
  private isOutside(location: MetadataId, subprogram: MetadataId): boolean {
    const { outermost } = this.locations.of(location);
    return outermost !== undefined && outermost !== subprogram && !this.isNamedLikeOpen(outermost);
  }
  /** Whether a subprogram has the open function's name, where that is enough (DISubprogram::describes). */
  private isNamedLikeOpen(subprogram: MetadataId): boolean {
    if (this.metadata.upgrades.release >= ATTACHED_ONLY) return false;
    const record = this.record(subprogram);
    const [linkageName, name] = ["linkageName", "name"].map((field) => fieldOf(record, field));
    return this.metadata.upgrades.stringOf(Number(linkageName ?? name)) === this.openName;
  }
  /** Whether a loop has a location in another subprogram. */
  private hasOtherLocation(loop: MetadataId, subprogram: MetadataId): boolean {
    const node = this.metadata.node(loop);
    if (node?.kind !== "tuple") return false;
    return node.operands
      .slice(1)
      .some((id) => id !== undefined && this.metadata.isLocation(id) && this.isOutside(id, subprogram));
  }

  private isInvalidRecord(record: DebugRecord, variables: Map<number, MetadataId> | undefined): boolean {
    if (!this.locations.of(record.location).isValid) return true;
    if (record.kind === "label") return this.isElsewhere("DILabel", record.label, record.location);
    const { variable, expression, value, location } = record;
    if (!this.isDescribable(value) || !this.isExpression(expression)) return true;
    if (this.describesWrongly(value, variable, expression)) return true;
    const isChecked = record.kind === "declare" && this.metadata.upgrades.release >= ADDRESSES_CHECKED;
    if (isChecked && !this.isAddress(value)) return true;
    if (
      record.kind === "assign" &&
      (!this.isNamed(record.assignment, "DIAssignID") || !this.isDescribable(record.address))
    )
      return true;
    return this.isElsewhere("DILocalVariable", variable, location) || this.isSecond(variable, location, variables);
  }
  /** What is known of a variable or a label; undefined for other nodes. */
  private variableOf(id: MetadataId): Variable | undefined {
    if (!this.variables.has(id)) this.variables.set(id, this.newVariable(id));
    return this.variables.get(id);
  }
  private readonly variables = new Map<MetadataId, Variable | undefined>();
  private newVariable(id: MetadataId): Variable | undefined {
    const record = this.record(id);
    if (record?.name !== "DILocalVariable" && record?.name !== "DILabel") return undefined;
    const scope = this.metadata.upgrades.fieldOf(record, "scope");
    const argument = Number(fieldOf(record, "arg") ?? 0);
    return {
      name: record.name,
      subprogram: this.locations.subprogramOf(scope),
      argument,
    };
  }
  /** Whether a variable or a label is of another class, or of another subprogram than a location. */
  private isElsewhere(name: Variable["name"], id: MetadataId, location: MetadataId): boolean {
    const variable = this.variableOf(id);
    if (variable?.name !== name) return true;
    const own = variable.subprogram;
    const other = this.locations.of(location).own;
    return own !== undefined && other !== undefined && own !== other;
  }
  /** Whether a variable is the second one for an argument of the function; only those that are not inlined count. */
  private isSecond(id: MetadataId, location: MetadataId, variables: Map<number, MetadataId> | undefined): boolean {
    if (!variables || this.locations.of(location).isInlined) return false;
    const argument = this.variableOf(id)?.argument ?? 0;
    if (argument === 0) return false;
    const before = variables.get(argument);
    variables.set(argument, id);
    return before !== undefined && before !== id;
  }
  private isExpression(id: MetadataId): boolean {
    if (this.expressions.has(id)) return true;
    const isOne = this.metadata.node(id)?.kind === "expression";
    if (isOne) this.expressions.add(id);
    return isOne;
  }
  private readonly expressions = new Set<MetadataId>();
  private isNamed(id: MetadataId, name: string): boolean {
    return this.record(id)?.name === name;
  }
  /** Whether something may be described: a value, a list of values, or an empty node. */
  private isDescribable(value: DebugValue): boolean {
    if (!("metadata" in value)) return true;
    const node = this.metadata.node(value.metadata);
    switch (node?.kind) {
      case "value":
      case "integer":
      case "arguments":
      case "expression":
        return true;
      case "tuple":
      case "record":
        return node.operands.length === 0;
      default:
        return false;
    }
  }

  /** Whether an expression says of a variable what only machine code knows, or is about a part that it does not have. */
  private describesWrongly(value: DebugValue, variable: MetadataId, expression: MetadataId): boolean {
    if (this.parts.isOutsideLocal(variable, expression)) return true;
    return this.parts.isEntryValue(expression) && !this.mayBeEntryValue(value);
  }
  private mayBeEntryValue(value: DebugValue): boolean {
    const node = "metadata" in value ? this.metadata.node(value.metadata) : undefined;
    const id = "metadata" in value ? (node?.kind === "value" ? node.value : undefined) : value.value;
    if (id === undefined) return false;
    if (this.entryValues.has(id)) return true;
    const kind = this.values.at(id)?.kind;
    return this.metadata.upgrades.release >= UNDEFINED_ENTRY && (kind === "undef" || kind === "poison");
  }

  /** Whether what a variable is declared to be at is no value, or a pointer or an integer. */
  private isAddress(value: DebugValue): boolean {
    const node = "metadata" in value ? this.metadata.node(value.metadata) : undefined;
    return node?.kind !== "value" || node.type.kind === "pointer" || node.type.kind === "integer";
  }

  private isInvalidCall(call: CallInstruction, variables: Map<number, MetadataId> | undefined): boolean {
    const callee = this.values.at(call.callee);
    // The reference takes a call with another type for an indirect one.
    if (callee?.kind !== "function" || callee.valueType !== call.functionType) return false;
    if (callee.name.startsWith("llvm.dbg.")) return this.isInvalidDescription(call, callee, variables);
    // A call that could be inlined needs a location.
    if (variables && call.location === undefined && this.isInlinable(callee)) {
      this.called.add(callee.id);
      this.isCalledBlindly ||= this.describedFunctions.has(callee.id);
    }
    return false;
  }
  private isInlinable(callee: FunctionValue): boolean {
    return this.metadata.upgrades.release < INLINABLE || (!isInterposable(callee) && !callee.declaration);
  }
  private isInvalidDescription(
    { operands, location }: CallInstruction,
    { name }: FunctionValue,
    variables: Map<number, MetadataId> | undefined,
  ): boolean {
    const nodes = operands.map((id) => {
      const value = this.values.at(id);
      return value?.kind === "metadataOperand" ? value.metadata : undefined;
    });
    if (name === "llvm.dbg.label")
      return nodes[0] === undefined || location === undefined || this.isElsewhere("DILabel", nodes[0], location);
    const [value, variable, expression] = nodes;
    if (!DESCRIBING.has(name) || value === undefined || variable === undefined || expression === undefined)
      return false;
    if (!this.isDescribable({ metadata: value }) || !this.isExpression(expression)) return true;
    if (this.describesWrongly({ metadata: value }, variable, expression)) return true;
    if (location === undefined) return true;
    return this.isElsewhere("DILocalVariable", variable, location) || this.isSecond(variable, location, variables);
  }

  private record(id: MetadataId | undefined): MetadataRecord | undefined {
    const node = id === undefined ? undefined : this.metadata.node(id);
    return node?.kind === "record" ? node : undefined;
  }
}

/** A function's arguments for Swift's asynchronous context. */
function asyncContexts({ function: { attributes }, firstLocal, argumentCount }: FunctionBody): ReadonlySet<ValueId> {
  const contexts = new Set<ValueId>();
  for (const [i, set] of (attributes?.paramSets ?? []).entries())
    if (i < argumentCount && set?.attributes.some((a) => a.form === "enum" && a.kind === AttributeKind.swiftasync))
      contexts.add(firstLocal + i);
  return contexts;
}
