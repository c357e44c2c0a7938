/** What reading changes about metadata, by release: each rule of the reference's loader and AutoUpgrade in its place. */
import { append } from "../../../document/arrays";
import type { Attachment, Metadata, MetadataId, MetadataRecord, MetadataTuple, NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { ValueId } from "../ir/values";
import { nodeClass } from "./classes";
import { Code } from "../spec/metadataCodes";
import { subprogramFunction } from "./decode";
import { Operation, Tag } from "../dwarf/names";
import { isValid } from "../dwarf/expression";
import { MdKind } from "./kinds";
import { moveLocalImports } from "./localImports";
import { upgradeModuleFlags } from "./moduleFlags";
import type { MetadataTable } from "./table";
import { TupleIndex } from "./tuples";

/** What a wrapped value is, as far as upgrades ask. */
export type WrappedValue =
  | { readonly variable: ValueId }
  /** A function that has a body. */
  | { readonly definition: ValueId }
  | { readonly integer: bigint }
  | undefined;

/** The version of debug info that every release since 3.5 reads; others it drops. */
const DEBUG_INFO_VERSION = 3n;

/** Upgraded nodes of one module. Rules run when the module's METADATA block has been read, or when a node is asked for. */
export class NodeUpgrades {
  /** Whether debug info is dropped: the module flag says that it is of another version, or there is no such flag. */
  dropsDebugInfo = false;
  /** Whether dbg.declare of an argument loses a leading DW_OP_deref (expressions of before LLVM 5). */
  upgradesDeclares = false;
  /** Whether the module had a named node that marked calls of ARC's runtime (before LLVM 8). */
  hadRuntimeMarker = false;
  private readonly overrides = new Map<MetadataId, Metadata>();
  private readonly typeArrays = new Map<MetadataId, MetadataId>();
  private readonly accessTags = new Map<MetadataId, MetadataId>();
  private readonly loops = new Map<MetadataId, MetadataId>();
  private typesByIdentifier: Map<string, MetadataId> | undefined;
  private tuples: TupleIndex | undefined;

  constructor(
    private readonly table: MetadataTable,
    readonly release: Release,
    private readonly module: { wrapped(value: ValueId): WrappedValue; bodies(): number },
  ) {}

  /** How many functions of the module have a body. */
  get bodies(): number {
    return this.module.bodies();
  }

  /** What stands in a node's place. */
  overridden(id: MetadataId): Metadata | undefined {
    return this.overrides.size === 0 ? undefined : this.overrides.get(id);
  }
  override(id: MetadataId, metadata: Metadata): void {
    this.overrides.set(id, metadata);
  }
  node(id: MetadataId | undefined): Metadata | undefined {
    return id === undefined ? undefined : this.table.node(id);
  }
  make(metadata: Metadata): MetadataId {
    return this.table.make(metadata);
  }
  integerOf(id: MetadataId | undefined): bigint | undefined {
    const node = this.node(id);
    if (node?.kind === "integer") return node.value;
    const value = node?.kind === "value" ? this.module.wrapped(node.value) : undefined;
    return value && "integer" in value ? value.integer : undefined;
  }
  stringOf(id: MetadataId | undefined): string | undefined {
    const node = this.node(id);
    return node?.kind === "string" ? node.text : undefined;
  }

  /** The uniqued tuple of these operands: the module's own where it has one. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId {
    const tuples = (this.tuples ??= new TupleIndex(this));
    return tuples.idOf(operands, this.table.store);
  }
  /** The tuple that stands for a node that was read later: one that an upgrade had made before. */
  canonical(id: MetadataId): MetadataId {
    return this.tuples?.canonical(id) ?? id;
  }
  /** Looks whether nodes read from `first` on are tuples that an upgrade had made before. */
  noteRead(first: MetadataId): void {
    this.tuples?.noteRead(first, this.table.store);
  }

  /** A node of a class with some of its fields changed. */
  withFields(record: MetadataRecord, changes: Readonly<Record<string, MetadataId | undefined>>): MetadataRecord {
    const layout = nodeClass(record.name);
    if (!layout) return record;
    const fields = record.fields.map((value, i) => {
      const name = layout.fields[i] ?? "";
      return name in changes ? changes[name] : value;
    });
    const operands = layout.operands.map((field) => {
      const value = fields[field];
      return typeof value === "number" ? value : undefined;
    });
    return { ...record, fields, operands };
  }
  /** A field of a node, as a reference. */
  fieldOf(record: MetadataRecord, name: string): MetadataId | undefined {
    const value = record.fields[nodeClass(record.name)?.fields.indexOf(name) ?? -1];
    return typeof value === "number" ? value : undefined;
  }

  /** A type that may be named by the identifier of a composite type (before LLVM 4). */
  typeReference(id: MetadataId | undefined): MetadataId | undefined {
    if (id === undefined || id < 0 || this.table.store.code(id) !== Code.STRING_OLD) return id;
    const types = (this.typesByIdentifier ??= this.indexTypes());
    return types.get(this.table.store.string(id)) ?? id;
  }
  /** Composite types by identifier; a definition goes before a declaration, else the first counts. */
  private indexTypes(): Map<string, MetadataId> {
    const definitions = new Map<string, MetadataId>();
    const declarations = new Map<string, MetadataId>();
    const { store } = this.table;
    for (let id = 0; id < store.size; id++) {
      if (store.code(id) !== Code.COMPOSITE_TYPE || (store.operand(id, 0) & NOT_IN_TYPE_REFERENCES) !== 0) continue;
      const view = this.table.view(id);
      const identifier = this.stringOf(view.ref(IDENTIFIER_OPERAND));
      if (identifier === undefined) continue;
      const types = (view.value(FLAGS_OPERAND) & FORWARD_DECLARATION) !== 0 ? declarations : definitions;
      if (!types.has(identifier)) types.set(identifier, id);
    }
    return new Map([...declarations, ...definitions]);
  }
  /** A tuple of types, some of which may be named so. */
  typeArray(id: MetadataId | undefined): MetadataId | undefined {
    const tuple = this.node(id);
    if (id === undefined || tuple?.kind !== "tuple" || tuple.distinct) return id;
    const known = this.typeArrays.get(id);
    if (known !== undefined) return known;
    const operands = tuple.operands.map((o) => this.typeReference(o));
    const upgraded = operands.every((o, i) => o === tuple.operands[i]) ? id : this.tuple(operands);
    this.typeArrays.set(id, upgraded);
    return upgraded;
  }

  /** A node as it is attached to an instruction or a function, undefined where reading drops it. */
  attachment(kind: number, node: MetadataId): MetadataId | undefined {
    if (kind === MdKind.dbg && this.dropsDebugInfo) return undefined;
    // Up to LLVM 3.5 a local value could be attached.
    if (this.node(node)?.kind === "value") return undefined;
    if (kind === MdKind.tbaa) return this.accessTag(node);
    if (kind === MdKind.loop) return this.loop(node);
    return node;
  }

  /** Scalar TBAA becomes struct-path aware: `!{!type, !type, i64 0}` (llvm::UpgradeTBAANode). */
  private accessTag(id: MetadataId): MetadataId {
    const node = this.node(id);
    if (node?.kind !== "tuple" || node.operands.length === 0 || this.release === 3) return id;
    const first = this.node(node.operands[0]);
    const isNode = first?.kind === "tuple" || first?.kind === "record";
    if (isNode && node.operands.length >= 3) return id;
    const known = this.accessTags.get(id);
    if (known !== undefined) return known;
    const zero = this.integer(64, 0n);
    let tag: MetadataId;
    if (node.operands.length === 3) {
      const scalar = this.tuple(node.operands.slice(0, 2));
      tag = this.tuple([scalar, scalar, zero, node.operands[2]]);
    } else tag = this.tuple([id, id, zero]);
    this.accessTags.set(id, tag);
    return tag;
  }

  /** `llvm.vectorizer.*` became `llvm.loop.vectorize.*` and `llvm.loop.interleave.count`. */
  private loop(id: MetadataId): MetadataId {
    const node = this.node(id);
    if (node?.kind !== "tuple" || this.release === 3) return id;
    const known = this.loops.get(id);
    if (known !== undefined) return known;
    const operands = node.operands.map((o) => this.loopHint(o));
    const changed = operands.some((o, i) => o !== node.operands[i]);
    const upgraded = changed ? this.tuple(operands) : id;
    this.loops.set(id, upgraded);
    return upgraded;
  }
  private loopHint(id: MetadataId | undefined): MetadataId | undefined {
    const hint = this.node(id);
    if (hint?.kind !== "tuple") return id;
    const tag = this.stringOf(hint.operands[0]);
    if (!tag?.startsWith(OLD_LOOP_PREFIX)) return id;
    const rest = tag.slice(OLD_LOOP_PREFIX.length);
    const text = rest === "unroll" ? "llvm.loop.interleave.count" : `llvm.loop.vectorize.${rest}`;
    return this.tuple([this.make({ kind: "string", text }), ...hint.operands.slice(1)]);
  }

  private readonly integers = new Map<string, MetadataId>();
  integer(bits: number, value: bigint): MetadataId {
    const key = `${bits} ${value}`;
    let id = this.integers.get(key);
    if (id === undefined) this.integers.set(key, (id = this.make({ kind: "integer", bits, value })));
    return id;
  }

  /** Runs the rules that need the module's whole table. Lists and maps given are changed in place. */
  finishModule(named: NamedMetadata[], globalAttachments: Map<ValueId, readonly Attachment[]>): void {
    if (this.release === 3) return;
    this.upgradeByCode(globalAttachments);
    if (this.release >= 17) moveLocalImports(this, named);
    upgradeModuleFlags(this, named);
    this.checkVersion(named, globalAttachments);
  }

  /** Takes notice of an expression, by its record's operand 0: `distinct`, and the version above it. */
  noteExpression(head: number): void {
    this.upgradesDeclares ||= head < 4;
  }

  private upgradeByCode(globalAttachments: Map<ValueId, readonly Attachment[]>): void {
    const { store } = this.table;
    const units: MetadataId[] = [];
    let oldVariables = false;
    for (let id = 0; id < store.size; id++) {
      switch (store.code(id)) {
        case Code.COMPILE_UNIT:
          units.push(id);
          break;
        case Code.GLOBAL_VAR:
          if (store.operand(id, 0) > 1) break;
          oldVariables = true;
          this.wrapVariable(id, globalAttachments);
          break;
        case Code.SUBPROGRAM:
          this.noteSubprogram(id, globalAttachments);
      }
    }
    for (const unit of units) this.ownSubprograms(unit);
    if (oldVariables) this.wrapListed(units, globalAttachments);
  }

  /** Units once listed their subprograms; now subprograms name their unit. */
  private ownSubprograms(unit: MetadataId): void {
    const list = this.node(this.table.view(unit).ref(SUBPROGRAMS_OPERAND));
    if (list?.kind !== "tuple") return;
    for (const id of list.operands) {
      const subprogram = this.node(id);
      if (id !== undefined && subprogram?.kind === "record" && subprogram.name === "DISubprogram") {
        this.override(id, this.withFields(subprogram, { unit }));
      }
    }
  }
  /** Subprograms of LLVM 3.7 named their function; now functions that have a body name their subprogram. */
  private noteSubprogram(id: MetadataId, globalAttachments: Map<ValueId, readonly Attachment[]>): void {
    const function_ = this.node(subprogramFunction(this.table.view(id)));
    const wrapped = function_?.kind === "value" ? this.module.wrapped(function_.value) : undefined;
    if (wrapped && "definition" in wrapped) attach(globalAttachments, wrapped.definition, id);
  }

  private emptyExpression: MetadataId | undefined;
  /** A new DIGlobalVariableExpression; without an expression it gets the empty one. */
  private variableExpression(variable: MetadataId, expression?: MetadataId): MetadataRecord {
    const expr = expression ?? (this.emptyExpression ??= this.make({ kind: "expression", elements: [] }));
    const fields = [variable, expr];
    return { kind: "record", name: "DIGlobalVariableExpression", distinct: true, fields, operands: fields };
  }

  /**
   * A DIGlobalVariable that named its value: a constant becomes an expression, a variable gets the node attached. LLVM 4
   * named an expression there for a time.
   */
  private wrapVariable(id: MetadataId, globalAttachments: Map<ValueId, readonly Attachment[]>): void {
    const valueId = this.table.view(id).ref(VARIABLE_OPERAND);
    const value = this.node(valueId);
    const wrapped = value?.kind === "value" ? this.module.wrapped(value.value) : undefined;
    const record = this.table.decode(id);
    if (record?.kind !== "record" || (value?.kind === "value" && wrapped === undefined)) return;
    if (value?.kind === "expression") this.override(id, this.variableExpression(this.make(record), valueId));
    else if (wrapped && "variable" in wrapped) {
      const node = this.make(this.variableExpression(id));
      attach(globalAttachments, wrapped.variable, node);
    } else if (wrapped && "integer" in wrapped) {
      const elements = [Operation.constu, BigInt.asUintN(64, wrapped.integer), Operation.stackValue];
      const expression = this.make({ kind: "expression", elements });
      this.override(id, this.variableExpression(this.make(record), expression));
    }
  }

  /** Bare variables in the units' lists and attached to globals are wrapped too. */
  private wrapListed(units: readonly MetadataId[], globalAttachments: Map<ValueId, readonly Attachment[]>): void {
    const wrap = (id: MetadataId): MetadataId => {
      const node = this.node(id);
      const bare = node?.kind === "record" && node.name === "DIGlobalVariable";
      return bare ? this.make(this.variableExpression(id)) : id;
    };
    for (const unit of units) {
      const listId = this.table.view(unit).ref(GLOBALS_OPERAND);
      const list = this.node(listId);
      if (listId === undefined || list?.kind !== "tuple") continue;
      const operands = list.operands.map((o) => (o === undefined ? o : wrap(o)));
      this.override(listId, { ...list, operands });
    }
    for (const [value, attachments] of globalAttachments) {
      const wrapped = attachments.map((a) => (a.kind === MdKind.dbg ? { ...a, node: wrap(a.node) } : a));
      globalAttachments.set(value, wrapped);
    }
  }

  /**
   * Whether the module's debug info does not verify, by the rules that we know: an expression that is not valid, an array
   * without elements' type. The reference then warns "ignoring invalid debug info".
   */
  private isBroken(): boolean {
    const { store } = this.table;
    for (let id = 0; id < store.size; id++) {
      const code = store.code(id);
      if (code === Code.EXPRESSION) {
        const node = this.node(id);
        if (node?.kind === "expression" && !isValid(node.elements, this.release)) return true;
      } else if (code === Code.COMPOSITE_TYPE && this.release >= ARRAYS_CHECKED) {
        if (store.operand(id, 1) === Tag.arrayType && store.operand(id, BASE_TYPE_OPERAND) === 0) return true;
      }
    }
    return false;
  }

  /** Debug info of another version is dropped (llvm::UpgradeDebugInfo, StripDebugInfo). */
  private checkVersion(named: NamedMetadata[], globalAttachments: Map<ValueId, readonly Attachment[]>): void {
    const flags = named.find((n) => n.name === "llvm.module.flags")?.nodes ?? [];
    const flag = flags
      .map((id) => this.node(id))
      .find((n): n is MetadataTuple => n?.kind === "tuple" && this.stringOf(n.operands[1]) === "Debug Info Version");
    const current = this.integerOf(flag?.operands[2]) === DEBUG_INFO_VERSION;
    if (current && !this.isBroken()) return;
    this.dropsDebugInfo = true;
    const kept = named.filter((n) => !n.name.startsWith("llvm.dbg.") && n.name !== "llvm.gcov");
    named.length = 0;
    append(named, kept);
    for (const [value, attachments] of globalAttachments) {
      globalAttachments.set(
        value,
        attachments.filter((a) => a.kind !== MdKind.dbg),
      );
    }
  }
}

function attach(attachments: Map<ValueId, readonly Attachment[]>, value: ValueId, node: MetadataId): void {
  attachments.set(value, [...(attachments.get(value) ?? []), { kind: MdKind.dbg, node }]);
}

const OLD_LOOP_PREFIX = "llvm.vectorizer.";
/** Bit of a composite type's operand 0: no string stands for it. */
const NOT_IN_TYPE_REFERENCES = 2;
const FORWARD_DECLARATION = 4;
const BASE_TYPE_OPERAND = 6;
/** Since when arrays are held to having a base type. */
const ARRAYS_CHECKED: Release = 18;
const FLAGS_OPERAND = 10;
const IDENTIFIER_OPERAND = 15;
const SUBPROGRAMS_OPERAND = 11;
const GLOBALS_OPERAND = 12;
const VARIABLE_OPERAND = 9;
