/** The builtin dialect's attributes as bytecode stores them: a code, then fields (BuiltinDialectBytecode.td). */
import type { MlirCursor } from "../../model/cursor";
import { Damage } from "../../model/damage";
import type { Release, Tables } from "../../model/module";
import type { AttributeNode } from "../../model/node";
import { isBefore16 } from "../../model/release";
import { readAffineMap, readIntegerSet, readStridedLayout } from "../affine/encoded";
import { floatFormat } from "../floatFormat";
import { readInteger } from "../numbers";
import { elementCount } from "../shape";

type Reader = (cursor: MlirCursor, tables: Tables) => AttributeNode;

/** Bits of an `index` in an attribute. */
const INDEX_WIDTH = 64;

/** By code. `since`: the release that gave the attribute a code. */
const readers: readonly { readonly name: string; readonly since?: Release; readonly read: Reader }[] = [
  {
    name: "ArrayAttr",
    read: (c) => ({ kind: "array", elements: c.list("element", () => c.attribute("element")) }),
  },
  { name: "DictionaryAttr", read: readDictionary },
  { name: "StringAttr", read: (c) => ({ kind: "string", string: c.string("value"), type: undefined }) },
  {
    name: "StringAttr with type",
    read: (c) => ({ kind: "string", string: c.string("value"), type: c.type("type") }),
  },
  { name: "FlatSymbolRefAttr", read: (c) => ({ kind: "symbolRef", root: c.attribute("root reference"), nested: [] }) },
  {
    name: "SymbolRefAttr",
    read: (c) => ({
      kind: "symbolRef",
      root: c.attribute("root reference"),
      nested: c.list("nested reference", () => c.attribute("nested reference")),
    }),
  },
  { name: "TypeAttr", read: (c) => ({ kind: "type", type: c.type("value") }) },
  { name: "UnitAttr", read: () => ({ kind: "unit" }) },
  { name: "IntegerAttr", read: readIntegerAttribute },
  { name: "FloatAttr", read: readFloatAttribute },
  {
    name: "CallSiteLoc",
    read: (c) => ({ kind: "callSiteLoc", callee: c.attribute("callee"), caller: c.attribute("caller") }),
  },
  {
    name: "FileLineColLoc",
    read: (c) => ({
      kind: "fileLineColLoc",
      file: c.attribute("filename"),
      line: c.varint("line"),
      column: c.varint("column"),
    }),
  },
  {
    name: "FusedLoc",
    read: (c) => ({
      kind: "fusedLoc",
      locations: c.list("location", () => c.attribute("location")),
      metadata: undefined,
    }),
  },
  {
    name: "FusedLoc with metadata",
    read: (c) => ({
      kind: "fusedLoc",
      locations: c.list("location", () => c.attribute("location")),
      metadata: c.attribute("metadata"),
    }),
  },
  { name: "NameLoc", read: (c) => ({ kind: "nameLoc", name: c.attribute("name"), child: c.attribute("child") }) },
  { name: "UnknownLoc", read: () => ({ kind: "unknownLoc" }) },
  {
    name: "DenseResourceElementsAttr",
    read: (c, { resourceCount }) => ({
      kind: "denseResource",
      type: c.type("type"),
      resource: c.index("resource", "resource", resourceCount, "resource handle"),
    }),
  },
  { name: "DenseArrayAttr", read: readDenseArray },
  {
    name: "DenseIntOrFPElementsAttr",
    read: (c) => ({ kind: "denseElements", type: c.type("type"), data: c.blob("data") }),
  },
  { name: "DenseStringElementsAttr", read: readDenseStrings },
  {
    name: "SparseElementsAttr",
    read: (c) => ({
      kind: "sparse",
      type: c.type("type"),
      indices: c.attribute("indices"),
      values: c.attribute("values"),
    }),
  },
  { name: "DistinctAttr", read: (c) => ({ kind: "distinct", attribute: c.attribute("referenced attribute") }) },
  {
    name: "FileLineColRange",
    read: (c) => ({
      kind: "fileRangeLoc",
      file: c.attribute("filename"),
      positions: c.list("position", () => c.varint("position")),
    }),
  },
  { name: "AffineMapAttr", since: 23, read: readAffineMap },
  { name: "IntegerSetAttr", since: 23, read: readIntegerSet },
  { name: "StridedLayoutAttr", since: 23, read: readStridedLayout },
];

/** The code of DistinctAttr. */
export const DISTINCT_CODE = readers.findIndex(({ name }) => name === "DistinctAttr");

/**
 * A builtin attribute.
 * @param cursor at its code
 * @throws Damage
 */
export function decodeBuiltinAttribute(cursor: MlirCursor, tables: Tables): AttributeNode {
  const start = cursor.position;
  const code = cursor.varint("code");
  const reader = readers[code];
  if (!reader || (reader.since ?? 0) > tables.release)
    throw new Damage("unsupported", `unknown attribute code: ${code}`, start, cursor.position);
  cursor.leaves?.note(reader.name);
  return reader.read(cursor, tables);
}

/** Names and values in pairs. The writer sorts them by name, as a DictionaryAttr is. */
function readDictionary(cursor: MlirCursor): AttributeNode {
  const names: number[] = [];
  const values: number[] = [];
  const count = cursor.varint("entry count");
  for (let i = 0; i < count; i++) {
    names.push(cursor.attribute("name"));
    values.push(cursor.attribute("value"));
  }
  return { kind: "dictionary", names, values };
}

/** The width in bits of an integer or index type. @throws Damage for another type */
function integerWidth(cursor: MlirCursor, type: number, tables: Tables, start: number): number {
  const node = tables.type(type);
  if (node.kind === "integer") return node.width;
  if (node.kind === "index") return INDEX_WIDTH;
  throw new Damage("bad-type", "expected integer or index type for IntegerAttr", start, cursor.position);
}

/** The type comes first: it determines the width of the value. */
function readIntegerAttribute(cursor: MlirCursor, tables: Tables): AttributeNode {
  const start = cursor.position;
  const type = cursor.type("type");
  const width = integerWidth(cursor, type, tables, start);
  const valueByte = cursor.position;
  const value = readInteger(cursor, "value", width);
  // llvm::APInt keeps the byte's other bits since LLVM 20: with any of them, a bool is true.
  const isTrue = width === 1 && tables.release >= 20 && cursor.window.view(valueByte, valueByte + 1)[0] !== 0;
  return { kind: "integer", type, width, value: isTrue ? 1n : value };
}

/** The bits of the number as an integer of the format's width. */
function readFloatAttribute(cursor: MlirCursor, tables: Tables): AttributeNode {
  const start = cursor.position;
  const type = cursor.type("type");
  const format = floatFormat(tables.type(type));
  if (!format) throw new Damage("bad-type", "expected float type for FloatAttr", start, cursor.position);
  return { kind: "float", type, bits: readInteger(cursor, "value", format.width) };
}

/**
 * The count is stored in addition to the bytes, although it follows from them and the type. Before MLIR 16 it followed from
 * the type, a tensor.
 */
function readDenseArray(cursor: MlirCursor, tables: Tables): AttributeNode {
  const start = cursor.position;
  const elementType = cursor.type("element type");
  const type = tables.type(elementType);
  if (type.kind === "tensor" && isBefore16(tables)) {
    const data = cursor.blob("data");
    return { kind: "denseArray", elementType: type.element, count: elementCount(type) ?? 0, data };
  }
  const count = cursor.varint("size");
  const data = cursor.blob("data");
  const width = type.kind === "integer" ? type.width : type.kind === "index" ? INDEX_WIDTH : floatFormat(type)?.width;
  const [each, size] = [Math.ceil((width ?? 0) / 8), data.endByte - data.startByte];
  if (tables.release >= CHECKS_ARRAYS && each > 0 && each * count !== size) {
    const message = `expected data size (${count} elements, ${each} bytes each) does not match: ${size} bytes`;
    throw new Damage("bad-value", message, start, cursor.position);
  }
  return { kind: "denseArray", elementType, count, data };
}
/** The first release whose reader verifies arrays. */
const CHECKS_ARRAYS = 23;

/**
 * One string for all elements, or one per element. The number of elements is not stored; it follows from the type's
 * shape. Each takes at least a byte, which bounds a damaged shape.
 */
function readDenseStrings(cursor: MlirCursor, tables: Tables): AttributeNode {
  const start = cursor.position;
  const type = cursor.type("type");
  const splat = cursor.varint("is splat") !== 0;
  const count = splat ? 1 : elementCount(tables.type(type));
  if (count === undefined)
    throw new Damage("bad-type", "expected a shaped type of static shape", start, cursor.position);
  if (count > cursor.remaining) {
    throw new Damage(
      "truncated",
      `attempting to parse ${count} strings when only ${cursor.remaining} bytes remain`,
      start,
      cursor.position,
    );
  }
  const strings: number[] = [];
  for (let i = 0; i < count; i++) strings.push(cursor.string("string"));
  return { kind: "denseStrings", type, splat, strings };
}
