/** Checks single nodes of debug info as the reference's verifier does, by their records alone. */
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { Tag } from "../dwarf/names";
import { Code } from "../spec/metadataCodes";
import type { NodeRules, Reference } from "./debugInfoRules";
import { LOCAL_SCOPES, RULES } from "./debugInfoRules";
import { operandsOf } from "./operands";
import type { NodeRecords } from "./store";

/** Names of types that old records have in place of the types; reading replaces them. */
const STRINGS: ReadonlySet<number> = new Set([Code.STRING_OLD, Code.STRINGS]);

/** Bits of a SUBPROGRAM's first operand and of its flags. */
const [HAS_SP_FLAGS, DEFINITION] = [4, 8];

const SUBPROGRAM = operandsOf(
  Code.SUBPROGRAM,
  ["file", "line", "type", "spFlags", "flags", "declaration", "retainedNodes"],
  HAS_SP_FLAGS,
);
const OLD_SUBPROGRAM = operandsOf(Code.SUBPROGRAM, ["isDefinition"]);
const UNIT = operandsOf(Code.COMPILE_UNIT, ["file", "retainedTypes"]);
const LOCATION = operandsOf(Code.LOCATION, ["scope", "inlinedAt"]);
const BLOCK = operandsOf(Code.LEXICAL_BLOCK, ["scope", "line", "column"]);
/** Local variables, labels, blocks and subprograms all have their scope there. */
const SCOPE = BLOCK.scope;
const SUBRANGE = operandsOf(Code.SUBRANGE, ["count", "upperBound"], 2 << 1);
const DERIVED = operandsOf(Code.DERIVED_TYPE, ["tag", "flags", "extraData", "dwarfAddressSpace"]);
const COMPOSITE = operandsOf(Code.COMPOSITE_TYPE, [
  ...(["tag", "baseType", "flags", "elements", "discriminator"] as const),
  ...(["dataLocation", "associated", "allocated", "rank"] as const),
]);
const FILE = operandsOf(Code.FILE, ["filename", "checksumkind", "checksum"]);
const VARIABLE_OPERANDS = operandsOf(Code.GLOBAL_VAR, ["type", "isDefinition"], 2 << 1);
const MACRO = operandsOf(Code.MACRO, ["type", "name"]);

/** Checks the nodes of one table. What a tuple has is found once, however many nodes share it. */
export class NodeCheck {
  /** The tuples whose elements are of the kinds of a reference. */
  private readonly valid = new Map<Reference, Set<MetadataId>>();
  /** Units' lists of types without a definition of a function. */
  private readonly declared = new Set<MetadataId>();
  private readonly retained = new Map<MetadataId, Retained>();
  /** The subprogram of each local scope that has been asked for. */
  private readonly subprograms = new Map<MetadataId, MetadataId>();

  constructor(
    private readonly store: NodeRecords,
    private readonly release: Release,
  ) {}

  /** Whether the node's record, or what it refers to, is invalid. */
  isInvalid(id: MetadataId): boolean {
    const { store, release } = this;
    const code = store.code(id);
    const rules = RULES[code];
    if (rules && has(store, id, rules.when)) {
      if (rules.references.some((reference) => this.refersWrongly(id, reference))) return true;
      if (rules.tags && release < (rules.tags.get(valueAt(store, id, rules.tag ?? 0)) ?? Infinity)) return true;
      if (rules.flags !== undefined && contradict(valueAt(store, id, rules.flags))) return true;
    }
    if (code === Code.SUBPROGRAM && this.retainsOther(id)) return true;
    if (code === Code.COMPILE_UNIT && this.retainsDefinition(id)) return true;
    return MORE[code]?.(store, id, release) ?? false;
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

  /** Whether a unit's list of types has a definition of a function. */
  private retainsDefinition(id: MetadataId): boolean {
    const { store } = this;
    const list = targetOf(store, id, UNIT.retainedTypes);
    if (this.declared.has(list)) return false;
    this.declared.add(list);
    return membersOf(store, list).some(
      (member) => store.code(member) === Code.SUBPROGRAM && member >= 0 && isDefined(store, member),
    );
  }

  /** Whether a subprogram's retained nodes include others than its variables, labels and what the release allows. */
  private retainsOther(id: MetadataId): boolean {
    const { store, release } = this;
    const list = targetOf(store, id, SUBPROGRAM.retainedNodes);
    if (list < 0 || (store.operand(id, 0) & HAS_SP_FLAGS) === 0) return false;
    let retained = this.retained.get(list);
    if (!retained) this.retained.set(list, (retained = this.retainedOf(list)));
    return retained.isInvalid || (release >= OWN_NODES && retained.owner !== undefined && retained.owner !== id);
  }
  private retainedOf(list: MetadataId): Retained {
    const { store, release } = this;
    let owner: MetadataId | undefined;
    for (const member of membersOf(store, list)) {
      if (member < 0) return { isInvalid: true, owner };
      if (member >= store.size) continue;
      const code = store.code(member);
      if (code === Code.LOCAL_VAR || code === Code.LABEL) {
        const own = this.subprogramOf(targetOf(store, member, SCOPE));
        if (release >= OWN_NODES && owner !== undefined && own !== owner) return { isInvalid: true, owner };
        owner = own;
      } else if (release < ANY_NODES && !(code === Code.IMPORTED_ENTITY && release >= IMPORTS))
        return { isInvalid: true, owner };
    }
    return { isInvalid: false, owner };
  }
  /** The subprogram of a local scope; -1 if there is none. */
  private subprogramOf(inner: MetadataId): MetadataId {
    const { store, subprograms } = this;
    const passed: MetadataId[] = [];
    let scope = inner;
    while (scope >= 0 && scope < store.size && LOCAL_SCOPES.has(store.code(scope))) {
      const known = store.code(scope) === Code.SUBPROGRAM ? scope : subprograms.get(scope);
      if (known !== undefined) {
        for (const one of passed) subprograms.set(one, known);
        return known;
      }
      // Until it is known there is none, which ends a cycle.
      subprograms.set(scope, -1);
      passed.push(scope);
      scope = targetOf(store, scope, SCOPE);
    }
    return -1;
  }
}

/** What a subprogram's retained nodes are. */
interface Retained {
  readonly isInvalid: boolean;
  /** The subprogram of its variables and labels; undefined if it has none. */
  readonly owner: MetadataId | undefined;
}

/** The first releases in which a subprogram retains imports, only nodes of its own body, and other nodes too. */
const IMPORTS: Release = 17;
const OWN_NODES: Release = 22;
const ANY_NODES: Release = 23;

/** Operands and a flag of a composite type's record. */
const IDENTIFIER = operandsOf(Code.COMPOSITE_TYPE, ["identifier"]).identifier;
const NOT_BY_NAME = 2;
function namesOfTypes(store: NodeRecords): ReadonlySet<string> {
  const names = new Set<string>();
  for (let id = 0; id < store.size; id++) {
    if (store.code(id) !== Code.COMPOSITE_TYPE || (store.operand(id, 0) & NOT_BY_NAME) !== 0) continue;
    const name = targetOf(store, id, IDENTIFIER);
    if (name >= 0 && name < store.size && STRINGS.has(store.code(name))) names.add(store.string(name));
  }
  return names;
}

function has(store: NodeRecords, id: MetadataId, layout: NodeRules["when"]): boolean {
  if (!layout) return true;
  const head = store.operand(id, 0);
  return "bit" in layout ? (head & layout.bit) !== 0 : head >> 1 === layout.version;
}

/** The number in an operand; 0 if the record is too short. */
function valueAt(store: NodeRecords, id: MetadataId, operand: number): number {
  return operand < store.length(id) ? store.operand(id, operand) : 0;
}
/** The node that an operand refers to; -1 for none. */
function targetOf(store: NodeRecords, id: MetadataId, operand: number): MetadataId {
  return valueAt(store, id, operand) - 1;
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

type Check = (store: NodeRecords, id: MetadataId, release: Release) => boolean;

/** The rules that are not about one operand. */
const MORE: Readonly<Record<number, Check>> = {
  [Code.LOCATION]: (store, id) => {
    const scope = valueAt(store, id, LOCATION.scope);
    if (scope >= store.size) return false;
    const inlinedAt = targetOf(store, id, LOCATION.inlinedAt);
    const isInlined = inlinedAt >= 0 && inlinedAt < store.size;
    return isDeclaredScope(store, scope) || (isInlined && store.code(inlinedAt) !== Code.LOCATION);
  },
  [Code.SUBRANGE]: (store, id) =>
    store.operand(id, 0) >> 1 === 2 &&
    valueAt(store, id, SUBRANGE.count) !== 0 &&
    valueAt(store, id, SUBRANGE.upperBound) !== 0,
  [Code.DERIVED_TYPE]: (store, id) =>
    (valueAt(store, id, DERIVED.dwarfAddressSpace) !== 0 && !ADDRESSES.has(valueAt(store, id, DERIVED.tag))) ||
    (valueAt(store, id, DERIVED.tag) === MEMBER_POINTER && refersWrongly(store, id, CLASS_TYPE, 9)) ||
    (valueAt(store, id, DERIVED.tag) === VARIABLE && (valueAt(store, id, DERIVED.flags) & STATIC_MEMBER) === 0),
  [Code.COMPOSITE_TYPE]: isInvalidComposite,
  [Code.FILE]: isInvalidFile,
  [Code.COMPILE_UNIT]: (store, id) => {
    const file = targetOf(store, id, UNIT.file);
    return (
      file >= 0 && file < store.size && store.code(file) === Code.FILE && valueAt(store, file, FILE.filename) === 0
    );
  },
  [Code.SUBPROGRAM]: isInvalidSubprogram,
  [Code.LEXICAL_BLOCK]: (store, id) =>
    (valueAt(store, id, BLOCK.line) === 0 && valueAt(store, id, BLOCK.column) !== 0) ||
    isDeclaredScope(store, targetOf(store, id, SCOPE)),
  [Code.LEXICAL_BLOCK_FILE]: (store, id) => isDeclaredScope(store, targetOf(store, id, SCOPE)),
  [Code.GLOBAL_VAR]: (store, id) =>
    store.operand(id, 0) >> 1 === 2 &&
    valueAt(store, id, VARIABLE_OPERANDS.isDefinition) !== 0 &&
    valueAt(store, id, VARIABLE_OPERANDS.type) === 0,
  [Code.MODULE]: (store, id, release) =>
    valueAt(store, id, store.length(id) >= (release >= MODULE_FILES ? 7 : 8) ? 3 : 2) === 0,
  [Code.MACRO]: (store, id) => !MACROS.has(valueAt(store, id, MACRO.type)) || valueAt(store, id, MACRO.name) === 0,
};
/** The first release whose modules have a file. */
const MODULE_FILES: Release = 11;
/** DW_MACINFO_define and DW_MACINFO_undef. */
const MACROS: ReadonlySet<number> = new Set([1, 2]);

/** Tags of pointers and references. */
const ADDRESSES: ReadonlySet<number> = new Set([0x0f, 0x10, 0x42]);
const [MEMBER_POINTER, VARIABLE, VARIANT_PART] = [0x1f, 0x34, 0x33];
const STATIC_MEMBER = 1 << 12;
const CLASS_TYPE: Reference = {
  operand: DERIVED.extraData,
  codes: RULES[Code.TEMPLATE_TYPE]?.references[0]?.codes ?? new Set(),
};

/** Whether a scope is not one of a body: of another kind, or a declaration. */
function isDeclaredScope(store: NodeRecords, id: MetadataId): boolean {
  if (id < 0 || id >= store.size) return false;
  if (store.code(id) === Code.SUBPROGRAM) return !isDefined(store, id);
  return !LOCAL_SCOPES.has(store.code(id));
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
  if (isDefined(store, id)) return declaration >= 0 && declaration < store.size && isDefined(store, declaration);
  return (
    (release >= DECLARED_ONCE && declaration >= 0) || (valueAt(store, id, SUBPROGRAM.flags) & ALL_CALLS_DESCRIBED) !== 0
  );
}

/** The members of a tuple; -1 for null, none if there is no tuple. */
function membersOf(store: NodeRecords, tuple: MetadataId): readonly MetadataId[] {
  if (tuple < 0 || tuple >= store.size) return [];
  if (store.code(tuple) !== Code.NODE && store.code(tuple) !== Code.DISTINCT_NODE) return [];
  return Array.from({ length: store.length(tuple) }, (_, i) => targetOf(store, tuple, i));
}
/** Flags of a composite type. */
const [BLOCK_BY_REFERENCE, VECTOR] = [1 << 4, 1 << 11];
/** The first release that requires arrays to have a base type. */
const ARRAYS_CHECKED: Release = 18;
/** What only arrays have: a data location, associated, allocated, a rank. */
const ARRAY_OPERANDS = [COMPOSITE.dataLocation, COMPOSITE.associated, COMPOSITE.allocated, COMPOSITE.rank];

function isInvalidComposite(store: NodeRecords, id: MetadataId, release: Release): boolean {
  const tag = valueAt(store, id, COMPOSITE.tag);
  const flags = valueAt(store, id, COMPOSITE.flags);
  if ((flags & BLOCK_BY_REFERENCE) !== 0) return true;
  if ((flags & VECTOR) !== 0 && !hasOneSubrange(store, targetOf(store, id, COMPOSITE.elements))) return true;
  if (valueAt(store, id, COMPOSITE.discriminator) !== 0 && tag !== VARIANT_PART) return true;
  if (tag !== Tag.arrayType) return ARRAY_OPERANDS.some((operand) => valueAt(store, id, operand) !== 0);
  return release >= ARRAYS_CHECKED && valueAt(store, id, COMPOSITE.baseType) === 0;
}
function hasOneSubrange(store: NodeRecords, elements: MetadataId): boolean {
  if (elements < 0 || elements >= store.size || store.length(elements) !== 1) return false;
  const element = targetOf(store, elements, 0);
  return element >= 0 && element < store.size && store.code(element) === Code.SUBRANGE;
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
