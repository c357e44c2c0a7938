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

/** The node of a loop without locations; undefined if it then has nothing but itself, and is dropped. */
export function withoutLocations(nodes: Nodes, loop: MetadataId): MetadataId | undefined {
  const node = nodes.node(loop);
  return node?.kind === "tuple" ? strip(nodes, loop, node, DEEPEST) : loop;
}

/** @param depth how many levels of tuples are looked into */
function strip(nodes: Nodes, id: MetadataId, node: MetadataTuple, depth: number): MetadataId | undefined {
  const own = node.operands[0] === id;
  const rest = own ? node.operands.slice(1) : node.operands;
  const kept: (MetadataId | undefined)[] = [];
  for (const operand of rest) {
    const stripped = stripOperand(nodes, operand, depth - 1);
    if (operand === undefined || stripped !== undefined) kept.push(stripped);
  }
  if (kept.length === rest.length && kept.every((operand, i) => operand === rest[i])) return id;
  if (kept.length === 0) return undefined;
  if (!own) return node.distinct ? nodes.make({ ...node, operands: kept }) : nodes.tuple(kept);
  const operands: (MetadataId | undefined)[] = [undefined, ...kept];
  // Only now is the id known that the node refers to.
  return (operands[0] = nodes.make({ kind: "tuple", distinct: true, operands }));
}

/** An operand without locations; undefined if nothing of it is left. */
function stripOperand(nodes: Nodes, id: MetadataId | undefined, depth: number): MetadataId | undefined {
  const { store } = nodes.table;
  if (id !== undefined && id < store.size && store.code(id) === Code.LOCATION) return undefined;
  if (id === undefined || depth === 0 || nodes.release < NESTED) return id;
  const node = nodes.node(id);
  const stripped = node?.kind === "tuple" ? strip(nodes, id, node, depth) : id;
  return stripped === id || nodes.release >= NESTED_KEPT ? stripped : undefined;
}
