/** Checks an op against what its definition demands of operands, results and attributes. */
import type { NamedValue } from "../model/module";
import { MemberLists } from "./members";
import type { Signature, SpelledEntries } from "./signature";
import { NONE, sameType, scalarOf, shapeOfType, traitFault } from "./signature";
import { isUntyped, typeOfAttribute } from "./subject";
import type { CommonRule, OpRules, ValueRule } from "./table";

/** An op as its definition describes it. */
export interface DefinedOp extends Signature {
  readonly properties: readonly NamedValue[];
  /** Whether the properties have a record: from a dictionary, only attributes of the right class become properties. */
  readonly inRecord: boolean;
  /** The numbers of a property that is an array of them. */
  integers(value: NamedValue["value"]): readonly bigint[] | undefined;
}

/** An op's attributes, and the types of its results. */
export interface TypedOp extends Pick<DefinedOp, "properties" | "inRecord"> {
  readonly results: { readonly length: number; at(index: number): number };
}

/**
 * The fault in the types of an op's operands and results, in the reference's words; undefined if none is certain. They
 * are divided by sizes among its properties only if `rules.divided`.
 */
export function typesFault(rules: OpRules, op: DefinedOp, entries: SpelledEntries): string | undefined {
  const operands = listsOf(rules, rules.operands, op.operands, "operandSegmentSizes", "o", op);
  const results = listsOf(rules, rules.results, op.results, "resultSegmentSizes", "r", op);
  return (
    traitFault(rules.traits, op, entries) ??
    (operands && valueFault("operand", rules.operands, operands, entries)) ??
    (results && valueFault("result", rules.results, results, entries)) ??
    (operands && results && commonFault(rules.common, operands, results, entries))
  );
}

/** The fault in an op's attributes, which matter if `rules.attributes` or `rules.typed` has any. */
export function attributesFault(rules: OpRules, op: TypedOp, entries: SpelledEntries): string | undefined {
  return attributeFault(rules, op, entries) ?? typedFault(rules.typed, op, entries);
}

/** The values of each operand or result of the definition; undefined if that cannot be told. */
function listsOf(
  { traits }: OpRules,
  members: readonly ValueRule[],
  types: readonly number[],
  segments: string,
  equal: string,
  op: DefinedOp,
): MemberLists | undefined {
  const sizes = (): readonly bigint[] | undefined => {
    const value = valueOf(segments, op);
    return value && op.integers(value);
  };
  return MemberLists.of(members, types, sizes, traits.includes(equal));
}

function valueFault(
  word: string,
  members: readonly ValueRule[],
  lists: MemberLists,
  entries: SpelledEntries,
): string | undefined {
  for (let i = 0; i < members.length; i++) {
    const { constraint, many } = members[i] as ValueRule;
    if (!constraint && many !== "?") continue;
    const [start, end] = lists.range(i);
    if (many === "?" && end - start > 1)
      return `${word} group starting at #${start} requires 0 or 1 element, but found ${end - start}`;
    if (!constraint) continue;
    for (let at = start; at < end; at++) {
      const index = lists.types[at] ?? -1;
      if (index < 0 || entries.allows(constraint, index)) continue;
      const kind = many === "*" || many === "#" ? "variadic of " : "";
      const demand = constraint.summary === "" ? "of a type that its definition allows" : kind + constraint.summary;
      return `${word} #${at} must be ${demand}, but got '${entries.typeText(index)}'`;
    }
  }
  return undefined;
}

function attributeFault({ attributes }: OpRules, op: TypedOp, entries: SpelledEntries): string | undefined {
  for (const [name, { test, isInner }] of attributes) {
    if (!isInner && !op.inRecord) continue;
    const value = valueOf(name, op);
    if (value?.kind !== "attribute") continue;
    if (test({ table: "attribute", index: value.index }, entries) === false)
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
    const types: number[] = [];
    for (const { isResult, place } of rule.places) {
      const lists = isResult ? results : operands;
      const start = lists.onlyValue(place);
      if (start >= 0) types.push(lists.types[start] ?? 0);
    }
    const [first] = types;
    if (types.length < rule.places.length || types.every((type) => type === first)) continue;
    if (differ(rule, types, entries)) return `failed to verify that ${rule.summary}`;
  }
  return undefined;
}

/** The fault of an attribute whose type is not that of a result. */
function typedFault(rules: OpRules["typed"], op: TypedOp, entries: SpelledEntries): string | undefined {
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

/** Whether types certainly differ in what a rule names. */
function differ({ word }: CommonRule, types: readonly number[], entries: SpelledEntries): boolean {
  const [first = 0, ...others] = types;
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
