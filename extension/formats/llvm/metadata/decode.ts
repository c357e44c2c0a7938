/**
 * Decodes records of debug info nodes into the fields of their class (`classes.ts`). The specification tells where each
 * field is; this file has what the reference's reader changes about some of them (parseOneMetadata). Format:
 * docs/formats/llvm.md, "Metadata".
 */
import type { MetadataId } from "../ir/ids";
import type { MetadataField } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { RecordSpecification } from "../spec/form";
import { NODES } from "../spec/metadata";
import { Code } from "../spec/metadataCodes";
import { signedBig } from "../stream/blocks";
import { nodeClass } from "./classes";
import type { MetadataRecordView, Plan } from "./plan";
import { fieldOf, layoutOf, planOf } from "./plan";

/** A decoded node: its class, and the fields in the order of the class. */
export interface DecodedNode {
  readonly name: string;
  readonly distinct: boolean;
  readonly fields: readonly MetadataField[];
}

/** The class of a node by its record code. */
const CLASSES: Readonly<Record<number, string>> = {
  [Code.LOCATION]: "DILocation",
  [Code.SUBRANGE]: "DISubrange",
  [Code.GENERIC_SUBRANGE]: "DIGenericSubrange",
  [Code.ENUMERATOR]: "DIEnumerator",
  [Code.BASIC_TYPE]: "DIBasicType",
  [Code.FIXED_POINT_TYPE]: "DIFixedPointType",
  [Code.STRING_TYPE]: "DIStringType",
  [Code.DERIVED_TYPE]: "DIDerivedType",
  [Code.SUBRANGE_TYPE]: "DISubrangeType",
  [Code.COMPOSITE_TYPE]: "DICompositeType",
  [Code.SUBROUTINE_TYPE]: "DISubroutineType",
  [Code.FILE]: "DIFile",
  [Code.COMPILE_UNIT]: "DICompileUnit",
  [Code.SUBPROGRAM]: "DISubprogram",
  [Code.LEXICAL_BLOCK]: "DILexicalBlock",
  [Code.LEXICAL_BLOCK_FILE]: "DILexicalBlockFile",
  [Code.NAMESPACE]: "DINamespace",
  [Code.COMMON_BLOCK]: "DICommonBlock",
  [Code.MACRO]: "DIMacro",
  [Code.MACRO_FILE]: "DIMacroFile",
  [Code.MODULE]: "DIModule",
  [Code.TEMPLATE_TYPE]: "DITemplateTypeParameter",
  [Code.TEMPLATE_VALUE]: "DITemplateValueParameter",
  [Code.GLOBAL_VAR]: "DIGlobalVariable",
  [Code.LOCAL_VAR]: "DILocalVariable",
  [Code.LABEL]: "DILabel",
  [Code.GLOBAL_VAR_EXPR]: "DIGlobalVariableExpression",
  [Code.OBJC_PROPERTY]: "DIObjCProperty",
  [Code.IMPORTED_ENTITY]: "DIImportedEntity",
  [Code.ASSIGN_ID]: "DIAssignID",
  [Code.PROPERTY]: "DIProperty",
  [Code.LAYER_LOC]: "DILayerLoc",
};

/** Gets and sets the fields of a node by name. */
class Fields {
  constructor(
    private readonly names: readonly string[],
    readonly values: MetadataField[],
  ) {}
  get(name: string): MetadataField {
    return this.values[this.names.indexOf(name)];
  }
  set(name: string, value: MetadataField): void {
    this.values[this.names.indexOf(name)] = value;
  }
}

/** The widest integer type. */
const MAX_INTEGER_BITS = 1 << 23;

/** An integer of `bits` bits in `words` words from operand `first` on, as an unsigned number. */
function wideInteger(r: MetadataRecordView, first: number, words: number, bits: number): bigint {
  let value = 0n;
  for (let i = 0; i < words && first + i < r.length; i++) {
    value |= BigInt.asUintN(64, signedBig(r.big(first + i))) << BigInt(64 * i);
  }
  return BigInt.asUintN(Math.min(bits, MAX_INTEGER_BITS), value);
}

/** A DIFlag that marked main programs in the past; now a flag of subprograms. */
const OLD_MAIN_SUBPROGRAM = 1 << 21;
const SP = { virtualityMask: 3, localToUnit: 4, definition: 8, optimized: 16, mainSubprogram: 256 } as const;
/** Bits of a SUBPROGRAM's first operand: it has a unit; its flags are combined in one operand. */
const [HAS_UNIT, HAS_SP_FLAGS] = [2, 4];

/** Whether the flags of a subprogram are those of a definition. */
export function isDefinition(spFlags: MetadataField): boolean {
  return (Number(spFlags) & SP.definition) !== 0;
}

/** The combined flags of a record from before LLVM 8, which had an operand for each flag. */
function oldSubprogramFlags(r: MetadataRecordView): number {
  return (
    (r.value(7) ? SP.localToUnit : 0) |
    (r.value(8) ? SP.definition : 0) |
    (r.value(14) ? SP.optimized : 0) |
    (r.value(11) & SP.virtualityMask)
  );
}

function subprogram(fields: Fields, r: MetadataRecordView): boolean {
  let flags = Number(fields.get("flags"));
  let spFlags = r.value(0) & HAS_SP_FLAGS ? Number(fields.get("spFlags")) : oldSubprogramFlags(r);
  if (flags & OLD_MAIN_SUBPROGRAM) {
    flags &= ~OLD_MAIN_SUBPROGRAM;
    spFlags |= SP.mainSubprogram;
  }
  fields.set("flags", flags);
  fields.set("spFlags", spFlags);
  return isDefinition(spFlags);
}

/**
 * The flags of a SUBPROGRAM and its unit, without decoding the rest; undefined for one from before LLVM 8, which upgrades
 * may change.
 */
export function combinedSubprogram(
  r: MetadataRecordView,
  release: Release,
): { readonly spFlags: MetadataField; readonly unit: MetadataField } | undefined {
  if ((r.value(0) & HAS_SP_FLAGS) === 0) return undefined;
  const fields = nodeClass("DISubprogram")?.fields ?? [];
  const plan = sharedPlan(Code.SUBPROGRAM, fields, r, release);
  const read = (name: string): MetadataField => {
    const place = plan[fields.indexOf(name)];
    return place && fieldOf(place, r);
  };
  return { spFlags: read("spFlags"), unit: read("unit") };
}

/**
 * The function that a SUBPROGRAM of LLVM 3.7 refers to, as the id of a value in metadata; later, functions refer to
 * their subprogram instead.
 */
export function subprogramFunction(r: MetadataRecordView): MetadataId | undefined {
  if ((r.value(0) & (HAS_UNIT | HAS_SP_FLAGS)) !== 0) return undefined;
  const at = layoutOf(specificationOf(Code.SUBPROGRAM), r, 3).find("function");
  return at === undefined ? undefined : r.ref(at);
}

const NO_ENUM_KIND = 0xffffffff;

/** Adjusts an enumerator's value: wide values store their width and words. */
function enumerator(fields: Fields, r: MetadataRecordView): void {
  const unsigned = fields.get("isUnsigned") === true;
  if ((r.value(0) & 4) === 0) {
    const value = fields.get("value");
    if (unsigned && typeof value === "bigint") fields.set("value", BigInt.asUintN(64, value));
    return;
  }
  const bits = r.value(1);
  const value = wideInteger(r, 3, r.length - 3, bits);
  fields.set("value", unsigned || bits > MAX_INTEGER_BITS ? value : BigInt.asIntN(bits, value));
}

const SIGNED_FIXED = 0xd;

/** Reads numerator and denominator: each has its width and number of words packed in one operand, then the words. */
function fixedPoint(fields: Fields, r: MetadataRecordView): void {
  let at = 9;
  for (const name of ["numerator", "denominator"]) {
    const head = r.big(at++);
    const bits = Math.min(Number(head & 0xffffffffn), MAX_INTEGER_BITS);
    const words = Math.min(Number(head >> 32n), r.length);
    const value = wideInteger(r, at, words, bits);
    fields.set(name, fields.get("encoding") === SIGNED_FIXED ? BigInt.asIntN(bits, value) : value);
    at += words;
  }
}

/** Removes an incomplete checksum: one without a kind, or a kind without a checksum. */
function file(fields: Fields): void {
  if (fields.get("checksumkind") !== 0 && fields.get("checksum") !== undefined) return;
  fields.set("checksumkind", 0);
  fields.set("checksum", undefined);
}

/** What the reader changes about fields after reading them; true if the node is distinct whatever its record states. */
const ADJUSTMENTS: ReadonlyMap<number, (fields: Fields, r: MetadataRecordView) => boolean | void> = new Map([
  [Code.SUBPROGRAM, subprogram],
  [Code.ENUMERATOR, enumerator],
  [Code.FIXED_POINT_TYPE, fixedPoint],
  [Code.FILE, file],
  [
    Code.COMPILE_UNIT,
    (fields, r) => {
      if (r.length <= 16) fields.set("splitDebugInlining", true);
      return true;
    },
  ],
  [
    Code.COMPOSITE_TYPE,
    (fields, r) => {
      if (r.length <= 24 || fields.get("enumKind") === NO_ENUM_KIND) fields.set("enumKind", undefined);
    },
  ],
  [
    Code.LABEL,
    (fields) => {
      const suspend = fields.get("coroSuspendIdx");
      fields.set("coroSuspendIdx", suspend === undefined || suspend === -1n ? undefined : Number(suspend));
    },
  ],
]);

/** Records whose first operand only tells whether the node is distinct: any number but 0 says so. */
const PLAIN_HEADS: ReadonlySet<number> = new Set([
  Code.LOCATION,
  Code.LEXICAL_BLOCK,
  Code.LEXICAL_BLOCK_FILE,
  Code.FILE,
  Code.MODULE,
  Code.MACRO,
  Code.MACRO_FILE,
  Code.TEMPLATE_TYPE,
  Code.TEMPLATE_VALUE,
  Code.GLOBAL_VAR_EXPR,
  Code.OBJC_PROPERTY,
  Code.IMPORTED_ENTITY,
]);
/** The same, up to the release whose sizes may be nodes, which another bit tells. */
const PLAIN_BEFORE_SIZES: ReadonlySet<number> = new Set([Code.BASIC_TYPE, Code.STRING_TYPE, Code.DERIVED_TYPE]);
const SIZES_ARE_NODES: Release = 21;
/** Records whose nodes no release makes distinct: the reader looks at the bit when it has made the node. */
const NEVER_DISTINCT: ReadonlySet<number> = new Set([Code.SUBRANGE, Code.GENERIC_SUBRANGE]);

function statesDistinct(code: number, r: MetadataRecordView, release: Release): boolean {
  if (NEVER_DISTINCT.has(code)) return false;
  const isPlain = PLAIN_HEADS.has(code) || (PLAIN_BEFORE_SIZES.has(code) && release < SIZES_ARE_NODES);
  return isPlain ? r.value(0) !== 0 : (r.value(0) & 1) !== 0;
}

/** Longer records have a plan of their own each. */
const MOST_SHARED = 63;
/** The bits of the first operand that the layout depends on. */
const SHAPE_BITS = 7;

/** By release: plans by code, length and flags of the records. */
const plans = new Map<Release, Map<number, Plan>>();

function specificationOf(code: number): RecordSpecification {
  const specification = NODES[code];
  if (!specification) throw new Error(`METADATA code ${code} is not specified`);
  return specification;
}

function sharedPlan(code: number, fields: readonly string[], r: MetadataRecordView, release: Release): Plan {
  const specification = specificationOf(code);
  // The lengths of a fixed-point type's words are known only from the record itself.
  if (code === Code.FIXED_POINT_TYPE || r.length > MOST_SHARED) return planOf(specification, fields, r, release);
  const key = (code * (MOST_SHARED + 1) + r.length) * (SHAPE_BITS + 1) + (r.value(0) & SHAPE_BITS);
  let ofRelease = plans.get(release);
  if (!ofRelease) plans.set(release, (ofRelease = new Map<number, Plan>()));
  let plan = ofRelease.get(key);
  if (!plan) ofRelease.set(key, (plan = planOf(specification, fields, r, release)));
  return plan;
}

/** The operands of a specialised node in the order of numbering; undefined for records of other kinds. */
export function operandsOf(
  code: number,
  r: MetadataRecordView,
  release: Release,
): (MetadataId | undefined)[] | undefined {
  const name = CLASSES[code];
  const layout = name === undefined ? undefined : nodeClass(name);
  if (!layout) return undefined;
  const plan = sharedPlan(code, layout.fields, r, release);
  const operands: (MetadataId | undefined)[] = [];
  for (const field of layout.operands) {
    const place = plan[field];
    const value = place && fieldOf(place, r);
    operands.push(typeof value === "number" ? value : undefined);
  }
  return operands;
}

/** Decodes the record of a specialised node; undefined for records of other kinds. */
export function decodeNode(code: number, r: MetadataRecordView, release: Release): DecodedNode | undefined {
  const name = CLASSES[code];
  const layout = name === undefined ? undefined : nodeClass(name);
  if (!layout) return undefined;
  const fields: MetadataField[] = [];
  for (const place of sharedPlan(code, layout.fields, r, release)) fields.push(fieldOf(place, r));
  const isDistinct = ADJUSTMENTS.get(code)?.(new Fields(layout.fields, fields), r) === true;
  return { name: layout.name, distinct: isDistinct || statesDistinct(code, r, release), fields };
}
