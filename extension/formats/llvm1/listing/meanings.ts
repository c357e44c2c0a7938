/** What the numbers in a record stand for: types by name, operands by the value that they name. */
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { ListingContext } from "../print/context";
import type { Field } from "../model/cursor";
import type { AnyRow } from "./parts";
import type { Value } from "../model/values";

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

/** The values that a row's operand fields name, in the order of those fields; undefined where a field is no value. */
export function operandValues(row: AnyRow): readonly (Value | undefined)[] {
  if (row.kind === "instruction") {
    const { operands, operandOf } = row;
    return operandOf ? operandOf.map((operand) => operands[operand]) : operands;
  }
  if (row.kind === "aggregate" || row.kind === "expression" || row.kind === "pointer") return row.operands;
  return row.kind === "global" ? [row.initial] : [];
}

/** Fields that name a value. */
const OPERAND_FIELDS: ReadonlySet<string> = new Set(["operand", "element", "global", "initializer"]);

/** The fields of a row that stand for its operands. */
export function operandFields(row: AnyRow, fields: readonly Field[]): readonly Field[] {
  if (row.kind === "global") return fields.filter((field) => field.name === "initializer");
  return fields.filter((field) => OPERAND_FIELDS.has(field.name));
}

/** Whether a field is named after the type that it holds the slot of. */
const TYPE_FIELD = /\b(?:type|plane)$/;

/** Lets a row's type and operand fields say what they mean. */
export function operandMeanings(bytecode: Bytecode, block: Block, row: AnyRow, fields: readonly Field[]): void {
  const context = contextOf(bytecode);
  const typeText = (slot: number): string => {
    const within = bytecode.functionBlock(block);
    const types = (within && bytecode.body(within)?.types) ?? bytecode.module().types;
    const type = types.find(slot - (bytecode.layout.traits.typeOfTypes && slot > 12 ? 1 : 0));
    return type ? context.types().text(type) : "no type";
  };
  for (const field of fields) {
    const { raw, explanation, name } = field;
    if (!explanation && typeof raw === "number" && TYPE_FIELD.test(name)) field.explanation = () => typeText(raw);
  }
  const values = operandValues(row);
  operandFields(row, fields).forEach((field, i) => {
    const value = values[i];
    if (field.explanation) return;
    if (value) field.explanation = () => short(context.valueText(value, block));
    else if (row.kind === "instruction" && row.operandOf?.[i] === -1) {
      // The alignment of an allocation, or the type that a cast or a further argument has.
      const aligns = row.operation === "malloc" || row.operation === "alloca";
      field.explanation = () => (aligns ? "log2 of the alignment, plus one" : typeText(Number(field.raw)));
    }
  });
}

/** Meanings are one line. */
function short(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}
