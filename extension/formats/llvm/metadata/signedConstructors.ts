/**
 * Finds how the pointers to constructors and destructors are signed. Since LLVM 23 two module flags say it for all of them,
 * and the reader takes the signatures away. Source: upgradePtrauthInitFiniArrays.
 */
import type { ValueId } from "../ir/ids";
import type { NamedMetadata, Signing } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { Constant, GlobalValue, Value } from "../ir/values";
import { addFlags, FLAGS } from "./moduleFlags";
import type { NodeUpgrades } from "./upgrades";

/** The lists of constructors and destructors. */
export const CONSTRUCTORS: ReadonlySet<string> = new Set(["llvm.global_ctors", "llvm.global_dtors"]);

/** The first release with the flags. */
const AS_FLAGS: Release = 23;
const SIGNED = "ptrauth-init-fini";
const BY_ADDRESS = "ptrauth-init-fini-address-discrimination";

/** The discriminator of each of these pointers, and what stands for the place of the pointer itself. */
const DISCRIMINATOR = 0xd9d4;
const OWN_ADDRESS = 1;

interface Values {
  at(id: ValueId): Value | undefined;
}
type SignedPointer = Extract<Constant, { kind: "ptrAuth" }>;

/** How all pointers of the lists are signed; undefined if there are none, or if they differ. */
export function signingOf(globals: Iterable<GlobalValue>, values: Values): Signing | undefined {
  const found = new Set<Signing | undefined>();
  for (const global of globals) {
    // Asking for a name reads it, so that comes last.
    if (global.kind !== "variable" || global.linkage !== "appending" || !CONSTRUCTORS.has(global.name)) continue;
    if (global.initializer === undefined) continue;
    const list = values.at(global.initializer);
    if (list?.kind !== "aggregate") return undefined;
    for (const id of list.elements) found.add(entrySigning(values.at(id), values));
  }
  const [signing] = found;
  return found.size === 1 ? signing : undefined;
}

/** The signed pointer of an entry `{priority, function, data}`; undefined if it is not signed. */
export function signedPointer(entry: Value | undefined, values: Values): SignedPointer | undefined {
  const id = entry?.kind === "aggregate" && entry.elements.length === 3 ? entry.elements[1] : undefined;
  const pointer = id === undefined ? undefined : values.at(id);
  return pointer?.kind === "ptrAuth" ? pointer : undefined;
}

function entrySigning(entry: Value | undefined, values: Values): Signing | undefined {
  const [, , discriminator, address] = signedPointer(entry, values)?.operands ?? [];
  if (discriminator === undefined || address === undefined) return undefined;
  if (!isInteger(values.at(discriminator), DISCRIMINATOR)) return undefined;
  const place = values.at(address);
  if (place?.kind === "null") return "plain";
  const [own] = place?.kind === "expression" && place.operation === "inttoptr" ? place.operands : [];
  return own !== undefined && isInteger(values.at(own), OWN_ADDRESS) ? "by address" : undefined;
}

function isInteger(value: Value | undefined, expected: number): boolean {
  return value?.kind === "integer" && Number(value.value) === expected;
}

/** Adds the flags, unless the module has one of them. Returns whether the signatures are taken away. */
export function addSigningFlags(upgrades: NodeUpgrades, named: NamedMetadata[]): boolean {
  if (upgrades.release < AS_FLAGS || upgrades.signing === undefined) return false;
  const flags = named.find(({ name }) => name === FLAGS)?.nodes ?? [];
  const names = flags.map((id) => {
    const flag = upgrades.node(id);
    return flag?.kind === "tuple" ? upgrades.stringOf(flag.operands[1]) : undefined;
  });
  if (names.includes(SIGNED) || names.includes(BY_ADDRESS)) return false;
  addFlags(upgrades, named, [
    [SIGNED, 1n],
    [BY_ADDRESS, upgrades.signing === "by address" ? 1n : 0n],
  ]);
  return true;
}
