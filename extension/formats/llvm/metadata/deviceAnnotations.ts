/**
 * Removes from `!nvvm.annotations` the key-value pairs that describe functions. Since LLVM 21 attributes and a calling
 * convention express them, and the reader removes the pairs. Source: UpgradeNVVMAnnotations,
 * upgradeSingleNVVMAnnotation.
 */
import type { MetadataId, ValueId } from "../ir/ids";
import type { DeviceAnnotation, MetadataTuple, NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { NodeUpgrades } from "./upgrades";

const NAME = "nvvm.annotations";
/** The first release with attributes for these annotations. */
const ATTRIBUTES: Release = 21;
/** The first release with an attribute for parameters that are constant in the grid. */
const GRID_CONSTANTS: Release = 22;
const GRID_CONSTANT = "grid_constant";
const KEYS =
  /^(?:kernel|align|maxclusterrank|cluster_max_blocks|minctasm|maxnreg|(?:maxntid|reqntid|cluster_dim_)[xyz])$/;

/** Removes the annotations for which the release has attributes from the module's list, and returns them in order. */
export function takeDeviceAnnotations(upgrades: NodeUpgrades, named: NamedMetadata[]): readonly DeviceAnnotation[] {
  const at = named.findIndex(({ name }) => name === NAME);
  const list = named[at];
  if (!list || upgrades.release < ATTRIBUTES) return [];
  const taken: DeviceAnnotation[] = [];
  const nodes = [...new Set(list.nodes)].flatMap((id) => without(upgrades, id, taken));
  named[at] = { ...list, nodes };
  return taken;
}

/** A node without the pairs that are removed from it; none if it does not refer to a global, or if no pairs remain. */
function without(upgrades: NodeUpgrades, id: MetadataId, taken: DeviceAnnotation[]): readonly MetadataId[] {
  const node = upgrades.node(id);
  const value = node?.kind === "tuple" ? globalOf(upgrades, node) : undefined;
  if (node?.kind !== "tuple" || value === undefined) return [];
  const kept = node.operands.slice(0, 1);
  for (let i = 1; i + 1 < node.operands.length; i += 2) {
    const key = upgrades.stringOf(node.operands[i]) ?? "";
    if (isTaken(key, upgrades.release)) {
      taken.push({ function: value, key, values: valuesOf(upgrades, node.operands[i + 1]) });
    } else kept.push(node.operands[i], node.operands[i + 1]);
  }
  return kept.length > 1 ? [upgrades.tuple(kept)] : [];
}

function globalOf(upgrades: NodeUpgrades, { operands }: MetadataTuple): ValueId | undefined {
  const first = upgrades.node(operands[0]);
  return first?.kind === "value" && upgrades.isGlobal(first.value) ? first.value : undefined;
}

function isTaken(key: string, release: Release): boolean {
  return KEYS.test(key) || (key === GRID_CONSTANT && release >= GRID_CONSTANTS);
}

/** The number of an annotation, or the numbers of a list. */
function valuesOf(upgrades: NodeUpgrades, id: MetadataId | undefined): readonly bigint[] {
  const node = upgrades.node(id);
  const ids = node?.kind === "tuple" ? node.operands : [id];
  return ids.map((operand) => BigInt.asUintN(64, upgrades.integerOf(operand) ?? 0n));
}
