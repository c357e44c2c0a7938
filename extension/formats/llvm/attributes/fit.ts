/**
 * Fits attributes to the function or call that uses them: fills in missing types, and drops what its types cannot have.
 */
import type { Attribute, AttributeList, AttributeSet } from "../ir/attributes";
import type { Release } from "../ir/releases";
import { isFloating, scalarOf } from "../ir/types";
import type { FunctionType, Type } from "../ir/types";
import { Kind } from "./kinds";
import type { AttributeSets } from "./set";
import { AttributeBuilder } from "./set";

/**
 * Kinds that only pointers can have, each with the first release that drops it from other types
 * (AttributeFuncs::typeIncompatible).
 */
const POINTER_KINDS: ReadonlyMap<number, Release> = new Map<number, Release>([
  [Kind.byval, 9],
  [Kind.nest, 9],
  [Kind.noalias, 9],
  [Kind.nocapture, 9],
  [Kind.nonnull, 9],
  [Kind.dereferenceable, 9],
  [Kind.dereferenceableOrNull, 9],
  [Kind.readnone, 9],
  [Kind.readonly, 9],
  [Kind.sret, 9],
  [Kind.inalloca, 9],
  [Kind.preallocated, 11],
  [Kind.swifterror, 13],
  [Kind.byref, 13],
  [Kind.elementtype, 13],
  [Kind.allocptr, 15],
  [Kind.writable, 18],
  [Kind.deadOnUnwind, 18],
  [Kind.initializes, 19],
  [Kind.captures, 21],
  [Kind.deadOnReturn, 21],
]);

/**
 * Whether `nofpclass` fits a type: floating-point numbers, and arrays (since LLVM 20 also structs) that consist of
 * them.
 */
function hasFloatClasses(type: Type, release: Release): boolean {
  let inner = type;
  for (let depth = 0; depth < 64; depth++) {
    if (inner.kind === "array" || inner.kind === "vector") inner = inner.element;
    else if (inner.kind === "struct" && release >= 21) {
      const { elements } = inner;
      const [first] = elements ?? [];
      if (!first || !elements?.every((e) => e === first)) return false;
      inner = first;
    } else return isFloating(inner);
  }
  return false;
}

/** The first release that drops attributes which a type cannot have; before, the verifier refuses them. */
const FITTED: Release = 13;
/** What the verifier says of a set with an attribute that a type cannot have; undefined if the release drops those. */
export function misfit(set: AttributeSet | undefined, type: Type, release: Release): string | undefined {
  if (!set || release >= FITTED || !set.attributes.some((attribute) => isIncompatible(attribute, type, release)))
    return undefined;
  return "Wrong types for attribute";
}
/** Whether a value of this type cannot have the attribute. */
function isIncompatible(attribute: Attribute, type: Type, release: Release): boolean {
  if (attribute.form === "string") return false;
  const { kind } = attribute;
  const pointer = POINTER_KINDS.get(kind);
  if (pointer !== undefined) return release >= pointer && type.kind !== "pointer";
  switch (kind) {
    case Kind.signext:
    case Kind.zeroext:
      return release >= 9 && type.kind !== "integer";
    case Kind.allocalign:
      return release >= 15 && type.kind !== "integer";
    case Kind.align:
      return release >= 14 ? scalarOf(type).kind !== "pointer" : release >= 13 && type.kind !== "pointer";
    case Kind.noundef:
      return release >= 13 && type.kind === "void";
    case Kind.nofpclass:
      return release >= 17 && !hasFloatClasses(type, release);
    case Kind.range: {
      const scalar = scalarOf(type);
      if (scalar.kind !== "integer") return true;
      return release >= 21 && attribute.form === "range" && attribute.range.bits !== scalar.width;
    }
    default:
      return false;
  }
}

/** Fits attribute lists to the functions and calls that use them. A list that needs no change is returned as it is. */
export class AttributeFitter {
  constructor(
    private readonly sets: AttributeSets,
    private readonly release: Release,
  ) {}

  /**
   * The attribute list for a function or call of this type: byval, sret and inalloca without a type get the pointee of
   * their parameter; attributes that the return value and parameters cannot have are dropped (since LLVM 13, from
   * declarations and definitions alike).
   */
  fit(list: AttributeList, type: FunctionType, argumentTypes: readonly Type[] = type.params): AttributeList {
    let changed = false;
    const update = (set: AttributeSet | undefined, of: Type | undefined): AttributeSet | undefined => {
      if (!set || !of) return set;
      const fitted = this.fitSet(set, of);
      changed ||= fitted !== set;
      return fitted;
    };
    const returnSet = update(list.returnSet, type.result);
    const paramSets = list.paramSets.map((set, i) => update(set, argumentTypes[i]));
    return changed ? { functionSet: list.functionSet, returnSet, paramSets } : list;
  }

  /** The list with this type as an attribute of a parameter (0-based), unless that has one of the kind. */
  withParamType(list: AttributeList, parameter: number, kind: number, type: Type): AttributeList {
    const old = list.paramSets[parameter];
    if (old?.attributes.some((a) => a.form === "type" && a.kind === kind && a.type)) return list;
    const builder = new AttributeBuilder(old?.attributes);
    builder.add({ form: "type", kind, type });
    const paramSets: (AttributeSet | undefined)[] = [...list.paramSets];
    while (paramSets.length < parameter) paramSets.push(undefined);
    paramSets[parameter] = this.sets.of(builder);
    return { ...list, paramSets };
  }

  /** By serial number of a set: whether the type of an argument may change it. */
  private readonly dependent: (boolean | undefined)[] = [];
  /** Whether the type of an argument may change a set. */
  dependsOnType({ serial, attributes }: AttributeSet): boolean {
    while (this.dependent.length <= serial) this.dependent.push(undefined);
    return (this.dependent[serial] ??= attributes.some(
      // `noundef` is dropped from void only, and no argument is void.
      (attribute) => attribute.form !== "string" && attribute.kind !== Kind.noundef,
    ));
  }

  private fitSet(set: AttributeSet, type: Type): AttributeSet | undefined {
    const drops = (a: Attribute): boolean => this.release >= FITTED && isIncompatible(a, type, this.release);
    const lacksType = (a: Attribute): boolean => a.form === "type" && a.type === undefined;
    if (!set.attributes.some((a) => drops(a) || lacksType(a))) return set;
    const builder = new AttributeBuilder();
    for (const attribute of set.attributes) {
      if (drops(attribute)) continue;
      const pointee = type.kind === "pointer" ? type.pointee : undefined;
      if (attribute.form === "type" && attribute.type === undefined && pointee) {
        builder.add({ ...attribute, type: pointee });
      } else builder.add(attribute);
    }
    return this.sets.of(builder);
  }
}
