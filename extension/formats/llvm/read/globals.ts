/** Reads MODULE records that define globals and comdats. They are checked here and decoded in `globalValues.ts`. */
import type { BitRecord } from "../../bitstream/record";
import { MODULE } from "../codes";
import { LAST_CONVENTION } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { Comdat } from "../ir/module";
import type { Type } from "../ir/types";
import type { GlobalValue } from "../ir/values";
import { RecordFault } from "../stream/blocks";
import type { IndirectPlaces } from "./globalPlaces";
import { ALIAS, ALIAS_OLD, FUNCTION, IFUNC, VARIABLE } from "./globalPlaces";
import type { GlobalOperands } from "./globalRecords";
import type { GlobalScope } from "./globalValues";
import { FunctionGlobal, Indirect, Variable } from "./globalValues";

/** The first release that reads the preferred alignment of a function. */
const PREFERRED_ALIGNMENT: Release = 23;

/** The pointee of the pointer type in records from before explicit value types. */
function pointeeOf(type: Type): Type {
  if (type.kind !== "pointer" || !type.pointee) throw new RecordFault("bad-type", "Invalid type for value");
  return type.pointee;
}

/** The operands of a record that defines a global, with checks that report faults while the record is read. */
class Checked {
  private readonly first: number;
  constructor(
    private readonly record: BitRecord,
    readonly scope: GlobalScope,
  ) {
    this.first = scope.version >= 2 ? 2 : 0;
    if (this.first > 0) scope.checkString(record.value(0), record.value(1));
  }
  /** The low 32 bits of an operand: the reference keeps no more of most. */
  at(index: number): number {
    return this.record.word(this.first + index);
  }
  private wide(index: number): number {
    return this.record.value(this.first + index);
  }
  /** Checks the alignment of a place. @throws {RecordFault} */
  alignment(place: number): void {
    if (this.wide(place) > this.scope.mostAlignment) throw new RecordFault("bad-value", "Invalid alignment value");
  }
  has(index: number): boolean {
    return this.record.length > this.first + index;
  }
  type(index: number): Type {
    const type = this.scope.types[this.at(index)];
    if (!type) throw new RecordFault("bad-type", "Invalid record: no such type");
    return type;
  }
  /** Checks that an operand is a valid 1-based index in a list. */
  within(index: number, list: readonly unknown[], fault: string): void {
    if (this.has(index) && this.wide(index) > list.length) throw new RecordFault("bad-reference", fault);
  }
  /** Checks the number of a comdat, which is cut to 32 bits. */
  comdat(index: number, fault: string): void {
    if (this.at(index) > this.scope.comdats.length) throw new RecordFault("bad-reference", fault);
  }
  partition(index: number): void {
    if (this.has(index + 1) && this.wide(index + 1) > 0) this.scope.checkString(this.wide(index), this.wide(index + 1));
  }
}

/**
 * Checks a record that defines a global and returns the type of the global's value; undefined for other records.
 * @throws {RecordFault}
 */
export function globalType(record: BitRecord, scope: GlobalScope): Type | undefined {
  switch (record.code) {
    case MODULE.GLOBALVAR:
      return variableType(new Checked(record, scope));
    case MODULE.FUNCTION:
      return functionType(new Checked(record, scope));
    case MODULE.ALIAS:
    case MODULE.ALIAS_OLD:
    case MODULE.IFUNC:
      return indirectType(new Checked(record, scope), placesOf(record.code));
    default:
      return undefined;
  }
}

/** Makes the global of a stored record that {@link globalType} has checked. */
export function makeGlobal(
  records: GlobalOperands,
  scope: GlobalScope,
  index: number,
  id: ValueId,
  type: Type,
): GlobalValue {
  const code = records.code(index);
  switch (code) {
    case MODULE.GLOBALVAR:
      return new Variable(records, scope, index, id, type);
    case MODULE.FUNCTION:
      return new FunctionGlobal(records, scope, index, id, type);
    default:
      return new Indirect(records, scope, index, id, type, placesOf(code));
  }
}

function placesOf(code: number): IndirectPlaces {
  return code === MODULE.ALIAS ? ALIAS : code === MODULE.IFUNC ? IFUNC : ALIAS_OLD;
}

function variableType(o: Checked): Type {
  if (!o.has(VARIABLE.section)) throw new RecordFault("bad-record", "Invalid global variable record");
  const type = o.type(VARIABLE.type);
  const explicit = (o.at(VARIABLE.isconst) & 2) !== 0;
  const valueType = explicit ? type : pointeeOf(type);
  o.alignment(VARIABLE.alignment);
  o.within(VARIABLE.section, o.scope.sections, "Invalid ID");
  o.comdat(VARIABLE.comdat, "Invalid global variable comdat ID");
  o.partition(VARIABLE.partition_strtab_offset);
  return valueType;
}

function functionType(o: Checked): Type {
  if (!o.has(FUNCTION.visibility)) throw new RecordFault("bad-record", "Invalid function record");
  const stated = o.type(FUNCTION.type);
  const valueType = stated.kind === "pointer" ? pointeeOf(stated) : stated;
  if (valueType.kind !== "function") throw new RecordFault("bad-type", "Invalid type for value");
  if (o.at(FUNCTION.callingconv) > LAST_CONVENTION) throw new RecordFault("bad-value", "Invalid calling convention ID");
  o.alignment(FUNCTION.alignment);
  o.within(FUNCTION.section, o.scope.sections, "Invalid ID");
  o.within(FUNCTION.gc, o.scope.collectors, "Invalid ID");
  o.comdat(FUNCTION.comdat, "Invalid function comdat ID");
  if (o.scope.isSince(PREFERRED_ALIGNMENT)) o.alignment(FUNCTION.prefalignment);
  return valueType;
}

function indirectType(o: Checked, places: IndirectPlaces): Type {
  if (!o.has(places.linkage)) throw new RecordFault("bad-record", "Invalid alias record");
  if (places.partition_strtab_offset !== undefined) o.partition(places.partition_strtab_offset);
  const type = o.type(places.type);
  return places === ALIAS_OLD ? pointeeOf(type) : type;
}

/** Reads COMDAT: since version 2 [STRTAB offset, length, kind]; before [kind, length, characters]. */
export function readComdat(record: BitRecord, scope: GlobalScope): Comdat {
  const strings = scope.version >= 2;
  if (record.length < (strings ? 3 : 2)) throw new RecordFault("bad-record", "Invalid comdat record");
  if (strings) {
    scope.checkString(record.value(0), record.value(1));
    return { name: scope.string(record.value(0), record.value(1)), kind: record.value(2) };
  }
  if (record.value(1) > record.length - 2) throw new RecordFault("bad-record", "Comdat name size too large");
  return { name: record.text(2).slice(0, record.value(1)), kind: record.value(0) };
}
