/** What predicates ask about an attribute or a type. Everything that the entry alone does not tell is unknown (undefined). */
import { elementTypeOf, elementCount, shapeOf } from "../attributes/shape";
import type { Tables } from "../model/module";
import type { AttributeNode, TypeNode } from "../model/node";
import { isOfClass } from "../properties/kinds";

/** Where the entries are looked up. */
export type Entries = Pick<Tables, "attribute" | "type">;

/** An entry of the file. */
export interface Subject {
  readonly table: "attribute" | "type";
  readonly index: number;
}

const type = (index: number): Subject => ({ table: "type", index });

/** The parts that a step of a predicate leads to: one, or for `each` all. */
export function partOf(step: string, { table, index }: Subject, entries: Entries): readonly Subject[] | undefined {
  if (table === "attribute") return attributeParts(step, entries.attribute(index));
  const node = entries.type(index);
  if (step === "scalar" && isScalar(node)) return [type(index)];
  const element = node.kind === "complex" && step === "element" ? node.element : elementTypeOf(node);
  return element === undefined ? undefined : [type(element)];
}

function attributeParts(step: string, node: AttributeNode): readonly Subject[] | undefined {
  if (step === "each")
    return node.kind === "array" ? node.elements.map((index) => ({ table: "attribute", index })) : undefined;
  if (step === "value") return node.kind === "type" ? [type(node.type)] : undefined;
  const of = step === "type" ? typeOfAttribute(node) : undefined;
  return of === undefined ? undefined : [type(of)];
}

/** The type of an attribute that has one. */
export function typeOfAttribute(node: AttributeNode): number | undefined {
  switch (node.kind) {
    case "integer":
    case "float":
    case "denseElements":
    case "denseResource":
    case "denseStrings":
    case "sparse":
      return node.type;
    default:
      return undefined;
  }
}

/** Whether a type is certainly none with elements: a text may be a dialect's shaped type. */
export function isScalar(node: TypeNode): boolean {
  return (
    SCALARS.has(node.kind) || (node.kind === "assembly" && UNSHAPED.test(node.text)) || floatName(node) !== undefined
  );
}
/** Dialects' types without elements. */
const UNSHAPED =
  /^!(?:llvm|smt|transform|pdl|async|index|shape|emitc\.(?:opaque|ptr|lvalue|size_t)|spirv\.(?:ptr|struct))[.<]/;
const SCALARS: ReadonlySet<TypeNode["kind"]> = new Set<TypeNode["kind"]>([
  ...(["integer", "index", "float", "complex", "none", "token", "tuple", "function", "graph"] as const),
]);

/** The name of a float as types are printed; those without a code are text. Undefined for any other type. */
export function floatName(node: TypeNode): string | undefined {
  if (node.kind === "float") return node.name;
  return node.kind === "assembly" && /^(?:f\d\w*|tf32|bf16)$/.test(node.text) ? node.text : undefined;
}

/** What a text or an encoding of a dialect is: `!llvm.ptr`, `#gpu.dim`; undefined if it does not tell. */
function dialectClass(node: AttributeNode | TypeNode, sigil: string): string | undefined {
  if (node.kind === "custom") return `${sigil}${node.dialect}.${node.mnemonic}`;
  if (node.kind !== "assembly") return undefined;
  const [, mark, dialect, first, inner] = /^([!#])([\w$]+)(?:\.([\w.$]+)|<([\w.$]+))/.exec(node.text) ?? [];
  return mark === undefined ? undefined : `${mark}${dialect ?? ""}.${first ?? inner ?? ""}`;
}

/** Whether an entry is of a class. */
export function classTest(word: string, { table, index }: Subject, entries: Entries): boolean | undefined {
  if (table === "attribute") return attributeClass(word, index, entries);
  const node = entries.type(index);
  if (node.kind === "opaque") return undefined;
  if (word === "Type") return true;
  const isText = node.kind === "custom" || (node.kind === "assembly" && node.text.startsWith("!"));
  if (word.startsWith("!"))
    return isText ? sameClass(dialectClass(node, "!"), word) : isBuiltin(node) ? false : undefined;
  const float = floatName(node);
  const classes = float === undefined ? TYPES[parsedKind(node)] : ["FloatType", ...floatClasses(float)];
  if (classes) return node.kind === "vector" ? vectorClass(word, node.scalable) : classes.includes(word);
  return isText && !INTERFACES.has(word) ? false : undefined;
}

/** What a type is once it is read: a graph type that bytecode has no code for is a text, and read as a function type. */
const parsedKind = (node: TypeNode): TypeNode["kind"] =>
  node.kind === "assembly" && node.text.startsWith("(") ? "function" : node.kind;

const sameClass = (found: string | undefined, word: string): boolean | undefined =>
  found === undefined || found.endsWith(".") ? undefined : found === word;

/** Whether a type is certainly none of another dialect. */
const isBuiltin = (node: TypeNode): boolean => node.kind !== "assembly" || floatName(node) !== undefined;

/** Classes that types of any dialect may have. */
const INTERFACES: ReadonlySet<string> = new Set(["ShapedType", "FloatType"]);

/** The classes of builtin types. */
const TYPES: Readonly<Partial<Record<TypeNode["kind"], readonly string[]>>> = {
  integer: ["IntegerType"],
  index: ["IndexType"],
  complex: ["ComplexType"],
  none: ["NoneType"],
  token: ["TokenType"],
  tuple: ["TupleType"],
  function: ["FunctionType"],
  graph: ["GraphType"],
  vector: ["VectorType", "ShapedType"],
  tensor: ["RankedTensorType", "TensorType", "ShapedType"],
  unrankedTensor: ["UnrankedTensorType", "TensorType", "ShapedType"],
  memref: ["MemRefType", "BaseMemRefType", "ShapedType"],
  unrankedMemref: ["UnrankedMemRefType", "BaseMemRefType", "ShapedType"],
};

/** `Float8E5M2Type` of `f8E5M2`. */
function floatClasses(name: string): readonly string[] {
  if (name === "bf16") return ["BFloat16Type"];
  return [name === "tf32" ? "FloatTF32Type" : `Float${name.slice(1)}Type`];
}

function vectorClass(word: string, scalable: readonly boolean[]): boolean {
  if (word === "FixedVectorType") return !scalable.includes(true);
  if (word === "ScalableVectorType") return scalable.includes(true);
  return TYPES.vector?.includes(word) === true;
}

function attributeClass(word: string, index: number, entries: Entries): boolean | undefined {
  const node = entries.attribute(index);
  if (node.kind === "opaque") return undefined;
  if (word.startsWith("#")) {
    const isDialects = node.kind === "custom" || (node.kind === "assembly" && node.text.startsWith("#"));
    return isDialects ? sameClass(dialectClass(node, "#"), word) : node.kind === "assembly" ? undefined : false;
  }
  if (word === "IntegerSetAttr")
    return node.kind === "integerSet" || (node.kind === "assembly" && node.text.startsWith("affine_set<"));
  if (word === "TypedAttr") return isUntyped(node) ? false : undefined;
  return isOfClass(word, node, entries);
}

/** Whether an attribute certainly has no type. */
export const isUntyped = ({ kind }: AttributeNode): boolean => UNTYPED.has(kind);
const UNTYPED: ReadonlySet<AttributeNode["kind"]> = new Set<AttributeNode["kind"]>([
  ...(["array", "dictionary", "symbolRef", "type", "unit", "denseArray", "affineMap", "integerSet"] as const),
  ...(["callSiteLoc", "fileLineColLoc", "fileRangeLoc", "fusedLoc", "nameLoc", "unknownLoc"] as const),
  ...(["stridedLayout", "distinct"] as const),
]);

/** Whether a type is what a word names. */
export function wordTest(word: string, { table, index }: Subject, entries: Entries): boolean | undefined {
  const node = table === "type" ? entries.type(index) : undefined;
  if (!node || node.kind === "opaque") return undefined;
  const isUnknown = node.kind === "assembly" && !node.text.startsWith("!") && floatName(node) === undefined;
  if (isUnknown) return undefined;
  if (word === "values")
    return VALUES.has(node.kind) ? true : node.kind === "assembly" || node.kind === "custom" ? undefined : false;
  if (word === "index") return node.kind === "index";
  const handles = HANDLES[word];
  if (handles) return handleTest(handles, node);
  if (word.startsWith("llvm")) return llvmTest(word, node, entries);
  if (word === "sparse") return isSparse(node, entries);
  if (word === "quantized") return dialectClass(node, "!")?.startsWith("!quant.") ?? false;
  const [, sign, width = ""] = /^(i|si|ui|int)(\d*)$/.exec(word) ?? [];
  if (sign === undefined) return FLOATS.has(word) ? floatName(node) === word : undefined;
  if (node.kind !== "integer") return false;
  const fits = sign === "int" || SIGNS[sign] === node.sign;
  return fits && (width === "" || Number(width) === node.width);
}

/** Whether a tensor has the encoding of a sparse one (mlir::sparse_tensor::getSparseTensorEncoding). */
function isSparse(node: TypeNode, entries: Entries): boolean | undefined {
  if (node.kind === "assembly" || node.kind === "custom") return undefined;
  if (node.kind !== "tensor" || node.encoding === undefined) return false;
  const encoding = entries.attribute(node.encoding);
  return encoding.kind === "opaque" ? undefined : dialectClass(encoding, "#") === "#sparse_tensor.encoding";
}

const VALUES: ReadonlySet<string> = new Set(["vector", "tensor", "unrankedTensor"]);
const FLOATS: ReadonlySet<string> = new Set(["bf16", "f16", "f32", "f64", "f80", "f128", "tf32"]);
const SIGNS: Readonly<Record<string, string>> = { i: "signless", si: "signed", ui: "unsigned" };
/** Floats that LLVM has (mlir::LLVM::isCompatibleFloatingPointType). */
const LLVM_FLOATS: ReadonlySet<string> = new Set(["bf16", "f16", "f32", "f64", "f80", "f128"]);

/** The types of the transform dialect that implement an interface. */
const HANDLES: Readonly<Record<string, readonly string[]>> = {
  handle: ["any_op", "op"],
  parameter: ["any_param", "param", "type"],
  valuehandle: ["any_value"],
};
/** Types of these dialects, and of the transform dialect itself, may be handles. */
const MAY_BE_HANDLES = /^(?:!(?:pdl|test\w*)\.|[^!])/;
const ALL_HANDLES = Object.values(HANDLES).flat();

function handleTest(accepted: readonly string[], node: TypeNode): boolean | undefined {
  if (isBuiltin(node)) return false;
  const name = dialectClass(node, "!")?.replace("!transform.", "") ?? "";
  if (accepted.includes(name)) return true;
  return ALL_HANDLES.includes(name) || !MAY_BE_HANDLES.test(name) ? false : undefined;
}

/** Types that LLVM has; of dialects' types it is unknown. */
function llvmTest(word: string, node: TypeNode, entries: Entries): boolean | undefined {
  if (word === "llvmvector") {
    // LLVM's own vectors, until 20.
    if (dialectClass(node, "!") === "!llvm.vec") return undefined;
    if (node.kind !== "vector" || node.shape.length !== 1) return false;
    // In a damaged file, a vector may be its own element.
    const element = entries.type(node.element);
    return element.kind !== "vector" && llvmTest("llvm", element, entries);
  }
  const float = floatName(node);
  if (float !== undefined) return LLVM_FLOATS.has(float);
  if (node.kind === "assembly" || node.kind === "custom" || node.kind === "token") return undefined;
  if (word === "llvmfloat") return false;
  if (node.kind === "vector") return llvmTest("llvmvector", node, entries);
  return node.kind === "integer" && node.sign === "signless";
}

/** A number of a type or an attribute: `rank`, `count` of elements, `space` of a pointer, `number`. */
export function numberOf(what: string, { table, index }: Subject, entries: Entries): bigint | undefined {
  if (table === "attribute") return what === "number" ? integerOf(entries.attribute(index), entries) : undefined;
  const node = entries.type(index);
  if (what === "space") {
    const [found, space = "0"] = (node.kind === "assembly" && /^!llvm\.ptr(?:<(\d+)>)?$/.exec(node.text)) || [];
    return found === undefined ? undefined : BigInt(space);
  }
  const number = what === "rank" ? shapeOf(node)?.length : elementCount(node);
  return number === undefined ? undefined : BigInt(number);
}

/** The value of an IntegerAttr with its sign. */
function integerOf(node: AttributeNode, entries: Entries): bigint | undefined {
  if (node.kind !== "integer") return undefined;
  const of = entries.type(node.type);
  return of.kind === "integer" && of.sign === "unsigned" ? node.value : BigInt.asIntN(node.width, node.value);
}

/** The dimensions `4x4` of a type, or of an attribute's type. */
export function shapeText({ table, index }: Subject, entries: Entries): string | undefined {
  const of = table === "type" ? index : typeOfAttribute(entries.attribute(index));
  return of === undefined ? undefined : shapeOf(entries.type(of))?.join("x");
}
