/**
 * What nodes of debug info may hold and refer to, by the reference's verifier: the rules that a node's record and the
 * kinds of the nodes it refers to decide, by the operands of the record (`../spec/metadata.ts`). Source: the visitDI…
 * functions of the releases.
 */
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";

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
}

/** The rules of one kind of record. */
export interface NodeRules {
  /** Whether a record has the layout that these rules are for; the others are not checked. */
  readonly when?: { readonly bit: number } | { readonly version: number };
  readonly references: readonly Reference[];
  /** DWARF tags, in the second operand, and the first release that accepts each. */
  readonly tags?: ReadonlyMap<number, Release>;
  /** Where flags are, of which some exclude each other. */
  readonly flags?: number;
}

const FIRST: Release = 9;

const TYPES: Codes = new Set([
  Code.BASIC_TYPE,
  Code.STRING_TYPE,
  Code.FIXED_POINT_TYPE,
  Code.DERIVED_TYPE,
  Code.COMPOSITE_TYPE,
  Code.SUBROUTINE_TYPE,
  Code.SUBRANGE_TYPE,
]);
const VARIABLE_TYPES: Codes = new Set([...TYPES].filter((code) => code !== Code.SUBROUTINE_TYPE));
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
const TEMPLATE_PARAMETERS: Codes = new Set([Code.TEMPLATE_TYPE, Code.TEMPLATE_VALUE]);
const BOUNDS: Codes = new Set([Code.VALUE, Code.GLOBAL_VAR, Code.LOCAL_VAR, Code.EXPRESSION]);
const GENERIC_BOUNDS: Codes = new Set([Code.GLOBAL_VAR, Code.LOCAL_VAR, Code.EXPRESSION]);

function refer(operand: number, codes: Codes | number, required?: Release): Reference {
  const all = typeof codes === "number" ? new Set([codes]) : codes;
  return required === undefined ? { operand, codes: all } : { operand, codes: all, required };
}
function listOf(operand: number, elements: Codes | number, nullable = false): Reference {
  return { operand, codes: TUPLES, elements: typeof elements === "number" ? new Set([elements]) : elements, nullable };
}
function tagsOf(known: readonly number[], newer: readonly (readonly [tag: number, since: Release])[] = []) {
  return new Map<number, Release>([...known.map((tag) => [tag, FIRST] as const), ...newer]);
}

const LOCAL_BLOCK = [refer(1, LOCAL_SCOPES, FIRST)];
const HAS_ALIGNMENT = 2;
const HAS_SP_FLAGS = 4;

/** The rules by record code. */
export const RULES: Readonly<Record<number, NodeRules>> = {
  [Code.SUBRANGE]: { when: { version: 2 }, references: [1, 2, 3, 4].map((at) => refer(at, BOUNDS)) },
  [Code.GENERIC_SUBRANGE]: {
    references: [
      refer(1, GENERIC_BOUNDS),
      refer(2, GENERIC_BOUNDS, FIRST),
      refer(3, GENERIC_BOUNDS),
      refer(4, GENERIC_BOUNDS, FIRST),
    ],
  },
  [Code.BASIC_TYPE]: { references: [], tags: tagsOf([0x24, 0x3b], [[0x12, 13]]) },
  [Code.DERIVED_TYPE]: {
    references: [refer(3, Code.FILE), refer(5, SCOPES), refer(6, TYPES)],
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
      refer(3, Code.FILE),
      refer(5, SCOPES),
      refer(6, TYPES),
      refer(11, TUPLES),
      refer(13, TYPES),
      listOf(14, TEMPLATE_PARAMETERS),
      refer(16, Code.DERIVED_TYPE),
    ],
    tags: tagsOf(
      [0x01, 0x02, 0x04, 0x13, 0x17, 0x33],
      [
        [0x19, 21],
        [0x2b, 14],
      ],
    ),
    flags: 10,
  },
  [Code.SUBROUTINE_TYPE]: { references: [listOf(2, TYPES, true)], flags: 1 },
  [Code.COMPILE_UNIT]: {
    references: [
      refer(2, Code.FILE, FIRST),
      listOf(9, Code.COMPOSITE_TYPE),
      listOf(10, new Set([...TYPES, Code.SUBPROGRAM])),
      // Reading wraps the variables of old files.
      listOf(12, new Set([Code.GLOBAL_VAR_EXPR, Code.GLOBAL_VAR])),
      listOf(13, Code.IMPORTED_ENTITY),
      listOf(15, new Set([Code.MACRO, Code.MACRO_FILE])),
    ],
  },
  [Code.SUBPROGRAM]: {
    when: { bit: HAS_SP_FLAGS },
    references: [
      refer(1, SCOPES),
      refer(4, Code.FILE),
      refer(6, Code.SUBROUTINE_TYPE, 23),
      refer(8, TYPES),
      listOf(13, TEMPLATE_PARAMETERS),
      refer(14, Code.SUBPROGRAM),
      listOf(17, TYPES),
    ],
    flags: 11,
  },
  [Code.LEXICAL_BLOCK]: { references: LOCAL_BLOCK },
  [Code.LEXICAL_BLOCK_FILE]: { references: LOCAL_BLOCK },
  [Code.NAMESPACE]: { references: [refer(1, SCOPES)] },
  [Code.TEMPLATE_TYPE]: { references: [refer(2, TYPES)] },
  [Code.TEMPLATE_VALUE]: { references: [refer(3, TYPES)], tags: tagsOf([0x30, 0x4106, 0x4107]) },
  [Code.GLOBAL_VAR]: {
    when: { version: 2 },
    references: [refer(1, SCOPES), refer(4, Code.FILE), refer(6, TYPES), refer(9, Code.DERIVED_TYPE)],
  },
  [Code.LOCAL_VAR]: {
    when: { bit: HAS_ALIGNMENT },
    references: [refer(1, LOCAL_SCOPES, FIRST), refer(3, Code.FILE), refer(5, VARIABLE_TYPES)],
  },
  [Code.LABEL]: { references: [refer(1, LOCAL_SCOPES, FIRST), refer(3, Code.FILE)] },
  [Code.OBJC_PROPERTY]: { references: [refer(2, Code.FILE), refer(7, TYPES)] },
  [Code.IMPORTED_ENTITY]: { references: [refer(2, SCOPES), refer(3, ENTITIES)], tags: tagsOf([0x08, 0x3a]) },
  [Code.MACRO_FILE]: { references: [refer(3, Code.FILE)] },
  [Code.COMMON_BLOCK]: { references: [refer(1, SCOPES), refer(2, Code.GLOBAL_VAR)] },
};
