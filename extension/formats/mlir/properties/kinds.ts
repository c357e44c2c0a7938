/**
 * The classes as which an op's C++ reads its attributes; an attribute of another class is damage. Letters:
 * tools/mlir-ods.mjs.
 */
import type { Tables } from "../model/module";
import type { AttributeNode } from "../model/node";
import { isReleased } from "../model/release";
import { shapedText } from "../model/shapedText";

/** What attributes are looked up in. */
export type KindTables = Pick<Tables, "attribute" | "type"> & Partial<Pick<Tables, "spelled" | "producer">>;

interface AttributeClass {
  /** Its name in ODS, and in the reference's messages if it is another there. */
  readonly name: string;
  readonly said?: string;
  readonly is: (node: AttributeNode, tables: KindTables) => boolean;
}

const ofKind =
  (kind: AttributeNode["kind"]): AttributeClass["is"] =>
  (node) =>
    node.kind === kind;

/** A signless integer type of that width. */
function isInteger(type: number, width: number, tables: KindTables): boolean {
  const node = tables.type(type);
  return node.kind === "integer" && node.width === width && node.sign === "signless";
}

const arrayOf =
  (width: number): AttributeClass["is"] =>
  (node, tables) =>
    node.kind === "denseArray" && isInteger(node.elementType, width, tables);

/** Whether a dense attribute's elements are integers; a dialect's shaped type, as `!spirv.arm.tensor<2xi32>`, is text. */
function isDenseIntegers(node: AttributeNode, tables: KindTables): boolean {
  if (node.kind !== "denseElements") return false;
  const type = tables.type(node.type);
  if (type.kind === "assembly") {
    const shaped = shapedText(type.text);
    return shaped !== undefined && !shaped.complex && /^(?:[su]?i\d+|index)$/.test(shaped.element);
  }
  if (!("element" in type)) return false;
  const element = tables.type(type.element).kind;
  return element === "integer" || element === "index";
}

/** Before MLIR 23 maps are assembly. */
const isMap = (node: AttributeNode): boolean =>
  node.kind === "affineMap" || (node.kind === "assembly" && node.text.startsWith("affine_map<"));

const CLASSES: ReadonlyMap<string, AttributeClass> = new Map<string, AttributeClass>([
  ["i", { name: "IntegerAttr", is: ofKind("integer") }],
  ["b", { name: "BoolAttr", is: (node, tables) => node.kind === "integer" && isInteger(node.type, 1, tables) }],
  ["f", { name: "FloatAttr", is: ofKind("float") }],
  ["s", { name: "StringAttr", is: ofKind("string") }],
  ["u", { name: "UnitAttr", is: ofKind("unit") }],
  ["t", { name: "TypeAttr", is: ofKind("type") }],
  ["a", { name: "ArrayAttr", is: ofKind("array") }],
  ["d", { name: "DictionaryAttr", is: ofKind("dictionary") }],
  ["r", { name: "FlatSymbolRefAttr", is: (node) => node.kind === "symbolRef" && node.nested.length === 0 }],
  ["R", { name: "SymbolRefAttr", is: ofKind("symbolRef") }],
  ["m", { name: "AffineMapAttr", is: isMap }],
  ["n", { name: "DenseIntElementsAttr", is: isDenseIntegers }],
  ["1", { name: "DenseBoolArrayAttr", said: "detail::DenseArrayAttrImpl<bool>", is: arrayOf(1) }],
  ["2", { name: "DenseI8ArrayAttr", said: "detail::DenseArrayAttrImpl<signed char>", is: arrayOf(8) }],
  ["3", { name: "DenseI16ArrayAttr", said: "detail::DenseArrayAttrImpl<short>", is: arrayOf(16) }],
  ["4", { name: "DenseI32ArrayAttr", said: "detail::DenseArrayAttrImpl<int>", is: arrayOf(32) }],
  ["5", { name: "DenseI64ArrayAttr", said: "detail::DenseArrayAttrImpl<int64_t>", is: arrayOf(64) }],
]);

const BY_NAME: ReadonlyMap<string, AttributeClass> = new Map([...CLASSES.values()].map((one) => [one.name, one]));

/** Whether an attribute, which is not opaque, is of the class with that name in ODS; undefined for an unknown class. */
export function isOfClass(name: string, node: AttributeNode, tables: KindTables): boolean | undefined {
  return BY_NAME.get(name)?.is(node, tables);
}

/** Properties that some op of MLIR takes of any class (`AnyAttr` in ODS). */
const OF_ANY_CLASS = new Set(
  "attrs constantValue expected initial_value memory_space options selected value".split(" "),
);

/** What is wrong with a location as the property of an op: those of an official release want other classes. */
export function wrongLocation(name: string, index: number, tables: KindTables): string | undefined {
  if (OF_ANY_CLASS.has(name) || !tables.attribute(index).kind.endsWith("Loc")) return undefined;
  if (!isReleased(tables.producer ?? "")) return undefined;
  return `expected an attribute of another class as '${name}', but got: ${tables.spelled?.(index) ?? "a location"}`;
}

/**
 * What is wrong with an attribute that must have a class, in the reference's words; undefined if nothing is, or if that
 * cannot be decided.
 * @param letter the class; undefined: any
 */
export function wrongClass(letter: string | undefined, index: number, tables: KindTables): string | undefined {
  const expected = letter === undefined ? undefined : CLASSES.get(letter);
  if (!expected) return undefined;
  const node = tables.attribute(index);
  if (node.kind === "opaque" || expected.is(node, tables)) return undefined;
  return `expected mlir::${expected.said ?? expected.name}, but got: ${tables.spelled?.(index) ?? `attribute ${index}`}`;
}
