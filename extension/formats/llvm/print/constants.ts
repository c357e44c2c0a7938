/** Constants as llvm-dis writes them. Source: writeConstantInternal. */
import type { ValueId } from "../ir/ids";
import { isCast } from "../operations";
import { byteString } from "../../../document/byteText";
import type { Sink } from "../../../document/sink";
import { floatText } from "../constants/floatText";
import { escaped } from "../ir/escape";
import type { FloatKind, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import type { Constant } from "../ir/values";
import type { ModulePrinting } from "./context";
import { EXPLICIT_TYPES } from "../ir/releases";
import { Nesting } from "./nesting";
import { printSpaceCastOperand } from "./pointerCasts";
import { isLeaf } from "./room";

type Aggregate = Extract<Constant, { kind: "aggregate" }>;
type Expression = Extract<Constant, { kind: "expression" }>;

const nesting = new Nesting<Constant>();

/** What stands for constants that there is no room for. */
const CUT = "<cut>";

/** Prints the parts of a constant, as many as there is room for. */
function printParts(
  sink: Sink,
  parts: readonly ValueId[],
  context: ModulePrinting,
  part: (id: ValueId, index: number) => void,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (i > 0) sink.put("punctuation", ", ");
    if (context.room.isFull) {
      sink.put("problem", CUT);
      return;
    }
    part(parts[i] as ValueId, i);
  }
}

/** Prints a constant without its type. Says where one holds itself, or more than can be shown. */
export function printConstant(sink: Sink, constant: Constant, context: ModulePrinting): void {
  if (!context.room.admits(constant, nesting.depth, context.typeText(constant.type).length)) {
    sink.put("problem", CUT);
    return;
  }
  if (isLeaf(constant)) {
    print(sink, constant, context);
    return;
  }
  nesting.print(sink, constant, (into, of) => {
    print(into, of, context);
  });
}

function print(sink: Sink, constant: Constant, context: ModulePrinting): void {
  const { type } = constant;
  switch (constant.kind) {
    case "null":
      sink.put("number", nullText(type, context));
      return;
    case "undef":
    case "poison":
      sink.put("keyword", constant.kind);
      return;
    case "integer":
    case "float":
      sink.put("number", numberText(constant, context));
      return;
    case "aggregate":
      printAggregate(sink, constant, context);
      return;
    case "data":
      printData(sink, constant.elements, type, context);
      return;
    case "string":
      printString(sink, constant.text, type, context);
      return;
    case "expression":
      printExpression(sink, constant, context);
      return;
    case "blockAddress":
      printBlockAddress(sink, constant.function, constant.block, context);
      return;
    case "dsoLocalEquivalent":
    case "noCfi":
      sink.put("keyword", constant.kind === "noCfi" ? "no_cfi " : "dso_local_equivalent ");
      context.printOperand(sink, constant.global, false);
      return;
    case "ptrAuth":
      printPointerAuthentication(sink, constant.operands, context);
      return;
    case "inlineAsm":
      printInlineAsm(sink, constant, context);
      return;
  }
}

/** A number; of vector type (LLVM 23), the vector of which all elements are that number. */
function numberText(constant: Extract<Constant, { kind: "integer" | "float" }>, context: ModulePrinting): string {
  const scalar = scalarOf(constant.type);
  const text =
    constant.kind === "integer"
      ? integerText(constant.value, scalar)
      : floatText(scalar.kind as FloatKind, constant.bits, context.release);
  return scalar === constant.type ? text : `splat (${context.typeText(scalar)} ${text})`;
}

/** An integer as printed: signed, i1 as a word. */
function integerText(value: number | bigint, type: Type): string {
  if (type.kind === "integer" && type.width === 1) return Number(value) === 0 ? "false" : "true";
  return String(value);
}

/** The null value of a type. */
function nullText(type: Type, context: ModulePrinting): string {
  switch (type.kind) {
    case "integer":
    case "byte":
      return integerText(0, type);
    case "vector":
      // A vector of null pointers is one null pointer of vector type.
      return type.element.kind === "pointer" && context.release >= NULL_SPLAT
        ? `splat (${context.typeText(type.element)} null)`
        : "zeroinitializer";
    case "pointer":
      return "null";
    case "token":
      return "none";
    default:
      return isFloating(type) ? floatText(type.kind as FloatKind, 0n, context.release) : "zeroinitializer";
  }
}

/** Since when a vector of null pointers is printed as a splat of one. */
const NULL_SPLAT = 23;
/** Since when a vector of one number is printed `splat (T v)`. */
const SPLAT = 21;

function typed(sink: Sink, id: ValueId, context: ModulePrinting): void {
  context.printOperand(sink, id, true);
}

function list(sink: Sink, ids: readonly ValueId[], context: ModulePrinting): void {
  printParts(sink, ids, context, (id) => {
    typed(sink, id, context);
  });
}

/** What an aggregate's elements make of it, as the reference's uniquing does: all zero, all undef, all poison. */
function uniformText(elements: readonly ValueId[], context: ModulePrinting): string | undefined {
  const { values } = context.module;
  const [first] = elements;
  const kind = first === undefined ? "other" : zeroOrKind(first, context);
  if (kind === "other" || !elements.every((id) => zeroOrKind(id, context) === kind)) return undefined;
  if (kind === "null") return "zeroinitializer";
  return kind === "undef" || kind === "poison" ? values.at(elements[0] as number)?.kind : undefined;
}

/** What aggregates were found to be; one whose elements lead back to it is none of these. */
const aggregateKinds = new WeakMap<Aggregate, string>();
/** Levels of aggregates that are looked into for whether all of them is one value. */
const MAX_UNIFORM_DEPTH = 256;
let uniformDepth = 0;

function zeroOrKind(id: ValueId, context: ModulePrinting): string {
  const value = context.module.values.at(id);
  if (value?.kind === "integer" && Number(value.value) === 0) return "null";
  if (value?.kind === "float" && value.bits === 0n) return "null";
  if (value?.kind === "aggregate") return aggregateKind(value, context);
  return value?.kind === "null" || value?.kind === "undef" || value?.kind === "poison" ? value.kind : "other";
}

function aggregateKind(value: Aggregate, context: ModulePrinting): string {
  const known = aggregateKinds.get(value);
  if (known !== undefined) return known;
  aggregateKinds.set(value, "other");
  if (uniformDepth >= MAX_UNIFORM_DEPTH) return "other";
  uniformDepth++;
  const uniform = uniformText(value.elements, context);
  uniformDepth--;
  const kind = uniform === "zeroinitializer" ? "null" : (uniform ?? "other");
  aggregateKinds.set(value, kind);
  return kind;
}

function printAggregate(sink: Sink, constant: Aggregate, context: ModulePrinting): void {
  const { elements, type } = constant;
  const uniform = uniformText(elements, context);
  if (uniform !== undefined) {
    sink.put("keyword", uniform === "zeroinitializer" ? nullText(type, context) : uniform);
    return;
  }
  if (type.kind === "array") {
    const text = bytesOf(elements, type.element, context);
    if (text !== undefined) {
      sink.put("string", `c"${escaped(text, context.release)}"`);
      return;
    }
  }
  if (type.kind === "vector" && printSplat(sink, elements, context)) return;
  const [open, close] = brackets(type);
  sink.put("punctuation", open);
  if (type.kind === "struct") list(sink, elements, context);
  else if (type.kind === "array" || type.kind === "vector") {
    // Of arrays and vectors the element's type is that of the whole.
    printParts(sink, elements, context, (id) => {
      context.putType(sink, type.element);
      sink.put("text", " ");
      context.printOperand(sink, id, false);
    });
  }
  sink.put("punctuation", close);
}

function brackets(type: Type): readonly [string, string] {
  if (type.kind === "array") return ["[", "]"];
  if (type.kind === "vector") return ["<", ">"];
  return type.kind === "struct" && type.packed ? ["<{ ", " }>"] : ["{ ", " }"];
}

/** The text of an array of i8 that was written element by element. */
function bytesOf(elements: readonly ValueId[], element: Type, context: ModulePrinting): string | undefined {
  if ((element.kind !== "integer" && element.kind !== "byte") || element.width !== 8) return undefined;
  let text = "";
  for (const id of elements) {
    const value = context.module.values.integerOf(id);
    if (value === undefined) return undefined;
    text += String.fromCharCode(value & 255);
  }
  return text;
}

function printSplat(sink: Sink, elements: readonly ValueId[], context: ModulePrinting): boolean {
  if (context.release < SPLAT) return false;
  const first = elements[0];
  const value = first === undefined ? undefined : context.module.values.at(first);
  if (first === undefined || (value?.kind !== "integer" && value?.kind !== "float")) return false;
  if (!elements.every((id) => id === first)) return false;
  sink.put("keyword", "splat ");
  sink.put("punctuation", "(");
  typed(sink, first, context);
  sink.put("punctuation", ")");
  return true;
}

/** An element of plain data: integers are signed in their width. */
function elementText(element: Type, bits: number | bigint, context: ModulePrinting): string {
  if (element.kind === "integer" || element.kind === "byte")
    return integerText(BigInt.asIntN(element.width, BigInt(bits)), element);
  return floatText(element.kind as FloatKind, BigInt(bits), context.release);
}

function printData(sink: Sink, elements: ArrayLike<number | bigint>, type: Type, context: ModulePrinting): void {
  if (type.kind !== "array" && type.kind !== "vector") return;
  const all = Array.from(elements);
  if (all.every((bits) => Number(bits) === 0)) {
    sink.put("keyword", "zeroinitializer");
    return;
  }
  const { element } = type;
  const elementType = context.typeText(element);
  if (type.kind === "array" && (element.kind === "integer" || element.kind === "byte") && element.width === 8) {
    printString(sink, byteString(Uint8Array.from(all, (v) => Number(v) & 255)), type, context);
    return;
  }
  if (type.kind === "vector" && context.release >= SPLAT && all.every((bits) => bits === all[0])) {
    sink.put("number", `splat (${elementType} ${elementText(element, all[0] ?? 0, context)})`);
    return;
  }
  const [open, close] = brackets(type);
  sink.put("punctuation", open);
  all.forEach((bits, i) => {
    if (i > 0) sink.put("punctuation", ", ");
    sink.put("type", elementType);
    sink.put("number", ` ${elementText(element, bits, context)}`);
  });
  sink.put("punctuation", close);
}

const ZEROS = /^\0*$/;

function printString(sink: Sink, text: string, type: Type, context: ModulePrinting): void {
  if (ZEROS.test(text)) sink.put("keyword", "zeroinitializer");
  else if (type.kind === "vector")
    printData(
      sink,
      [...text].map((c) => c.charCodeAt(0)),
      type,
      context,
    );
  else sink.put("string", `c"${escaped(text, context.release)}"`);
}

function printExpression(sink: Sink, constant: Expression, context: ModulePrinting): void {
  const { operation, flags, operands, predicate, sourceType, inRange } = constant;
  if (foldsAway(constant, context)) {
    context.printOperand(sink, operands[0] as number, false);
    return;
  }
  if (operation === "shufflevector" && printShuffledSplat(sink, operands, context)) return;
  sink.put("keyword", operation);
  if (flags !== "") sink.put("keyword", ` ${flags}`);
  if (predicate !== undefined) sink.put("keyword", ` ${predicate}`);
  sink.put("punctuation", " (");
  if (sourceType && context.release >= EXPLICIT_TYPES) {
    context.putType(sink, sourceType);
    sink.put("punctuation", ", ");
  }
  const marked = inRange && context.release < RANGES ? inRange.index + 1 : -1;
  const mask = operation === "shufflevector" && context.release >= MASK_IS_NO_OPERAND ? operands[2] : undefined;
  if (operation !== "addrspacecast" || !printSpaceCastOperand(sink, constant, context)) {
    printParts(sink, mask === undefined ? operands : operands.slice(0, 2), context, (id, i) => {
      if (i === marked) sink.put("keyword", "inrange ");
      typed(sink, id, context);
    });
  }
  if (mask !== undefined) printShuffleMask(sink, mask, context);
  if (isCast(operation)) {
    sink.put("keyword", " to ");
    context.putType(sink, constant.type);
  }
  sink.put("punctuation", ")");
}

/** A shuffle that repeats the one element of a vector is printed as a splat of it. Source: Constant::getSplatValue. */
function printShuffledSplat(sink: Sink, operands: readonly ValueId[], context: ModulePrinting): boolean {
  if (context.release < SPLAT) return false;
  const { values } = context.module;
  const [vector, , mask] = operands.map((id) => values.at(id));
  if (vector?.kind !== "expression" || vector.operation !== "insertelement" || mask?.kind !== "null") return false;
  const [, element, index] = vector.operands;
  const value = element === undefined ? undefined : values.at(element);
  const plain =
    value?.kind === "integer" || value?.kind === "float" || (value?.kind === "null" && value.type.kind !== "pointer");
  if (element === undefined || !plain || index === undefined || values.integerOf(index) !== 0) return false;
  sink.put("keyword", "splat ");
  sink.put("punctuation", "(");
  typed(sink, element, context);
  sink.put("punctuation", ")");
  return true;
}

/**
 * Whether an expression is its first operand: a bitcast between pointers that the release does not tell apart; a
 * getelementptr whose indices are all zero, of opaque pointers or with one index only (ConstantFoldGetElementPtr).
 */
function foldsAway({ operation, operands, type, inRange, flags }: Expression, context: ModulePrinting): boolean {
  const [first = -1] = operands;
  if (operation === "bitcast") {
    const from = context.module.values.typeOf(first);
    return from !== undefined && context.types.same(from, type);
  }
  if (operation !== "getelementptr" || context.release < FOLDED_GEPS) return false;
  if (flags.includes("inrange") || (inRange && context.release < RANGES)) return false;
  if (operands.length !== 2 && !context.module.opaquePrinted) return false;
  const { values } = context.module;
  const zero = (id: ValueId): boolean => values.typeOf(id)?.kind === "integer" && values.integerOf(id) === 0;
  return values.typeOf(first)?.kind === "pointer" && operands.slice(1).every(zero);
}

/** The constant that an expression is after folding: itself, where that leaves it. */
export function unfolded(id: ValueId, context: ModulePrinting): ValueId {
  const constant = context.module.values.at(id);
  const operand = constant?.kind === "expression" && foldsAway(constant, context) ? constant.operands[0] : undefined;
  // Operands stand before what they are in, or an operand of its own would lead round for ever.
  return operand === undefined || operand === id ? id : unfolded(operand, context);
}

/** Since when reading folds them; LLVM 3.0 was not compared with files that have any. */
const FOLDED_GEPS = 9;

/** Since when `inrange` says a range of bytes, and one that marks an operand is dropped. */
const RANGES = 19;

/** Since when a shuffle's mask is no operand but numbers, which are printed as such. */
const MASK_IS_NO_OPERAND = 11;
/** Since when an undefined element of a mask is printed `poison`. */
const MASK_POISON = 17;

/** `, <4 x i32> <i32 0, i32 poison, …>`. Source: PrintShuffleMask. */
export function printShuffleMask(sink: Sink, mask: ValueId, context: ModulePrinting): void {
  const { values } = context.module;
  const type = values.typeOf(mask);
  const value = values.at(mask);
  sink.put("punctuation", ", ");
  if (type?.kind !== "vector" || !value) return;
  const undefinedText = context.release >= MASK_POISON ? "poison" : "undef";
  context.putType(sink, type);
  const elements = maskElements(value as Constant, context);
  if (elements.every((e) => e === 0)) sink.put("keyword", " zeroinitializer");
  else if (elements.every((e) => e === undefined)) sink.put("keyword", ` ${undefinedText}`);
  else sink.put("number", ` <${elements.map((e) => `i32 ${e ?? undefinedText}`).join(", ")}>`);
}

function maskElements(value: Constant, context: ModulePrinting): (number | undefined)[] {
  if (value.kind === "data") return Array.from(value.elements as ArrayLike<number>, (e) => Number(e) | 0);
  if (value.kind === "aggregate") return value.elements.map((id) => context.module.values.integerOf(id));
  // All zero or all undefined: one element stands for all.
  return [value.kind === "null" ? 0 : undefined];
}

function printBlockAddress(sink: Sink, function_: ValueId, block: number, context: ModulePrinting): void {
  sink.put("keyword", "blockaddress");
  sink.put("punctuation", "(");
  context.printOperand(sink, function_, false);
  sink.put("punctuation", ", ");
  sink.put("block", context.blockOfFunction(function_, block));
  sink.put("punctuation", ")");
}

/** `ptrauth (ptr @p, i32 0, i64 1, ptr null, ptr null)`: trailing operands that are null are left out. */
function printPointerAuthentication(sink: Sink, operands: readonly ValueId[], context: ModulePrinting): void {
  const isNull = (index: number): boolean => {
    const id = operands[index];
    return (
      id === undefined || context.module.values.at(id)?.kind === "null" || context.module.values.integerOf(id) === 0
    );
  };
  // [pointer, key, discriminator, address discriminator, deactivation symbol]
  let count = operands.length;
  while (count > 2 && isNull(count - 1)) count--;
  sink.put("keyword", "ptrauth ");
  sink.put("punctuation", "(");
  list(sink, operands.slice(0, count), context);
  sink.put("punctuation", ")");
}

/** The comment sign of an old marker for ARC (UpgradeInlineAsmString). */
function upgradeAssembly(text: string): string {
  const marked = text.startsWith("mov\tfp") && text.includes("objc_retainAutoreleaseReturnValue");
  return marked ? text.replace("# marker", "; marker") : text;
}

/** Bits of inline assembly's flags, in the order of printing. */
const ASM_FLAGS = ["sideeffect ", "alignstack ", "inteldialect ", "unwind "];

function printInlineAsm(sink: Sink, constant: Extract<Constant, { kind: "inlineAsm" }>, context: ModulePrinting): void {
  const flags = ASM_FLAGS.filter((_, bit) => (constant.flags >> bit) & 1).join("");
  sink.put("keyword", `asm ${flags}`);
  const texts = [upgradeAssembly(constant.assembly), constant.constraints].map(
    (text) => `"${escaped(text, context.release)}"`,
  );
  sink.put("string", texts.join(", "));
}
