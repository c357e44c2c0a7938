/** The types of an op's operands and results, and what its traits demand of them (mlir::OpTrait::impl). */
import { elementTypeOf, shapeOf } from "../attributes/shape";
import type { Dimension } from "../model/node";
import { DYNAMIC } from "../model/node";
import type { TypeList } from "../model/signatureKey";
import { listed } from "../model/signatureKey";
import type { Entries, Subject } from "./subject";
import { isScalar } from "./subject";
import type { Constraint } from "./table";

/** Entries, and the spelling of types: two entries may be one type. */
export interface SpelledEntries extends Entries {
  typeText(type: number): string;
  attributeText(attribute: number): string;
  /** The text of a type or an attribute; undefined for a long one, which many ops may refer to. */
  shortText(kind: "attribute" | "type", index: number): string | undefined;
  /** The characters of a StringAttr. */
  stringValue(attribute: number): string;
  /** Whether two entries are the same type. */
  isSame(type: number, other: number): boolean;
  /** Whether a constraint allows an entry, or may do so. */
  allows(constraint: Constraint, table: Subject["table"], index: number): boolean;
}

/** In the place of a type's index: NoneType, which a string has though no entry is it. */
export const NONE = -2;

/** The types of an op's operands and results. */
export interface Signature {
  readonly operands: TypeList;
  readonly results: TypeList;
}

/** Whether two entries are the same type. */
export const sameType = (a: number, b: number, entries: SpelledEntries): boolean =>
  a === b || textOf(a, entries) === textOf(b, entries);
const textOf = (type: number, entries: SpelledEntries): string => (type === NONE ? "none" : entries.typeText(type));

/** The type of the elements, or the type itself; undefined if that cannot be told. */
export function scalarOf(type: number, entries: Entries): number | undefined {
  if (type === NONE) return type;
  const node = entries.type(type);
  return isScalar(node) ? type : elementTypeOf(node);
}

/** A type's shape: `none` if it has no shape, `unranked`; undefined if that cannot be told. */
export function shapeOfType(type: number, entries: Entries): readonly Dimension[] | "none" | "unranked" | undefined {
  if (type === NONE) return "none";
  const node = entries.type(type);
  if (node.kind === "unrankedTensor" || node.kind === "unrankedMemref") return "unranked";
  return isScalar(node) ? "none" : shapeOf(node);
}

/** Whether all types are certainly not of one element type. */
function differInScalars(types: readonly number[], entries: SpelledEntries): boolean {
  const scalars = types.map((type) => scalarOf(type, entries));
  const [first] = scalars;
  return first !== undefined && scalars.some((one) => one !== undefined && !sameType(one, first, entries));
}

const isDynamic = (size: Dimension | undefined): boolean => size === DYNAMIC;

/** Whether the shapes of types certainly do not fit each other (mlir::verifyCompatibleShapes). */
export function differInShapes(types: readonly number[], entries: Entries): boolean {
  const shapes = types.map((type) => shapeOfType(type, entries));
  if (shapes.includes(undefined)) return false;
  const scalars = shapes.filter((shape) => shape === "none").length;
  if (scalars > 0) return scalars < shapes.length;
  const scalable = types.filter((type) => isScalable(type, entries)).length;
  if (scalable > 0 && scalable < types.length) return true;
  const ranked = shapes.filter((shape) => typeof shape === "object");
  const [first] = ranked;
  if (!first) return false;
  return (
    ranked.some(({ length }) => length !== first.length) ||
    first.some((_, i) => new Set(ranked.map((shape) => shape[i]).filter((size) => !isDynamic(size))).size > 1)
  );
}

function isScalable(type: number, entries: Entries): boolean {
  const node = entries.type(type);
  return node.kind === "vector" && node.scalable.includes(true);
}

/** Whether the ranks of the ranked types certainly differ. */
function differInRanks(types: readonly number[], entries: Entries): boolean {
  const shapes = types.map((type) => shapeOfType(type, entries));
  return new Set(shapes.flatMap((shape) => (typeof shape === "object" ? [shape.length] : []))).size > 1;
}

/** Whether tensors certainly have an encoding that the first result has not. */
function differInEncodings(types: readonly number[], { results: [first] }: Types, entries: Entries): boolean {
  const node = first === undefined ? undefined : entries.type(first);
  if (node?.kind !== "tensor" || node.encoding === undefined) return false;
  return types.some((type) => {
    const other = entries.type(type);
    return other.kind === "tensor" && other.encoding === undefined;
  });
}

/** The fault of a signature against the traits (verify/table.ts), in the reference's words; undefined if there is none. */
export function traitFault(traits: string, signature: Signature, entries: SpelledEntries): string | undefined {
  const [operands, results] = [listed(signature.operands), listed(signature.results)];
  const both = [...results, ...operands];
  for (const trait of traits) {
    const fault = oneFault(trait, { operands, results }, both, entries);
    if (fault !== undefined) return fault;
  }
  return results.length + operands.length > 0 && traits.includes("w")
    ? elementwiseFault(operands, results, entries)
    : undefined;
}

/** The types of an op's operands and results as lists. */
interface Types {
  readonly operands: readonly number[];
  readonly results: readonly number[];
}

function oneFault(
  trait: string,
  signature: Types,
  both: readonly number[],
  entries: SpelledEntries,
): string | undefined {
  const { operands, results } = signature;
  const [first = 0] = operands;
  switch (trait) {
    case "T":
      if (differInScalars(both, entries) || pairsDiffer(signature, both, entries))
        return "requires the same type for all operands and results";
      return differInEncodings(both, signature, entries)
        ? "requires the same encoding for all operands and results"
        : undefined;
    case "S":
      return differInShapes(both, entries) ? "requires the same shape for all operands and results" : undefined;
    case "E":
      return differInScalars(both, entries) ? "requires the same element type for all operands and results" : undefined;
    case "R":
      if (differInRanks(operands, entries)) return "operands don't have matching ranks";
      return differInRanks(both, entries) ? "result type has different rank than operands" : undefined;
    case "t":
      return operands.some((type) => !sameType(type, first, entries))
        ? "requires all operands to have the same type"
        : undefined;
    case "s":
      return differInShapes(operands, entries) ? "requires the same shape for all operands" : undefined;
    case "e":
      return differInScalars(operands, entries) ? "requires the same element type for all operands" : undefined;
    case "f":
      return results.some((type) => isNoFloat(type, entries)) ? "requires a floating point type" : undefined;
    default:
      return undefined;
  }
}

/** Whether a type's shape certainly does not fit that of the first result. */
function pairsDiffer({ results: [first] }: Types, types: readonly number[], entries: Entries): boolean {
  const shape = first === undefined ? undefined : shapeOfType(first, entries);
  if (shape === undefined) return false;
  return types.some((type) => {
    const other = shapeOfType(type, entries);
    if (other === undefined || other === shape) return false;
    if (other === "none" || shape === "none") return true;
    if (other === "unranked" || shape === "unranked") return false;
    return (
      other.length !== shape.length ||
      other.some((size, i) => size !== shape[i] && !isDynamic(size) && !isDynamic(shape[i]))
    );
  });
}

function isNoFloat(type: number, entries: Entries): boolean {
  const scalar = scalarOf(type, entries);
  const kind = scalar === undefined ? undefined : entries.type(scalar).kind;
  return kind === "integer" || kind === "index";
}

/** Vectors and tensors of an elementwise op have one kind and shape. */
function elementwiseFault(
  operands: readonly number[],
  results: readonly number[],
  entries: Entries,
): string | undefined {
  const kindOf = (type: number): string => entries.type(type).kind;
  if ([...operands, ...results].some((type) => UNKNOWN.has(kindOf(type)))) return undefined;
  const isMapped = (type: number): boolean => MAPPED.has(kindOf(type));
  const [from, to] = [operands.filter(isMapped), results.filter(isMapped)];
  if (from.length + to.length === 0) return undefined;
  if (from.length === 0) return "if a result is non-scalar, then at least one operand must be non-scalar";
  if (to.length === 0) return "if an operand is non-scalar, then there must be at least one non-scalar result";
  if (to.length < results.length) return "if an operand is non-scalar, then all results must be non-scalar";
  const all = [...from, ...to];
  return new Set(all.map(kindOf)).size > 1 || differInShapes(all, entries)
    ? "all non-scalar operands/results must have the same shape and base type"
    : undefined;
}

const MAPPED: ReadonlySet<string> = new Set(["vector", "tensor", "unrankedTensor"]);
const UNKNOWN: ReadonlySet<string> = new Set(["assembly", "custom", "opaque"]);
