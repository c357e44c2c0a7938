/** The meanings of the numbers in a record: types by name, operands by the value that they refer to. */
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { ListingContext } from "../print/context";
import type { Field } from "../model/cursor";
import type { AnyRow } from "./parts";
import { escaped } from "../print/printer";
import type { Body } from "../read/body";
import type { Type } from "../model/type";
import { primitive } from "../model/type";
import type { Value } from "../model/values";
import { byteString } from "../../../document/byteText";

/** What an instruction's form tells about its operands (BytecodeFormat.html, "Instruction Encoding"). */
const FORMS = ["any number of operands", "one operand", "two operands", "three operands"];

/** A row that names or maps a slot. */
export type NamedRow = AnyRow & { readonly kind: "symbol" | "entry" };

const contexts = new WeakMap<Bytecode, ListingContext>();

/** The printing context of a document, made once. */
export function contextOf(bytecode: Bytecode): ListingContext {
  let context = contexts.get(bytecode);
  if (!context) {
    context = new ListingContext(bytecode);
    contexts.set(bytecode, context);
  }
  return context;
}

/**
 * The values to which a row's operand fields refer, in the order of those fields; undefined for a field that is not a
 * value.
 */
export function operandValues(row: AnyRow): readonly (Value | undefined)[] {
  if (row.kind === "instruction") {
    const { operands, operandOf } = row;
    return operandOf ? operandOf.map((operand) => operands[operand]) : operands;
  }
  if (row.kind === "aggregate" || row.kind === "expression" || row.kind === "pointer") return row.operands;
  return row.kind === "global" ? [row.initial] : [];
}

/** Fields that refer to a value. */
const OPERAND_FIELDS: ReadonlySet<string> = new Set(["operand", "element", "global", "initializer"]);

/** The fields of a row that are its operands. */
export function operandFields(row: AnyRow, fields: readonly Field[]): readonly Field[] {
  if (row.kind === "global") return fields.filter((field) => field.name === "initializer");
  return fields.filter((field) => OPERAND_FIELDS.has(field.name));
}

/** Whether a field's name tells that it holds the slot of a type. */
const TYPE_FIELD = /\b(?:type|plane)$/;

/** The tables that a block's records use: a function's if it has a body, otherwise the module's. */
export function tablesOf(bytecode: Bytecode, block: Block): Pick<Body, "types" | "planes"> {
  const within = bytecode.functionBlock(block);
  return (within && bytecode.body(within)) ?? bytecode.module();
}

/** A compaction table refers to the module's tables, names refer to those that the function uses. */
function namingTables(bytecode: Bytecode, block: Block, row: NamedRow): Pick<Body, "types" | "planes"> {
  return row.kind === "symbol" ? tablesOf(bytecode, block) : bytecode.module();
}

/** The type that a name or an entry of a compaction table refers to, if it refers to a type. */
export function namedType(bytecode: Bytecode, block: Block, row: NamedRow): Type | undefined {
  return row.plane === "types" ? namingTables(bytecode, block, row).types.find(row.slot) : undefined;
}

/** The value that a name or an entry of a compaction table refers to, if it refers to a value. */
export function namedValue(bytecode: Bytecode, block: Block, row: NamedRow): Value | undefined {
  if (row.plane === "types") return undefined;
  const type = tablesOf(bytecode, block).types.find(row.plane) ?? primitive("void");
  return namingTables(bytecode, block, row).planes.get(type, row.slot);
}

/** What the slot of a name or of a compaction table's entry refers to. */
function slotText(bytecode: Bytecode, block: Block, row: NamedRow): string {
  const context = contextOf(bytecode);
  const type = namedType(bytecode, block, row);
  if (type) return short(context.types().text(type));
  const value = namedValue(bytecode, block, row);
  return value ? short(context.valueText(value, block, LONGEST)) : "nothing";
}

/** The meaning of a field that is neither a type nor an operand, found by the field's name. */
function wordsOf(bytecode: Bytecode, block: Block, row: AnyRow, { name, raw }: Field): (() => string) | undefined {
  if (typeof raw === "object") return () => short(`"${escaped(byteString(raw))}"`);
  switch (name) {
    case "opcode and form":
    case "opcode":
      return "operation" in row ? () => row.operation : undefined;
    case "form":
      return () => FORMS[Number(raw)] ?? "";
    case "slot":
      return row.kind === "symbol" || row.kind === "entry" ? () => slotText(bytecode, block, row) : undefined;
    default:
      return undefined;
  }
}

/** Adds meanings to a row's fields. */
export function explainFields(bytecode: Bytecode, block: Block, row: AnyRow, fields: readonly Field[]): void {
  const context = contextOf(bytecode);
  const { types } = tablesOf(bytecode, block);
  const typeText = (slot: number): string => {
    const type = types.find(slot - (bytecode.layout.traits.typeOfTypes && slot > 12 ? 1 : 0));
    return type ? context.types().text(type) : "no type";
  };
  for (const field of fields) {
    const { raw, explanation, name } = field;
    if (explanation) continue;
    if (typeof raw === "number" && TYPE_FIELD.test(name)) field.explanation = () => typeText(raw);
    else {
      const words = wordsOf(bytecode, block, row, field);
      if (words) field.explanation = words;
    }
  }
  const values = operandValues(row);
  operandFields(row, fields).forEach((field, i) => {
    const value = values[i];
    if (field.explanation) return;
    if (value) field.explanation = () => short(context.valueText(value, block, LONGEST));
    else if (row.kind === "instruction" && row.operandOf?.[i] === -1) {
      // The alignment of an allocation, or the type of a cast or of an additional argument.
      const aligns = row.operation === "malloc" || row.operation === "alloca";
      field.explanation = () => (aligns ? "log2 of the alignment, plus one" : typeText(Number(field.raw)));
    } else if (row.kind === "instruction" && i >= values.length) {
      // What follows a call's arguments.
      field.explanation = () => `calling convention ${row.convention}${row.tail ? ", tail call" : ""}`;
    }
  });
}

/** Most characters of a meaning. */
const LONGEST = 200;
/** A meaning in one line. */
function short(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 3)}...` : line;
}
