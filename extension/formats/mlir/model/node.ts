/** The content of an entry of the attribute/type section, decoded one level deep: references remain indices. */
import type { Blob } from "./cursor";

/** Size of a dynamic dimension (mlir::ShapedType::kDynamic). */
export const DYNAMIC = -(2n ** 63n);

/** A field of an attribute or type in a dialect's own encoding, in the order of the bytes. */
export interface CustomField {
  readonly name: string;
  readonly value: CustomValue;
}

/** The value of a field. An absent optional attribute has index -1. */
export type CustomValue =
  | { readonly kind: "integer"; readonly value: number | bigint }
  | { readonly kind: "bool"; readonly value: boolean }
  /** The bits of a double. */
  | { readonly kind: "float64"; readonly bits: bigint }
  /** Index of a string. */
  | { readonly kind: "string"; readonly index: number }
  | { readonly kind: "attribute"; readonly index: number }
  | { readonly kind: "type"; readonly index: number }
  | { readonly kind: "blob"; readonly blob: Blob }
  | { readonly kind: "list"; readonly elements: readonly CustomValue[] }
  | { readonly kind: "absent" };

/** An entry stored as assembly: its text as the writer printed it, without aliases. */
export interface AssemblyNode {
  readonly kind: "assembly";
  readonly dialect: string;
  readonly text: string;
}

/** An entry in a known encoding of a dialect other than builtin. */
export interface CustomNode {
  readonly kind: "custom";
  readonly dialect: string;
  readonly code: number;
  /** The dialect's name for it: `tensor_v1`, `di_file`. */
  readonly mnemonic: string;
  readonly fields: readonly CustomField[];
}

/** An entry in an unpublished encoding, or a damaged one. `damage` tells which. */
export interface OpaqueNode {
  readonly kind: "opaque";
  readonly dialect: string;
  readonly blob: Blob;
  readonly damage: string | undefined;
}

/**
 * An attribute. Numbers named `type`, `attribute`, `elements` … are indices of entries; `string` ones of strings.
 * Codes: MLIR BuiltinDialectBytecode.td, in that order.
 */
export type AttributeNode =
  | { readonly kind: "array"; readonly elements: readonly number[] }
  /** `names` are StringAttr entries. */
  | { readonly kind: "dictionary"; readonly names: readonly number[]; readonly values: readonly number[] }
  /** `most`: how many characters of the string are spelled, if not all. */
  | { readonly kind: "string"; readonly string: number; readonly type: number | undefined; readonly most?: number }
  /** `root` is a StringAttr entry, `nested` are FlatSymbolRef entries. */
  | { readonly kind: "symbolRef"; readonly root: number; readonly nested: readonly number[] }
  | { readonly kind: "type"; readonly type: number }
  | { readonly kind: "unit" }
  /** `value`: the two's complement bits, zero-extended. */
  | { readonly kind: "integer"; readonly type: number; readonly width: number; readonly value: bigint }
  | { readonly kind: "float"; readonly type: number; readonly bits: bigint }
  | { readonly kind: "callSiteLoc"; readonly callee: number; readonly caller: number }
  | { readonly kind: "fileLineColLoc"; readonly file: number; readonly line: number; readonly column: number }
  /** MLIR 22. `positions`: [], [line], [line, column], [line, column, end column], [line, column, end line, end column]. */
  | { readonly kind: "fileRangeLoc"; readonly file: number; readonly positions: readonly number[] }
  | { readonly kind: "fusedLoc"; readonly locations: readonly number[]; readonly metadata: number | undefined }
  | { readonly kind: "nameLoc"; readonly name: number; readonly child: number }
  | { readonly kind: "unknownLoc" }
  /** `resource`: index over the entries of all dialect groups of the resource section. */
  | { readonly kind: "denseResource"; readonly type: number; readonly resource: number }
  | { readonly kind: "denseArray"; readonly elementType: number; readonly count: number; readonly data: Blob }
  | { readonly kind: "denseElements"; readonly type: number; readonly data: Blob }
  | {
      readonly kind: "denseStrings";
      readonly type: number;
      readonly splat: boolean;
      readonly strings: readonly number[];
    }
  | { readonly kind: "sparse"; readonly type: number; readonly indices: number; readonly values: number }
  | { readonly kind: "distinct"; readonly attribute: number }
  /**
   * Since MLIR 23; before, the next three are assembly. `text`: the text in the angle brackets. `identity`: each
   * dimension maps to itself.
   */
  | { readonly kind: "affineMap"; readonly text: string; readonly identity: boolean }
  | { readonly kind: "integerSet"; readonly text: string }
  | { readonly kind: "stridedLayout"; readonly offset: Dimension; readonly strides: readonly Dimension[] }
  | AssemblyNode
  | CustomNode
  | OpaqueNode;

/** The floats that have a code of their own: at first six, since MLIR 23 all. The others are assembly. */
export type FloatName =
  | "bf16"
  | "f16"
  | "f32"
  | "f64"
  | "f80"
  | "f128"
  | "tf32"
  | "f8E5M2"
  | "f8E4M3"
  | "f8E4M3FN"
  | "f8E5M2FNUZ"
  | "f8E4M3FNUZ"
  | "f8E4M3B11FNUZ"
  | "f8E3M4"
  | "f4E2M1FN"
  | "f6E2M3FN"
  | "f6E3M2FN"
  | "f8E8M0FNU";

/** A dimension: a size, or {@link DYNAMIC}. */
export type Dimension = number | bigint;

/** A type; numbers are indices as in {@link AttributeNode}. */
export type TypeNode =
  | { readonly kind: "integer"; readonly width: number; readonly sign: "signless" | "signed" | "unsigned" }
  | { readonly kind: "index" }
  /** `graph`: the type of a graph (MLIR 23), which is printed in the same way. */
  | { readonly kind: "function" | "graph"; readonly inputs: readonly number[]; readonly results: readonly number[] }
  | { readonly kind: "float"; readonly name: FloatName }
  | { readonly kind: "complex"; readonly element: number }
  | {
      readonly kind: "memref";
      readonly shape: readonly Dimension[];
      readonly element: number;
      readonly layout: number;
      readonly space: number | undefined;
    }
  | { readonly kind: "none" }
  /** MLIR 23. */
  | { readonly kind: "token" }
  | {
      readonly kind: "tensor";
      readonly shape: readonly Dimension[];
      readonly element: number;
      readonly encoding: number | undefined;
    }
  | { readonly kind: "tuple"; readonly elements: readonly number[] }
  | { readonly kind: "unrankedMemref"; readonly element: number; readonly space: number | undefined }
  | { readonly kind: "unrankedTensor"; readonly element: number }
  /** `scalable`: one flag per dimension. */
  | {
      readonly kind: "vector";
      readonly shape: readonly Dimension[];
      readonly element: number;
      readonly scalable: readonly boolean[];
    }
  | AssemblyNode
  | CustomNode
  | OpaqueNode;

/** More characters than any brief text has: no string is cut for a longer one. */
const BRIEF = 1 << 12;

/**
 * An entry with only the elements, or the part of its string, that `most` characters can show, since each takes at least
 * one character; the text is cut there anyway.
 */
export function leading<Node extends AttributeNode | TypeNode>(node: Node, most: number): Node {
  switch (node.kind) {
    case "array":
    case "tuple":
      return node.elements.length > most ? { ...node, elements: node.elements.slice(0, most + 1) } : node;
    case "dictionary":
      return node.names.length > most ? { ...node, names: node.names.slice(0, most + 1) } : node;
    case "function":
    case "graph":
      return node.inputs.length > most ? { ...node, inputs: node.inputs.slice(0, most + 1) } : node;
    case "string":
      return most < BRIEF ? { ...node, most } : node;
    case "fusedLoc":
      return node.locations.length > most ? { ...node, locations: node.locations.slice(0, most + 1) } : node;
    default:
      return node;
  }
}
