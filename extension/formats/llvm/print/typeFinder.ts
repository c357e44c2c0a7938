/**
 * The order in which identified structs appear in the text: that of a walk over globals, functions, instructions and
 * metadata. Source: TypeFinder::run. Only identified structs matter, so the walk ends when all of the table are found.
 */
import type { MetadataId, ValueId } from "../ir/ids";
import { NumberSet } from "../../../kit/numberSet";
import type { AttributeList, AttributeSet } from "../ir/attributes";
import type { FunctionBody, Instruction } from "../ir/function";
import type { Attachment, DebugRecord } from "../ir/metadata";
import type { StructType, Type } from "../ir/types";
import { subtypes } from "../ir/types";
import type { Constant, FunctionValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import type { TypeName } from "../read/oldTypes";
import { nameText } from "./names";

/** Where no function is open: a number that no value has. */
const NO_RESULTS: ValueId = 2 ** 30;

/** Finds structs; feed it in the reference's order. */
export class TypeFinder {
  readonly structs: StructType[] = [];
  /** By serial number, the types and the sets of attributes that were met. */
  private readonly seenTypes = new NumberSet();
  private readonly seenSets = new NumberSet();
  /** Values of the module that were met, and those of the open function by how far they stand behind the module's. */
  private readonly seenValues = new NumberSet();
  private readonly seenLocals = new NumberSet();
  /** Constants that reading has made. */
  private readonly seenMade = new Set<Constant>();
  /** Nodes that were met, those that reading has made by their numbers below zero. */
  private readonly seenNodes = new NumberSet();
  private readonly seenMadeNodes = new NumberSet();
  /** Values from this number on are results of instructions, which are met as these. */
  private firstResult = NO_RESULTS;
  private left: number;

  /**
   * @param opaque whether pointers have no pointee for the printing release
   * @param isWanted whether a struct is looked for
   */
  constructor(
    private readonly module: LoadedModule,
    private readonly opaque: boolean,
    private readonly isWanted: (struct: StructType) => boolean = (struct) => struct.identified,
  ) {
    this.left = module.types.filter((t) => t.kind === "struct" && isWanted(t)).length;
  }

  /** As {@link type}, but each type stands before those of its parts that it is the first to have: LLVM 2.x's recursion. */
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

  /** Whether every identified struct of the table has been met. */
  get complete(): boolean {
    return this.left <= 0;
  }

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
      for (const part of [...subtypes(type, this.opaque)].reverse()) {
        if (this.seenTypes.add(part.serial)) work.push(part);
      }
    }
  }

  /** Whether a value is met for the first time, as far as the file numbers it. */
  private isNew(id: ValueId): boolean {
    if (id < 0) return true;
    const { moduleValues } = this.module;
    return id < moduleValues ? this.seenValues.add(id) : this.seenLocals.add(id - moduleValues);
  }

  /** A constant or metadata operand; globals, arguments and instructions are met elsewhere. */
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

  private constant(firstId: ValueId, first: Constant): void {
    // A stack of constants with the operand that comes next: depth first, without recursion on the input's nesting.
    const stack: { constant: Constant; operands: readonly ValueId[]; next: number }[] = [];
    const enter = (id: ValueId, constant: Constant): void => {
      if (id < 0 && this.seenMade.has(constant)) return;
      if (id < 0) this.seenMade.add(constant);
      this.type(constant.type);
      if (constant.kind === "expression" && constant.sourceType) this.type(constant.sourceType);
      stack.push({ constant, operands: constantOperands(constant), next: 0 });
    };
    enter(firstId, first);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const id = top.operands[top.next++];
      if (id === undefined) {
        stack.pop();
        continue;
      }
      const operand = this.isNew(id) ? this.module.values.at(id) : undefined;
      if (operand && isConstant(operand)) enter(id, operand);
    }
  }

  /** A node, and the values that hide in it and in what it refers to. */
  metadata(first: MetadataId): void {
    const work: MetadataId[] = [first];
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
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

  attributes(list: AttributeList | undefined): void {
    if (!list) return;
    this.set(list.functionSet);
    this.set(list.returnSet);
    for (let i = 0; i < list.paramSets.length; i++) this.set(list.paramSets[i]);
  }
  private set(set: AttributeSet | undefined): void {
    if (!set || !this.seenSets.add(set.serial)) return;
    for (const attribute of set.attributes) if (attribute.form === "type" && attribute.type) this.type(attribute.type);
  }

  /** Everything of a function but its type and attributes. */
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
        this.type(instruction.sourceType);
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

function constantOperands(constant: Constant): readonly ValueId[] {
  switch (constant.kind) {
    case "aggregate":
      return constant.elements;
    case "expression":
    case "ptrAuth":
      return constant.operands;
    default:
      return [];
  }
}

/** Globals that are walked over in one step. */
const STEP = 512;

/** A walk over a module in the reference's order: its variables and aliases, then its functions, fed one by one. */
export class TypeWalk {
  private readonly finder: TypeFinder;
  /** Functions that were walked over. */
  private readonly walked = new Set<FunctionValue>();

  constructor(
    private readonly module: LoadedModule,
    opaque: boolean,
    isWanted?: (struct: StructType) => boolean,
  ) {
    this.finder = new TypeFinder(module, opaque, isWanted);
  }

  /** Whether nothing is left to be found. */
  get complete(): boolean {
    return this.finder.complete;
  }

  /** The structs found so far, in order. */
  get structs(): readonly StructType[] {
    return this.finder.structs;
  }

  /** Walks over the variables and aliases, which come before all functions; yields now and then. */
  *globals(): Generator<void, void, undefined> {
    if (this.complete) return;
    const { finder, module } = this;
    for (const { type } of sortedNames(module)) finder.type(type);
    for (const [index, global] of module.globals.entries()) {
      if (index % STEP === 0) yield;
      if (global.kind !== "variable") continue;
      finder.type(global.valueType);
      if (global.initializer !== undefined) finder.value(global.initializer);
    }
    for (const kind of ["alias", "ifunc"]) {
      for (const global of module.globals) {
        if (global.kind !== kind || (global.kind !== "alias" && global.kind !== "ifunc")) continue;
        finder.type(global.valueType);
        if (kind === "alias") finder.value(global.target);
      }
    }
  }

  /** The next function, with its body, which is the module's open one, where it has one. */
  function(global: FunctionValue, body: FunctionBody | undefined): void {
    if (this.complete) return;
    const { finder } = this;
    this.walked.add(global);
    finder.type(global.valueType);
    finder.attributes(global.attributes);
    for (const id of [global.personality, global.prefix, global.prologue]) if (id !== undefined) finder.value(id);
    if (body) finder.body(body);
  }

  /** Leaves out a function that was walked over elsewhere. */
  skip(global: FunctionValue): void {
    this.walked.add(global);
  }
  /** What named metadata leads to: the last part of the walk. */
  named(): void {
    for (const { nodes } of this.module.metadata.named) for (const node of nodes) this.finder.metadata(node);
  }

  /** Reads the functions that are left, and gives the structs found; yields between functions. None may be open. */
  *finish(): Generator<void, readonly StructType[], undefined> {
    const { module } = this;
    const bodies = new Map(module.bodies.map((body) => [body.function, body]));
    for (const global of module.globals) {
      if (this.complete) break;
      if (global.kind !== "function" || this.walked.has(global)) continue;
      const place = bodies.get(global);
      const body = place && module.enter(place);
      this.function(global, body);
      if (!body) continue;
      module.leave(body);
      yield;
    }
    this.named();
    return this.finder.structs;
  }
}

/** Walks the whole module; yields between functions. */
export function* findTypes(
  module: LoadedModule,
  opaque: boolean,
  isWanted?: (struct: StructType) => boolean,
): Generator<void, readonly StructType[], undefined> {
  const walk = new TypeWalk(module, opaque, isWanted);
  yield* walk.globals();
  return yield* walk.finish();
}

/** The names of types of before LLVM 3.0, as they are listed. */
function sortedNames(module: LoadedModule): readonly TypeName[] {
  return [...(module.typeNames ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A type that the text defines, and the name it has there. */
export interface TypeDefinition {
  readonly name: string;
  readonly type: Type;
}

/** Whether a name stands for the type wherever it is used: not for the simplest ones, which would all be called so. */
function isNamedInUse(type: Type): boolean {
  const named = type.kind === "pointer" && type.pointee ? type.pointee : type;
  return PARTED.has(named.kind);
}
const PARTED: ReadonlySet<string> = new Set<Type["kind"]>(["pointer", "function", "array", "vector", "struct"]);

/**
 * The types that LLVM 3.0 defines for a module of LLVM 2.x: numbered structs, then all names, sorted; and what types are
 * called in use. Source: AddModuleTypesToPrinter of LLVM 2.9.
 */
export function* findOldTypes(
  module: LoadedModule,
): Generator<void, { definitions: readonly TypeDefinition[]; names: ReadonlyMap<Type, string> }, undefined> {
  const names = new Map<Type, string>();
  const named = sortedNames(module).map(({ name, type }) => ({ name: nameText("%", name, module.release), type }));
  for (const { name, type } of named) if (isNamedInUse(type) && !names.has(type)) names.set(type, name);
  const isWanted = (struct: StructType): boolean => struct.elements?.length !== 0 && !names.has(struct);
  const found = yield* findTypes(module, false, isWanted);
  const numbered = found.map((type, index) => ({ name: `%${index}`, type }));
  for (const { name, type } of numbered) names.set(type, name);
  return { definitions: [...numbered, ...named], names };
}
