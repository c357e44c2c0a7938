/** Prints arrays, vectors and structs as llvm-dis writes them. Source: writeConstantInternal. */
import type { Sink } from "../../../document/sink";
import { byteString } from "../../../document/byteText";
import { escaped } from "../ir/escape";
import type { ValueId } from "../ir/ids";
import type { Type } from "../ir/types";
import type { Constant } from "../ir/values";
import type { ConstantPrinting } from "./constantParts";
import { printList, printParts } from "./constantParts";
import { elementText, nullText, SPLAT } from "./numbers";

type Aggregate = Extract<Constant, { kind: "aggregate" }>;

/**
 * The text of an aggregate whose elements are all zero, all undef or all poison, as the reference folds them; otherwise
 * undefined.
 */
function uniformText(elements: readonly ValueId[], context: ConstantPrinting): string | undefined {
  const { values } = context.module;
  const [first] = elements;
  const kind = first === undefined ? "other" : zeroOrKind(first, context);
  if (kind === "other" || !elements.every((id) => zeroOrKind(id, context) === kind)) return undefined;
  if (kind === "null") return "zeroinitializer";
  return kind === "undef" || kind === "poison" ? values.at(elements[0] as number)?.kind : undefined;
}

/**
 * Cache: `null`, `undef` or `poison` for uniform aggregates, otherwise `other`; one that contains itself is `other`.
 */
const aggregateKinds = new WeakMap<Aggregate, string>();
/** How many levels of aggregates are checked for being uniform. */
const MAX_UNIFORM_DEPTH = 256;
let uniformDepth = 0;

function zeroOrKind(id: ValueId, context: ConstantPrinting): string {
  const value = context.module.values.at(id);
  if (value?.kind === "integer" && Number(value.value) === 0) return "null";
  if (value?.kind === "float" && value.bits === 0n) return "null";
  if (value?.kind === "aggregate") return aggregateKind(value, context);
  return value?.kind === "null" || value?.kind === "undef" || value?.kind === "poison" ? value.kind : "other";
}

function aggregateKind(value: Aggregate, context: ConstantPrinting): string {
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

/** Prints an array, vector or struct of other constants. */
export function printAggregate(sink: Sink, constant: Aggregate, context: ConstantPrinting): void {
  const { elements, type } = constant;
  const uniform = uniformText(elements, context);
  if (uniform !== undefined) {
    sink.put("keyword", uniform === "zeroinitializer" ? nullText(type, context) : uniform);
    return;
  }
  if (type.kind === "array") {
    const text = bytesOf(elements, type.element, context);
    if (text !== undefined) {
      putString(sink, text, context);
      return;
    }
  }
  if (type.kind === "vector" && printSplat(sink, elements, context)) return;
  const [open, close] = brackets(type);
  sink.put("punctuation", open);
  if (type.kind === "struct") printList(sink, elements, context);
  else if (type.kind === "array" || type.kind === "vector") {
    // The elements of an array or vector have the element type of the whole.
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

/** The text of an array of i8 whose elements are separate constants. */
function bytesOf(elements: readonly ValueId[], element: Type, context: ConstantPrinting): string | undefined {
  if ((element.kind !== "integer" && element.kind !== "byte") || element.width !== 8) return undefined;
  let text = "";
  for (const id of elements) {
    const value = context.module.values.integerOf(id);
    if (value === undefined) return undefined;
    text += String.fromCharCode(value & 255);
  }
  return text;
}

function printSplat(sink: Sink, elements: readonly ValueId[], context: ConstantPrinting): boolean {
  if (context.release < SPLAT) return false;
  const first = elements[0];
  const value = first === undefined ? undefined : context.module.values.at(first);
  if (first === undefined || (value?.kind !== "integer" && value?.kind !== "float")) return false;
  if (!elements.every((id) => id === first)) return false;
  sink.put("keyword", "splat ");
  sink.put("punctuation", "(");
  context.printOperand(sink, first, true);
  sink.put("punctuation", ")");
  return true;
}

/** Prints an array or vector of plain numbers. */
export function printData(
  sink: Sink,
  elements: ArrayLike<number | bigint>,
  type: Type,
  context: ConstantPrinting,
): void {
  if (type.kind !== "array" && type.kind !== "vector") return;
  const { length } = elements;
  const isSame = areSame(elements);
  if (length === 0 || (isSame && Number(elements[0]) === 0)) {
    sink.put("keyword", "zeroinitializer");
    return;
  }
  const { element } = type;
  const elementType = context.typeText(element);
  if (type.kind === "array" && (element.kind === "integer" || element.kind === "byte") && element.width === 8) {
    printString(sink, byteString(lowBytes(elements)), type, context);
    return;
  }
  if (type.kind === "vector" && context.release >= SPLAT && isSame) {
    sink.put("number", `splat (${elementType} ${elementText(element, elements[0] ?? 0, context)})`);
    return;
  }
  const [open, close] = brackets(type);
  sink.put("punctuation", open);
  for (let i = 0; i < length; i++) {
    if (i > 0) sink.put("punctuation", ", ");
    sink.put("type", elementType);
    sink.put("number", ` ${elementText(element, elements[i] as number | bigint, context)}`);
  }
  sink.put("punctuation", close);
}
/** Whether all elements have the same bits. */
function areSame(elements: ArrayLike<number | bigint>): boolean {
  for (let i = 1; i < elements.length; i++) if (elements[i] !== elements[0]) return false;
  return true;
}
/** The low 8 bits of each element. */
function lowBytes(elements: ArrayLike<number | bigint>): Uint8Array {
  const bytes = new Uint8Array(elements.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number(elements[i]);
  return bytes;
}

const ZEROS = /^\0*$/;
/** Whether a text has no character but zeros; most begin with another one. */
const isZero = (text: string): boolean => (text === "" || text.startsWith("\0")) && ZEROS.test(text);

/** Prints an array or vector of i8 that is stored as characters. */
export function printString(sink: Sink, text: string, type: Type, context: ConstantPrinting): void {
  if (isZero(text)) sink.put("keyword", "zeroinitializer");
  else if (type.kind === "vector")
    printData(
      sink,
      [...text].map((c) => c.charCodeAt(0)),
      type,
      context,
    );
  else putString(sink, text, context);
}
function putString(sink: Sink, text: string, { release }: ConstantPrinting): void {
  sink.put("string", 'c"');
  sink.put("string", escaped(text, release));
  sink.put("string", '"');
}
