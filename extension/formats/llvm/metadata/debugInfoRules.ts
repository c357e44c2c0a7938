/**
 * What nodes of debug info may hold and refer to, by the reference's verifier: the rules that a node's record and the
 * kinds of the nodes it refers to decide, by the fields of the record (`../spec/metadata.ts`). Source: the visitDI…
 * functions of the releases.
 */
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";
import { operandsOf } from "./operands";

/** Record codes of the nodes that an operand may refer to. */
type Codes = ReadonlySet<number>;

/** An operand that refers to a node of these kinds, or to none unless it is required. */
export interface Reference {
  readonly operand: number;
  readonly codes: Codes;
  /** The first release that requires it. */
  readonly required?: Release;
  /** If it refers to a tuple, the kinds of its elements, and whether null may be among them. */
  readonly elements?: Codes;
  readonly nullable?: boolean;
  /** The version of the record's layout that has the operand there; without it, all have. */
  readonly version?: number;
}

/** The rules of one kind of record. */
export interface NodeRules {
  /** Whether a record has the layout that these rules are for; the others are not checked. */
  readonly when?: { readonly bit: number } | { readonly version: number };
  readonly references: readonly Reference[];
  /** DWARF tags, the operand that has one, and the first release that accepts each. */
  readonly tags?: ReadonlyMap<number, Release>;
  readonly tag?: number;
  /** The operand with flags, of which some exclude each other. */
  readonly flags?: number;
}

const FIRST: Release = 9;

/** Record codes of types. */
export const TYPES: Codes = new Set([
  Code.BASIC_TYPE,
  Code.STRING_TYPE,
  Code.FIXED_POINT_TYPE,
  Code.DERIVED_TYPE,
  Code.COMPOSITE_TYPE,
  Code.SUBROUTINE_TYPE,
  Code.SUBRANGE_TYPE,
]);
const VARIABLE_TYPES: Codes = new Set([...TYPES].filter((code) => code !== Code.SUBROUTINE_TYPE));
/** Record codes of the scopes inside a function, and of functions. */
export const LOCAL_SCOPES: Codes = new Set([Code.SUBPROGRAM, Code.LEXICAL_BLOCK, Code.LEXICAL_BLOCK_FILE]);
const SCOPES: Codes = new Set([
  ...TYPES,
  ...LOCAL_SCOPES,
  Code.FILE,
  Code.COMPILE_UNIT,
  Code.NAMESPACE,
  Code.COMMON_BLOCK,
  Code.MODULE,
]);
/** All that an import may name. */
const ENTITIES: Codes = new Set([
  ...SCOPES,
  Code.GENERIC_DEBUG,
  Code.SUBRANGE,
  Code.GENERIC_SUBRANGE,
  Code.ENUMERATOR,
  Code.TEMPLATE_TYPE,
  Code.TEMPLATE_VALUE,
  Code.GLOBAL_VAR,
  Code.LOCAL_VAR,
  Code.LABEL,
  Code.OBJC_PROPERTY,
  Code.IMPORTED_ENTITY,
]);
const TUPLES: Codes = new Set([Code.NODE, Code.DISTINCT_NODE]);
const MACROS: Codes = new Set([Code.MACRO, Code.MACRO_FILE]);
const TEMPLATE_PARAMETERS: Codes = new Set([Code.TEMPLATE_TYPE, Code.TEMPLATE_VALUE]);
const BOUNDS: Codes = new Set([Code.VALUE, Code.GLOBAL_VAR, Code.LOCAL_VAR, Code.EXPRESSION]);
const BOUNDS_OF_TYPES: Codes = new Set([...BOUNDS, Code.DERIVED_TYPE]);
const GENERIC_BOUNDS: Codes = new Set([Code.GLOBAL_VAR, Code.LOCAL_VAR, Code.EXPRESSION]);

/** A reference, and rules, with the names of fields in place of operands. */
type NamedReference = Omit<Reference, "operand"> & { readonly field: string };
type NamedRules = Omit<NodeRules, "references" | "tag" | "flags"> & {
  readonly references: readonly NamedReference[];
  readonly flags?: string;
};

function refer(field: string, codes: Codes | number, required?: Release): NamedReference {
  const all = typeof codes === "number" ? new Set([codes]) : codes;
  return required === undefined ? { field, codes: all } : { field, codes: all, required };
}
function listOf(field: string, elements: Codes | number, nullable = false): NamedReference {
  return { field, codes: TUPLES, elements: typeof elements === "number" ? new Set([elements]) : elements, nullable };
}
function tagsOf(known: readonly number[], newer: readonly (readonly [tag: number, since: Release])[] = []) {
  return new Map<number, Release>([...known.map((tag) => [tag, FIRST] as const), ...newer]);
}

const LOCAL_BLOCK = [refer("scope", LOCAL_SCOPES, FIRST)];
const HAS_ALIGNMENT = 2;
const HAS_SP_FLAGS = 4;

/** The rules by record code, with the names of fields. */
const NAMED: Readonly<Record<number, NamedRules>> = {
  [Code.SUBRANGE]: {
    when: { version: 2 },
    references: ["count", "lowerBound", "upperBound", "stride"].map((field) => refer(field, BOUNDS)),
  },
  [Code.GENERIC_SUBRANGE]: {
    references: [
      refer("count", GENERIC_BOUNDS),
      refer("lowerBound", GENERIC_BOUNDS, FIRST),
      refer("upperBound", GENERIC_BOUNDS),
      refer("stride", GENERIC_BOUNDS, FIRST),
    ],
  },
  [Code.BASIC_TYPE]: {
    references: [refer("file", Code.FILE), refer("scope", SCOPES)],
    tags: tagsOf([0x24, 0x3b], [[0x12, 13]]),
  },
  [Code.DERIVED_TYPE]: {
    references: [refer("file", Code.FILE), refer("scope", SCOPES), refer("baseType", TYPES)],
    tags: tagsOf(
      [0x0d, 0x0f, 0x10, 0x16, 0x1c, 0x1f, 0x26, 0x2a, 0x35, 0x37, 0x42, 0x47],
      [
        [0x20, 13],
        [0x34, 18],
        [0x43, 19],
        [0x4b, 14],
        [0x4300, 18],
      ],
    ),
  },
  [Code.COMPOSITE_TYPE]: {
    references: [
      refer("file", Code.FILE),
      refer("scope", SCOPES),
      refer("baseType", TYPES),
      refer("elements", TUPLES),
      refer("vtableHolder", TYPES),
      listOf("templateParams", TEMPLATE_PARAMETERS),
      refer("discriminator", Code.DERIVED_TYPE),
    ],
    tags: tagsOf(
      [0x01, 0x02, 0x04, 0x13, 0x17, 0x33],
      [
        [0x19, 21],
        [0x2b, 14],
      ],
    ),
    flags: "flags",
  },
  [Code.SUBRANGE_TYPE]: {
    references: [
      refer("file", Code.FILE),
      refer("scope", SCOPES),
      refer("baseType", TYPES),
      refer("lowerBound", BOUNDS_OF_TYPES),
      refer("upperBound", BOUNDS_OF_TYPES),
      refer("stride", BOUNDS),
      refer("bias", BOUNDS),
    ],
  },
  [Code.SUBROUTINE_TYPE]: { references: [listOf("types", TYPES, true)], flags: "flags" },
  [Code.COMPILE_UNIT]: {
    references: [
      refer("file", Code.FILE, FIRST),
      listOf("enums", Code.COMPOSITE_TYPE),
      listOf("retainedTypes", new Set([...TYPES, Code.SUBPROGRAM])),
      // Reading wraps the variables of old files.
      listOf("globals", new Set([Code.GLOBAL_VAR_EXPR, Code.GLOBAL_VAR])),
      listOf("imports", Code.IMPORTED_ENTITY),
      listOf("macros", MACROS),
    ],
  },
  [Code.SUBPROGRAM]: {
    when: { bit: HAS_SP_FLAGS },
    references: [
      refer("scope", SCOPES),
      refer("file", Code.FILE),
      refer("type", Code.SUBROUTINE_TYPE),
      refer("containingType", TYPES),
      listOf("templateParams", TEMPLATE_PARAMETERS),
      refer("declaration", Code.SUBPROGRAM),
      refer("retainedNodes", TUPLES),
      listOf("thrownTypes", TYPES),
    ],
    flags: "flags",
  },
  [Code.LEXICAL_BLOCK]: { references: LOCAL_BLOCK },
  [Code.LEXICAL_BLOCK_FILE]: { references: LOCAL_BLOCK },
  [Code.NAMESPACE]: { references: [refer("scope", SCOPES)] },
  [Code.TEMPLATE_TYPE]: { references: [refer("type", TYPES)] },
  [Code.TEMPLATE_VALUE]: { references: [refer("type", TYPES)], tags: tagsOf([0x30, 0x4106, 0x4107]) },
  [Code.GLOBAL_VAR]: {
    references: [
      refer("scope", SCOPES),
      refer("file", Code.FILE),
      refer("type", TYPES),
      { ...refer("declaration", Code.DERIVED_TYPE), version: 2 },
    ],
  },
  [Code.GLOBAL_VAR_EXPR]: {
    references: [refer("var", Code.GLOBAL_VAR, FIRST), refer("expr", Code.EXPRESSION)],
  },
  [Code.LOCAL_VAR]: {
    when: { bit: HAS_ALIGNMENT },
    references: [refer("scope", LOCAL_SCOPES, FIRST), refer("file", Code.FILE), refer("type", VARIABLE_TYPES)],
  },
  [Code.LABEL]: { references: [refer("scope", LOCAL_SCOPES, FIRST), refer("file", Code.FILE)] },
  [Code.OBJC_PROPERTY]: { references: [refer("file", Code.FILE), refer("type", TYPES)] },
  [Code.IMPORTED_ENTITY]: {
    references: [refer("scope", SCOPES), refer("entity", ENTITIES)],
    tags: tagsOf([0x08, 0x3a]),
  },
  [Code.MACRO_FILE]: { references: [refer("file", Code.FILE), listOf("nodes", MACROS)] },
  [Code.COMMON_BLOCK]: { references: [refer("scope", SCOPES), refer("declaration", Code.GLOBAL_VAR)] },
};

const placedRules = new Map<number, NodeRules>();

/**
 * The rules of records with this code; undefined if there are none.
 * @throws {Error} if one is about a field that the record does not have
 */
export function rulesOfNode(code: number): NodeRules | undefined {
  return placedRules.get(code) ?? placeRules(code);
}
function placeRules(code: number): NodeRules | undefined {
  const named = NAMED[code];
  if (!named) return undefined;
  const rules = placed(code, named);
  placedRules.set(code, rules);
  return rules;
}

function placed(code: number, { references, flags, tags, when }: NamedRules): NodeRules {
  const head = when === undefined ? 0 : "bit" in when ? when.bit : when.version << 1;
  const operand = (field: string, first = head): number => operandsOf(code, [field], first)[field] ?? 0;
  return {
    references: references.map(({ field, ...reference }) => {
      const first = reference.version === undefined ? head : reference.version << 1;
      return { ...reference, operand: operand(field, first) };
    }),
    ...(tags ? { tags, tag: operand("tag") } : {}),
    ...(flags === undefined ? {} : { flags: operand(flags) }),
    ...(when ? { when } : {}),
  };
}
