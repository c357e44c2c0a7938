/** Changes to attributes on reading, by release (BitcodeReader's attribute blocks, UpgradeAttributes). */
import type { Release } from "../ir/releases";
import { Kind } from "./kinds";
import type { AttributeBuilder } from "./set";

/** The release in which each attribute got its present form. */
export const SINCE = {
  /** byval with a type; older files get it from the parameter's type. */
  typedByval: 9,
  /** sret and inalloca with a type. */
  typedSret: 13,
  /** uwtable(sync). */
  uwtableKind: 15,
  /** uwtable with any other kind than the default is uwtable(sync). */
  twoUnwindTables: 19,
  /** memory(…) replaces readnone, argmemonly, … of functions. */
  memory: 16,
  /** captures(…) replaces nocapture; errno memory is a location of its own. */
  captures: 21,
  /** dead_on_return with a number of bytes. */
  sizedDeadOnReturn: 23,
  /** "frame-pointer" and null_pointer_is_valid replace older strings. */
  framePointer: 11,
  /** "uniform-work-group-size" without a value. */
  uniformSize: 23,
  /** The memory(…) of AArch64 tells effects on a target's memory apart. */
  targetMemory: 23,
} as const satisfies Record<string, Release>;

/**
 * The locations of memory(…), two bits each (1 read, 2 write), that a release knows; `other` is all remaining memory.
 */
export function memoryLocations(release: Release): readonly string[] {
  if (release >= 22) return ["argmem", "inaccessiblemem", "errnomem", "other", "target_mem0", "target_mem1"];
  if (release >= 21) return ["argmem", "inaccessiblemem", "errnomem", "other"];
  return ["argmem", "inaccessiblemem", "other"];
}

/** The effects that an older attribute allows, as bits by location; undefined for other kinds. */
function legacyMask(kind: number, locations: readonly string[]): bigint | undefined {
  const each = (bits: bigint, names: readonly string[] = locations): bigint =>
    locations.reduce((mask, name, i) => (names.includes(name) ? mask | (bits << BigInt(2 * i)) : mask), 0n);
  switch (kind) {
    case Kind.readnone:
      return 0n;
    case Kind.readonly:
      return each(1n);
    case Kind.writeonly:
      return each(2n);
    case Kind.argmemonly:
      return each(3n, ["argmem"]);
    case Kind.inaccessiblememonly:
      return each(3n, ["inaccessiblemem"]);
    case Kind.inaccessiblememOrArgmemonly:
      return each(3n, ["argmem", "inaccessiblemem"]);
    default:
      return undefined;
  }
}

/** Combines a function's readnone, argmemonly, … into memory(…). */
export function foldMemory(builder: AttributeBuilder, release: Release): void {
  if (release < SINCE.memory) return;
  const locations = memoryLocations(release);
  const unknown = (1n << BigInt(2 * locations.length)) - 1n;
  let effects = unknown;
  for (const { kind } of builder.sorted().filter((a) => a.form === "enum")) {
    const mask = legacyMask(kind, locations);
    if (mask === undefined) continue;
    effects &= mask;
    builder.remove(kind);
  }
  if (effects !== unknown) builder.number(Kind.memory, effects);
}

/** Kinds that only functions could have: since memory(…), they are nothing by themselves. */
const EFFECTS: readonly number[] = [Kind.argmemonly, Kind.inaccessiblememonly, Kind.inaccessiblememOrArgmemonly];

/**
 * Whether a release reads a kind only where it becomes memory(…), which is as a flag of a function
 * (BitcodeReader's upgradeOldMemoryAttribute).
 */
export function isOnlyFolded(kind: number, release: Release): boolean {
  return release >= SINCE.memory && EFFECTS.includes(kind);
}

/** The layout of memory(…) from which on AArch64 keeps the effects on a target's memory apart (LLVM 23). */
const TARGET_MEMORY_LAYOUT = 2n;

/** Whether a stored value of memory(…) counts a target's memory among the inaccessible memory on AArch64. */
export function lacksTargetMemory(stored: bigint): boolean {
  return stored >> 56n < TARGET_MEMORY_LAYOUT;
}

/** Adds the effects on inaccessible memory to those on both target memories. */
export function addTargetMemory(effects: bigint): bigint {
  const inaccessible = (effects >> 2n) & 3n;
  return effects | (inaccessible << 8n) | (inaccessible << 10n);
}

/**
 * The stored value of memory(…), converted to the layout of the release that reads it. Locations that the release does
 * not know are not printed, but still make attributes differ: it keeps 32 bits.
 */
export function memoryValue(stored: bigint, release: Release): bigint {
  if (release < SINCE.captures || stored >> 56n !== 0n) return BigInt.asUintN(32, stored);
  // Up to LLVM 20, errno's effects were part of "other", the third location.
  const other = (stored >> 4n) & 3n;
  return (stored & 15n) | (other << 4n) | (other << 6n);
}

/** Upgrades string attributes that were renamed (llvm::UpgradeAttributes, since LLVM 11). */
export function upgradeStrings(builder: AttributeBuilder, release: Release): void {
  if (release < SINCE.framePointer) return;
  const valueOf = (key: string): string | undefined => {
    const attribute = builder.get(key);
    builder.remove(key);
    return attribute?.form === "string" ? (attribute.value ?? "") : undefined;
  };
  const elimination = valueOf("no-frame-pointer-elim");
  let pointer = elimination === undefined ? undefined : elimination === "true" ? "all" : "none";
  if (valueOf("no-frame-pointer-elim-non-leaf") !== undefined && pointer !== "all") pointer = "non-leaf";
  if (pointer !== undefined) builder.add({ form: "string", key: "frame-pointer", value: pointer });
  if (valueOf("null-pointer-is-valid") === "true") builder.flag(Kind.nullPointerIsValid);
  if (release >= SINCE.uniformSize) upgradeUniformSize(builder);
}

const UNIFORM_SIZE = "uniform-work-group-size";
/**
 * The attribute now means that work groups have a uniform size: the value "true" is removed, and any other one removes
 * the attribute.
 */
function upgradeUniformSize(builder: AttributeBuilder): void {
  const uniform = builder.get(UNIFORM_SIZE);
  const value = uniform?.form === "string" ? uniform.value : undefined;
  if (value === "true") builder.add({ form: "string", key: UNIFORM_SIZE, value: undefined });
  else if (value !== undefined && value !== "") builder.remove(UNIFORM_SIZE);
}

/** The value of dead_on_return if it has no number of bytes. */
export const ALL_OF_IT = 2n ** 64n - 1n;

/** Adds an attribute without a value, in the form that the reading release gives its kind. */
export function addFlag(builder: AttributeBuilder, kind: number, release: Release): void {
  const typed =
    (kind === Kind.byval && release >= SINCE.typedByval) ||
    ((kind === Kind.sret || kind === Kind.inalloca) && release >= SINCE.typedSret);
  if (kind === Kind.deadOnReturn && release >= SINCE.sizedDeadOnReturn) builder.number(kind, ALL_OF_IT);
  else if (typed) builder.add({ form: "type", kind, type: undefined });
  else if (kind === Kind.uwtable && release >= SINCE.uwtableKind) builder.number(kind, 2n);
  else if (kind === Kind.nocapture && release >= SINCE.captures) builder.number(Kind.captures, 0n);
  else builder.flag(kind);
}
