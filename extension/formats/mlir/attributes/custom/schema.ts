/**
 * Encodings of dialects as data: for each code the name of the attribute or type, and its fields in the order of the bytes,
 * `name:KIND`, where KIND is
 *
 *     varint  signed  bool (a byte)  double  string (an index)  attribute  type  blob
 *     optional      an attribute or none, with a flag in the low bit
 *     optionalInt   a varint or none, likewise
 *     optional1     a varint 0, or 1 and then an attribute     optional8   a byte 0, or 1 and then an attribute
 *     optionalSigned   a byte 0, or 1 and then a signed varint     optionalInt8   likewise, a varint
 *     integer, float   a number of the type in the field before
 *     wide          an integer of as many bits as the field `width` tells
 *     resource      a resource's index
 *     pairs         a count and two attributes each
 *     KIND[]        a count and that many of KIND
 *     KIND[]?       a byte 0, or 1 and then such a list
 */
import type { MlirCursor } from "../../model/cursor";
import { Damage } from "../../model/damage";
import type { CustomField, CustomNode, CustomValue } from "../../model/node";
import { readDouble, readInteger } from "../numbers";

/** The number of bits in which a number of a type is stored; `undefined`: the type is not a type of numbers. */
export type NumberWidth = (type: number) => number | undefined;

interface FieldSchema {
  readonly name: string;
  readonly kind: string;
}

/** One code's encoding. */
export interface CodeSchema {
  readonly mnemonic: string;
  readonly fields: readonly FieldSchema[];
}

/** Codes of a dialect's attributes or types. */
export type Schema = ReadonlyMap<number, CodeSchema>;

/** Reads a schema: one line per code, `code mnemonic field:KIND …`. */
export function schema(text: string): Schema {
  const codes = new Map<number, CodeSchema>();
  for (const line of text.trim().split("\n")) {
    const [code, mnemonic = "", ...fields] = line.trim().split(/\s+/);
    const parsed = fields.map((field) => {
      const colon = field.indexOf(":");
      return { name: field.slice(0, colon), kind: field.slice(colon + 1) };
    });
    codes.set(Number(code), { mnemonic, fields: parsed });
  }
  return codes;
}

/** What decoding by a schema needs besides the bytes. */
export interface SchemaContext {
  readonly dialect: string;
  readonly word: "attribute" | "type";
  /** Width of integers and floats of a type, for fields `integer` and `float`. */
  readonly integerWidth?: NumberWidth;
  readonly floatWidth?: NumberWidth;
  /** How many resources the file has, for fields `resource`. */
  readonly resourceCount?: number;
  /** Tells what a number means, or refers to, after it was read; without it, numbers explain themselves. */
  readonly tell?: (cursor: MlirCursor, name: string, value: number) => void;
}

/**
 * Decodes an entry by a dialect's schema.
 * @param cursor at its code
 * @throws Damage
 */
export function decodeCustom(cursor: MlirCursor, codes: Schema, context: SchemaContext): CustomNode {
  const start = cursor.position;
  const code = cursor.varint("code");
  const found = codes.get(code);
  if (!found) {
    throw new Damage("unsupported", `unknown ${context.dialect} ${context.word} code: ${code}`, start, cursor.position);
  }
  cursor.leaves?.note(found.mnemonic);
  const fields: CustomField[] = [];
  for (const { name, kind } of found.fields) {
    const value = readField(cursor, name, kind, fields, context);
    if (cursor.leaves && value.kind === "integer") context.tell?.(cursor, name, Number(value.value));
    fields.push({ name, value });
  }
  return { kind: "custom", dialect: context.dialect, code, mnemonic: found.mnemonic, fields };
}

/** A field of any kind. `before`: the fields read so far; one of them may be the type of a number. */
function readField(
  cursor: MlirCursor,
  name: string,
  kind: string,
  before: readonly CustomField[],
  context: SchemaContext,
): CustomValue {
  if (kind.endsWith("[]?")) {
    return cursor.bool(`has ${name}`) ? readList(cursor, name, kind.slice(0, -3)) : ABSENT;
  }
  if (kind.endsWith("[]")) return readList(cursor, name, kind.slice(0, -2));
  if (kind === "wide") return { kind: "integer", value: readInteger(cursor, name, widthAmong(before)) };
  if (kind === "resource")
    return { kind: "integer", value: cursor.index(name, "resource", context.resourceCount ?? 0, "resource handle") };
  if (kind === "integer") return readNumber(cursor, name, before, context.integerWidth);
  if (kind === "float") return readNumber(cursor, name, before, context.floatWidth);
  return readScalar(cursor, name, kind);
}

const ABSENT: CustomValue = { kind: "absent" };

/** A count and that many elements of one kind. */
function readList(cursor: MlirCursor, name: string, kind: string): CustomValue {
  return { kind: "list", elements: cursor.list(name, () => readScalar(cursor, name, kind)) };
}

/** The field `width`. */
function widthAmong(before: readonly CustomField[]): number {
  const width = before.find(({ name }) => name === "width")?.value;
  return width?.kind === "integer" ? Number(width.value) : 0;
}

/** A number whose type is given by an earlier field. */
function readNumber(
  cursor: MlirCursor,
  name: string,
  before: readonly CustomField[],
  widthOf: NumberWidth | undefined,
): CustomValue {
  const type = before.at(-1)?.value;
  const width = type?.kind === "type" ? widthOf?.(type.index) : undefined;
  if (width === undefined) {
    throw new Damage("bad-type", `${name} is of a type without numbers`, cursor.position, cursor.endByte);
  }
  return { kind: "integer", value: readInteger(cursor, name, width) };
}

/** An attribute, if the flag before it is set. */
function optional(cursor: MlirCursor, name: string, present: boolean): CustomValue {
  return present ? { kind: "attribute", index: cursor.attribute(name) } : ABSENT;
}

/** A field that is not a list. An unknown KIND is a mistake in the schema, not in the file. */
function readScalar(cursor: MlirCursor, name: string, kind: string): CustomValue {
  switch (kind) {
    case "varint":
      return { kind: "integer", value: cursor.varint64(name) };
    case "signed":
      return { kind: "integer", value: cursor.signedVarint(name) };
    case "bool":
      return { kind: "bool", value: cursor.bool(name) };
    case "double":
      return { kind: "float64", bits: readDouble(cursor, name) };
    case "string":
      return { kind: "string", index: cursor.string(name) };
    case "attribute":
      return { kind: "attribute", index: cursor.attribute(name) };
    case "type":
      return { kind: "type", index: cursor.type(name) };
    case "blob":
      return { kind: "blob", blob: cursor.blob(name) };
    case "optional": {
      const index = cursor.optionalAttribute(name);
      return index < 0 ? ABSENT : { kind: "attribute", index };
    }
    case "optionalInt": {
      const both = cursor.flagged(name);
      return both % 2 === 0 ? ABSENT : { kind: "integer", value: Math.floor(both / 2) };
    }
    case "optional1":
      return optional(cursor, name, cursor.varint(`has ${name}`) !== 0);
    case "optional8":
      return optional(cursor, name, cursor.bool(`has ${name}`));
    case "optionalSigned":
      return cursor.bool(`has ${name}`) ? { kind: "integer", value: cursor.signedVarint(name) } : ABSENT;
    case "optionalInt8":
      return cursor.bool(`has ${name}`) ? { kind: "integer", value: cursor.varint64(name) } : ABSENT;
    case "pairs": {
      const pairs = cursor.list(name, (): readonly CustomValue[] => [
        { kind: "attribute", index: cursor.attribute("key") },
        { kind: "attribute", index: cursor.attribute("value") },
      ]);
      return { kind: "list", elements: pairs.flat() };
    }
    default:
      throw new Error(`no such kind of field: ${kind}`);
  }
}
