/**
 * LLVM's intrinsics: the attributes that each release gives their declarations, whatever a file states, and the names that
 * follow from their types. Source: the tables that llvm-tblgen generates from Intrinsics.td of the releases (-gen-intrinsic-impl), which
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
import type { Naming } from "./calls/mangling";
import { overloadOf } from "./signatures";
import table from "../release/data/intrinsics.json";

/** The table's entry for one intrinsic. */
interface Known {
  /**
   * Index in the table's `rows`. A row has, by release, the index of an attribute list, or -1 if that release does not
   * have the intrinsic.
   */
  readonly row: number;
  /** Index in the table's `forms`: the index of its signature, and ` N:INDEX` for a release N that changed it. */
  readonly form: number;
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

const LINE = /^([^ /]*)(?: (\d+))?(?:\/(\d+))?$/;

/**
 * Decodes names: sorted and front coded. A line has a character for the length shared with the name before, the rest of
 * the name, and the row and the form where they change.
 */
function namesOf(lines: string): ReadonlyMap<string, Known> {
  const names = new Map<string, Known>();
  let previous = "";
  let row = 0;
  let form = 0;
  for (const line of lines.split("\n")) {
    const [, suffix = "", newRow, newForm] = LINE.exec(line.slice(1)) ?? [];
    if (newRow !== undefined) row = Number(newRow);
    if (newForm !== undefined) form = Number(newForm);
    const name = previous.slice(0, line.charCodeAt(0) - 35) + suffix;
    names.set(name, { row, form });
    previous = name;
  }
  return names;
}

/** The oldest release in the table. */
const OLDEST: Release = 9;
/** The table's column for a release. LLVM 3.0 has none; old/attributes.ts has its differences from 9. */
function columnOf(release: Release): number {
  return table.releases.indexOf(Math.max(release, OLDEST));
}

/** An intrinsic of a release. */
interface Found {
  /** Its name without `llvm.` and the types of its overload. */
  readonly stem: string;
  readonly attributes: string;
  readonly form: number;
}

/** The intrinsic with this name: an exact match, or an overloaded one whose name is a prefix. Source: lookupIntrinsicID. */
function find(name: string, release: Release): Found | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const column = columnOf(release);
  let stem = name.slice(PREFIX.length);
  for (let exact = true; stem !== ""; exact = false) {
    const found = known(stem);
    const list = found ? (table.rows[found.row]?.[column] ?? -1) : -1;
    const attributes = table.lists[list];
    if (found && attributes !== undefined) {
      return exact || isOverloaded(found.form, release) ? { stem, attributes, form: found.form } : undefined;
    }
    const dot = stem.lastIndexOf(".");
    stem = dot < 0 ? "" : stem.slice(0, dot);
  }
  return undefined;
}

/** Whether the release has an intrinsic with this name. */
export function isKnownIntrinsic(name: string, release: Release): boolean {
  return find(name, release) !== undefined;
}

let signatures: readonly string[] | undefined;

/** The signature of an intrinsic in a release: the last one that is not from a later release. */
function signatureIn(form: number, release: Release): string {
  signatures ??= table.signatures.split(" ");
  const [first = "", ...later] = (table.forms[form] ?? "").split(" ");
  const since = later.map((entry) => entry.split(":")).findLast(([since]) => Number(since) <= release);
  return signatures[Number(since?.[1] ?? first)] ?? "";
}

/** Whether names of an intrinsic end in types in a release: its signature has a type of the overload. */
function isOverloaded(form: number, release: Release): boolean {
  return /[o*&]/.test(signatureIn(form, release));
}

/**
 * The name that an intrinsic's declaration has in a release: it ends in the types of its overload. Undefined if there is no
 * intrinsic of this name and type. Source: remangleIntrinsicFunction.
 */
export function nameByType(name: string, type: FunctionType, naming: Naming): string | undefined {
  const named = naming.release < OLDEST ? undefined : find(name, naming.release);
  const overload = named && overloadOf(signatureIn(named.form, naming.release), type, naming);
  return overload && [PREFIX + named.stem, ...overload.map((part) => naming.mangled(part))].join(".");
}

/** Whether the release has an intrinsic of this name, but not of this type. */
export function isMistyped(name: string, type: FunctionType, naming: Naming): boolean {
  const named = naming.release < OLDEST ? undefined : find(name, naming.release);
  return named !== undefined && !overloadOf(signatureIn(named.form, naming.release), type, naming);
}

/** Whether a release's intrinsic of this name is declared to return a struct, rather than a type of the overload. */
export function returnsStruct(name: string, release: Release): boolean {
  const named = find(name, release);
  return named !== undefined && signatureIn(named.form, release).startsWith("s");
}

/** The first release that compares declarations with the intrinsic's signature before it gives them attributes. */
const SIGNATURES: Release = 21;

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
  naming: Naming,
  sets: Interner,
): AttributeList | undefined {
  const { release } = naming;
  const old = release < OLDEST;
  const named = find(name, release);
  if (named && release >= SIGNATURES && !overloadOf(signatureIn(named.form, release), type, naming)) return undefined;
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
    if (release < OLDEST && !OLD_ATTRIBUTES.has(kind)) continue;
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
