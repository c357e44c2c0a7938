/** Names and notes for the operands of a record, by its specification. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { MetadataTables } from "../ir/tables";
import type { Type } from "../ir/types";
import type { Layout } from "../spec/layout";

/** What an operand refers to, in the printer's terms; plain numbers have no note. */
export type OperandNote =
  | {
      readonly kind: "value";
      readonly id: ValueId;
      /** The operand that holds its type, if there is one. */
      readonly typeAt: number | undefined;
    }
  | { readonly kind: "type"; readonly type: Type }
  | { readonly kind: "block"; readonly block: number }
  | { readonly kind: "node"; readonly node: MetadataId }
  | { readonly kind: "attributes" };

/** The name of an operand: its field, with the index of the repetition if it is repeated. */
export function operandName(layout: Layout, index: number): string {
  const { field, turn } = layout.operand(index);
  return turn === undefined ? field.name : `${field.name} ${turn}`;
}

/** What the operand at an index refers to. */
export function noteOf(layout: Layout, index: number, metadata: MetadataTables): OperandNote | undefined {
  const { form } = layout.field(index);
  const raw = layout.record.value(index);
  switch (form.kind) {
    case "type": {
      const type = layout.surroundings.type(raw);
      return type && { kind: "type", type };
    }
    case "block":
      return form.of === undefined ? { kind: "block", block: raw } : undefined;
    case "value": {
      const id = form.form === "plusOne" ? raw - 1 : form.form === "absolute" ? raw : layout.referredAt(index);
      return id < 0 ? undefined : { kind: "value", id, typeAt: layout.typeAt(index) };
    }
    case "node": {
      const at = form.form === "plusOne" ? raw - 1 : form.form === "relative" ? layout.valueAt(index) : raw;
      return nodeNote(at, metadata);
    }
    case "size":
      return layout.isNode(index) ? nodeNote(raw - 1, metadata) : undefined;
    case "attributeList":
      return raw === 0 ? undefined : { kind: "attributes" };
    default:
      return undefined;
  }
}

function nodeNote(index: number, metadata: MetadataTables): OperandNote | undefined {
  const node = index < 0 ? undefined : metadata.idOf(index);
  return node === undefined ? undefined : { kind: "node", node };
}
