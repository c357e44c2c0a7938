/** Uniqued tuples made by upgrades: equal ones are the same node, also if the file has it. */
import type { MetadataId } from "../ir/ids";
import type { Metadata } from "../ir/metadata";
import { Code } from "../spec/metadataCodes";
import type { MetadataStore } from "./store";

/** What the index needs from the metadata table. */
interface Nodes {
  node(id: MetadataId | undefined): Metadata | undefined;
  make(metadata: Metadata): MetadataId;
  integerOf(id: MetadataId | undefined): bigint | undefined;
}

/** Uniqued tuples by their operands. */
export class TupleIndex {
  private readonly byKey = new Map<string, MetadataId>();
  private readonly aliases = new Map<MetadataId, MetadataId>();
  private indexed = 0;

  constructor(private readonly nodes: Nodes) {}

  /** The tuple with these operands; a new one if there is none. */
  idOf(operands: readonly (MetadataId | undefined)[], store: MetadataStore): MetadataId {
    this.noteRead(this.indexed, store);
    const key = this.keyOf(operands, store);
    let id = this.byKey.get(key);
    if (id === undefined) this.byKey.set(key, (id = this.nodes.make({ kind: "tuple", distinct: false, operands })));
    return id;
  }

  /**
   * Indexes the tuples read from `first` on. If an equal tuple is already known, that one represents the new node from
   * now on.
   */
  noteRead(first: MetadataId, store: MetadataStore): void {
    for (let id = Math.max(first, this.indexed); id < store.size; id++) {
      if (store.code(id) !== Code.NODE) continue;
      const node = this.nodes.node(id);
      if (node?.kind !== "tuple") continue;
      const key = this.keyOf(node.operands, store);
      const known = this.byKey.get(key);
      if (known === undefined) this.byKey.set(key, id);
      else if (known !== id) this.aliases.set(id, known);
    }
    this.indexed = Math.max(this.indexed, store.size);
  }

  /** The node that represents a node. */
  canonical(id: MetadataId): MetadataId {
    return this.aliases.size === 0 ? id : (this.aliases.get(id) ?? id);
  }

  /**
   * The key of a tuple: strings and integers by their values, nodes by their ids. Records of nodes are not decoded: one
   * may hold a list of types, which needs this index.
   */
  private keyOf(operands: readonly (MetadataId | undefined)[], store: MetadataStore): string {
    return operands
      .map((id) => (id !== undefined && id >= 0 && !store.isLeaf(id) ? String(id) : this.operandKey(id)))
      .join("\0");
  }
  private operandKey(operand: MetadataId | undefined): string {
    const node = this.nodes.node(operand);
    if (node?.kind === "string") return `"${node.text}`;
    if (node?.kind === "integer") return `i${node.bits} ${node.value}`;
    if (node?.kind === "value" && node.type.kind === "integer") {
      const value = this.nodes.integerOf(operand);
      if (value !== undefined) return `i${node.type.width} ${value}`;
    }
    return String(operand);
  }
}
