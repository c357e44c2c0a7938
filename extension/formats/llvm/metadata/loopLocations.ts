/** Loops without their source locations, for modules whose debug info is dropped (llvm::stripDebugInfo). */
import type { MetadataId } from "../ir/ids";
import type { MetadataTuple } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";
import type { NodeUpgrades } from "./upgrades";

/** The first release that looks into the tuples of a loop, as those for the loops that follow it; it drops them whole. */
const NESTED: Release = 13;
/** The first release that drops only the locations in them. */
const NESTED_KEPT: Release = 17;
/** Deeper tuples keep their locations. */
const DEEPEST = 8;

/** The node of a loop without locations; undefined if it then has nothing but itself, and is dropped. */
export function withoutLocations(upgrades: NodeUpgrades, loop: MetadataId): MetadataId | undefined {
  const node = upgrades.node(loop);
  return node?.kind === "tuple" ? strip(upgrades, loop, node, DEEPEST) : loop;
}

/** @param depth how many levels of tuples are looked into */
function strip(upgrades: NodeUpgrades, id: MetadataId, node: MetadataTuple, depth: number): MetadataId | undefined {
  const own = node.operands[0] === id;
  const rest = own ? node.operands.slice(1) : node.operands;
  const kept: (MetadataId | undefined)[] = [];
  for (const operand of rest) {
    const stripped = stripOperand(upgrades, operand, depth - 1);
    if (operand === undefined || stripped !== undefined) kept.push(stripped);
  }
  if (kept.length === rest.length && kept.every((operand, i) => operand === rest[i])) return id;
  if (kept.length === 0) return undefined;
  if (!own) return node.distinct ? upgrades.make({ ...node, operands: kept }) : upgrades.tuple(kept);
  const operands: (MetadataId | undefined)[] = [undefined, ...kept];
  // Only now is the id known that the node refers to.
  return (operands[0] = upgrades.make({ kind: "tuple", distinct: true, operands }));
}

/** An operand without locations; undefined if nothing of it is left. */
function stripOperand(upgrades: NodeUpgrades, id: MetadataId | undefined, depth: number): MetadataId | undefined {
  const { store } = upgrades.table;
  if (id !== undefined && id < store.size && store.code(id) === Code.LOCATION) return undefined;
  if (id === undefined || depth === 0 || upgrades.release < NESTED) return id;
  const node = upgrades.node(id);
  const stripped = node?.kind === "tuple" ? strip(upgrades, id, node, depth) : id;
  return stripped === id || upgrades.release >= NESTED_KEPT ? stripped : undefined;
}
