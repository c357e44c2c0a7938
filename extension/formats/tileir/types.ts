/** Reads the entries of the type table and spells types as the dialect does (lib/Dialect/CudaTile/IR/Types.cpp). */
import type { Cursor } from "./cursor";
import type { Names } from "./attributes";
import { readNumbers } from "./attributes";
import type { TypeNode, Version, ViewNode } from "./model";
import { has, TOKEN } from "./model";
import { keywordOf } from "./operations";

/** Types without parameters by tag (BytecodeTypeOpcodes.td), with their width in bits. */
const SCALARS: ReadonlyMap<number, readonly [name: string, width: number]> = new Map([
  [0, ["i1", 1]],
  [1, ["i8", 8]],
  [2, ["i16", 16]],
  [3, ["i32", 32]],
  [4, ["i64", 64]],
  [5, ["f16", 16]],
  [6, ["bf16", 16]],
  [7, ["f32", 32]],
  [8, ["tf32", 19]],
  [9, ["f64", 64]],
  [10, ["f8E4M3FN", 8]],
  [11, ["f8E5M2", 8]],
  [18, ["f8E8M0FNU", 8]],
  [19, ["f4E2M1FN", 4]],
  [22, ["i4", 4]],
  [130, ["fnv8E5M3FNU", 8]],
]);
const TAGS: ReadonlyMap<number, string> = new Map([
  [12, "pointer"],
  [13, "tile"],
  [14, "tensor view"],
  [15, "partition view"],
  [16, "function"],
  [17, "token"],
  [20, "gather/scatter view"],
  [21, "strided view"],
]);
const widths = new Map([...SCALARS.values()]);
/** A size that is known only at run time (ShapedType::kDynamic). */
const DYNAMIC = -(2n ** 63n);
/** Since this version a field of flags tells which parts of a type are present. */
const FLAGS_SINCE = "13.3";
/** Since this version pointers and tensor views may have an attribute, and flags that tell whether they do. */
const POINTER_ATTRIBUTE_SINCE = "13.4";
/**
 * Damaged tables contain types that double in size with each level, or that each contain the previous one. A type with a
 * longer text is printed as its index; so is each type that is not short once all texts together are longer than `ROOM`.
 */
const LONGEST = 1 << 16;
const ROOM = 1 << 20;
const SHORT = 256;
/** Types that are nested deeper than this before any of them is spelled are printed as indices. */
const MOST_LEVELS = 64;

function indices(cursor: Cursor, name: string, names: Names): readonly number[] {
  const count = cursor.count(`number of ${name}`);
  return Array.from({ length: count }, () => cursor.varint(name, (index) => names.type(index)));
}

/** A padding value, if the flags, or in older versions a byte, tell that there is one. */
function padding(cursor: Cursor, flags: number | undefined): { readonly padding?: number } {
  const present =
    flags === undefined
      ? cursor.fixed(1, "has padding value", (value) => String(value !== 0)) !== 0
      : (flags & 1) === 1;
  return present ? { padding: cursor.varint("padding value", (value) => keywordOf("PaddingValue", value)) } : {};
}

/** The flags in front of a pointer or a tensor view. */
function pointerFlags(cursor: Cursor, version: Version): number {
  return has(version, POINTER_ATTRIBUTE_SINCE)
    ? cursor.varint("flags", (flags) => (flags & 1 ? "pointer attribute" : "none"))
    : 0;
}
/** The attribute of a pointer, if the flags tell that there is one. */
function pointerAttribute(cursor: Cursor, flags: number): { readonly attribute?: number } {
  if ((flags & 1) === 0) return {};
  return { attribute: cursor.varint("pointer attribute", (value) => keywordOf("PtrAttr", value)) };
}

function view(cursor: Cursor, kind: ViewNode["kind"], version: Version, names: Names): ViewNode {
  const flags = has(version, FLAGS_SINCE)
    ? cursor.varint("flags", (flags) => (flags & 1 ? "padding value" : "none"))
    : undefined;
  const tile = readNumbers(cursor, 4, "tile shape");
  const strides = kind === "strided_view" ? { strides: readNumbers(cursor, 4, "traversal strides") } : {};
  const tensor = cursor.varint("tensor view", (index) => names.type(index));
  const map = kind === "gather_scatter_view" ? {} : { map: readNumbers(cursor, 4, "dimension map") };
  const sparse = kind === "gather_scatter_view" ? { sparse: cursor.varint("sparse dimension") } : {};
  return { kind, tile, ...strides, view: tensor, ...map, ...sparse, ...padding(cursor, flags) };
}

/** The type at the cursor. */
export function readType(cursor: Cursor, version: Version, names: Names): TypeNode {
  const typeIndex = (name: string): number => cursor.varint(name, (index) => names.type(index));
  const tag = cursor.varint("type tag", (value) => SCALARS.get(value)?.[0] ?? TAGS.get(value));
  const scalar = SCALARS.get(tag);
  if (scalar) return { kind: "scalar", name: scalar[0] };
  switch (tag) {
    case 12: {
      const flags = pointerFlags(cursor, version);
      return { kind: "pointer", pointee: typeIndex("pointee type"), ...pointerAttribute(cursor, flags) };
    }
    case 13: {
      const element = typeIndex("element type");
      return { kind: "tile", element, shape: readNumbers(cursor, 8, "shape") };
    }
    case 14: {
      const flags = pointerFlags(cursor, version);
      const element = typeIndex("element type");
      const shape = readNumbers(cursor, 8, "shape");
      const strides = readNumbers(cursor, 8, "strides");
      return { kind: "tensor view", element, shape, strides, ...pointerAttribute(cursor, flags) };
    }
    case 15:
      return view(cursor, "partition_view", version, names);
    case 16:
      return { kind: "function", inputs: indices(cursor, "inputs", names), results: indices(cursor, "results", names) };
    case 17:
      return { kind: "token" };
    case 20:
      return view(cursor, "gather_scatter_view", version, names);
    case 21:
      return view(cursor, "strided_view", version, names);
    default:
      return { kind: "unknown", tag };
  }
}

/** A pointer's attribute as another parameter of its type. */
function attributeText(attribute: number | undefined, before: string, after: string): string {
  return attribute === undefined ? "" : `, ${before}${keywordOf("PtrAttr", attribute)}${after}`;
}

/** Spells the types of a table. */
export class TypeSpelling {
  /** The texts by index, made together: which types are too long must not depend on what is looked at first. */
  private texts: string[] | undefined;
  private room = ROOM;
  private level = 0;
  constructor(private readonly types: readonly TypeNode[]) {}

  /** The bits of a number's type; undefined for any other type. */
  width(type: number): number | undefined {
    const node = this.types[type];
    return node?.kind === "scalar" ? widths.get(node.name) : undefined;
  }
  /** The node of a type; undefined if the table has no such index. */
  node(type: number): TypeNode | undefined {
    return this.types[type];
  }

  /** A type as the dialect prints it inside a module, without its own prefix: `tile<2xf32>`. */
  spell(type: number): string {
    if (type === TOKEN) return "token";
    if (!this.texts) {
      this.texts = [];
      for (let i = 0; i < this.types.length; i++) this.spellInto(this.texts, i);
    }
    return this.texts[type] ?? indexOf(type);
  }
  /** A type, which is spelled now if it has not been. */
  private spellInto(texts: string[], type: number): string {
    const known = texts[type];
    if (known !== undefined) return known;
    const node = this.types[type];
    if (!node || this.level >= MOST_LEVELS) return indexOf(type);
    // A type that contains itself is damage; while it is spelled, its text is its index.
    texts[type] = indexOf(type);
    this.level++;
    const text = this.spellNode(node, (index) => (index === TOKEN ? "token" : this.spellInto(texts, index)));
    this.level--;
    const fits = text.length <= LONGEST && (text.length <= SHORT || text.length <= this.room);
    if (fits) this.room -= text.length;
    return (texts[type] = fits ? text : indexOf(type));
  }
  private spellNode(node: TypeNode, inner: (index: number) => string): string {
    switch (node.kind) {
      case "scalar":
        return node.name;
      case "token":
        return "token";
      case "pointer":
        return `ptr<${inner(node.pointee)}${attributeText(node.attribute, "<", ">")}>`;
      case "tile":
        return `tile<${this.shaped(node.shape, inner(node.element))}>`;
      case "tensor view": {
        const strides = node.shape.length > 0 ? `, strides=[${node.strides.map(extent).join(",")}]` : "";
        const attribute = attributeText(node.attribute, "#cuda_tile.ptr_attr<", ">");
        return `tensor_view<${this.shaped(node.shape, inner(node.element))}${strides}${attribute}>`;
      }
      case "function":
        return `(${node.inputs.map(inner).join(", ")}) -> (${node.results.map(inner).join(", ")})`;
      case "unknown":
        return `<type of tag ${node.tag}>`;
      default:
        return this.view(node, inner(node.view));
    }
  }
  private shaped(shape: readonly bigint[], element: string): string {
    return [...shape.map(extent), element].join("x");
  }
  private view(node: ViewNode, tensor: string): string {
    const parts = [`tile=(${node.tile.join("x")})`];
    if (node.strides) parts.push(`traversal_strides=[${node.strides.join(",")}]`);
    if (node.padding !== undefined) parts.push(`padding_value = ${keywordOf("PaddingValue", node.padding)}`);
    parts.push(tensor);
    if (node.map?.some((to, from) => Number(to) !== from)) parts.push(`dim_map=[${node.map.join(", ")}]`);
    if (node.sparse !== undefined) parts.push(`sparse_dim=${node.sparse}`);
    return `${node.kind}<${parts.join(", ")}>`;
  }
}

function indexOf(type: number): string {
  return `<type ${type}>`;
}
function extent(size: bigint): string {
  return size === DYNAMIC ? "?" : String(size);
}
