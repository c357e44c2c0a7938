/** Explains an operand's number in words, from the form of its field and from the module. */
import type { SymbolId } from "../../../document/token";
import { kindName } from "../attributes/kinds";
import { attributeText } from "../attributes/text";
import type { FloatKind, Type } from "../ir/types";
import { floatText } from "../constants/floatText";
import { isFloating, scalarOf } from "../ir/types";
import { dwarfName } from "../dwarf/names";
import { diFlagsText, dispFlagsText } from "../dwarf/flags";
import { binaryName, castName, fastMathText, integerFlagsText, predicateName } from "../operations";
import { conventionText } from "../print/conventions";
import { rotatedBig, signedBig } from "../stream/blocks";
import type { Bits, Form, Names, TableName } from "../spec/form";
import type { Layout, LayoutSurroundings } from "../spec/layout";

/** The meaning of a number: step by step from the raw value, and the symbol that it refers to. */
export interface Meaning {
  readonly steps: readonly string[];
  readonly symbol?: SymbolId;
}

/** What meanings depend on in the module around a record. */
export interface Surroundings extends LayoutSurroundings {
  /** The type of the constant that this record defines, if it defines one. */
  readonly definedType: Type | undefined;
  typeMeaning(index: number): Meaning;
  /** The meaning of a value: its name or constant, with its type. */
  valueMeaning(id: number): Meaning;
  /** The name of the value with this number, from which relative numbers are counted. */
  valueName(id: number): string;
  blockMeaning(block: number): Meaning;
  /** The meaning of a metadata node, by its index in the file. */
  nodeMeaning(index: number): Meaning;
  /** The attributes of a list by its 1-based number; undefined if there is no such list. */
  attributeList(number: number): string | undefined;
  attributeGroup(number: number): Meaning;
  tableEntry(table: TableName, index: number): string | undefined;
  /** A slice of STRTAB; undefined if it is not inside STRTAB. */
  slice(offset: number, length: number): string | undefined;
  typeText(type: Type): string;
}

/** The meaning of operand `index` of a record that has been laid out; never empty. */
export function meaningOf(layout: Layout, index: number, around: Surroundings): Meaning {
  const { form } = layout.field(index);
  const raw = layout.record.value(index);
  switch (form.kind) {
    case "type":
      return around.typeMeaning(raw);
    case "value":
      return valueMeaning(layout, index, form, around);
    case "block": {
      const at = form.of === undefined ? undefined : layout.before(form.of, index);
      if (at === undefined) return around.blockMeaning(raw);
      return meaning(`block ${raw} of ${around.valueMeaning(layout.record.value(at)).steps.join(" ")}`);
    }
    case "node":
      return nodeMeaning(layout, index, form.form, around);
    case "size":
      if (layout.isNode(index)) return nodeMeaning(layout, index, "plusOne", around);
      return meaning(`${exact(layout, index)} bits`);
    case "oldOperand":
      return oldOperand(layout, index, around);
    case "attributeList": {
      if (raw === 0) return meaning("none");
      return meaning(`attribute list ${raw}`, around.attributeList(raw) ?? "not defined");
    }
    case "attributeGroup":
      return around.attributeGroup(raw);
    default:
      return meaning(words(layout, index, form, around));
  }
}

function meaning(...steps: readonly string[]): Meaning {
  return { steps };
}

/** The exact operand as an unsigned 64-bit number. */
function exact({ record }: Layout, index: number): string {
  return record.decimal(index);
}

function valueMeaning(
  layout: Layout,
  index: number,
  form: Extract<Form, { kind: "value" }>,
  around: Surroundings,
): Meaning {
  const raw = layout.record.value(index);
  switch (form.form) {
    case "plusOne":
      return raw === 0 ? meaning("none") : after(`value ${raw - 1}`, around.valueMeaning(raw - 1));
    case "absolute":
      return after(`value ${raw}`, around.valueMeaning(raw));
    default: {
      if (layout.surroundings.version < 1) return after(`value ${raw}`, around.valueMeaning(raw));
      const { next } = around;
      const id = layout.referredAt(index);
      const away = next === undefined ? raw : next - id;
      const kind = form.form === "signed" ? "signed relative" : "relative";
      const distance = away >= 0 ? `${away} back from` : `${-away} ahead of`;
      if (next === undefined) return meaning(`${kind}: ${distance} the next value`);
      return after(`${kind}: ${distance} ${around.valueName(next)}`, around.valueMeaning(id));
    }
  }
}
function after(step: string, rest: Meaning): Meaning {
  return { ...rest, steps: [step, ...rest.steps] };
}

function nodeMeaning(
  layout: Layout,
  index: number,
  form: "absolute" | "plusOne" | "relative",
  around: Surroundings,
): Meaning {
  const raw = layout.record.value(index);
  switch (form) {
    case "plusOne":
      return raw === 0 ? meaning("null") : withName("index + 1", raw - 1, around);
    case "absolute":
      return withName("index", raw, around);
    case "relative":
      return withName("relative", layout.valueAt(index), around);
  }
}
function withName(how: string, index: number, around: Surroundings): Meaning {
  return after(`${how}: !${index}`, around.nodeMeaning(index));
}

/** An operand of metadata before LLVM 3.6: depending on the type before it a node, a value, or null. */
function oldOperand(layout: Layout, index: number, around: Surroundings): Meaning {
  const raw = layout.record.value(index);
  const type = around.type(layout.record.value(index - 1));
  if (type?.kind === "metadata") return withName("index", raw, around);
  return type?.kind === "void" ? meaning("null") : after(`value ${raw}`, around.valueMeaning(raw));
}

/** The meaning of a form that is a word or a number. */
function words(layout: Layout, index: number, form: Form, around: Surroundings): string {
  const raw = layout.record.value(index);
  switch (form.kind) {
    case "number": {
      if (form.plusOne) return raw === 0 ? "none" : String(raw - 1);
      const text = exact(layout, index);
      if (form.unit === undefined) return text;
      return `${text} ${raw === 1 ? form.unit.replace(/s\b/, "") : form.unit}`;
    }
    case "rotated":
      return String(rotatedBig(layout.record.big(index)));
    case "signed":
      return String(signedBig(layout.record.big(index)));
    case "complement":
      return String(BigInt.asIntN(form.bits, layout.record.big(index)));
    case "boolean":
      return raw === 0 ? "no" : "yes";
    case "hex":
      return `0x${layout.record.big(index).toString(16)}`;
    case "character":
      return raw > 31 && raw < 127 ? `'${String.fromCharCode(raw)}'` : `byte ${raw}`;
    case "names":
      return form.plusOne
        ? raw === 0
          ? "none"
          : named(form.names, raw - 1, form.otherwise)
        : named(form.names, raw, form.otherwise);
    case "packed":
      return packedText(layout.record.big(index), form.bits, around);
    case "alignment":
      return raw === 0 ? "none" : `align ${2 ** (raw - 1)}`;
    case "entry":
      return entryText(form.of, raw, form.plusOne ?? false, around);
    case "slice": {
      const length = layout.record.value(index + 1);
      if (length === 0) return "none";
      const text = around.slice(raw, length);
      return text === undefined ? `offset ${raw}, which is not within STRTAB` : `"${text}"`;
    }
    case "wordOffset":
      return `${raw} words, from the word before the identification`;
    case "convention":
      return conventionName(raw, around);
    case "fastMath":
      return fastMathText(raw) || "none";
    default:
      return operationWords(layout, index, form, around);
  }
}

function operationWords(layout: Layout, index: number, form: Form, around: Surroundings): string {
  const raw = layout.record.value(index);
  switch (form.kind) {
    case "operation":
      return operationName(form.of, raw, floatingOperand(layout, index, form.operand, around)) ?? `no operator ${raw}`;
    case "operationFlags":
      return flagsOf(layout, index, form, around) || "none";
    case "attributeKind":
      return kindName(raw) ?? `kind ${raw}`;
    case "attributeValue":
      return attributeValue(layout, index, form.of, around);
    case "constant":
      return constantText(layout.record.big(index), form.of, around);
    default:
      return debugWords(layout, index, form, around);
  }
}

/** A flag of DWARF's enumeration kinds: there is no kind. */
const NO_ENUM_KIND = 0xffffffff;
const VERSIONED_LANGUAGE = 1n << 63n;

function debugWords(layout: Layout, index: number, form: Form, around: Surroundings): string {
  const raw = layout.record.value(index);
  switch (form.kind) {
    case "dwarf":
      if (form.family === "enumKind" && raw === NO_ENUM_KIND) return "none";
      return dwarfName(form.family, raw, around.release) ?? (raw === 0 ? "none" : String(raw));
    case "language": {
      const big = layout.record.big(index);
      const isName = (big & VERSIONED_LANGUAGE) !== 0n;
      const number = Number(big & 0xffffn);
      return dwarfName(isName ? "languageName" : "language", number, around.release) ?? String(number);
    }
    case "diFlags":
      return raw === 0 ? "none" : diFlagsText(raw, around.release);
    case "spFlags":
      return raw === 0 ? "none" : dispFlagsText(raw, around.release);
    case "expressionOperator":
      return dwarfName("operation", raw, around.release) ?? `operator ${raw}`;
    default:
      return exact(layout, index);
  }
}

function named(names: Names, number: number, otherwise: string | undefined): string {
  const name: string | undefined = (names as Readonly<Record<number, string | undefined>>)[number];
  return name ?? (otherwise === undefined ? String(number) : `${otherwise} (${number})`);
}

function packedText(raw: bigint, bits: readonly Bits[], around: Surroundings): string {
  const parts: string[] = [];
  let rest = raw;
  bits.forEach((part, i) => {
    const width = BigInt(i === bits.length - 1 && part.width > 1 ? 64 : part.width);
    const number = Number(rest & ((1n << width) - 1n));
    rest >>= width;
    if (part.name === "") return;
    if (part.names) parts.push(`${part.name} ${named(part.names, number, undefined)}`);
    else if (part.as === "convention") parts.push(conventionName(number, around));
    else if (part.as === "alignment") parts.push(number === 0 ? "no alignment" : `align ${2 ** (number - 1)}`);
    else if (part.width > 1) parts.push(`${part.name} ${number}`);
    else if (number !== 0) parts.push(part.name);
  });
  if (rest !== 0n) parts.push(`unknown bits 0x${rest.toString(16)}`);
  return parts.length === 0 ? "none" : parts.join(", ");
}

function conventionName(number: number, around: Surroundings): string {
  return conventionText(number, around.release).trim() || "ccc";
}

function entryText(table: TableName, raw: number, plusOne: boolean, around: Surroundings): string {
  if (plusOne && raw === 0) return "none";
  const index = plusOne ? raw - 1 : raw;
  return around.tableEntry(table, index) ?? `${table} ${index}, not defined`;
}

/** Whether the operand that determines an operator has a floating-point type. */
function floatingOperand(layout: Layout, index: number, name: string | undefined, around: Surroundings): boolean {
  const type = operandType(layout, index, name, around);
  return type !== undefined && isFloating(scalarOf(type));
}
function operandType(layout: Layout, index: number, name: string | undefined, around: Surroundings): Type | undefined {
  if (name === undefined) return around.definedType;
  const at = layout.before(name, index);
  if (at === undefined) return undefined;
  const { form } = layout.field(at);
  return form.kind === "type" ? around.type(layout.record.value(at)) : around.typeOf(layout.valueAt(at));
}

function operationName(
  of: "binary" | "unary" | "cast" | "predicate",
  raw: number,
  floating: boolean,
): string | undefined {
  switch (of) {
    case "binary":
      return binaryName(raw, floating);
    case "unary":
      return raw === 0 ? "fneg" : undefined;
    case "cast":
      return castName(raw);
    case "predicate":
      return predicateName(raw);
  }
}

function flagsOf(
  layout: Layout,
  index: number,
  form: Extract<Form, { kind: "operationFlags" }>,
  around: Surroundings,
): string {
  const raw = layout.record.value(index);
  const at = layout.before(form.operation, index);
  const floating = floatingOperand(layout, index, form.operand, around);
  const operation = at === undefined ? undefined : layout.field(at).form;
  if (at === undefined || operation?.kind !== "operation") return String(raw);
  const opcode = operationName(operation.of, layout.record.value(at), floating) ?? "";
  if (operation.of === "predicate") return floating ? fastMathText(raw) : raw % 2 === 1 ? "samesign" : "";
  return floating && opcode !== "uitofp" ? fastMathText(raw) : integerFlagsText(opcode, raw);
}

function attributeValue(layout: Layout, index: number, of: string, around: Surroundings): string {
  const at = layout.before(of, index);
  const kind = at === undefined ? 0 : layout.record.value(at);
  return attributeText({ form: "int", kind, value: layout.record.big(index) }, around, false);
}

const FLOATS: ReadonlySet<string> = new Set(["half", "bfloat", "float", "double"]);

/** The bits of a constant or of one of its elements, by the current type. Floats of more than one word have no text. */
function constantText(bits: bigint, of: "type" | "element", around: Surroundings): string {
  const constantType = around.definedType;
  const isList = constantType?.kind === "array" || constantType?.kind === "vector";
  const type = of === "element" ? (isList ? constantType.element : undefined) : constantType && scalarOf(constantType);
  if (type?.kind === "integer" && type.width <= 64) return String(BigInt.asIntN(type.width, bits));
  if (type && FLOATS.has(type.kind)) return floatText(type.kind as FloatKind, bits, around.release);
  return `0x${bits.toString(16)}`;
}
