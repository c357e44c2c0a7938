/** The builtin dialect's types as bytecode stores them: a code, then fields (BuiltinDialectBytecode.td). */
import { isBefore16, isBeforeRecords } from "../../model/release";
import type { MlirCursor } from "../../model/cursor";
import { Damage } from "../../model/damage";
import type { Release, Tables } from "../../model/module";
import type { Dimension, FloatName, TypeNode } from "../../model/node";
import { DYNAMIC } from "../../model/node";

type Reader = (cursor: MlirCursor, tables: Tables) => TypeNode;

const SIGNS = ["signless", "signed", "unsigned"] as const;

const float =
  (name: FloatName): Reader =>
  () => ({ kind: "float", name });

/** Inputs and results. */
const signature =
  (kind: "function" | "graph"): Reader =>
  (c) => ({
    kind,
    inputs: c.list("input", () => c.type("input")),
    results: c.list("result", () => c.type("result")),
  });

/** By code. `since`: the release that gave the type a code. */
const readers: readonly { readonly name: string; readonly since?: Release; readonly read: Reader }[] = [
  { name: "IntegerType", read: readInteger },
  { name: "IndexType", read: () => ({ kind: "index" }) },
  { name: "FunctionType", read: signature("function") },
  { name: "BFloat16Type", read: float("bf16") },
  { name: "Float16Type", read: float("f16") },
  { name: "Float32Type", read: float("f32") },
  { name: "Float64Type", read: float("f64") },
  { name: "Float80Type", read: float("f80") },
  { name: "Float128Type", read: float("f128") },
  { name: "ComplexType", read: (c) => ({ kind: "complex", element: c.type("element type") }) },
  {
    name: "MemRefType",
    read: (c, tables) => ({
      kind: "memref",
      shape: readShape(c, tables),
      element: c.type("element type"),
      layout: c.attribute("layout"),
      space: undefined,
    }),
  },
  {
    name: "MemRefType with memory space",
    read: (c, tables) => {
      const space = c.attribute("memory space");
      return {
        kind: "memref",
        shape: readShape(c, tables),
        element: c.type("element type"),
        layout: c.attribute("layout"),
        space,
      };
    },
  },
  { name: "NoneType", read: () => ({ kind: "none" }) },
  {
    name: "RankedTensorType",
    read: (c, tables) => ({
      kind: "tensor",
      shape: readShape(c, tables),
      element: c.type("element type"),
      encoding: undefined,
    }),
  },
  {
    name: "RankedTensorType with encoding",
    read: (c, tables) => {
      const encoding = c.attribute("encoding");
      return { kind: "tensor", shape: readShape(c, tables), element: c.type("element type"), encoding };
    },
  },
  { name: "TupleType", read: (c) => ({ kind: "tuple", elements: c.list("type", () => c.type("type")) }) },
  {
    name: "UnrankedMemRefType",
    read: (c) => ({ kind: "unrankedMemref", element: c.type("element type"), space: undefined }),
  },
  {
    name: "UnrankedMemRefType with memory space",
    read: (c) => {
      const space = c.attribute("memory space");
      return { kind: "unrankedMemref", element: c.type("element type"), space };
    },
  },
  { name: "UnrankedTensorType", read: (c) => ({ kind: "unrankedTensor", element: c.type("element type") }) },
  {
    name: "VectorType",
    read: (c, tables) => ({
      kind: "vector",
      shape: readShape(c, tables),
      element: c.type("element type"),
      scalable: [],
    }),
  },
  { name: "VectorType with scalable dimensions", read: readScalableVector },
  { name: "FloatTF32Type", since: 23, read: float("tf32") },
  { name: "Float8E5M2Type", since: 23, read: float("f8E5M2") },
  { name: "Float8E4M3Type", since: 23, read: float("f8E4M3") },
  { name: "Float8E4M3FNType", since: 23, read: float("f8E4M3FN") },
  { name: "Float8E5M2FNUZType", since: 23, read: float("f8E5M2FNUZ") },
  { name: "Float8E4M3FNUZType", since: 23, read: float("f8E4M3FNUZ") },
  { name: "Float8E4M3B11FNUZType", since: 23, read: float("f8E4M3B11FNUZ") },
  { name: "Float8E3M4Type", since: 23, read: float("f8E3M4") },
  { name: "Float4E2M1FNType", since: 23, read: float("f4E2M1FN") },
  { name: "Float6E2M3FNType", since: 23, read: float("f6E2M3FN") },
  { name: "Float6E3M2FNType", since: 23, read: float("f6E3M2FN") },
  { name: "Float8E8M0FNUType", since: 23, read: float("f8E8M0FNU") },
  { name: "TokenType", since: 23, read: () => ({ kind: "token" }) },
  { name: "GraphType", since: 23, read: signature("graph") },
];

/**
 * A builtin type.
 * @param cursor at its code
 * @throws Damage
 */
export function decodeBuiltinType(cursor: MlirCursor, tables: Tables): TypeNode {
  const start = cursor.position;
  const code = cursor.varint("code");
  const reader = readers[code];
  if (!reader || (reader.since ?? 0) > tables.release)
    throw new Damage("unsupported", `unknown type code: ${code}`, start, cursor.position);
  cursor.leaves?.note(reader.name);
  const node = reader.read(cursor, tables);
  const fault = tables.release >= CHECKS_SIZES ? sizeFault(node) : undefined;
  if (fault !== undefined) throw new Damage("bad-value", fault, start, cursor.position);
  return node;
}

/** The first release whose reader verifies types. */
const CHECKS_SIZES = 23;

/** What is wrong with the dimensions of a type, in the reference's words. */
function sizeFault(node: TypeNode): string | undefined {
  switch (node.kind) {
    case "memref":
      return node.shape.some(isNoSize) ? "invalid memref size" : undefined;
    case "tensor":
      return node.shape.some(isNoSize) ? "invalid tensor dimension size" : undefined;
    case "vector": {
      const size = node.shape.find((dimension) => dimension <= 0);
      return size === undefined ? undefined : `vector types must have positive constant sizes but got ${size}`;
    }
    default:
      return undefined;
  }
}
function isNoSize(dimension: Dimension): boolean {
  return dimension < 0 && dimension !== DYNAMIC;
}

/** Width and signedness in one varint: `width << 2 | signedness`. */
function readInteger(cursor: MlirCursor): TypeNode {
  const start = cursor.position;
  const both = cursor.varint("width and signedness");
  const sign = SIGNS[both % 4];
  const width = Math.floor(both / 4);
  if (!sign) throw new Damage("bad-value", `invalid integer signedness: ${both % 4}`, start, cursor.position);
  cursor.leaves?.note(`${sign}, ${width} bits`);
  return { kind: "integer", width, sign };
}

/** Dimensions as zigzag varints; the smallest 64-bit integer means dynamic, before MLIR 16 -1. */
function readShape(cursor: MlirCursor, tables: Tables): readonly Dimension[] {
  const shape = cursor.list("dimension", () => cursor.signedVarint("dimension"));
  return shape.includes(-1) && isBefore16(tables) ? shape.map((size) => (size === -1 ? DYNAMIC : size)) : shape;
}

/**
 * One flag per dimension. MLIR 16, and 17 at first, wrote the number of scalable dimensions instead, which are the last
 * ones.
 */
function readScalableVector(cursor: MlirCursor, tables: Tables): TypeNode {
  if (tables.release === 16 || isBeforeRecords(tables)) {
    const trailing = cursor.varint("scalable dimensions");
    const shape = readShape(cursor, tables);
    const scalable = shape.map((_, i) => i >= shape.length - trailing);
    return { kind: "vector", shape, element: cursor.type("element type"), scalable };
  }
  const scalable = cursor.list("scalable", () => cursor.bool("scalable"));
  return { kind: "vector", shape: readShape(cursor, tables), element: cursor.type("element type"), scalable };
}
