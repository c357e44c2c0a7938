/**
 * LLVM's intrinsics, and the attributes that each release gives their declarations, whatever a file states. Source: the
 * tables that llvm-tblgen generates from Intrinsics.td of the releases (-gen-intrinsic-impl), which
 * tools/llvm-intrinsics.mjs converts to release/data/intrinsics.json; the format is described there.
 */
import type { AttributeList, AttributeSet } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { FunctionType } from "../ir/types";
import { scalarOf } from "../ir/types";
import { AttributeBuilder } from "../attributes/set";
import { Kind } from "../attributes/kinds";
import { addFlag, memoryLocations } from "../attributes/upgrade";
import { goneAttributes, OLD_ATTRIBUTES, oldAttributes } from "./old/attributes";
import { fitsSignature, SIGNATURES } from "./signatures";
import table from "../release/data/intrinsics.json";

/** The table's entry for one intrinsic. */
interface Known {
  /**
   * Index in the table's `rows`. A row has, by release, the index of an attribute list, or -1 if that release does not
   * have the intrinsic.
   */
  readonly row: number;
  /** Whether its name continues with the types of its overload. */
  readonly overloaded: boolean;
}

const PREFIX = "llvm.";

/** The names of the table without `llvm.`, grouped by a frequent first part (up to the first dot); all others under "". */
const packed: Readonly<Record<string, string | undefined>> = table.names;
const unpacked = new Map<string, ReadonlyMap<string, Known>>();

/** The table's entry for an intrinsic, by its name without `llvm.`. */
function known(stem: string): Known | undefined {
  const beginning = stem.split(".", 1)[0] as string;
  const group = Object.hasOwn(packed, beginning) ? beginning : "";
  let names = unpacked.get(group);
  if (!names) unpacked.set(group, (names = namesOf(packed[group] ?? "")));
  return names.get(stem);
}

/** Decodes names: sorted and front coded, each line starting with a character for the length shared with the one before. */
function namesOf(lines: string): ReadonlyMap<string, Known> {
  const names = new Map<string, Known>();
  let previous = "";
  let row = 0;
  for (const line of lines.split("\n")) {
    const [suffix = "", changed] = line.slice(1).split(" ");
    if (changed !== undefined) row = Number(changed);
    const overloaded = suffix.endsWith("*");
    const name = previous.slice(0, line.charCodeAt(0) - 35) + (overloaded ? suffix.slice(0, -1) : suffix);
    names.set(name, { row, overloaded });
    previous = name;
  }
  return names;
}

/** The table's column for a release. LLVM 3.0 has none; old/attributes.ts has its differences from 9. */
function columnOf(release: Release): number {
  return table.releases.indexOf(Math.max(release, 9));
}

/** The intrinsic with this name: an exact match, or an overloaded one whose name is a prefix. Source: lookupIntrinsicID. */
function find(name: string, release: Release): { readonly stem: string; readonly attributes: string } | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const column = columnOf(release);
  let stem = name.slice(PREFIX.length);
  for (let exact = true; stem !== ""; exact = false) {
    const found = known(stem);
    const list = found ? (table.rows[found.row]?.[column] ?? -1) : -1;
    const attributes = table.lists[list];
    if (found && attributes !== undefined) return exact || found.overloaded ? { stem, attributes } : undefined;
    const dot = stem.lastIndexOf(".");
    stem = dot < 0 ? "" : stem.slice(0, dot);
  }
  return undefined;
}

/** Whether the release has an intrinsic with this name. */
export function isKnownIntrinsic(name: string, release: Release): boolean {
  return find(name, release) !== undefined;
}

/** Attributes that only pointers have: if a parameter with one is not a pointer, the declaration is not the intrinsic's. */
const POINTER_ONLY = new RegExp(` (?:${Kind.nocapture}|${Kind.captures}=0) `);

const OLD_REFERENCES: readonly number[] = [10, 20];
/** WebAssembly's references were pointers in special address spaces. */
function hasOldReference({ result, params }: FunctionType): boolean {
  return [result, ...params].some((type) => type.kind === "pointer" && OLD_REFERENCES.includes(type.addressSpace));
}
function hasSignature(stem: string, type: FunctionType, release: Release): boolean {
  if (release < SIGNATURES) return true;
  if (release >= 23 && stem.startsWith("wasm.") && hasOldReference(type)) return false;
  return fitsSignature(stem, type, release);
}

/** Returns one object for equal sets. */
interface Interner {
  intern(builder: AttributeBuilder): AttributeSet | undefined;
}

/**
 * The attributes that the release gives the declaration of an intrinsic; undefined if it has no intrinsic of that name and
 * type. A list's text is `place:attribute attribute;…`: place 0 is the return value, 1 the first parameter, `f` the
 * function.
 */
export function intrinsicAttributes(
  name: string,
  type: FunctionType,
  release: Release,
  sets: Interner,
): AttributeList | undefined {
  const old = release < 9;
  const named = find(name, release);
  if (named && !hasSignature(named.stem, type, release)) return undefined;
  const text = (old ? oldAttributes(name) : undefined) ?? named?.attributes ?? (old ? goneAttributes(name) : undefined);
  if (text === undefined) return undefined;
  let functionSet: AttributeSet | undefined;
  let returnSet: AttributeSet | undefined;
  const paramSets: (AttributeSet | undefined)[] = [];
  for (const part of text === "" ? [] : text.split(";")) {
    const place = part.slice(0, part.indexOf(":"));
    const list = part.slice(place.length + 1);
    const index = Number(place);
    const of = place === "f" ? undefined : index === 0 ? type.result : type.params[index - 1];
    const width = of ? scalarOf(of) : undefined;
    if (release >= SIGNATURES && of && of.kind !== "pointer" && POINTER_ONLY.test(` ${list} `)) return undefined;
    const set = sets.intern(setOf(list, release, width?.kind === "integer" ? width.width : 0));
    if (place === "f") functionSet = set;
    else if (index === 0) returnSet = set;
    else if (index <= type.params.length) paramSets[index - 1] = set;
  }
  return { functionSet, returnSet, paramSets: Array.from(paramSets) };
}

/** Parses attributes `kind kind=value`; a range is `kind=lower:upper`, with the width of its parameter. */
function setOf(text: string, release: Release, bits: number): AttributeBuilder {
  const builder = new AttributeBuilder();
  for (const item of text.split(" ")) {
    const [kindText = "", value] = item.split("=");
    const kind = Number(kindText);
    if (release < 9 && !OLD_ATTRIBUTES.has(kind)) continue;
    if (value === undefined) addFlag(builder, kind, release);
    else if (kind === Kind.range) {
      const [lower = 0n, upper = 0n] = value.split(":").map((v) => BigInt.asIntN(bits, BigInt(v)));
      builder.add({ form: "range", kind, range: { bits, lower, upper } });
    } else builder.number(kind, kind === Kind.memory ? effects(BigInt(value), release) : BigInt(value));
  }
  return builder;
}

/** The value of memory(…), limited to the locations that the release has. */
function effects(value: bigint, release: Release): bigint {
  return value & ((1n << BigInt(2 * memoryLocations(release).length)) - 1n);
}
