/**
 * Reads the module flags by which ARM's branch protection was asked for. Since LLVM 22 the reader copies them to the
 * functions, and marks that it has done so. Source: copyModuleAttrToFunctions.
 */
import type { BranchProtection, NamedMetadata } from "../ir/metadata";
import { NO_PROTECTION } from "../ir/metadata";
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { Behavior, FLAGS } from "./moduleFlags";
import type { NodeUpgrades } from "./upgrades";

/** The first release whose reader copies the flags. */
export const COPIES_FLAGS: Release = 22;

/** Flags that become an attribute of the same name. */
const PLAIN = NO_PROTECTION.enabled.map(({ name }) => name);
const SIGNING = "sign-return-address";
const SIGNING_ALL = "sign-return-address-all";
const SIGNING_KEY = "sign-return-address-with-bkey";
const NAMES: ReadonlySet<string> = new Set([...PLAIN, SIGNING, SIGNING_ALL, SIGNING_KEY]);

/** The values of a flag: what is asked for, and what is in the functions' attributes already. */
const ASKED = 1n;
const COPIED = 2n;

/** What the flags ask for; undefined if the functions have it already. Marks the flags in `named` as copied. */
export function takeBranchProtection(upgrades: NodeUpgrades, named: NamedMetadata[]): BranchProtection | undefined {
  const at = named.findIndex(({ name }) => name === FLAGS);
  const list = named[at];
  if (!list) return NO_PROTECTION;
  const values = new Map<string, bigint>();
  for (const id of list.nodes) {
    const { name, value } = flagOf(upgrades, id);
    if (!NAMES.has(name) || value === undefined) continue;
    if (value === COPIED) return undefined;
    values.set(name, value);
  }
  const isAsked = (name: string): boolean => values.get(name) === ASKED;
  const marked = new Set([...NAMES].filter((name) => isAsked(name) && (PLAIN.includes(name) || isAsked(SIGNING))));
  if (marked.size > 0) named[at] = { ...list, nodes: withMarks(upgrades, list.nodes, marked) };
  return {
    enabled: PLAIN.map((name) => ({ name, isEnabled: isAsked(name) })),
    ...(isAsked(SIGNING) && {
      signing: { type: isAsked(SIGNING_ALL) ? "all" : "non-leaf", key: isAsked(SIGNING_KEY) ? "b_key" : "a_key" },
    }),
  };
}

/** The name and the value of a flag `!{behaviour, name, value}`; no name if it is none. */
function flagOf(upgrades: NodeUpgrades, id: MetadataId): { readonly name: string; readonly value?: bigint } {
  const node = upgrades.node(id);
  if (node?.kind !== "tuple" || node.operands.length !== 3) return { name: "" };
  const value = upgrades.integerOf(node.operands[2]);
  return { name: upgrades.stringOf(node.operands[1]) ?? "", ...(value !== undefined && { value }) };
}

/** The flags, in which the first one of each of these names is made anew, with the value that marks it as copied. */
function withMarks(
  upgrades: NodeUpgrades,
  nodes: readonly MetadataId[],
  names: ReadonlySet<string>,
): readonly MetadataId[] {
  const left = new Set(names);
  return nodes.map((id) => {
    const node = upgrades.node(id);
    if (node?.kind !== "tuple" || !left.delete(upgrades.stringOf(node.operands[1]) ?? "")) return id;
    return upgrades.tuple([upgrades.integer(32, Behavior.min), node.operands[1], upgrades.integer(32, COPIED)]);
  });
}
