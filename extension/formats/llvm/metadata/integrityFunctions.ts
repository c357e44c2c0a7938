/**
 * Gives the functions listed for control-flow integrity their identifiers. Since LLVM 23 each entry has it as its third
 * operand. Source: UpgradeCFIFunctionsMetadata.
 */
import type { MetadataId } from "../ir/ids";
import { md5Low64 } from "../ir/md5";
import type { NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { NodeUpgrades } from "./upgrades";

const NAME = "cfi.functions";
/** The first release with identifiers in the list. */
const IDENTIFIERS: Release = 23;
/** The character that keeps a name from being mangled; it is no part of the name that is hashed. */
const UNMANGLED = "\x01";

/** Adds identifiers to the entries in `named`, unless the first one has an identifier. */
export function addIntegrityIdentifiers(upgrades: NodeUpgrades, named: NamedMetadata[]): void {
  if (upgrades.release < IDENTIFIERS) return;
  const at = named.findIndex(({ name }) => name === NAME);
  const list = named[at];
  const [first] = list?.nodes ?? [];
  if (!list || first === undefined || hasIdentifier(upgrades, first)) return;
  named[at] = { ...list, nodes: list.nodes.map((id) => identified(upgrades, id)) };
}

function hasIdentifier(upgrades: NodeUpgrades, id: MetadataId): boolean {
  const entry = upgrades.node(id);
  const third = entry?.kind === "tuple" ? upgrades.node(entry.operands[2]) : undefined;
  if (third?.kind === "integer") return third.bits === 64;
  return third?.kind === "value" && third.type.kind === "integer" && third.type.width === 64;
}

/** An entry `!{name, linkage, …}` with the hash of its name as a third operand. */
function identified(upgrades: NodeUpgrades, id: MetadataId): MetadataId {
  const entry = upgrades.node(id);
  const name = entry?.kind === "tuple" ? upgrades.stringOf(entry.operands[0]) : undefined;
  if (entry?.kind !== "tuple" || name === undefined || entry.operands.length < 2) return id;
  const identifier = md5Low64(name.startsWith(UNMANGLED) ? name.slice(UNMANGLED.length) : name);
  const [text, linkage, ...types] = entry.operands;
  return upgrades.tuple([text, linkage, upgrades.integer(64, BigInt.asIntN(64, identifier)), ...types]);
}
