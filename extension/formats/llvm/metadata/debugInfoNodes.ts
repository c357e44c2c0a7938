/** Checks single nodes of debug info as the reference's verifier does, by their records alone. */
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { Tag } from "../dwarf/names";
import { Code } from "../spec/metadataCodes";
import type { NodeRules, Reference } from "./debugInfoRules";
import { LOCAL_SCOPES, rulesOfNode } from "./debugInfoRules";
import type { Check } from "./debugInfoTypes";
import { hasLineOnly, hasOddSize, TYPE_CHECKS } from "./debugInfoTypes";
import { codeOf, membersOf, SCOPE, STRINGS, targetOf, valueAt } from "./nodeFields";
import { operandsOf } from "./operands";
import { RetainedNodes } from "./retainedNodes";
import type { NodeRecords } from "./store";

/** Bits of a SUBPROGRAM's first operand and of its flags. */
const [HAS_SP_FLAGS, DEFINITION] = [4, 8];

const SUBPROGRAM = operandsOf(
  Code.SUBPROGRAM,
  ["file", "line", "type", "spFlags", "unit", "flags", "declaration", "retainedNodes"],
  HAS_SP_FLAGS,
);
const OLD_SUBPROGRAM = operandsOf(Code.SUBPROGRAM, ["isDefinition"]);
const UNIT = operandsOf(Code.COMPILE_UNIT, ["language", "file", "enums", "retainedTypes", "emissionKind"]);
const LOCATION = operandsOf(Code.LOCATION, ["scope", "inlinedAt"]);
const BLOCK = operandsOf(Code.LEXICAL_BLOCK, ["line", "column"]);
const SUBRANGE = operandsOf(Code.SUBRANGE, ["count", "upperBound"], 2 << 1);
const GENERIC_SUBRANGE = operandsOf(Code.GENERIC_SUBRANGE, ["count", "upperBound"]);
const COMPOSITE = operandsOf(Code.COMPOSITE_TYPE, ["tag", "identifier", "elements"]);
const FILE = operandsOf(Code.FILE, ["filename", "checksumkind", "checksum", "source"]);
const VARIABLE_OPERANDS = operandsOf(Code.GLOBAL_VAR, ["type", "isDefinition"]);
const MACRO = operandsOf(Code.MACRO, ["type", "name"]);
const MACRO_FILE = operandsOf(Code.MACRO_FILE, ["type"]);

/** Checks the nodes of one table. What a tuple has is found once, however many nodes share it. */
export class NodeCheck {
  /** The tuples whose elements are of the kinds of a reference. */
  private readonly valid = new Map<Reference, Set<MetadataId>>();
  /** The lists without a member that a rule is about. */
  private readonly validLists = new Map<ListRule, Set<MetadataId>>();
  private readonly retained: RetainedNodes;

  constructor(
    private readonly store: NodeRecords,
    private readonly release: Release,
  ) {
    this.retained = new RetainedNodes(store, release);
  }

  /** Whether the node's record, or what it refers to, is invalid. */
  isInvalid(id: MetadataId): boolean {
    const { store, release } = this;
    const code = store.code(id);
    const rules = rulesOfNode(code);
    if (rules && has(store, id, rules.when)) {
      if (rules.references.some((reference) => this.refersWrongly(id, reference))) return true;
      if (rules.tags && release < (rules.tags.get(valueAt(store, id, rules.tag ?? 0)) ?? Infinity)) return true;
      if (rules.flags !== undefined && contradict(valueAt(store, id, rules.flags))) return true;
    }
    if (code === Code.SUBPROGRAM && this.retainsOther(id)) return true;
    if (LIST_RULES[code]?.some((rule) => release >= rule.since && this.lists(id, rule))) return true;
    if (hasLineOnly(store, id, release) || hasOddSize(store, id, release) || this.isUnbounded(id)) return true;
    return (MORE[code] ?? TYPE_CHECKS[code])?.(store, id, release) ?? false;
  }

  /**
   * The names of composite types that old records may have in place of these types: modern writers state for each type
   * that it has none.
   */
  private get typeNames(): ReadonlySet<string> {
    return (this.names ??= namesOfTypes(this.store));
  }
  private names: ReadonlySet<string> | undefined;
  /** Whether one of these is a string that names no type. */
  private isNoName(id: MetadataId): boolean {
    const { store } = this;
    const isString = id >= 0 && id < store.size && STRINGS.has(store.code(id));
    return isString && !this.typeNames.has(store.string(id));
  }

  private refersWrongly(id: MetadataId, reference: Reference): boolean {
    const { version } = reference;
    if (version !== undefined && this.store.operand(id, 0) >> 1 !== version) return false;
    if (refersWrongly(this.store, id, reference, this.release)) return true;
    if (this.isNoName(targetOf(this.store, id, reference.operand))) return true;
    const list = targetOf(this.store, id, reference.operand);
    if (!reference.elements || list < 0) return false;
    let valid = this.valid.get(reference);
    if (!valid) this.valid.set(reference, (valid = new Set()));
    if (valid.has(list)) return false;
    valid.add(list);
    if (membersOf(this.store, list).some((member) => this.isNoName(member))) return true;
    return hasOther(this.store, list, reference.elements, reference.nullable === true);
  }

  /** Whether a node's list has a member that the rule is about. */
  private lists(id: MetadataId, rule: ListRule): boolean {
    const { store, validLists } = this;
    const list = targetOf(store, id, rule.operand);
    let valid = validLists.get(rule);
    if (!valid) validLists.set(rule, (valid = new Set()));
    if (valid.has(list)) return false;
    valid.add(list);
    return membersOf(store, list).some((member) => rule.isRefused(store, member));
  }

  private retainsOther(id: MetadataId): boolean {
    const { store } = this;
    if ((store.operand(id, 0) & HAS_SP_FLAGS) === 0) return false;
    return this.retained.isInvalid(id, targetOf(store, id, SUBPROGRAM.retainedNodes));
  }

  /** Whether a range has neither a count nor an end, which only Fortran's may lack before LLVM 19. */
  private isUnbounded(id: MetadataId): boolean {
    const { store, release } = this;
    const range = rangeOf(store, id);
    if (!range || release >= UNBOUNDED || valueAt(store, id, range.count) || valueAt(store, id, range.upperBound))
      return false;
    return release < FORTRAN_UNBOUNDED || !this.isFortran;
  }
  /** Whether a unit is of Fortran. */
  private get isFortran(): boolean {
    return (this.fortran ??= hasFortran(this.store));
  }
  private fortran: boolean | undefined;
}

/** A list that nodes have in an operand, and what may not be in it since a release. */
interface ListRule {
  readonly operand: number;
  readonly since: Release;
  readonly isRefused: (store: NodeRecords, member: MetadataId) => boolean;
}
const LIST_RULES: Readonly<Record<number, readonly ListRule[]>> = {
  [Code.COMPILE_UNIT]: [
    {
      operand: UNIT.retainedTypes,
      since: 9,
      isRefused: (store, member) => codeOf(store, member) === Code.SUBPROGRAM && isDefined(store, member),
    },
    {
      operand: UNIT.enums,
      since: 9,
      isRefused: (store, member) =>
        codeOf(store, member) === Code.COMPOSITE_TYPE && valueAt(store, member, COMPOSITE.tag) !== Tag.enumerationType,
    },
  ],
  [Code.COMPOSITE_TYPE]: [{ operand: COMPOSITE.elements, since: 21, isRefused: (_, member) => member < 0 }],
};

/** The first releases that accept ranges without a count and an end: those of Fortran, and all. */
const [FORTRAN_UNBOUNDED, UNBOUNDED]: readonly [Release, Release] = [13, 19];
/** DW_LANG_Fortran77, 90, 95, 03, 08 and 18. */
const FORTRAN: ReadonlySet<number> = new Set([0x07, 0x08, 0x0e, 0x22, 0x23, 0x2d]);
function hasFortran(store: NodeRecords): boolean {
  for (let id = 0; id < store.size; id++)
    if (store.code(id) === Code.COMPILE_UNIT && FORTRAN.has(valueAt(store, id, UNIT.language))) return true;
  return false;
}

/** The places of the count and the end of a range that has them as nodes. */
function rangeOf(store: NodeRecords, id: MetadataId): Readonly<Record<"count" | "upperBound", number>> | undefined {
  const code = store.code(id);
  if (code === Code.GENERIC_SUBRANGE) return GENERIC_SUBRANGE;
  return code === Code.SUBRANGE && store.operand(id, 0) >> 1 === 2 ? SUBRANGE : undefined;
}
const hasCountAndEnd: Check = (store, id) => {
  const range = rangeOf(store, id);
  return range !== undefined && valueAt(store, id, range.count) !== 0 && valueAt(store, id, range.upperBound) !== 0;
};

/** A flag of a composite type's record. */
const NOT_BY_NAME = 2;
function namesOfTypes(store: NodeRecords): ReadonlySet<string> {
  const names = new Set<string>();
  for (let id = 0; id < store.size; id++) {
    if (store.code(id) !== Code.COMPOSITE_TYPE || (store.operand(id, 0) & NOT_BY_NAME) !== 0) continue;
    const name = targetOf(store, id, COMPOSITE.identifier);
    if (name >= 0 && name < store.size && STRINGS.has(store.code(name))) names.add(store.string(name));
  }
  return names;
}

function has(store: NodeRecords, id: MetadataId, layout: NodeRules["when"]): boolean {
  if (!layout) return true;
  const head = store.operand(id, 0);
  return "bit" in layout ? (head & layout.bit) !== 0 : head >> 1 === layout.version;
}

function refersWrongly(store: NodeRecords, id: MetadataId, reference: Reference, release: Release): boolean {
  const { operand, codes, required = Infinity } = reference;
  if (operand >= store.length(id)) return false;
  const target = targetOf(store, id, operand);
  return target < 0 ? release >= required : isNeither(store, target, codes);
}
/** Whether a tuple has an element that is none of these kinds. */
function hasOther(store: NodeRecords, list: MetadataId, codes: ReadonlySet<number>, nullable: boolean): boolean {
  return membersOf(store, list).some((member) => (member < 0 ? !nullable : isNeither(store, member, codes)));
}
/** Whether a node is none of these kinds, and no name in place of one. */
function isNeither(store: NodeRecords, id: MetadataId, codes: ReadonlySet<number>): boolean {
  if (id >= store.size) return false;
  const code = store.code(id);
  return !codes.has(code) && !(STRINGS.has(code) && codes.has(Code.COMPOSITE_TYPE));
}

const [LVALUE, RVALUE] = [1 << 13, 1 << 14];
const [BY_VALUE, BY_REFERENCE] = [1 << 22, 1 << 23];
function contradict(flags: number): boolean {
  return (flags & LVALUE && flags & RVALUE) !== 0 || (flags & BY_VALUE && flags & BY_REFERENCE) !== 0;
}

/** The rules that are not about one operand, of nodes other than types. */
const MORE: Readonly<Record<number, Check>> = {
  [Code.LOCATION]: (store, id) => {
    const scope = valueAt(store, id, LOCATION.scope);
    if (scope >= store.size) return false;
    const inlinedAt = codeOf(store, targetOf(store, id, LOCATION.inlinedAt)) ?? Code.LOCATION;
    return isDeclaredScope(store, scope) || inlinedAt !== Code.LOCATION;
  },
  [Code.SUBRANGE]: hasCountAndEnd,
  [Code.GENERIC_SUBRANGE]: hasCountAndEnd,
  [Code.FILE]: isInvalidFile,
  [Code.COMPILE_UNIT]: (store, id) => {
    const file = targetOf(store, id, UNIT.file);
    if (valueAt(store, id, UNIT.emissionKind) > LAST_EMISSION) return true;
    return codeOf(store, file) === Code.FILE && valueAt(store, file, FILE.filename) === 0;
  },
  [Code.SUBPROGRAM]: isInvalidSubprogram,
  [Code.LEXICAL_BLOCK]: (store, id) =>
    (valueAt(store, id, BLOCK.line) === 0 && valueAt(store, id, BLOCK.column) !== 0) ||
    isDeclaredScope(store, targetOf(store, id, SCOPE)),
  [Code.LEXICAL_BLOCK_FILE]: (store, id) => isDeclaredScope(store, targetOf(store, id, SCOPE)),
  [Code.GLOBAL_VAR]: (store, id) =>
    valueAt(store, id, VARIABLE_OPERANDS.isDefinition) !== 0 && valueAt(store, id, VARIABLE_OPERANDS.type) === 0,
  [Code.MODULE]: (store, id, release) =>
    valueAt(store, id, store.length(id) >= (release >= MODULE_FILES ? 7 : 8) ? 3 : 2) === 0,
  [Code.MACRO]: (store, id) => !MACROS.has(valueAt(store, id, MACRO.type)) || valueAt(store, id, MACRO.name) === 0,
  [Code.MACRO_FILE]: (store, id) => valueAt(store, id, MACRO_FILE.type) !== MACROS_OF_FILE,
};
/** DebugDirectivesOnly, the last kind of emission since LLVM 8. */
const LAST_EMISSION = 3;
/** The first release whose modules have a file. */
const MODULE_FILES: Release = 11;
/** DW_MACINFO_define and DW_MACINFO_undef. */
const MACROS: ReadonlySet<number> = new Set([1, 2]);
/** DW_MACINFO_start_file. */
const MACROS_OF_FILE = 3;

/** Whether a scope is not one of a body: of another kind, or a declaration. */
function isDeclaredScope(store: NodeRecords, id: MetadataId): boolean {
  const code = codeOf(store, id);
  if (code === Code.SUBPROGRAM) return !isDefined(store, id);
  return code !== undefined && !LOCAL_SCOPES.has(code);
}

function isDefined(store: NodeRecords, id: MetadataId): boolean {
  const isCombined = (store.operand(id, 0) & HAS_SP_FLAGS) !== 0;
  return isCombined
    ? (valueAt(store, id, SUBPROGRAM.spFlags) & DEFINITION) !== 0
    : valueAt(store, id, OLD_SUBPROGRAM.isDefinition) !== 0;
}

/** The first release that rejects a declaration that has a declaration, and the first that requires a type. */
const [DECLARED_ONCE, TYPED]: readonly [Release, Release] = [17, 23];
const ALL_CALLS_DESCRIBED = 1 << 29;

function isInvalidSubprogram(store: NodeRecords, id: MetadataId, release: Release): boolean {
  if (valueAt(store, id, SUBPROGRAM.file) === 0 && valueAt(store, id, SUBPROGRAM.line) !== 0) return true;
  if (release >= TYPED && valueAt(store, id, SUBPROGRAM.type) === 0) return true;
  if ((store.operand(id, 0) & HAS_SP_FLAGS) === 0) return false;
  const declaration = targetOf(store, id, SUBPROGRAM.declaration);
  if (isDefined(store, id)) {
    if (declaration >= 0 && declaration < store.size && isDefined(store, declaration)) return true;
    return release < SOURCES_MIXED && mixesSources(store, id);
  }
  return (
    (release >= DECLARED_ONCE && declaration >= 0) || (valueAt(store, id, SUBPROGRAM.flags) & ALL_CALLS_DESCRIBED) !== 0
  );
}

/** The first release that accepts source code in some of a unit's files. */
const SOURCES_MIXED: Release = 18;

/** Whether either the file of a subprogram or that of its unit has source code, but not both. */
function mixesSources(store: NodeRecords, id: MetadataId): boolean {
  const unit = targetOf(store, id, SUBPROGRAM.unit);
  if (codeOf(store, unit) !== Code.COMPILE_UNIT) return false;
  const files = [targetOf(store, id, SUBPROGRAM.file), targetOf(store, unit, UNIT.file)];
  if (files.some((file) => codeOf(store, file) !== Code.FILE)) return false;
  const [own, other] = files.map((file) => valueAt(store, file, FILE.source) !== 0);
  return own !== other;
}

/** The digits of each kind of checksum: MD5, SHA-1, SHA-256. */
const CHECKSUM_DIGITS = [0, 32, 40, 64];
function isInvalidFile(store: NodeRecords, id: MetadataId): boolean {
  const kind = valueAt(store, id, FILE.checksumkind);
  const sum = targetOf(store, id, FILE.checksum);
  if (kind === 0 || sum < 0 || sum >= store.size || !STRINGS.has(store.code(sum))) return false;
  const digits = store.string(sum);
  return digits.length !== CHECKSUM_DIGITS[kind] || !/^[0-9a-fA-F]*$/.test(digits);
}
