/** What the readers of constants get: a record, read by the names of its fields, and what its operands refer to. */
import type { BitRecord } from "../../../bitstream/record";
import type { Release } from "../../ir/releases";
import { NEWEST } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import { CONSTANTS } from "../../spec/constants";
import { FieldReader } from "../../spec/fieldReader";
import type { RecordOperands } from "../../spec/layout";
import { plainSurroundings } from "../../spec/layout";
import { RecordFault } from "../../stream/blocks";

/** A record that defines a constant. */
export interface ConstantScope {
  readonly record: BitRecord;
  /** The current type of the block, which the constant has. */
  readonly type: Type;
  readonly types: readonly Type[];
  /** The release that the file is read for; undefined if it does not matter. */
  readonly release?: Release;
}

/** No layout of a constant's record depends on the release. */
const SURROUNDINGS = plainSurroundings(NEWEST);

/**
 * The fields of a constant's record.
 * @param tooShort the message of the fault if the record ends before a field that is read
 */
export function fieldsOf({ record }: ConstantScope, tooShort: string): FieldReader {
  const specification = CONSTANTS[record.code];
  if (!specification) throw new RecordFault("unsupported", `unknown constant code ${record.code}`);
  return new FieldReader(record, specification, SURROUNDINGS, tooShort);
}

/**
 * All operands of a record that is a list of one field. Such records may be long: a text of a million characters.
 * @throws {RecordFault} if there are none
 * @throws {Error} if the record's specification is another
 */
export function listOf({ record }: ConstantScope, name: string, empty: string): RecordOperands {
  const parts = CONSTANTS[record.code]?.parts ?? [];
  const [list] = parts;
  const inner = parts.length === 1 && list?.part === "rest" && list.parts.length === 1 ? list.parts[0] : undefined;
  if (inner?.part !== "field" || inner.name !== name) throw new Error(`code ${record.code} is no list of ${name}`);
  if (record.length === 0) throw new RecordFault("bad-record", empty);
  return record;
}

/**
 * The type in a field.
 * @throws {RecordFault} if there is no such type
 */
export function typeIn(scope: ConstantScope, fields: FieldReader, name: string): Type {
  const type = scope.types[fields.number(name)];
  if (!type) throw new RecordFault("bad-type", "Invalid record: no such type");
  return type;
}

/** What a pointer or a vector of pointers points to; undefined for other types and for opaque pointers. */
export function pointeeOf(type: Type | undefined): Type | undefined {
  const pointer = type && scalarOf(type);
  return pointer?.kind === "pointer" ? pointer.pointee : undefined;
}
