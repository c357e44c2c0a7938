/** Upgrades of single metadata nodes, by release: the rules of the reference's loader and AutoUpgrade. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { BranchProtection, DeviceAnnotation, Metadata, MetadataRecord, Signing } from "../ir/metadata";
import { NO_PROTECTION } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { AliasScopes } from "./aliasScopes";
import { fieldOf, nodeClass } from "./classes";
import { Code } from "../spec/metadataCodes";
import { MdKind } from "./kinds";
import { LoopHints } from "./loopHints";
import { LoopLocations } from "./loopLocations";
import type { MetadataRecordView } from "./plan";
import type { MetadataStore } from "./store";
import { TupleIndex } from "./tuples";

/** What upgrades need to know about a value in metadata. */
export type WrappedValue =
  | { readonly variable: ValueId }
  /** A function that has a body. */
  | { readonly definition: ValueId }
  | { readonly integer: bigint }
  | undefined;

/** The table whose nodes are upgraded. */
export interface UpgradedTable {
  readonly store: MetadataStore;
  /** A node with its upgrades. */
  node(id: MetadataId): Metadata | undefined;
  isNode(id: MetadataId): boolean;
  /** A node as its record has it. */
  decode(id: MetadataId): Metadata | undefined;
  view(id: MetadataId): MetadataRecordView;
  make(metadata: Metadata): MetadataId;
}

/**
 * The upgraded nodes of a module. Upgrades run when the module's METADATA block has been read, or when a node is asked
 * for.
 */
export class NodeUpgrades {
  /** Whether debug info is dropped, because the module flag states another version or is missing. */
  dropsDebugInfo = false;
  /** Whether the debug info has the version of the release, so that the reference verifies the complete module. */
  isVerified = false;
  /** Whether dbg.declare of an argument loses a leading DW_OP_deref (for expressions from before LLVM 5). */
  upgradesDeclares = false;
  /** Whether the module had a named node that marked calls of the ARC runtime (before LLVM 8). */
  hadRuntimeMarker = false;
  /** Annotations of functions that were removed from the module's list. */
  deviceAnnotations: readonly DeviceAnnotation[] = [];
  /** What module flags of branch protection ask of functions; undefined if their attributes say it already. */
  branchProtection: BranchProtection | undefined = NO_PROTECTION;
  /** Whether pointers to constructors lose their signatures, because module flags say how they are signed. */
  dropsSignatures = false;
  private readonly overrides = new Map<MetadataId, Metadata>();
  private readonly typeArrays = new Map<MetadataId, MetadataId>();
  /** Attached nodes, also those that stay as they are: the same ones are attached again and again. */
  private readonly accessTags = new Map<MetadataId, MetadataId>();
  private readonly accessStructs = new Map<MetadataId, MetadataId>();
  private readonly loops = new Map<MetadataId, MetadataId | undefined>();
  private typesByIdentifier: Map<string, MetadataId> | undefined;
  private tuples: TupleIndex | undefined;

  constructor(
    readonly table: UpgradedTable,
    readonly release: Release,
    private readonly module: {
      wrapped(value: ValueId): WrappedValue;
      isGlobal(value: ValueId): boolean;
      bodies(): number;
      isArm(): boolean;
      signing(): Signing | undefined;
    },
  ) {}

  /** How many functions of the module have a body. */
  get bodies(): number {
    return this.module.bodies();
  }

  /** Whether the target is an ARM processor, of 32 or 64 bits. */
  get isArm(): boolean {
    return this.module.isArm();
  }

  /** How the pointers to the module's constructors are signed; undefined if they are not all signed in one way. */
  get signing(): Signing | undefined {
    return this.module.signing();
  }

  /** Whether a value is a global. */
  isGlobal(value: ValueId): boolean {
    return this.module.isGlobal(value);
  }
  /** What a value in metadata is. */
  wrapped(value: ValueId): WrappedValue {
    return this.module.wrapped(value);
  }

  /** The replacement of a node, if it has one. */
  overridden(id: MetadataId): Metadata | undefined {
    return this.overrides.size === 0 ? undefined : this.overrides.get(id);
  }
  /** Replaces a node. */
  override(id: MetadataId, metadata: Metadata): void {
    this.overrides.set(id, metadata);
  }
  node(id: MetadataId | undefined): Metadata | undefined {
    return id === undefined ? undefined : this.table.node(id);
  }
  make(metadata: Metadata): MetadataId {
    return this.table.make(metadata);
  }
  /** The integer constant in a metadata entry; undefined for anything else. */
  integerOf(id: MetadataId | undefined): bigint | undefined {
    const node = this.node(id);
    if (node?.kind === "integer") return node.value;
    const value = node?.kind === "value" ? this.wrapped(node.value) : undefined;
    return value && "integer" in value ? value.integer : undefined;
  }
  /** The text of a metadata string; undefined for anything else. */
  stringOf(id: MetadataId | undefined): string | undefined {
    const node = this.node(id);
    return node?.kind === "string" ? node.text : undefined;
  }

  /** The uniqued tuple with these operands: the file's own if it has one. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId {
    const tuples = (this.tuples ??= new TupleIndex(this));
    return tuples.idOf(operands, this.table.store);
  }
  /** The tuple that represents a node: an equal one that an upgrade made before the node was read. */
  canonical(id: MetadataId): MetadataId {
    return this.tuples?.canonical(id) ?? id;
  }
  /** Checks whether nodes read from `first` on equal tuples that an upgrade made before. */
  noteRead(first: MetadataId): void {
    this.tuples?.noteRead(first, this.table.store);
  }

  /** A copy of a node with some fields changed. */
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
  /** A field of a node, as a reference; undefined if it is not one. */
  fieldOf(record: MetadataRecord, name: string): MetadataId | undefined {
    const value = fieldOf(record, name);
    return typeof value === "number" ? value : undefined;
  }

  /** The type that a reference means: before LLVM 4 it could be the identifier of a composite type. */
  typeReference(id: MetadataId | undefined): MetadataId | undefined {
    if (id === undefined || id < 0 || this.table.store.code(id) !== Code.STRING_OLD) return id;
    const types = (this.typesByIdentifier ??= this.indexTypes());
    return types.get(this.table.store.string(id)) ?? id;
  }
  /** Composite types by identifier; a definition takes precedence over declarations, otherwise the first wins. */
  private indexTypes(): Map<string, MetadataId> {
    const definitions = new Map<string, MetadataId>();
    const declarations = new Map<string, MetadataId>();
    const { store } = this.table;
    for (let id = 0; id < store.size; id++) {
      if (store.code(id) !== Code.COMPOSITE_TYPE || (store.operand(id, 0) & NOT_IN_TYPE_REFERENCES) !== 0) continue;
      const view = this.table.view(id);
      const identifier = this.identifierOf(view.ref(IDENTIFIER_OPERAND));
      if (identifier === undefined) continue;
      const types = (view.value(FLAGS_OPERAND) & FORWARD_DECLARATION) !== 0 ? declarations : definitions;
      if (!types.has(identifier)) types.set(identifier, id);
    }
    return new Map([...declarations, ...definitions]);
  }
  /** A string of the file. Another node is not decoded: it may hold references to types, which need the index. */
  private identifierOf(id: MetadataId | undefined): string | undefined {
    const { store } = this.table;
    if (id === undefined || id < 0 || id >= store.size || store.code(id) !== Code.STRING_OLD) return undefined;
    return store.string(id);
  }
  /**
   * The list of types that a reference means, with identifiers replaced by types. A record of another node is not decoded:
   * it may name itself as its list.
   */
  typeArray(id: MetadataId | undefined): MetadataId | undefined {
    if (id !== undefined && id >= 0 && this.table.store.code(id) !== Code.NODE) return id;
    const tuple = this.node(id);
    if (id === undefined || tuple?.kind !== "tuple" || tuple.distinct) return id;
    const known = this.typeArrays.get(id);
    if (known !== undefined) return known;
    const operands = tuple.operands.map((o) => this.typeReference(o));
    const upgraded = operands.every((o, i) => o === tuple.operands[i]) ? id : this.tuple(operands);
    this.typeArrays.set(id, upgraded);
    return upgraded;
  }

  /** A node as it is attached to an instruction or a function; undefined if the reader drops it. */
  attachment(kind: number, node: MetadataId): MetadataId | undefined {
    if (kind === MdKind.dbg && this.dropsDebugInfo) return undefined;
    // Up to LLVM 3.5 a local value could be attached.
    if (!this.table.isNode(node) && this.node(node)?.kind === "value") return undefined;
    if (kind === MdKind.tbaa) return this.accessTags.get(node) ?? this.newAccessTag(node);
    if (kind === MdKind.loop) return this.loops.has(node) ? this.loops.get(node) : this.newLoop(node);
    if (kind === MdKind.aliasScope || kind === MdKind.noalias) return this.scopeList(node);
    if (kind === MdKind.tbaaStruct && this.release >= UPGRADES_LISTS)
      return this.accessStructs.get(node) ?? this.newAccessStruct(node);
    return node;
  }
  private readonly aliasScopes = new AliasScopes(this);
  /** Whether what bodies refer to was changed in place, or copied to nodes that are none of the file's. */
  get hasChangedNodes(): boolean {
    return this.aliasScopes.hasCopied || this.loopHints.hasChanged;
  }
  /** A list of alias scopes as the release has it. */
  scopeList(id: MetadataId): MetadataId {
    return this.release < UPGRADES_LISTS ? id : this.aliasScopes.list(id);
  }
  private newAccessTag(id: MetadataId): MetadataId {
    const tag = this.accessTag(id);
    this.accessTags.set(id, tag);
    return tag;
  }
  /** The hints of the module's loops. */
  readonly loopHints = new LoopHints(this);
  private readonly loopLocations = new LoopLocations(this);
  private newLoop(id: MetadataId): MetadataId | undefined {
    const upgraded = this.loopHints.upgraded(id);
    const loop = this.dropsDebugInfo ? this.loopLocations.without(upgraded) : upgraded;
    this.loops.set(id, loop);
    return loop;
  }

  /** Converts scalar TBAA to struct-path aware TBAA: `!{!type, !type, i64 0}` (llvm::UpgradeTBAANode). */
  private accessTag(id: MetadataId): MetadataId {
    const node = this.node(id);
    if (node?.kind !== "tuple" || node.operands.length === 0 || this.release === 3) return id;
    const first = this.node(node.operands[0]);
    const isNode = first?.kind === "tuple" || first?.kind === "record";
    if (isNode && node.operands.length >= 3) return id;
    const zero = this.integer(64, 0n);
    if (node.operands.length !== 3) return this.tuple([id, id, zero]);
    const scalar = this.tuple(node.operands.slice(0, 2));
    return this.tuple([scalar, scalar, zero, node.operands[2]]);
  }
  /** Does the same for the members of a struct: offset, size and tag of each (llvm::UpgradeTBAAStructNode). */
  private newAccessStruct(id: MetadataId): MetadataId {
    const node = this.node(id);
    const operands = node?.kind === "tuple" ? node.operands : [];
    const upgraded = operands.map((operand, i) =>
      i % 3 === 2 && operand !== undefined ? (this.accessTags.get(operand) ?? this.newAccessTag(operand)) : operand,
    );
    const struct = upgraded.some((operand, i) => operand !== operands[i]) ? this.tuple(upgraded) : id;
    this.accessStructs.set(id, struct);
    return struct;
  }

  private readonly integers = new Map<string, MetadataId>();
  /** An integer constant of this width, one node per value. */
  integer(bits: number, value: bigint): MetadataId {
    const key = `${bits} ${value}`;
    let id = this.integers.get(key);
    if (id === undefined) this.integers.set(key, (id = this.make({ kind: "integer", bits, value })));
    return id;
  }

  /** Notes operand 0 of an expression's record: `distinct` in bit 0, the version above it. */
  noteExpression(head: number): void {
    this.upgradesDeclares ||= head < 4;
  }
}

/** The first release that upgrades the lists of tbaa.struct, alias.scope and noalias. */
const UPGRADES_LISTS: Release = 24;
/** Bit of a composite type's operand 0: no string is a reference to it. */
const NOT_IN_TYPE_REFERENCES = 2;
const FORWARD_DECLARATION = 4;
const FLAGS_OPERAND = 10;
const IDENTIFIER_OPERAND = 15;
