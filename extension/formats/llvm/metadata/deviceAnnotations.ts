/**
 * `!nvvm.annotations`: what NVIDIA's compilers say of a function by pairs of a key and a value. Since LLVM 21 attributes and a
 * calling convention say it, and reading takes the pairs away. Source: UpgradeNVVMAnnotations, upgradeSingleNVVMAnnotation.
 */
import type { MetadataId, ValueId } from "../ir/ids";
import type { DeviceAnnotation, MetadataTuple, NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { NodeUpgrades } from "./upgrades";

const NAME = "nvvm.annotations";
/** Since when functions have attributes for it, and for parameters that are constant in the grid. */
const ATTRIBUTES: Release = 21;
const GRID_CONSTANTS: Release = 22;
const GRID_CONSTANT = "grid_constant";
const KEYS =
  /^(?:kernel|align|maxclusterrank|cluster_max_blocks|minctasm|maxnreg|(?:maxntid|reqntid|cluster_dim_)[xyz])$/;

/** Takes the annotations that a release has attributes for out of the module's list, and gives them, in order. */
export function takeDeviceAnnotations(upgrades: NodeUpgrades, named: NamedMetadata[]): readonly DeviceAnnotation[] {
  const at = named.findIndex(({ name }) => name === NAME);
  const list = named[at];
  if (!list || upgrades.release < ATTRIBUTES) return [];
  const taken: DeviceAnnotation[] = [];
  const nodes = [...new Set(list.nodes)].flatMap((id) => without(upgrades, id, taken));
  named[at] = { ...list, nodes };
  return taken;
}

/** A node without the pairs that are taken from it; none where it is of no global, or nothing is left. */
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

/** The number that an annotation gives, or those of a list. */
function valuesOf(upgrades: NodeUpgrades, id: MetadataId | undefined): readonly bigint[] {
  const node = upgrades.node(id);
  const ids = node?.kind === "tuple" ? node.operands : [id];
  return ids.map((operand) => BigInt.asUintN(64, upgrades.integerOf(operand) ?? 0n));
}
