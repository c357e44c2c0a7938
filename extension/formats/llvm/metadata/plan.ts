/** Where a record has the fields of its class, by the record's specification (`spec/metadata.ts`). */
import type { MetadataId } from "../ir/ids";
import type { MetadataField } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { Field, Form, Part, RecordSpecification } from "../spec/form";
import type { RecordOperands } from "../spec/layout";
import { Layout, plainSurroundings, wordOf } from "../spec/layout";
import { rotatedBig } from "../stream/blocks";

/** A stored record with its references resolved. */
export interface MetadataRecordView extends RecordOperands {
  /** The node that an operand refers to: 0 is null, otherwise the file index plus one. */
  ref(index: number): MetadataId | undefined;
  /** The node whose file index the operand is. */
  direct(index: number): MetadataId | undefined;
  /** Like {@link ref}, but a string means the type with that identifier (before LLVM 4). */
  typeRef(index: number): MetadataId | undefined;
  /** Like {@link ref} to a tuple in which strings mean types. */
  typeArray(index: number): MetadataId | undefined;
}

/** The first release in which a bit of a record tells that its sizes are nodes. */
const SIZES_MAY_BE_NODES: Release = 21;

/** How an operand becomes the value of a field. */
type Reading =
  | "absent"
  | "node"
  | "direct"
  | "type"
  | "types"
  | "number"
  | "big"
  | "boolean"
  | "bit"
  | "size"
  | "rotated"
  | "complement32"
  | "complement64";

/** A field of a class in records of one shape. */
interface FieldPlace {
  readonly reading: Reading;
  /** Index of the operand. */
  readonly at: number;
  /** For `bit`, the bit's value in the operand; for `size`, the bit of the first operand that means "is metadata". */
  readonly bit: number;
  /** The value if the record does not have the field. */
  readonly absent: MetadataField;
}

/** The fields of a class, in its order. */
export type Plan = readonly FieldPlace[];

/** Assigns the operands of a node's record to fields. */
export function layoutOf(
  specification: RecordSpecification,
  record: RecordOperands,
  release: Release,
): Layout<RecordOperands> {
  return new Layout(record, specification, plainSurroundings(release));
}

/**
 * Finds the fields with these names in a record, and in all others of its shape (same length and same flags in the
 * first operand).
 * @throws {Error} if no layout of the record has a field with one of these names, and no bit of its first operand has it
 */
export function planOf(
  specification: RecordSpecification,
  fields: readonly string[],
  record: RecordOperands,
  release: Release,
): Plan {
  const layout = layoutOf(specification, record, release);
  return fields.map((name) => placeOf(name, specification, layout, release));
}

function placeOf(
  name: string,
  specification: RecordSpecification,
  layout: Layout<RecordOperands>,
  release: Release,
): FieldPlace {
  const at = layout.find(name);
  if (at !== undefined) {
    const { form } = layout.field(at);
    const bit = form.kind === "size" && release >= SIZES_MAY_BE_NODES ? form.nodeBit : 0;
    return { reading: form.kind === "size" && bit === 0 ? "big" : readingOf(form), at, bit, absent: absentOf(form) };
  }
  const declared = fieldNamed(name, specification.parts);
  const bit = declared ? 0 : flagOf(name, specification.parts);
  if (bit > 0) return { reading: "bit", at: 0, bit, absent: false };
  if (!declared) throw new Error(`${specification.name} has no field ${name}`);
  return { reading: "absent", at: 0, bit: 0, absent: absentOf(declared.form) };
}

/** The value of the bit of the first operand with this name; 0 if there is none. */
function flagOf(name: string, parts: readonly Part[]): number {
  const first = parts[0];
  if (first?.part !== "field" || first.form.kind !== "packed") return 0;
  let bit = 1;
  for (const { name: one, width } of first.form.bits) {
    if (one === name) return bit;
    bit *= 2 ** width;
  }
  return 0;
}

/** The first field with this name in any layout of the record. */
function fieldNamed(name: string, parts: readonly Part[]): Field | undefined {
  for (const part of parts) {
    if (part.part === "field" && part.name === name) return part;
    for (const inner of nestedParts(part)) {
      const found = fieldNamed(name, inner);
      if (found) return found;
    }
  }
  return undefined;
}
function nestedParts(part: Part): readonly (readonly Part[])[] {
  if (part.part === "when") return [part.then, part.otherwise];
  return part.part === "times" || part.part === "rest" ? [part.parts] : [];
}

function readingOf(form: Form): Reading {
  switch (form.kind) {
    case "node":
      return form.form === "absolute" ? "direct" : (form.of ?? "node");
    case "size":
    case "boolean":
    case "rotated":
      return form.kind;
    case "complement":
      return form.bits === 32 ? "complement32" : "complement64";
    case "hex":
    case "language":
      return "big";
    default:
      return "number";
  }
}
/**
 * The value of a missing field: older writers did not write what their release did not know. It is zero, false or null.
 */
function absentOf(form: Form): MetadataField {
  switch (readingOf(form)) {
    case "number":
    case "complement32":
      return 0;
    case "boolean":
      return false;
    case "big":
    case "size":
      return 0n;
    default:
      return undefined;
  }
}

function hasBit(r: RecordOperands, bit: number): boolean {
  return Math.floor(r.value(0) / bit) % 2 === 1;
}

/** The value of a field in a record of the plan's shape. */
export function fieldOf({ reading, at, bit, absent }: FieldPlace, r: MetadataRecordView): MetadataField {
  switch (reading) {
    case "absent":
      return absent;
    case "node":
      return r.ref(at);
    case "direct":
      return r.direct(at);
    case "type":
      return r.typeRef(at);
    case "types":
      // The bit after `distinct` means that strings are not type identifiers.
      return hasBit(r, 2) ? r.ref(at) : r.typeArray(at);
    case "number":
      return wordOf(r, at);
    case "big":
      return r.big(at);
    case "boolean":
      return r.value(at) !== 0;
    case "bit":
      return hasBit(r, bit);
    case "size":
      return hasBit(r, bit) ? r.ref(at) : r.big(at);
    case "rotated":
      return rotatedBig(r.big(at));
    case "complement32":
      return Number(BigInt.asIntN(32, r.big(at)));
    case "complement64":
      return BigInt.asIntN(64, r.big(at));
  }
}
