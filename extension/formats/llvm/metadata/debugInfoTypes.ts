/**
 * What the reference's verifier asks of a type beyond the kinds of the nodes that it refers to (`debugInfoRules.ts`), by the
 * fields of its record. Source: visitDIType, visitDIDerivedType, visitDICompositeType and their like of the releases.
 */
import { Tag } from "../dwarf/names";
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";
import { TYPES } from "./debugInfoRules";
import { codeOf, STRINGS, targetOf, valueAt } from "./nodeFields";
import { operandsOf } from "./operands";
import type { NodeRecords } from "./store";

/** Whether a record breaks a rule of a release. */
export type Check = (store: NodeRecords, id: MetadataId, release: Release) => boolean;

const DERIVED = operandsOf(Code.DERIVED_TYPE, ["tag", "baseType", "flags", "extraData", "dwarfAddressSpace"]);
const COMPOSITE = operandsOf(Code.COMPOSITE_TYPE, [
  ...(["tag", "baseType", "flags", "elements", "discriminator"] as const),
  ...(["dataLocation", "associated", "allocated", "rank"] as const),
]);
const BASIC = operandsOf(Code.BASIC_TYPE, ["encoding"]);
const FIXED_POINT = operandsOf(Code.FIXED_POINT_TYPE, ["encoding", "kind", "factor"]);
const RANGE_TYPE = operandsOf(Code.SUBRANGE_TYPE, ["lowerBound", "upperBound"]);

/** The places of a type's file and line, by code. */
const PLACES = new Map<number, Readonly<Record<"file" | "line", number>>>(
  [Code.BASIC_TYPE, Code.DERIVED_TYPE, Code.COMPOSITE_TYPE, Code.SUBRANGE_TYPE].map((code) => [
    code,
    operandsOf(code, ["file", "line"]),
  ]),
);
/** The first release that refuses a type with a line and no file. */
const LINES_CHECKED: Release = 23;

/** Whether a type has a line, but no file that it could be in. */
export const hasLineOnly: Check = (store, id, release) => {
  if (release < LINES_CHECKED) return false;
  const place = PLACES.get(store.code(id));
  return place !== undefined && valueAt(store, id, place.line) !== 0 && valueAt(store, id, place.file) === 0;
};

/** The first release in which a bit of a type's record tells that its size is a node. */
const SIZES_MAY_BE_NODES: Release = 21;
const CONSTANTS: ReadonlySet<number> = new Set([Code.VALUE]);
const SIZES: ReadonlySet<number> = new Set([Code.VALUE, Code.GLOBAL_VAR, Code.LOCAL_VAR, Code.EXPRESSION]);
/** By code of a type: where its size is, the bit that tells that this is a node, and the nodes that it may be. */
const SIZE_PLACES = new Map(
  (
    [
      [Code.BASIC_TYPE, 2, CONSTANTS],
      [Code.SUBRANGE_TYPE, 2, CONSTANTS],
      [Code.DERIVED_TYPE, 2, SIZES],
      [Code.COMPOSITE_TYPE, 4, SIZES],
    ] as const
  ).map(([code, bit, nodes]) => [code as number, { at: operandsOf(code, ["size"]).size, bit, nodes }]),
);

/** Whether the size of a type is a node of another kind than sizes have. */
export const hasOddSize: Check = (store, id, release) => {
  const place = release < SIZES_MAY_BE_NODES ? undefined : SIZE_PLACES.get(store.code(id));
  if (!place || (valueAt(store, id, 0) & place.bit) === 0) return false;
  const code = codeOf(store, targetOf(store, id, place.at));
  return code !== undefined && !place.nodes.has(code);
};

/** Tags of pointers and references. */
const ADDRESSES: ReadonlySet<number> = new Set([0x0f, 0x10, 0x42]);
const STATIC_MEMBER = 1 << 12;
/** The first release that looks at what members, base classes and aliases of templates have in addition. */
const EXTRA_DATA_CHECKED: Release = 22;

function isInvalidDerived(store: NodeRecords, id: MetadataId, release: Release): boolean {
  const tag = valueAt(store, id, DERIVED.tag);
  if (valueAt(store, id, DERIVED.dwarfAddressSpace) !== 0 && !ADDRESSES.has(tag)) return true;
  const isStatic = (valueAt(store, id, DERIVED.flags) & STATIC_MEMBER) !== 0;
  if (tag === Tag.variable && !isStatic) return true;
  if (tag === Tag.setType && isInvalidSetBase(store, targetOf(store, id, DERIVED.baseType), release)) return true;
  return isInvalidExtra(store, targetOf(store, id, DERIVED.extraData), tag, release);
}

/** Whether a derived type of a tag may not have a node as its extra data. */
function isInvalidExtra(store: NodeRecords, extra: MetadataId, tag: number, release: Release): boolean {
  const code = codeOf(store, extra);
  if (code === undefined) return false;
  if (tag === Tag.ptrToMemberType) return !TYPES.has(code) && !STRINGS.has(code);
  if (release < EXTRA_DATA_CHECKED) return false;
  const isTuple = code === Code.NODE || code === Code.DISTINCT_NODE;
  switch (tag) {
    case Tag.templateAlias:
      return !isTuple;
    case Tag.member:
    case Tag.inheritance:
    case Tag.variable:
      if (isTuple) return !isOneConstant(store, extra);
      return code !== Code.VALUE && code !== Code.OBJC_PROPERTY && !STRINGS.has(code);
    default:
      return false;
  }
}
function isOneConstant(store: NodeRecords, tuple: MetadataId): boolean {
  return store.length(tuple) === 1 && codeOf(store, targetOf(store, tuple, 0)) === Code.VALUE;
}

/** Encodings of integers, characters and booleans, which a set may be of. */
const SET_ENCODINGS: ReadonlySet<number> = new Set([0x02, 0x05, 0x06, 0x07, 0x08]);
/** The first release in which a set may be of a type of ranges. */
const SETS_OF_RANGES: Release = 22;

function isInvalidSetBase(store: NodeRecords, base: MetadataId, release: Release): boolean {
  switch (codeOf(store, base)) {
    case undefined:
    case Code.STRING_OLD:
      return false;
    case Code.COMPOSITE_TYPE:
      return valueAt(store, base, COMPOSITE.tag) !== Tag.enumerationType;
    case Code.BASIC_TYPE:
      return !SET_ENCODINGS.has(valueAt(store, base, BASIC.encoding));
    case Code.SUBRANGE_TYPE:
      return release < SETS_OF_RANGES;
    default:
      return true;
  }
}

/** Flags of a composite type; the first has no meaning since LLVM 10. */
const [BLOCK_BY_REFERENCE, VECTOR] = [1 << 4, 1 << 11];
/** The first release that refuses variables of blocks by reference. */
const NO_BLOCKS_BY_REFERENCE: Release = 11;
/** The first release that requires arrays to have a base type. */
const ARRAYS_CHECKED: Release = 18;
/** What only arrays have: a data location, associated, allocated, a rank. */
const ARRAY_OPERANDS = [COMPOSITE.dataLocation, COMPOSITE.associated, COMPOSITE.allocated, COMPOSITE.rank];

function isInvalidComposite(store: NodeRecords, id: MetadataId, release: Release): boolean {
  const tag = valueAt(store, id, COMPOSITE.tag);
  const flags = valueAt(store, id, COMPOSITE.flags);
  const elements = targetOf(store, id, COMPOSITE.elements);
  if (release >= NO_BLOCKS_BY_REFERENCE && (flags & BLOCK_BY_REFERENCE) !== 0) return true;
  if ((flags & VECTOR) !== 0 && !hasOneSubrange(store, elements)) return true;
  if (valueAt(store, id, COMPOSITE.discriminator) !== 0 && tag !== Tag.variantPart) return true;
  if (tag !== Tag.arrayType) return ARRAY_OPERANDS.some((operand) => valueAt(store, id, operand) !== 0);
  return release >= ARRAYS_CHECKED && valueAt(store, id, COMPOSITE.baseType) === 0;
}
function hasOneSubrange(store: NodeRecords, elements: MetadataId): boolean {
  if (codeOf(store, elements) === undefined || store.length(elements) !== 1) return false;
  return codeOf(store, targetOf(store, elements, 0)) === Code.SUBRANGE;
}

/** Encodings of fixed-point numbers. */
const FIXED: ReadonlySet<number> = new Set([0x0d, 0x0e]);
const RATIONAL = 2;

function isInvalidFixedPoint(store: NodeRecords, id: MetadataId): boolean {
  const kind = valueAt(store, id, FIXED_POINT.kind);
  if (!FIXED.has(valueAt(store, id, FIXED_POINT.encoding)) || kind > RATIONAL) return true;
  if (kind === RATIONAL) return valueAt(store, id, FIXED_POINT.factor) !== 0;
  return hasFraction(store, id);
}
/** Whether a numerator or a denominator is not zero; the operand before the words of each has their number. */
function hasFraction(store: NodeRecords, id: MetadataId): boolean {
  const numerator = FIXED_POINT.factor + 1;
  const denominator = endOfWords(store, id, numerator);
  const end = Math.min(endOfWords(store, id, denominator), store.length(id));
  for (let at = numerator + 1; at < end; at++) if (at !== denominator && store.operand(id, at) !== 0) return true;
  return false;
}
function endOfWords(store: NodeRecords, id: MetadataId, head: number): number {
  return head + 1 + Math.floor(valueAt(store, id, head) / 2 ** 32);
}

/** The first release in which the bounds of a type of ranges may be derived types. */
const DERIVED_BOUNDS: Release = 22;

/** The rules by record code. */
export const TYPE_CHECKS: Readonly<Record<number, Check>> = {
  [Code.DERIVED_TYPE]: isInvalidDerived,
  [Code.COMPOSITE_TYPE]: isInvalidComposite,
  [Code.FIXED_POINT_TYPE]: isInvalidFixedPoint,
  [Code.SUBRANGE_TYPE]: (store, id, release) =>
    release < DERIVED_BOUNDS &&
    [RANGE_TYPE.lowerBound, RANGE_TYPE.upperBound].some(
      (operand) => codeOf(store, targetOf(store, id, operand)) === Code.DERIVED_TYPE,
    ),
};
