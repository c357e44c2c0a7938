/** Checks an op against what its definition demands of operands, results and attributes. */
import { elementTypeOf } from "../attributes/shape";
import type { NamedValue } from "../model/module";
import type { TypeList } from "../model/signatureKey";
import { MemberLists } from "./members";
import type { Signature, SpelledEntries } from "./signature";
import { NONE, sameType, scalarOf, shapeOfType, traitFault } from "./signature";
import { isUntyped, typeOfAttribute } from "./subject";
import type { CommonRule, OpRules, ValuePlace, ValueRule } from "./table";

/** An op as its definition describes it. */
export interface DefinedOp extends Signature, AttributedOp {
  /** The numbers of a property that is an array of them. */
  readonly integers: Integers;
}
/** Reads an array of numbers. */
export type Integers = (value: NamedValue["value"]) => readonly bigint[] | undefined;

/** An op's attributes, and the types of its results. */
export interface AttributedOp {
  readonly properties: readonly NamedValue[];
  /** Whether the properties have a record: from a dictionary, only attributes of the right class become properties. */
  readonly inRecord: boolean;
  readonly results: TypeList;
}

/** One pair serves all ops: an op is checked at once. */
const [OPERANDS, RESULTS] = [new MemberLists(), new MemberLists()];

/**
 * The fault in the types of an op's operands and results, in the reference's words; undefined if none is certain. They
 * are divided by sizes among its properties only if `rules.divided`.
 */
export function typesFault(rules: OpRules, op: DefinedOp, entries: SpelledEntries): string | undefined {
  const { traits, operands, results } = rules;
  const ins = OPERANDS.divide(operands, op.operands, sizesOf(rules, "operandSegmentSizes", op), traits.includes("o"));
  const outs = RESULTS.divide(results, op.results, sizesOf(rules, "resultSegmentSizes", op), traits.includes("r"));
  return (
    (rules.compares ? traitFault(traits, op, entries) : undefined) ??
    (ins ? valueFault("operand", operands, OPERANDS, entries) : undefined) ??
    (outs ? valueFault("result", results, RESULTS, entries) : undefined) ??
    (ins && outs ? commonFault(rules.common, OPERANDS, RESULTS, entries) : undefined)
  );
}

/** An op's operands or results by the members of its definition; undefined if they cannot be divided. */
export function divided(rules: OpRules, op: DefinedOp, what: "operands" | "results"): MemberLists | undefined {
  const [lists, sizes, letter] =
    what === "operands"
      ? ([OPERANDS, "operandSegmentSizes", "o"] as const)
      : ([RESULTS, "resultSegmentSizes", "r"] as const);
  return lists.divide(rules[what], op[what], sizesOf(rules, sizes, op), rules.traits.includes(letter))
    ? lists
    : undefined;
}

/** The fault in an op's attributes, which matter if `rules.attributes` or `rules.typed` has any. */
export function attributesFault(rules: OpRules, op: AttributedOp, entries: SpelledEntries): string | undefined {
  return attributeFault(rules, op, entries) ?? typedFault(rules.typed, op, entries);
}

/** The sizes of the lists of operands or results; undefined if the op has none. */
function sizesOf(rules: OpRules, name: string, op: DefinedOp): readonly bigint[] | undefined {
  const value = rules.divided ? valueOf(name, op) : undefined;
  return value && op.integers(value);
}

function valueFault(
  word: string,
  members: readonly ValueRule[],
  lists: MemberLists,
  entries: SpelledEntries,
): string | undefined {
  for (let i = 0; i < members.length; i++) {
    const { constraint, many } = members[i] as ValueRule;
    const [start, end] = [lists.start(i), lists.end(i)];
    if (many === "?" && end - start > 1)
      return `${word} group starting at #${start} requires 0 or 1 element, but found ${end - start}`;
    if (!constraint) continue;
    for (let at = start; at < end; at++) {
      const index = lists.types.at(at);
      if (index < 0 || entries.allows(constraint, "type", index)) continue;
      const kind = many === "*" || many === "#" ? "variadic of " : "";
      const demand = constraint.summary === "" ? "of a type that its definition allows" : kind + constraint.summary;
      return `${word} #${at} must be ${demand}, but got '${entries.typeText(index)}'`;
    }
  }
  return undefined;
}

function attributeFault({ attributes }: OpRules, op: AttributedOp, entries: SpelledEntries): string | undefined {
  for (const [name, constraint] of attributes) {
    const value = valueOf(name, op);
    if (value?.kind === "attribute" && !entries.allows(constraint, "attribute", value.index))
      return `attribute '${name}' failed to satisfy constraint of its definition`;
  }
  return undefined;
}

function commonFault(
  common: readonly CommonRule[],
  operands: MemberLists,
  results: MemberLists,
  entries: SpelledEntries,
): string | undefined {
  for (const rule of common) {
    const typeAt = ({ isResult, place }: ValuePlace): number => {
      const lists = isResult ? results : operands;
      const start = lists.onlyValue(place);
      return start < 0 ? -1 : lists.types.at(start);
    };
    const types = rule.places.map(typeAt);
    if (!types.includes(-1) && differ(rule, types, entries)) return `failed to verify that ${rule.summary}`;
  }
  return undefined;
}

/** The fault of an attribute whose type is not that of a result. */
function typedFault(rules: OpRules["typed"], op: AttributedOp, entries: SpelledEntries): string | undefined {
  for (const { attribute, result, summary } of rules) {
    const value = valueOf(attribute, op);
    if (value?.kind !== "attribute" || result >= op.results.length) continue;
    const expected = op.results.at(result);
    const node = entries.attribute(value.index);
    const type = node.kind === "string" ? (node.type ?? NONE) : typeOfAttribute(node);
    const fits = type === undefined ? !(op.inRecord && isUntyped(node)) : sameType(type, expected, entries);
    if (!fits) return `failed to verify that ${summary}`;
  }
  return undefined;
}

function valueOf(name: string, { properties }: Pick<DefinedOp, "properties">): NamedValue["value"] | undefined {
  for (const property of properties) if (property.name === name) return property.value;
  return undefined;
}

/** The type of a shaped type's elements, or of a complex number's parts; undefined for others, and if it cannot be told. */
function partType(type: number, entries: SpelledEntries): number | undefined {
  const node = entries.type(type);
  return node.kind === "complex" ? node.element : elementTypeOf(node);
}
/** Whether types certainly are not one that may be unknown. */
const isOtherThan = (wanted: number | undefined, types: readonly number[], entries: SpelledEntries): boolean =>
  wanted !== undefined && types.some((type) => !sameType(type, wanted, entries));

/** Whether a type certainly is not `i1`, or not of `i1`s in the shape of another type. */
function isNoBoolOf(other: number, type: number, entries: SpelledEntries): boolean {
  const [scalar, shape, otherShape] = [
    scalarOf(type, entries),
    shapeOfType(type, entries),
    shapeOfType(other, entries),
  ];
  if (scalar === undefined || shape === undefined || otherShape === undefined) return false;
  // LLVM's own vectors, until 20, have no shape of MLIR's.
  if (entries.typeText(other).startsWith("!llvm.vec<")) return false;
  return entries.typeText(scalar) !== "i1" || String(shape) !== String(otherShape);
}

/** Whether types certainly differ in what a rule names. */
function differ({ word }: CommonRule, types: readonly number[], entries: SpelledEntries): boolean {
  const [first = 0, ...others] = types;
  if (word === "element") return isOtherThan(partType(first, entries), others, entries);
  if (word === "bool") return others.some((type) => isNoBoolOf(first, type, entries));
  if (others.every((type) => type === first)) return false;
  if (word === "type") return others.some((type) => !sameType(type, first, entries));
  if (word === "scalar") {
    const scalars = types.map((type) => scalarOf(type, entries));
    const known = scalars.filter((type) => type !== undefined);
    return known.length === types.length && known.some((type) => !sameType(type, known[0] ?? 0, entries));
  }
  const shapes = types.map((type) => shapeOfType(type, entries));
  if (!shapes.every((shape) => typeof shape === "object")) return false;
  const texts = shapes.map((shape) => (word === "rank" ? String(shape.length) : shape.join("x")));
  return new Set(texts).size > 1;
}
