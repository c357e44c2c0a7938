/** The builtin dialect's types as MLIR's printer spells them (AsmPrinter::Impl::printTypeImpl). */
import type { Tables } from "../../model/module";
import type { AssemblyNode, CustomNode, Dimension, OpaqueNode, TypeNode } from "../../model/node";
import type { Piece } from "../../model/piece";
import { isIdentityMap } from "../affine/identity";
import { spellShape } from "../shape";
import { separated } from "./spellAttribute";

/** The types that the builtin dialect spells. */
export type BuiltinType = Exclude<TypeNode, AssemblyNode | CustomNode | OpaqueNode>;

/** A use of another type, and a list of them. */
const type = (index: number): Piece => ({ kind: "type", index });
const types = (indices: readonly number[]): readonly Piece[] => separated(indices.map(type));

const INTEGER_PREFIX = { signless: "i", signed: "si", unsigned: "ui" } as const;

/** The spelling of a builtin type. */
export function spellBuiltinType(node: BuiltinType, tables: Tables): readonly Piece[] {
  switch (node.kind) {
    case "integer":
      return [INTEGER_PREFIX[node.sign] + String(node.width)];
    case "index":
    case "none":
    case "token":
      return [node.kind];
    case "float":
      return [node.name];
    case "function":
    case "graph":
      return spellFunction(node.inputs, node.results, tables);
    case "complex":
      return ["complex<", type(node.element), ">"];
    case "tuple":
      return ["tuple<", ...types(node.elements), ">"];
    case "tensor": {
      const encoding: readonly Piece[] =
        node.encoding === undefined ? [] : [", ", { kind: "attribute", index: node.encoding, elision: "never" }];
      return [`tensor<${spellShape(node.shape)}`, type(node.element), ...encoding, ">"];
    }
    case "vector":
      return [`vector<${vectorShape(node.shape, node.scalable, tables)}`, type(node.element), ">"];
    case "memref":
      return spellMemref(node, tables);
    case "unrankedTensor":
      return ["tensor<*x", type(node.element), ">"];
    case "unrankedMemref":
      return ["memref<*x", type(node.element), ...suffix(node.space), ">"];
  }
}

/** `(i32) -> i32`; several results, or one that is a function, are in parentheses. */
function spellFunction(inputs: readonly number[], results: readonly number[], tables: Tables): readonly Piece[] {
  const [only] = results;
  const bare = results.length === 1 && only !== undefined && tables.type(only).kind !== "function";
  return ["(", ...types(inputs), ") -> ", ...(bare ? types(results) : ["(", ...types(results), ")"])];
}

/** A vector's dimensions; MLIR 16 puts the scalable ones, which are the last, in one pair of brackets. */
function vectorShape(shape: readonly Dimension[], scalable: readonly boolean[], { release }: Tables): string {
  const text = spellShape(shape, scalable);
  return release === 16 ? text.replaceAll("]x[", "x") : text;
}

/** `, layout`, `, space`: i64 and f64 attributes are printed without their type there. */
function suffix(index: number | undefined): readonly Piece[] {
  return index === undefined ? [] : [", ", { kind: "attribute", index, elision: "may" }];
}

/** The layout is left out if it is an identity map. */
function spellMemref(node: Extract<TypeNode, { kind: "memref" }>, tables: Tables): readonly Piece[] {
  const layout = tables.attribute(node.layout);
  const identity =
    layout.kind === "affineMap" ? layout.identity : layout.kind === "assembly" && isIdentityMap(layout.text);
  return [
    `memref<${spellShape(node.shape)}`,
    type(node.element),
    ...(identity ? [] : suffix(node.layout)),
    ...suffix(node.space),
    ">",
  ];
}
