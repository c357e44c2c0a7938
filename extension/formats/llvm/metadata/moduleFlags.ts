/** Upgrades module flags whose name or behaviour changed (llvm::UpgradeModuleFlags of each release). */
import type { MetadataId } from "../ir/ids";
import type { MetadataTuple, NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { NodeUpgrades } from "./upgrades";

/** Behaviours of module flags. */
export const Behavior = { error: 1n, override: 4n, max: 7n, min: 8n } as const;

/** The first release with the behaviour `min`. */
const MINIMUM: Release = 15;

/** Whether a number is a behaviour; a flag with any other is ignored. */
export function isBehavior(number: bigint | undefined, release: Release): boolean {
  return (
    number !== undefined && number >= Behavior.error && number <= (release < MINIMUM ? Behavior.max : Behavior.min)
  );
}

/** The first release that finds a flag by its name alone. */
const ANY_BEHAVIOR: Release = 21;

/** Whether a flag is found by its name: up to LLVM 20, only if it has a known behaviour (Module::getModuleFlag). */
export function isKnownFlag(upgrades: NodeUpgrades, flag: MetadataTuple): boolean {
  return upgrades.release >= ANY_BEHAVIOR || isBehavior(behaviorOf(upgrades, flag), upgrades.release);
}
/** The behaviour of a flag, an unsigned number of any width. */
function behaviorOf(upgrades: NodeUpgrades, { operands: [id] }: MetadataTuple): bigint | undefined {
  const [node, value] = [upgrades.node(id), upgrades.integerOf(id)];
  const type = node?.kind === "value" ? node.type : undefined;
  return value !== undefined && type?.kind === "integer" ? BigInt.asUintN(type.width, value) : value;
}

/** The named node that lists the module flags. */
export const FLAGS = "llvm.module.flags";

/** Swift version numbers, which an old flag for garbage collection had in its upper bytes. */
interface SwiftVersion {
  readonly abi: bigint;
  readonly major: bigint;
  readonly minor: bigint;
}

/** Upgrades flags `!{behaviour, name, value}` one by one. */
class FlagUpgrade {
  swift: SwiftVersion | undefined;
  readonly names = new Set<string>();
  constructor(private readonly upgrades: NodeUpgrades) {}

  upgraded(id: MetadataId): MetadataId {
    const flag = this.upgrades.node(id);
    if (flag?.kind !== "tuple" || flag.operands.length !== 3) return id;
    const name = this.upgrades.stringOf(flag.operands[1]);
    if (name === undefined) return id;
    this.names.add(name);
    return this.upgradedValue(id, flag, name);
  }

  private upgradedValue(id: MetadataId, flag: MetadataTuple, name: string): MetadataId {
    const { upgrades } = this;
    const { release } = upgrades;
    const behavior = behaviorOf(upgrades, flag);
    const changed = this.newBehavior(name, behavior);
    if (changed !== undefined) {
      return upgrades.tuple([upgrades.integer(32, changed), flag.operands[1], flag.operands[2]]);
    }
    if (name === "Objective-C Image Info Section") {
      const section = upgrades.stringOf(flag.operands[2]);
      if (!section?.includes(" ")) return id;
      const text = upgrades.make({ kind: "string", text: section.replaceAll(" ", "") });
      return upgrades.tuple([flag.operands[0], flag.operands[1], text]);
    }
    if (name === "Objective-C Garbage Collection" && release >= 11) return this.garbageCollection(id, flag);
    if (name === "amdgpu_code_object_version" && release >= 19) {
      const text = upgrades.make({ kind: "string", text: "amdhsa_code_object_version" });
      return upgrades.tuple([flag.operands[0], text, flag.operands[2]]);
    }
    return id;
  }

  private newBehavior(name: string, behavior: bigint | undefined): bigint | undefined {
    const { release } = this.upgrades;
    if (name === "PIC Level" && release >= 16) {
      return behavior === Behavior.error || behavior === Behavior.max ? Behavior.min : undefined;
    }
    if (behavior !== Behavior.error) return undefined;
    if (name === "PIC Level" || name === "PIE Level") return Behavior.max;
    const branches = name === "branch-target-enforcement" || name.startsWith("sign-return-address");
    return branches && release >= 15 ? Behavior.min : undefined;
  }

  private garbageCollection(id: MetadataId, flag: MetadataTuple): MetadataId {
    const { upgrades } = this;
    const node = upgrades.node(flag.operands[2]);
    const value = upgrades.integerOf(flag.operands[2]);
    if (node?.kind !== "value" || value === undefined) return id;
    if (node.type.kind === "integer" && node.type.width === 8) return id;
    if (value > 255n)
      this.swift = { abi: (value >> 8n) & 255n, major: (value >> 24n) & 255n, minor: (value >> 16n) & 255n };
    return upgrades.tuple([upgrades.integer(32, Behavior.error), flag.operands[1], upgrades.integer(8, value & 255n)]);
  }
}

const LINKER_OPTIONS = "llvm.linker.options";
/** The most options in the list: more than any linker gets, so that a damaged file cannot make it longer. */
const MOST_OPTIONS = 1 << 22;

/** The last release whose reader adds the options for each body that it reads, and whether or not they are listed already. */
const OPTIONS_REPEATED: Release = 11;

/** Linker options were a module flag before; now they are a named node. Source: BitcodeReader::materializeMetadata. */
function addLinkerOptions(upgrades: NodeUpgrades, named: NamedMetadata[], flags: readonly MetadataId[]): void {
  const isRepeated = upgrades.release <= OPTIONS_REPEATED;
  const listed = named.findIndex((n) => n.name === LINKER_OPTIONS);
  if (listed >= 0 && !isRepeated) return;
  for (const id of flags) {
    const flag = upgrades.node(id);
    if (flag?.kind !== "tuple" || !isKnownFlag(upgrades, flag)) continue;
    if (upgrades.stringOf(flag.operands[1]) !== "Linker Options") continue;
    const options = upgrades.node(flag.operands[2]);
    if (options?.kind !== "tuple") return;
    const nodes = options.operands.filter((o) => o !== undefined);
    const limit = Math.ceil(MOST_OPTIONS / Math.max(nodes.length, 1));
    const times = isRepeated ? Math.min(1 + upgrades.bodies, limit) : 1;
    const added = Array.from({ length: times }, () => nodes).flat();
    const old = named[listed];
    if (old) named[listed] = { name: LINKER_OPTIONS, nodes: [...old.nodes, ...added] };
    else named.push({ name: LINKER_OPTIONS, nodes: added });
    return;
  }
}

const MARKER = "clang.arc.retainAutoreleasedReturnValueMarker";

/**
 * The marker of the ARC runtime was a named node before; now it is a module flag, the last one, with `;` instead of `#`.
 * Source: llvm/IR/AutoUpgrade.cpp (UpgradeARCRuntime, after UpgradeModuleFlags).
 */
export function upgradeRuntimeMarker(upgrades: NodeUpgrades, named: NamedMetadata[]): void {
  const index = named.findIndex((n) => n.name === MARKER);
  const node = upgrades.node(named[index]?.nodes[0]);
  if (index < 0 || node?.kind !== "tuple") return;
  const [marker] = node.operands;
  const parts = upgrades.stringOf(marker)?.split("#");
  if (!parts) return;
  upgrades.hadRuntimeMarker = true;
  const value = parts.length === 2 ? upgrades.make({ kind: "string", text: parts.join(";") }) : marker;
  const flag = flagNode(upgrades, Behavior.error, MARKER, value);
  named.splice(index, 1);
  appendFlags(named, [flag]);
}

/** Adds nodes at the end of the list of flags, which is made if there is none. */
function appendFlags(named: NamedMetadata[], nodes: readonly MetadataId[]): void {
  const index = named.findIndex((n) => n.name === FLAGS);
  const flags = named[index];
  if (flags) named[index] = { ...flags, nodes: [...flags.nodes, ...nodes] };
  else named.push({ name: FLAGS, nodes });
}

/** Adds flags of 32 bits, by name and value, that must be the same in modules that are linked. */
export function addFlags(
  upgrades: NodeUpgrades,
  named: NamedMetadata[],
  flags: readonly (readonly [name: string, value: bigint])[],
): void {
  const made = flags.map(([name, value]) => flagNode(upgrades, Behavior.error, name, upgrades.integer(32, value)));
  appendFlags(named, made);
}

function flagNode(upgrades: NodeUpgrades, behavior: bigint, name: string, value: MetadataId | undefined): MetadataId {
  const text = upgrades.make({ kind: "string", text: name });
  return upgrades.tuple([upgrades.integer(32, behavior), text, value]);
}

/** Upgrades the flags in `llvm.module.flags`, and adds those that later releases expect. */
export function upgradeModuleFlags(upgrades: NodeUpgrades, named: NamedMetadata[]): void {
  const index = named.findIndex((n) => n.name === FLAGS);
  const flags = named[index];
  if (!flags) return;
  const upgrade = new FlagUpgrade(upgrades);
  const nodes = flags.nodes.map((id) => upgrade.upgraded(id));
  const add = (behavior: bigint, name: string, bits: number, value: bigint): void => {
    nodes.push(flagNode(upgrades, behavior, name, upgrades.integer(bits, value)));
  };
  const objectiveC = upgrade.names.has("Objective-C Image Info Version");
  if (objectiveC && !upgrade.names.has("Objective-C Class Properties")) {
    add(Behavior.override, "Objective-C Class Properties", 32, 0n);
  }
  if (upgrade.swift) {
    add(Behavior.error, "Swift ABI Version", 32, upgrade.swift.abi);
    add(Behavior.error, "Swift Major Version", 8, upgrade.swift.major);
    add(Behavior.error, "Swift Minor Version", 8, upgrade.swift.minor);
  }
  named[index] = { ...flags, nodes };
  addLinkerOptions(upgrades, named, nodes);
}
