/** Sketches of MLIR's ops for the checks of its verifier: types and attributes are given by their texts. */
import assert from "node:assert/strict";
import type { AttributeNode, TypeNode } from "../../extension/formats/mlir/model/node";
import type { Release } from "../../extension/formats/mlir/model/release";
import { partsOf } from "../../extension/formats/mlir/attributes/brackets";
import type { NestedBlock } from "../../extension/formats/mlir/verify/nestedOp";
import { NestedOp } from "../../extension/formats/mlir/verify/nestedOp";
import { faultOf } from "../../extension/formats/mlir/verify/fault";
import { TypeView } from "../../extension/formats/mlir/verify/entryView";
import { OP_CHECKS } from "../../extension/formats/mlir/verify/ops";
import type { SpelledEntries } from "../../extension/formats/mlir/verify/signature";

/** Types and attributes by their texts: they are entries in the order in which they are first named. */
const texts: string[] = [];
const attributeTexts: string[] = [];
const indexIn = (list: string[], text: string): number => {
  if (!list.includes(text)) list.push(text);
  return list.indexOf(text);
};
const typeIndex = (text: string): number => indexIn(texts, text);

function typeNode(text: string): TypeNode {
  const [, sign = "", width] = /^([su]?)i(\d+)$/.exec(text) ?? [];
  if (width !== undefined)
    return { kind: "integer", width: Number(width), sign: sign ? (sign === "s" ? "signed" : "unsigned") : "signless" };
  if (text === "index") return { kind: "index" };
  if (text === "f16" || text === "f32") return { kind: "float", name: text };
  const [, unranked, unrankedElement = ""] = /^(tensor|memref)<\*x(.*)>$/.exec(text) ?? [];
  if (unranked === "tensor") return { kind: "unrankedTensor", element: typeIndex(unrankedElement) };
  if (unranked) return { kind: "unrankedMemref", element: typeIndex(unrankedElement), space: undefined };
  const [, kind, sizes = "", rest = ""] = /^(tensor|memref|vector)<((?:(?:\d+|\?|\[\d+\])x)*)(.*)>$/.exec(text) ?? [];
  const dimensions = sizes.split("x").slice(0, -1);
  const shape = dimensions.map((size) => (size === "?" ? -(2n ** 63n) : Number(/\d+/.exec(size)?.[0])));
  const [element = "", ...marks] = partsOf(rest);
  const of = { shape, element: typeIndex(element) };
  const mark = (found: string | undefined): number | undefined =>
    found === undefined ? undefined : indexIn(attributeTexts, /^\d+$/.test(found) ? `${found} : i64` : found);
  if (kind === "tensor") return { kind, ...of, encoding: mark(marks[0]) };
  if (kind === "vector") return { kind, ...of, scalable: dimensions.map((size) => size.startsWith("[")) };
  if (kind === "memref") {
    const names = shape.map((_, i) => `d${i}`).join(", ");
    const isLayout = /^(?:strided|affine_map)</.test(marks[0] ?? "");
    const layout = isLayout ? marks.shift() : `affine_map<(${names}) -> (${names})>`;
    return { kind, ...of, layout: indexIn(attributeTexts, layout ?? ""), space: mark(marks[0]) };
  }
  const [, inputs = "", results = ""] = /^\((.*)\) -> \((.*)\)$/.exec(text) ?? [];
  if (text.startsWith("("))
    return { kind: "function", inputs: partsOf(inputs).map(typeIndex), results: partsOf(results).map(typeIndex) };
  return { kind: "assembly", dialect: "", text };
}

function attributeNode(text: string): AttributeNode {
  if (text === "true" || text === "false")
    return { kind: "integer", type: typeIndex("i1"), width: 1, value: text === "true" ? 1n : 0n };
  const [, float] = /^(?:-?\d+\.\d\S*|0x\w+) : (\w+)$/.exec(text) ?? [];
  if (float !== undefined) return { kind: "float", type: typeIndex(float), bits: 0n };
  const [, dense] = /^dense<.*> : (.*)$/.exec(text) ?? [];
  if (dense !== undefined) return { kind: "denseElements", type: typeIndex(dense), data: { startByte: 0, endByte: 0 } };
  const [, value, type = ""] = /^(-?\d+) : (\w+)$/.exec(text) ?? [];
  if (value !== undefined)
    return { kind: "integer", type: typeIndex(type), width: 64, value: BigInt.asUintN(64, BigInt(value)) };
  if (text === "unit") return { kind: "unit" };
  if (text === "opaque") return { kind: "opaque", dialect: "", blob: { startByte: 0, endByte: 0 }, damage: undefined };
  if (text.startsWith('"')) return { kind: "string", string: 0, type: undefined };
  if (text.startsWith("@")) {
    const [root = 0, ...nested] = text.split("::").map((name) => indexIn(attributeTexts, `"${name.slice(1)}"`));
    return { kind: "symbolRef", root, nested };
  }
  if (text.startsWith("{")) {
    const pairs = partsOf(text.slice(1, -1)).map((part) => part.split(/ = (.*)/));
    const [names, values] = [0, 1].map((i) =>
      pairs.map((pair) => indexIn(attributeTexts, i === 0 ? `"${pair[0] ?? ""}"` : (pair[1] ?? "unit"))),
    );
    return { kind: "dictionary", names: names ?? [], values: values ?? [] };
  }
  if (text.startsWith("["))
    return { kind: "array", elements: partsOf(text.slice(1, -1)).map((part) => indexIn(attributeTexts, part)) };
  if (text.startsWith("type ")) return { kind: "type", type: typeIndex(text.slice(5)) };
  return { kind: "assembly", dialect: "", text };
}

const attributeOf = (index: number): string => (attributeTexts[index] ?? "").replace(/^type /, "");

/** All types and attributes. */
export const entries: SpelledEntries = {
  attribute: (index) => attributeNode(attributeTexts[index] ?? ""),
  type: (index) => typeNode(texts[index] ?? ""),
  typeText: (index) => texts[index] ?? "",
  attributeText: attributeOf,
  shortText: (kind, index) => (kind === "type" ? texts[index] : attributeOf(index)),
  stringValue: (index) => (attributeTexts[index] ?? "").replaceAll('"', ""),
  isSame: (type, other) => type === other,
  allows: () => true,
};

/** Entries of which only the nodes matter: a type is spelled `t` and its index, an attribute `a` and its index. */
export function numbered(
  type: (index: number) => TypeNode,
  attribute: (index: number) => AttributeNode = () => ({ kind: "unit" }),
): SpelledEntries {
  return {
    attribute,
    type,
    typeText: (index) => `t${index}`,
    attributeText: (index) => `a${index}`,
    shortText: (kind, index) => (kind === "type" ? `t${index}` : `a${index}`),
    stringValue: () => "",
    isSame: (type, other) => type === other,
    allows: () => true,
  };
}

/** What an op is made of. */
export interface Sketch {
  readonly operands?: readonly string[];
  readonly results?: readonly string[];
  readonly properties?: Readonly<Record<string, string>>;
  /** The sizes of the definition's lists of operands. */
  readonly groups?: readonly number[];
  /** 22 if it is not given. */
  readonly release?: Release;
  /** The op around. */
  readonly parent?: NestedOp;
  /** By value, the name of the op that defines it, its attribute `value`, and the values that it takes. */
  readonly constants?: readonly (readonly [name: string, value: string, operands?: readonly number[]] | undefined)[];
  /** The name and the properties of the op that defines each operand. */
  readonly definers?: readonly (readonly [name: string, properties: Readonly<Record<string, string>>])[];
  /** The blocks in each region. */
  readonly regions?: readonly (readonly NestedBlock[])[];
  /** The numbers of its operands among the values, 0, 1, … if they are not given. */
  readonly values?: readonly number[];
  /** The number of its first result; 9 if it is not given. */
  readonly first?: number;
  /** The first value of the region that it stands in; 0 if it is not given. */
  readonly regionStart?: number;
  /** The numbers of the blocks that it leads to. */
  readonly successors?: readonly number[];
}

/** A list of indices, as an op has of its operands' types. */
export const indexList = (...items: readonly number[]): { readonly length: number; at(index: number): number } => ({
  length: items.length,
  at: (index) => items[index] ?? -1,
});
/** A list of types. */
export const typeList = (names: readonly string[] = []): ReturnType<typeof indexList> =>
  indexList(...names.map(typeIndex));

/** Whether the file says that the dialect has an op: it says that of none but those of the dialect `unregistered`. */
const isRegistered = (name: string): false | undefined => (name.startsWith("unregistered.") ? false : undefined);

/** An op. */
export function placed(name: string, sketch: Sketch = {}): NestedOp {
  const named = (
    values: Readonly<Record<string, string>>,
  ): { name: string; value: { kind: "attribute"; index: number } }[] =>
    Object.entries(values).map(([key, text]) => ({
      name: key,
      value: { kind: "attribute" as const, index: indexIn(attributeTexts, text) },
    }));
  const { groups = [], constants = [], definers = [], regions = [], successors = [], parent, release = 22 } = sketch;
  const starts = groups.map((_, i) => groups.slice(0, i).reduce((sum, size) => sum + size, 0));
  const parts = {
    ...{ name, operands: typeList(sketch.operands), results: typeList(sketch.results), parent, release },
    properties: named(sketch.properties ?? {}),
    divided: () =>
      ({ start: (i: number) => starts[i] ?? 0, end: (i: number) => (starts[i] ?? 0) + (groups[i] ?? 0) }) as never,
    ...{
      values: Int32Array.from(sketch.values ?? sketch.operands?.keys() ?? []),
      firstResult: sketch.first ?? 9,
      regionStart: sketch.regionStart ?? 0,
      successors,
    },
    registered: isRegistered(name),
    ...{ startByte: 0, endByte: 1, regionCount: regions.length },
    key: JSON.stringify([name, sketch.properties, sketch.operands, sketch.results]),
    definer: (value: number) => {
      const constant = constants[value];
      const [name, properties] = definers[value] ?? (constant ? [constant[0], { value: constant[1] }] : []);
      if (name === undefined) return undefined;
      return {
        name,
        registered: isRegistered(name),
        properties: () => named(properties ?? {}),
        operands: () => constant?.[2] ?? [],
      };
    },
  };
  const op = new NestedOp(parts, entries);
  op.regions = regions.map((blocks) => [...blocks]);
  return op;
}

/** The fault that the check of an op alone finds. */
export const fault = (name: string, sketch: Sketch): string | undefined => {
  const check = OP_CHECKS.get(name);
  assert.ok(check);
  return faultOf(() => {
    check(placed(name, sketch));
  });
};

/** A block of a region. @param args the types of its arguments */
export const block = (args: readonly string[], ...ops: readonly NestedOp[]): NestedBlock => ({
  ...{ args: args.map((text) => new TypeView(typeIndex(text), entries)), firstValue: 0, ops },
});
