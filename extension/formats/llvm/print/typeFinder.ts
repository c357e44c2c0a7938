/**
 * Finds identified structs in the order of the text, by walking globals, functions, instructions and metadata. Source:
 * TypeFinder::run. Only identified structs matter, so the walk ends when all of them are found.
 */
import type { MetadataId, ValueId } from "../ir/ids";
import { NumberSet } from "../../../kit/numberSet";
import type { AttributeList, AttributeSet } from "../ir/attributes";
import type { FunctionBody, Instruction } from "../ir/function";
import type { Attachment, DebugRecord } from "../ir/metadata";
import type { StructType, Type } from "../ir/types";
import { subtypes } from "../ir/types";
import type { Constant } from "../ir/values";
import { partsOf } from "../ir/values";
import type { LoadedModule } from "../read/module";
import { isBase } from "../read/constants/baseAddress";

/** While no function is open: a number above that of any value. */
const NO_RESULTS: ValueId = 2 ** 30;
/** The first release that visits the type that a getelementptr names beside those of its operands, and those in attributes. */
const VISITS_STATED_TYPES = 14;

/** Finds structs in what it is given, which must come in the reference's order. */
export class TypeFinder {
  readonly structs: StructType[] = [];
  /** By serial number: the types that were visited. */
  private readonly seenTypes = new NumberSet();
  /** By serial number: the sets of attributes that were visited. */
  private readonly seenSets = new NumberSet();
  /** The values of the module that were visited. */
  private readonly seenValues = new NumberSet();
  /** The values of the open function that were visited, by number minus the number of the module's values. */
  private readonly seenLocals = new NumberSet();
  /** Constants made by upgrades that were visited. */
  private readonly seenMade = new Set<Constant>();
  /** Nodes that were visited. */
  private readonly seenNodes = new NumberSet();
  /** Nodes made by upgrades that were visited, by their negated ids. */
  private readonly seenMadeNodes = new NumberSet();
  /** Values from this number on are results of instructions, which are visited as instructions. */
  private firstResult = NO_RESULTS;
  private left: number;

  /**
   * @param opaque whether pointers count as opaque in the printing release
   * @param isWanted whether to search for this struct
   */
  constructor(
    private readonly module: LoadedModule,
    private readonly opaque: boolean,
    private readonly isWanted: (struct: StructType) => boolean = (struct) => struct.identified,
  ) {
    this.left = module.types.filter((t) => t.kind === "struct" && isWanted(t)).length;
  }

  /** Like {@link type}, but visits a type's parts depth first, as the recursion of LLVM 2.x did. */
  private typeDepthFirst(first: Type): void {
    const work = [first];
    for (let type = work.pop(); type; type = work.pop()) {
      if (!this.seenTypes.add(type.serial)) continue;
      this.take(type);
      for (const part of [...subtypes(type, this.opaque)].reverse()) work.push(part);
    }
  }
  private take(type: Type): void {
    if (type.kind !== "struct" || !this.isWanted(type)) return;
    this.structs.push(type);
    this.left--;
  }

  /** Whether every wanted struct has been found. */
  get complete(): boolean {
    return this.left <= 0;
  }

  /** Visits a type and its parts. */
  type(first: Type): void {
    if (this.seenTypes.has(first.serial)) return;
    if (this.module.release < 9) {
      this.typeDepthFirst(first);
      return;
    }
    this.seenTypes.add(first.serial);
    const work = [first];
    for (let type = work.pop(); type; type = work.pop()) {
      this.take(type);
      const parts = subtypes(type, this.opaque);
      for (let i = parts.length - 1; i >= 0; i--) {
        const part = parts[i] as Type;
        if (this.seenTypes.add(part.serial)) work.push(part);
      }
    }
  }

  private sourceType(type: Type): void {
    if (this.module.release >= VISITS_STATED_TYPES) this.type(type);
  }

  /** Marks a value as visited; returns whether it is new. Values without a number always are. */
  private isNew(id: ValueId): boolean {
    if (id < 0) return true;
    const { moduleValues, values } = this.module;
    // A damaged file may refer to any number; a value that nothing defines has no types.
    if (id >= values.length) return false;
    return id < moduleValues ? this.seenValues.add(id) : this.seenLocals.add(id - moduleValues);
  }

  /** Visits a constant or metadata operand; globals, arguments and instructions are visited elsewhere. */
  value(id: ValueId): void {
    if (id >= this.firstResult || !this.isNew(id)) return;
    const value = this.module.values.at(id);
    if (!value) return;
    switch (value.kind) {
      case "variable":
      case "function":
      case "alias":
      case "ifunc":
      case "argument":
      case "instruction":
      case "blockOperand":
        return;
      case "metadataOperand":
        this.metadata(value.metadata);
        return;
      default:
        this.constant(id, value);
    }
  }

  /** The constants that are being visited: their operands and the index of the next. Empty between constants. */
  private readonly nested: { readonly operands: readonly ValueId[]; next: number }[] = [];

  /** Visits a constant and those inside it, depth first. */
  private constant(firstId: ValueId, first: Constant): void {
    const { nested } = this;
    this.enterConstant(firstId, first);
    for (let top = nested.at(-1); top; top = nested.at(-1)) {
      const id = top.operands[top.next++];
      if (id === undefined) {
        nested.pop();
        continue;
      }
      const operand = this.isNew(id) ? this.module.values.at(id) : undefined;
      if (operand && isConstant(operand)) this.enterConstant(id, operand);
    }
  }
  private enterConstant(id: ValueId, constant: Constant): void {
    if (id < 0 && this.seenMade.has(constant)) return;
    if (id < 0) this.seenMade.add(constant);
    this.type(constant.type);
    if (constant.kind === "expression" && constant.sourceType && !isBase(constant, this.module, this.module.release))
      this.sourceType(constant.sourceType);
    const operands = partsOf(constant);
    if (operands.length > 0) this.nested.push({ operands, next: 0 });
  }

  /** Visits a node, and the values inside it and inside what it refers to. */
  metadata(first: MetadataId): void {
    const work: MetadataId[] = [first];
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
      if (!this.module.metadata.has(id)) continue;
      if (!(id >= 0 ? this.seenNodes.add(id) : this.seenMadeNodes.add(-id))) continue;
      const { metadata } = this.module;
      if (metadata.isNode(id)) addReversed(work, metadata.operandsOf(id) ?? []);
      else {
        const node = metadata.node(id);
        if (node?.kind === "value") this.value(node.value);
        else if (node?.kind === "arguments") addReversed(work, node.operands);
      }
    }
  }

  /** Visits the types in attributes. */
  attributes(list: AttributeList | undefined): void {
    if (!list || this.module.release < VISITS_STATED_TYPES) return;
    this.set(list.functionSet);
    this.set(list.returnSet);
    for (let i = 0; i < list.paramSets.length; i++) this.set(list.paramSets[i]);
  }
  private set(set: AttributeSet | undefined): void {
    if (!set || !this.seenSets.add(set.serial)) return;
    for (const attribute of set.attributes) if (attribute.form === "type" && attribute.type) this.type(attribute.type);
  }

  /** Visits everything in a function except its type and attributes. */
  body(body: FunctionBody): void {
    this.seenLocals.clear();
    this.firstResult = body.firstResult;
    for (const block of body.blocks) for (const instruction of block.instructions) this.instruction(instruction);
    this.firstResult = NO_RESULTS;
  }

  private instruction(instruction: Instruction): void {
    this.type(instruction.type);
    const { operands } = instruction;
    for (let i = 0; i < operands.length; i++) this.value(operands[i] as ValueId);
    switch (instruction.kind) {
      case "getelementptr":
        this.sourceType(instruction.sourceType);
        break;
      case "alloca":
        this.type(instruction.allocatedType);
        break;
      case "call":
      case "invoke":
      case "callbr":
        for (const bundle of instruction.bundles) for (const id of bundle.operands) this.value(id);
        this.value(instruction.callee);
        this.attributes(instruction.attributes);
        break;
      default:
    }
    if (instruction.attachments.length > 0) this.attached(instruction.attachments);
    if (instruction.debugRecords.length > 0) for (const record of instruction.debugRecords) this.debugRecord(record);
  }

  /** Visits attachments. */
  attached(attachments: readonly Attachment[]): void {
    for (const { node } of attachments) this.metadata(node);
  }
  private debugRecord(record: DebugRecord): void {
    if (record.kind === "label") return;
    const described = record.kind === "assign" ? [record.value, record.address] : [record.value];
    for (const value of described) {
      if ("value" in value) this.value(value.value);
      else this.metadata(value.metadata);
    }
  }
}

function addReversed(work: MetadataId[], operands: readonly (MetadataId | undefined)[]): void {
  for (let i = operands.length - 1; i >= 0; i--) {
    const operand = operands[i];
    if (operand !== undefined) work.push(operand);
  }
}

function isConstant(value: { readonly kind: string }): value is Constant {
  return CONSTANT_KINDS.has(value.kind);
}
const CONSTANT_KINDS: ReadonlySet<string> = new Set<Constant["kind"]>([
  "null",
  "undef",
  "poison",
  "integer",
  "float",
  "aggregate",
  "data",
  "string",
  "expression",
  "blockAddress",
  "dsoLocalEquivalent",
  "noCfi",
  "ptrAuth",
  "inlineAsm",
]);
