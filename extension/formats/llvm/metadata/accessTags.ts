/**
 * Whether tags of type-based alias analysis are valid; if one is not, the reference drops all of the module. Source:
 * TBAAVerifier.
 */
import type { MetadataId, ValueId } from "../ir/ids";
import type { Metadata, MetadataTuple } from "../ir/metadata";
import type { InstructionKind } from "../ir/function";
import type { Type } from "../ir/types";
import type { Value } from "../ir/values";

/** Instructions that may have a tag. */
const TAGGED: ReadonlySet<InstructionKind> = new Set(["load", "store", "call", "vaarg", "atomicrmw", "cmpxchg"]);

/** A node's operands. */
type Operands = MetadataTuple["operands"];
/** An integer constant. */
interface Integer {
  readonly value: bigint;
  readonly bits: number;
}

/** What the check needs of a module. */
export interface TaggedModule {
  readonly metadata: { node(id: MetadataId): Metadata | undefined };
  readonly values: { at(id: ValueId): Value | undefined; typeOf(id: ValueId): Type | undefined };
}

/** Checks tags; each is checked once, however many instructions have it. */
export class AccessTagCheck {
  private readonly known = new Map<MetadataId, boolean>();
  private readonly layouts = new Map<MetadataId, number | undefined>();
  constructor(private readonly module: TaggedModule) {}

  /** Whether an instruction of this kind may have the tag. */
  isValid(tag: MetadataId, kind: InstructionKind): boolean {
    if (!TAGGED.has(kind)) return false;
    let valid = this.known.get(tag);
    if (valid === undefined) this.known.set(tag, (valid = this.isValidTag(tag)));
    return valid;
  }

  /** A tag: [base type, accessed type, offset, whether it is constant], in the newer form with the size before that. */
  isValidTag(tag: MetadataId): boolean {
    const operands = this.operands(tag) ?? [];
    const [base, accessed] = operands;
    const accessedOperands = this.operands(accessed);
    if (operands.length < 3 || this.operands(base) === undefined) return false;
    const isSized = accessedOperands !== undefined && this.isSized(accessedOperands);
    const last = isSized ? 4 : 3;
    if (operands.length > last + 1 || (isSized && !this.integer(operands[3]))) return false;
    if (operands.length === last + 1 && !isFlag(this.integer(operands[last]))) return false;
    if (accessedOperands === undefined || (!isSized && !this.isScalar(accessed))) return false;
    const offset = this.integer(operands[2]);
    return offset !== undefined && this.leads(base, accessed, offset, isSized);
  }

  /** Whether the field at an offset of a type, or of the types that contain it, has the accessed type. */
  private leads(base: MetadataId | undefined, accessed: MetadataId | undefined, from: Integer, isSized: boolean) {
    const passed = new Set<MetadataId>();
    const { bits } = from;
    let offset = from.value;
    let isFound = false;
    for (let node = base; node !== undefined && !this.isRoot(node);) {
      if (passed.has(node)) return false;
      passed.add(node);
      const width = this.layoutOf(node, isSized);
      if (width === undefined) return false;
      isFound ||= node === accessed;
      if (offset !== 0n && (node === accessed || this.isScalar(node))) return false;
      if (width !== bits && (width !== SCALAR || offset !== 0n) && !(isSized && width === UNKNOWN)) return false;
      if (isSized && isFound) break;
      const field = this.fieldAt(node, offset, isSized);
      node = field?.type;
      offset = field?.offset ?? 0n;
    }
    return isFound;
  }

  /** The field of a type at an offset, and the offset in it; undefined if the first field comes later. */
  private fieldAt(node: MetadataId, offset: bigint, isSized: boolean) {
    const operands = this.operands(node) ?? [];
    if (operands.length === 2) return { type: operands[1], offset };
    const [first, step] = fieldPlaces(isSized);
    let found: { readonly type: MetadataId | undefined; readonly offset: bigint } | undefined;
    for (let i = first; i < operands.length; i += step) {
      const start = this.integer(operands[i + 1])?.value ?? 0n;
      if (start > offset) return found;
      found = { type: operands[i], offset: offset - start };
    }
    return found;
  }

  /** The width of the offsets of a type; undefined if the type is invalid. */
  private layoutOf(node: MetadataId, isSized: boolean): number | undefined {
    if (!this.layouts.has(node)) this.layouts.set(node, this.newLayout(node, isSized));
    return this.layouts.get(node);
  }
  private newLayout(node: MetadataId, isSized: boolean): number | undefined {
    const operands = this.operands(node) ?? [];
    if (operands.length === 2) return this.isScalar(node) ? SCALAR : undefined;
    if (isSized ? operands.length % 3 !== 0 || !this.integer(operands[1]) : !this.isString(operands[0]))
      return undefined;
    const [first, step] = fieldPlaces(isSized);
    let width = UNKNOWN;
    let before = 0n;
    for (let i = first; i < operands.length; i += step) {
      const offset = this.integer(operands[i + 1]);
      if (this.operands(operands[i]) === undefined || !offset || offset.value < before) return undefined;
      if (width === UNKNOWN) width = offset.bits;
      if (offset.bits !== width || (isSized && !this.integer(operands[i + 2]))) return undefined;
      before = offset.value;
    }
    return width;
  }

  /** Whether an accessed type has the newer form, which starts with the type that contains it. */
  private isSized(operands: Operands): boolean {
    return operands.length >= 3 && this.operands(operands[0]) !== undefined;
  }
  private isRoot(node: MetadataId): boolean {
    return (this.operands(node)?.length ?? 0) < 2;
  }
  /** Whether a type is a scalar: [name, type that contains it, offset 0], up to the root. */
  private isScalar(type: MetadataId | undefined): boolean {
    const passed = new Set<MetadataId>();
    for (let node = type; node !== undefined;) {
      const operands = this.operands(node) ?? [];
      if ((operands.length !== 2 && operands.length !== 3) || !this.isString(operands[0])) return false;
      if (operands.length === 3 && this.integer(operands[2])?.value !== 0n) return false;
      const [, parent] = operands;
      if (parent === undefined || this.operands(parent) === undefined || passed.has(parent)) return false;
      if (this.isRoot(parent)) return true;
      passed.add(parent);
      node = parent;
    }
    return false;
  }

  /** The operands of a node; undefined for null and what is no node. */
  private operands(id: MetadataId | undefined): Operands | undefined {
    const node = id === undefined ? undefined : this.module.metadata.node(id);
    return node?.kind === "tuple" || node?.kind === "record" ? node.operands : undefined;
  }
  private isString(id: MetadataId | undefined): boolean {
    return id !== undefined && this.module.metadata.node(id)?.kind === "string";
  }
  private integer(id: MetadataId | undefined): Integer | undefined {
    const node = id === undefined ? undefined : this.module.metadata.node(id);
    if (node?.kind === "integer") return node;
    const type = node?.kind === "value" ? this.module.values.typeOf(node.value) : undefined;
    const value = node?.kind === "value" ? this.module.values.at(node.value) : undefined;
    if (type?.kind !== "integer") return undefined;
    if (value?.kind === "null") return { value: 0n, bits: type.width };
    return value?.kind === "integer"
      ? { value: BigInt.asUintN(type.width, BigInt(value.value)), bits: type.width }
      : undefined;
  }
}

/** In place of the width of offsets: a scalar, which has none, and a type without fields. */
const [SCALAR, UNKNOWN] = [0, -1];

function isFlag(integer: Integer | undefined): boolean {
  return integer?.value === 0n || integer?.value === 1n;
}
/** The operand of a type's first field, and how many operands a field has: [type, offset], then the size. */
function fieldPlaces(isSized: boolean): readonly [first: number, step: number] {
  return isSized ? [3, 3] : [1, 2];
}
