/** What mlir::spirv demands of composites and of constants (SPIRVOps.cpp). */
import type { Release } from "../../model/release";
import type { AttrView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";
import { inAngles } from "../lists";
import type { OpCheck } from "../opView";

/** The types in a composite type, by their texts; undefined if it is no composite. */
export function membersOf(text: string): readonly string[] | undefined {
  const inner = inAngles(text);
  if (/^(?:vector<|!spirv\.(?:array|matrix)<)/.test(text)) {
    const [, count, element = ""] = /^(\d+) ?x ?(.*?)(?:, stride=\d+)?$/.exec(inner) ?? [];
    return count === undefined || Number(count) > 1 << 12 ? unknown() : Array<string>(Number(count)).fill(element);
  }
  if (/^!spirv\.(?:coopmatrix|rtarray)</.test(text)) return unknown();
  if (!text.startsWith("!spirv.struct<"))
    return text.startsWith("!") && !text.startsWith("!spirv.ptr") ? unknown() : undefined;
  const list = /\((.*)\)/.exec(inner)?.[1];
  return partsOf(known(list)).map((member) => member.replace(/ \[[^\]]*\]$/, ""));
}

/** The type of a part of a composite. */
export function partType(composite: string, indices: readonly AttrView[]): string {
  let type = composite;
  for (const { integer } of indices) {
    const members = membersOf(type);
    refuseBare(!members, `cannot extract from non-composite type '${type}' with index ${integer}`);
    const member = members?.[integer];
    refuseBare(member === undefined, `index ${integer} out of bounds for '${type}'`);
    type = member ?? "";
  }
  return type;
}

export const constructed: OpCheck = (op) => {
  const { operands } = op;
  const { text } = op.result();
  if (text.startsWith("!spirv.coopmatrix<")) {
    const words = `has incorrect number of operands: expected 1, but provided ${operands.length}`;
    refuse(operands.length !== 1, words);
    const element = known(/x([^x,]+)$/.exec(op.result().parameters[0] ?? "")?.[1]);
    refuse(!op.operand(0).is(element), typeWords(element, op.operand(0).text));
    return;
  }
  const members = known(membersOf(text));
  if (members.length === operands.length) {
    members.forEach((member, i) => {
      refuse(!op.operand(i).is(member), typeWords(member, op.operand(i).text));
    });
    return;
  }
  refuse(
    op.result().kind !== "vector",
    "expected to return a vector or cooperative matrix when the number of constituents is less than what the result needs",
  );
  let count = 0;
  for (const type of operands) {
    count += type.kind === "vector" ? type.count : 1;
    const words = `operand element type mismatch: expected to be '${members[0] ?? ""}', but provided '${type.scalar.text}'`;
    refuse(!type.scalar.isSame(op.result().element), words);
  }
  refuse(
    count !== members.length,
    `has incorrect number of operands: expected ${members.length}, but provided ${count}`,
  );
};

const typeWords = (expected: string, found: string): string =>
  `operand type mismatch: expected operand type '${expected}', but provided '${found}'`;

/** Whether an attribute is a constant of a type. */
export function constantOf(value: AttrView, type: string, release: Release): void {
  const { node } = value;
  if (node?.kind === "unit" || node?.kind === "string") refuse(true, `cannot have attribute: ${value.text}`);
  if (type.startsWith("!spirv.coopmatrix<"))
    refuse(
      node?.kind === "denseElements" && value.text.startsWith("dense<["),
      `expected a splat dense attribute for cooperative matrix constant, but found ${value.text}`,
    );
  if (node?.kind === "integer" || node?.kind === "float") {
    const words = `result type ('${type}') does not match value type ('${value.type.text}')`;
    refuse(!value.type.is(type), words);
    return;
  }
  const isArray = type.startsWith("!spirv.array<");
  if (node?.kind === "array") {
    // Since 23, structs may have such values too.
    if (!isArray && type.startsWith("!spirv.struct<")) unknown();
    const types = release < 23 ? "spirv.array" : "spirv.array or spirv.struct";
    refuse(!isArray, `must have ${types} result type for array value`);
    const [element = ""] = known(membersOf(type));
    for (const one of value.list) constantOf(one, element, release);
    return;
  }
  if (node?.kind !== "denseElements" || value.type.is(type)) return;
  refuse(
    !isArray,
    `result or element type ('${type}') does not match value type ('${value.type.text}'), must be the same or spirv.array`,
  );
  let [element, count] = [type, 1];
  while (element.startsWith("!spirv.array<")) {
    const members = known(membersOf(element));
    [element, count] = [members[0] ?? "", count * members.length];
  }
  refuse(!/^(?:[su]?i\d+|b?f\d\w*)$/.test(element), "only support nested array result type");
  const found = value.type;
  refuse(
    !found.element.is(element),
    `result element type ('${element}') does not match value element type ('${found.element.text}')`,
  );
  refuse(
    count !== found.count,
    `result number of elements (${count}) does not match value number of elements (${found.count})`,
  );
}

export const extended: OpCheck = (op) => {
  const members = known(membersOf(op.result().text));
  refuse(members.length !== 2, "expected result struct type containing two members");
  const all = [op.operand(0).text, op.operand(1).text, ...members];
  refuse(new Set(all).size > 1, "expected all operand types and struct member types are the same");
};
