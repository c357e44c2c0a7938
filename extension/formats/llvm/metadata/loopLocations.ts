/** Loops without their source locations, for modules whose debug info is dropped (llvm::stripDebugInfo). */
import type { MetadataId } from "../ir/ids";
import type { Metadata, MetadataTuple } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";
import type { MetadataStore } from "./store";

/** The first release that looks into the tuples of a loop, as those for the loops that follow it; it drops them whole. */
const NESTED: Release = 13;
/** The first release that drops only the locations in them. */
const NESTED_KEPT: Release = 17;
/** Deeper tuples keep their locations. */
const DEEPEST = 8;

/** A module's nodes, and others beside them. */
interface Nodes {
  readonly table: { readonly store: MetadataStore };
  readonly release: Release;
  node(id: MetadataId | undefined): Metadata | undefined;
  /** Adds a node. */
  make(node: Metadata): MetadataId;
  /** The uniqued tuple with these operands. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId;
}

/** Operands of copied tuples after which ways share a tuple's copy: a damaged file may lead to a tuple on any number of them. */
const MOST_COPIED = 1_000_000;

/** Removes the locations of a module's loops. */
export class LoopLocations {
  /** What tuples become at a depth. Without it, tuples that all refer to each other would be visited on each way to them. */
  private readonly known = new Map<number, MetadataId | undefined>();
  /** The same for tuples in which a distinct one was copied: each way to them makes copies of its own. */
  private readonly knownCopies = new Map<number, MetadataId | undefined>();
  private copied = 0;

  constructor(private readonly nodes: Nodes) {}

  /** The node of a loop without locations; undefined if it then has nothing but itself, and is dropped. */
  without(loop: MetadataId): MetadataId | undefined {
    const node = this.nodes.node(loop);
    return node?.kind === "tuple" ? this.strip(loop, node, DEEPEST) : loop;
  }

  /** @param depth how many levels of tuples are looked into */
  private strip(id: MetadataId, node: MetadataTuple, depth: number): MetadataId | undefined {
    const key = id * (DEEPEST + 1) + depth;
    if (this.known.has(key)) return this.known.get(key);
    const before = this.copied;
    if (before > MOST_COPIED && this.knownCopies.has(key)) return this.knownCopies.get(key);
    const stripped = this.stripAnew(id, node, depth);
    (this.copied === before ? this.known : this.knownCopies).set(key, stripped);
    return stripped;
  }
  private stripAnew(id: MetadataId, node: MetadataTuple, depth: number): MetadataId | undefined {
    const { nodes } = this;
    const own = node.operands[0] === id;
    const rest = own ? node.operands.slice(1) : node.operands;
    const kept: (MetadataId | undefined)[] = [];
    for (const operand of rest) {
      const stripped = this.stripOperand(operand, depth - 1);
      if (operand === undefined || stripped !== undefined) kept.push(stripped);
    }
    if (kept.length === rest.length && kept.every((operand, i) => operand === rest[i])) return id;
    if (kept.length === 0) return undefined;
    if (!own && !node.distinct) return nodes.tuple(kept);
    this.copied += kept.length;
    if (!own) return nodes.make({ ...node, operands: kept });
    const operands: (MetadataId | undefined)[] = [undefined, ...kept];
    // Only now is the id known that the node refers to.
    return (operands[0] = nodes.make({ kind: "tuple", distinct: true, operands }));
  }

  /** An operand without locations; undefined if nothing of it is left. */
  private stripOperand(id: MetadataId | undefined, depth: number): MetadataId | undefined {
    const { nodes } = this;
    const { store } = nodes.table;
    if (id !== undefined && id < store.size && store.code(id) === Code.LOCATION) return undefined;
    if (id === undefined || depth === 0 || nodes.release < NESTED) return id;
    const node = nodes.node(id);
    const stripped = node?.kind === "tuple" ? this.strip(id, node, depth) : id;
    return stripped === id || nodes.release >= NESTED_KEPT ? stripped : undefined;
  }
}
