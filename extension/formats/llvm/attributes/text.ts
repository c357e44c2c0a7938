/** The text of attributes, in place and in `attributes #N = { … }`. Source: the reference's Attribute::getAsString. */
import { Packed } from "../../../document/byteText";
import type { Attribute, AttributeSet } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { AttributePrinter } from "../ir/tables";
import type { Type } from "../ir/types";
import { escaped } from "../ir/escape";
import { Kind, kindName } from "./kinds";
import { denormalText } from "./denormal";
import { ALL_OF_IT, memoryLocations, SINCE } from "./upgrade";

/** Makes the printer of a module's attributes. */
export function attributePrinter(style: AttributeStyle): AttributePrinter {
  const inPlace = keptBySet((set) => attributeSetText(set, style, false));
  const result = keptBySet((set) => new Packed(`${inPlace(set)} `));
  const argument = keptBySet((set) => new Packed(` ${inPlace(set)} `));
  const comment = keptBySet((set) => functionAttributesComment(set, style));
  return { inPlace, result, argument, group: (set) => attributeSetText(set, style, true), comment };
}

/**
 * Caches a text per set: few sets are used in many places. The text of a set with a type is not cached, since the names
 * of types may change.
 */
function keptBySet<T>(make: (set: AttributeSet) => T): (set: AttributeSet) => T {
  const kept: (T | undefined)[] = [];
  const keep = (set: AttributeSet): T => {
    const made = make(set);
    if (set.attributes.some((attribute) => attribute.form === "type")) return made;
    while (kept.length <= set.serial) kept.push(undefined);
    return (kept[set.serial] = made);
  };
  return (set) => kept[set.serial] ?? keep(set);
}

/** What the printer of attributes depends on. */
export interface AttributeStyle {
  readonly release: Release;
  typeText(type: Type): string;
}

/** Attributes in the order in which LLVM 3.0 prints them; the two alignments come last. */
const OLD_ORDER: readonly string[] = (
  "zeroext signext noreturn nounwind uwtable inreg noalias nocapture sret byval nest readnone readonly optsize noinline" +
  " inlinehint alwaysinline ssp sspreq noredzone noimplicitfloat naked hotpatch nonlazybind alignstack align"
).split(" ");

/**
 * The attributes of a set, separated by blanks.
 * @param inGroup whether it is inside `attributes #N = { … }`, where `align 4` is written `align=4`
 */
export function attributeSetText(set: AttributeSet, style: AttributeStyle, inGroup: boolean): string {
  const texts = set.attributes.map((a) => attributeText(a, style, inGroup));
  if (style.release !== 3) return texts.join(" ");
  const rank = (text: string): number => OLD_ORDER.indexOf(/^[a-z]*/.exec(text)?.[0] ?? "");
  return texts.sort((a, b) => rank(a) - rank(b)).join(" ");
}

/** The attributes that `; Function Attrs:` lists: all except strings. */
export function functionAttributesComment(set: AttributeSet, style: AttributeStyle): string {
  return set.attributes
    .filter((a) => a.form !== "string")
    .map((a) => attributeText(a, style, false))
    .join(" ");
}

/** The text of one attribute. */
export function attributeText(attribute: Attribute, style: AttributeStyle, inGroup: boolean): string {
  if (attribute.form === "string") {
    const value = attribute.value ? `="${escaped(attribute.value, style.release)}"` : "";
    return `"${attribute.key}"${value}`;
  }
  const { kind } = attribute;
  // In LLVM 3.0 the bit of returns_twice had another meaning.
  const name = style.release === 3 && kind === 23 ? "hotpatch" : (kindName(kind) ?? `attribute(${kind})`);
  switch (attribute.form) {
    case "enum":
      return name;
    case "type":
      return attribute.type ? `${name}(${style.typeText(attribute.type)})` : name;
    case "int":
      return numberText(name, kind, attribute.value, style.release, inGroup);
    case "range":
      return `${name}(i${attribute.range.bits} ${attribute.range.lower}, ${attribute.range.upper})`;
    case "rangeList":
      return `${name}(${attribute.ranges.map((r) => `(${r.lower}, ${r.upper})`).join(", ")})`;
  }
}

function numberText(name: string, kind: number, value: bigint, release: Release, inGroup: boolean): string {
  const high = value >> 32n;
  const low = value & 0xffffffffn;
  switch (kind) {
    case Kind.align:
      return inGroup ? `align=${value}` : `align ${value}`;
    case Kind.allocsize:
      return low === 0xffffffffn ? `allocsize(${high})` : `allocsize(${high},${low})`;
    case Kind.vscaleRange:
      return `vscale_range(${high},${low})`;
    case Kind.uwtable:
      return unwindTableText(value, release);
    case Kind.allockind:
      return `allockind("${namedBits(value, ALLOC_KINDS).join(",")}")`;
    case Kind.memory:
      return memoryText(value, release);
    case Kind.captures:
      return capturesText(value);
    case Kind.nofpclass:
      return `nofpclass(${floatClassesText(value)})`;
    case Kind.deadOnReturn:
      return value === ALL_OF_IT ? name : `${name}(${value})`;
    case Kind.denormalFpEnv:
      return `${name}(${denormalText(Number(value))})`;
    default:
      return inGroup ? `${name}=${value}` : `${name}(${value})`;
  }
}

/** uwtable with its kind: 1 synchronous, 2 asynchronous, which is the default, 0 none, which only masks give. */
function unwindTableText(kind: bigint, release: Release): string {
  // LLVM 16 to 18 print kind 0 as undefined bytes; from 19 on, all but the default is sync.
  if (kind === 2n || (kind === 0n && release < SINCE.twoUnwindTables)) return "uwtable";
  return kind === 1n || release >= SINCE.twoUnwindTables ? "uwtable(sync)" : "uwtable(async)";
}

const ALLOC_KINDS = ["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

function namedBits(value: bigint, names: readonly string[]): readonly string[] {
  return names.filter((_, bit) => (value >> BigInt(bit)) & 1n);
}

/** The first release that merges both target memories into one word if their effects are the same. */
const MERGED_TARGET_MEMORY: Release = 23;
const ACCESSES = ["none", "read", "write", "readwrite"];

/**
 * `memory(argmem: read)`: the effects on other memory first, as the default, then the locations that differ from it.
 */
function memoryText(value: bigint, release: Release): string {
  const locations = memoryLocations(release);
  const accesses = locations.map((_, i) => Number((value >> BigInt(2 * i)) & 3n));
  const other = accesses[locations.indexOf("other")] ?? 0;
  const parts = other !== 0 || accesses.every((a) => a === 0) ? [ACCESSES[other] ?? ""] : [];
  const shown =
    release >= MERGED_TARGET_MEMORY && accesses.at(-1) === accesses.at(-2) ? locations.length - 1 : Infinity;
  locations.slice(0, shown).forEach((name, i) => {
    const access = accesses[i] ?? 0;
    if (access !== other) parts.push(`${i === shown - 1 ? "target_mem" : name}: ${ACCESSES[access] ?? ""}`);
  });
  return `memory(${parts.join(", ")})`;
}

/** The components of captures(…), four bits: 1 address is null, 3 address, 4 read provenance, 12 provenance. */
function captureComponents(bits: number): string {
  if (bits === 0) return "none";
  const address = (bits & 3) === 1 ? ["address_is_null"] : bits & 3 ? ["address"] : [];
  const provenance = (bits & 12) === 4 ? ["read_provenance"] : bits & 12 ? ["provenance"] : [];
  return [...address, ...provenance].join(", ");
}

/**
 * `captures(…)`: the low half of `value` is what is captured through the result, the high half what is captured
 * otherwise.
 */
function capturesText(value: bigint): string {
  const other = Number((value >> 4n) & 15n);
  const result = Number(value & 15n);
  const parts: string[] = [];
  if (other !== 0 || other === result) parts.push(captureComponents(other));
  if (other !== result) parts.push(`ret: ${captureComponents(result)}`);
  return `captures(${parts.join(", ")})`;
}

/** Names of the classes of floating-point numbers, those that combine others first (FPClassTest). */
const FLOAT_CLASSES: readonly (readonly [number, string])[] = [
  [0x3ff, "all"],
  [0x003, "nan"],
  [0x001, "snan"],
  [0x002, "qnan"],
  [0x204, "inf"],
  [0x004, "ninf"],
  [0x200, "pinf"],
  [0x060, "zero"],
  [0x020, "nzero"],
  [0x040, "pzero"],
  [0x090, "sub"],
  [0x010, "nsub"],
  [0x080, "psub"],
  [0x108, "norm"],
  [0x008, "nnorm"],
  [0x100, "pnorm"],
];

/** The classes in a mask, as `nofpclass` prints them: of its lower ten bits, since others have no names. */
export function floatClassesText(value: bigint): string {
  if (value === 0n) return "none";
  let rest = Number(value & 1023n);
  const names: string[] = [];
  for (const [mask, name] of FLOAT_CLASSES) {
    if ((rest & mask) !== mask) continue;
    names.push(name);
    rest &= ~mask;
  }
  return names.join(" ");
}
