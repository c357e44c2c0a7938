/**
 * Nodes that differ in the file, but are one to a release: without pointee types, tuples of undefined values of `%a*` and
 * `%b*` are both tuples of `ptr undef`; imports without a file lose their line, derived types their annotations. Uniqued
 * nodes with equal operands are the same (ValueAsMetadata::get, MDTuple::get).
 */
import type { MetadataId, ValueId } from "../ir/ids";
import type { Attachment, Metadata, NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import { Code } from "../spec/metadataCodes";
import { nodeClass } from "./classes";
import { repeatedRecords } from "./repeatedRecords";
import type { MetadataStore } from "./store";
import { UnannotatedTypes } from "./unannotatedTypes";

/** The module's values, as far as they may have become one. */
export interface UniformValues {
  readonly release: Release;
  /** Whether to show what the file has, also if it repeats nodes. */
  readonly literal: boolean;
  /** Whether the file's pointers have lost their pointees, so that equal values may have become one. */
  mergesValues(): boolean;
  /** The kind and type of a constant that has no parts (undefined, null, poison); undefined for any other value. */
  uniform(value: ValueId): { readonly kind: string; readonly type: Type } | undefined;
  isSameType(one: Type, other: Type): boolean;
}

/** The module's nodes. */
interface Nodes {
  readonly store: MetadataStore;
  decode(id: MetadataId): Metadata | undefined;
}

/** How far the outline of a type goes into it, and how many elements of a struct it has. */
const DEPTH = 3;
const ELEMENTS = 4;
/** The most types of one outline that are compared, so that a file cannot make that take the square of its size. */
const MOST_COMPARED = 32;

/** What equal types have in common, as a text. */
function outline(type: Type, depth = DEPTH): string {
  if (depth === 0) return "";
  switch (type.kind) {
    case "integer":
      return `i${type.width}`;
    case "pointer":
      return `p${type.addressSpace}`;
    case "array":
    case "vector":
      return `${type.kind}${type.count}(${outline(type.element, depth - 1)})`;
    case "struct":
      return `s${type.elements?.length}(${(type.elements ?? [])
        .slice(0, ELEMENTS)
        .map((element) => outline(element, depth - 1))
        .join()})`;
    default:
      return type.kind;
  }
}

/** The value records that are equal to earlier ones, with these. */
function mergedValues({ store }: Nodes, values: UniformValues): Map<MetadataId, MetadataId> {
  const merged = new Map<MetadataId, MetadataId>();
  const byOutline = new Map<string, { readonly id: MetadataId; readonly type: Type }[]>();
  for (let id = 0; id < store.size; id++) {
    const found = store.code(id) === Code.VALUE ? values.uniform(store.operand(id, 1)) : undefined;
    if (!found) continue;
    const { kind, type } = found;
    const key = kind + outline(type);
    const known = byOutline.get(key);
    const equal = known?.find((other) => values.isSameType(other.type, type));
    if (equal) merged.set(id, equal.id);
    else if (!known) byOutline.set(key, [{ id, type }]);
    else if (known.length < MOST_COMPARED) known.push({ id, type });
  }
  return merged;
}

/** The operands of an import before LLVM 5: it has no file, and its line, operand 4, is not read. */
const IMPORT_LENGTH = 6;
const IMPORT_OPERANDS = [1, 2, 3, 5];

/** Adds the imports without a file that are equal to earlier ones, with these. */
function addMergedImports({ store }: Nodes, merged: Map<MetadataId, MetadataId>): void {
  const byOperands = new Map<string, MetadataId>();
  for (let id = 0; id < store.size; id++) {
    if (store.code(id) !== Code.IMPORTED_ENTITY || store.length(id) !== IMPORT_LENGTH) continue;
    if (store.operand(id, 0) !== 0) continue;
    const key = IMPORT_OPERANDS.map((operand) => store.operand(id, operand)).join();
    const known = byOperands.get(key);
    if (known === undefined) byOperands.set(key, id);
    else merged.set(id, known);
  }
}

/** Records of ranges, which no reader makes distinct. */
const RANGES: ReadonlySet<number> = new Set([Code.SUBRANGE, Code.GENERIC_SUBRANGE]);

/** If a range states that it is distinct, adds the ranges that are equal to earlier ones, with these. */
function addMergedRanges(nodes: Nodes, merged: Map<MetadataId, MetadataId>): void {
  const { store } = nodes;
  const ranges: MetadataId[] = [];
  for (let id = 0; id < store.size; id++) if (RANGES.has(store.code(id))) ranges.push(id);
  if (!ranges.some((id) => (store.operand(id, 0) & 1) !== 0)) return;
  const byContent = new Map<string, MetadataId>();
  for (const id of ranges) {
    const node = nodes.decode(id);
    const key = node && contentOf(node, (operand) => operand);
    const known = key === undefined ? id : (byContent.get(key) ?? id);
    if (known !== id) merged.set(id, known);
    else if (key !== undefined) byContent.set(key, id);
  }
}

/** The first layout of variables that is no expression about a variable, and distinct. */
const OWN_VARIABLE = 2;

/** Adds the records that say the same as earlier ones, with these, unless they define distinct nodes. */
function addRepeated(nodes: Nodes, merged: Map<MetadataId, MetadataId>): void {
  const { store } = nodes;
  for (const [id, first] of repeatedRecords(store)) {
    if (store.code(id) === Code.GLOBAL_VAR && Math.floor(store.operand(id, 0) / 2) < OWN_VARIABLE) continue;
    const both = [nodes.decode(first), nodes.decode(id)];
    if (both.every((node) => node && !("distinct" in node && node.distinct))) merged.set(id, first);
  }
}

/** The operands of a uniqued node; undefined for anything else. */
function operandsOf(node: Metadata | undefined): readonly (MetadataId | undefined)[] | undefined {
  if (node?.kind === "arguments") return node.operands;
  return (node?.kind === "tuple" || node?.kind === "record") && !node.distinct ? node.operands : undefined;
}
/** What a uniqued node has in common with those that are the same: its content, with nodes replaced by others. */
function contentOf(node: Metadata, replaced: (id: MetadataId) => MetadataId): string {
  const operands = (operandsOf(node) ?? []).map((operand) => (operand === undefined ? "" : replaced(operand)));
  if (node.kind !== "record") return [node.kind, ...operands].join();
  const places: readonly number[] = nodeClass(node.name)?.operands ?? [];
  const others = node.fields.filter((_, at) => !places.includes(at));
  return [node.name, ...others, "", ...operands].join();
}

/** The nodes and values of a module that are equal to earlier ones, with these; undefined if there are none. */
function mergedNodes(
  nodes: Nodes,
  values: UniformValues,
  types: UnannotatedTypes,
): Map<MetadataId, MetadataId> | undefined {
  const { store } = nodes;
  const merged = values.mergesValues() ? mergedValues(nodes, values) : new Map<MetadataId, MetadataId>();
  addMergedImports(nodes, merged);
  addMergedRanges(nodes, merged);
  types.add(0, store.size, merged);
  if (!values.literal) addRepeated(nodes, merged);
  if (merged.size === 0) return undefined;
  const affected = new Set([...merged.keys(), ...merged.values()]);
  const byContent = new Map<string, MetadataId>();
  // Most nodes come after their operands.
  for (let id = 0; id < store.size; id++) {
    if (merged.has(id)) continue;
    const node = nodes.decode(id);
    if (!node || !operandsOf(node)?.some((operand) => operand !== undefined && affected.has(operand))) continue;
    const key = contentOf(node, (operand) => merged.get(operand) ?? operand);
    const known = byContent.get(key);
    if (known === undefined) byContent.set(key, id);
    else merged.set(id, known);
    affected.add(id);
  }
  return merged;
}

/** The nodes of a module that are the same as earlier ones to the release. */
export class MergedNodes {
  private merged: Map<MetadataId, MetadataId> | undefined;
  private types: UnannotatedTypes | undefined;

  constructor(private readonly values: UniformValues) {}

  /** The node that stands for this one. */
  of(id: MetadataId): MetadataId {
    return this.merged?.get(id) ?? id;
  }
  /** Finds those of a function, which are the nodes from `first` on. */
  findInFunction(first: MetadataId, size: number): void {
    this.types?.add(first, size, (this.merged ??= new Map<MetadataId, MetadataId>()));
  }
  /** Adds nodes that are equal to earlier ones, with these. */
  add(equal: Iterable<readonly [MetadataId, MetadataId]>): void {
    for (const [id, first] of equal) (this.merged ??= new Map<MetadataId, MetadataId>()).set(id, first);
  }
  /** Finds them, and changes what refers to nodes from outside of them. */
  find(nodes: Nodes, named: NamedMetadata[], attached: Map<ValueId, readonly Attachment[]>): void {
    this.types = new UnannotatedTypes(nodes.store, this.values.release);
    this.merged = mergedNodes(nodes, this.values, this.types);
    if (!this.merged) return;
    const one = (id: MetadataId): MetadataId => this.of(id);
    for (const [index, entry] of named.entries()) named[index] = { ...entry, nodes: entry.nodes.map(one) };
    for (const [value, attachments] of attached)
      attached.set(
        value,
        attachments.map(({ kind, node }) => ({ kind, node: one(node) })),
      );
  }
}
