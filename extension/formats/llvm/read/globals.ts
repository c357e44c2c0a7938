/** MODULE records that define globals: GLOBALVAR, FUNCTION, ALIAS, IFUNC, COMDAT (facts: LLVMBitCodes.h, ModuleCodes). */
import type { BitRecord } from "../../bitstream/record";
import { MODULE } from "../codes";
import type { AttributeList } from "../ir/attributes";
import type { Comdat } from "../ir/module";
import type { Type } from "../ir/types";
import type { FunctionValue, GlobalValue, GlobalVariable, IndirectGlobal } from "../ir/values";
import { IMPLICIT_COMDAT, isLocal } from "../ir/values";
import { RecordFault } from "../stream/blocks";
import type { GlobalRecords } from "./globalRecords";

/** What the records refer to. */
export interface GlobalScope {
  /** MODULE's VERSION: from 2 on records start with [offset in STRTAB, length]. */
  readonly version: number;
  readonly types: readonly Type[];
  readonly sections: readonly string[];
  readonly collectors: readonly string[];
  /** A name in STRTAB. */
  string(offset: number, length: number): string;
  /** Whether there is such a name. @throws {RecordFault} */
  checkString(offset: number, length: number): void;
  attributes(number: number): AttributeList | undefined;
}

/** Linkage as printed, by number (getDecodedLinkage); 5 and 6 also set the DLL storage class. */
const LINKAGES: Readonly<Record<number, string>> = {
  1: "weak",
  2: "appending",
  3: "internal",
  4: "linkonce",
  7: "extern_weak",
  8: "common",
  9: "private",
  10: "weak_odr",
  11: "linkonce_odr",
  12: "available_externally",
  13: "private",
  14: "private",
  16: "weak",
  17: "weak_odr",
  18: "linkonce",
  19: "linkonce_odr",
};
const EXTERNAL = "external";

function linkageOf(code: number): string {
  return LINKAGES[code] ?? EXTERNAL;
}
/** Visibility is dropped from local linkage, as reading does. */
function visibilityOf(code: number, linkage: string): number {
  return isLocal(linkage) ? 0 : code;
}
/** log2 + 1 as stored, to bytes; 0 stays 0. */
function bytesOf(stored: number): number {
  return stored === 0 ? 0 : 2 ** (stored - 1);
}
function checkAlignment(stored: number): void {
  if (stored > 33) throw new RecordFault("bad-value", "Invalid alignment value");
}

/** The pointee where the record gives a pointer, as before explicit value types. */
function pointeeOf(type: Type): Type {
  if (type.kind !== "pointer" || !type.pointee) throw new RecordFault("bad-type", "Invalid type for value");
  return type.pointee;
}

/**
 * A global as its record's operands tell it, which are kept among those of all globals: what they mean is said when somebody
 * asks, since a large module has millions of globals of which a view shows a few. Operands count behind the name.
 */
abstract class Global {
  private known: string | undefined;

  /** @param index its place among the records */
  constructor(
    protected readonly records: GlobalRecords,
    protected readonly scope: GlobalScope,
    private readonly index: number,
    readonly id: number,
    readonly valueType: Type,
  ) {}

  get startBit(): number {
    return this.records.startBit(this.index);
  }
  get endBit(): number {
    return this.records.endBit(this.index);
  }
  get name(): string {
    return this.known ?? (this.known = this.named ? this.string(-2) : "");
  }
  set name(name: string) {
    this.known = name;
  }
  abstract get linkage(): string;
  private get named(): boolean {
    return this.scope.version >= 2;
  }
  /** Operand `at` behind the name; 0 where the producer wrote none. */
  protected at(at: number): number {
    return this.records.operand(this.index, this.named ? at + 2 : at);
  }
  protected has(at: number): boolean {
    return this.records.length(this.index) > (this.named ? at + 2 : at);
  }
  private string(at: number): string {
    return this.scope.string(this.at(at), this.at(at + 1));
  }
  protected partitionAt(at: number): string {
    return this.has(at + 1) ? this.string(at) : "";
  }
  protected sectionAt(at: number): string {
    return this.at(at) === 0 ? "" : (this.scope.sections[this.at(at) - 1] ?? "");
  }
  /** A value's number as it is written where there may be none: plus one. */
  protected optional(at: number): number | undefined {
    return this.at(at) === 0 ? undefined : this.at(at) - 1;
  }
  /** DLL storage by the operand, or by the linkages that meant it before 3.5. */
  protected dllAt(at: number, linkage: number): number {
    if (this.has(at)) return this.at(at);
    return linkage === 5 ? 1 : linkage === 6 ? 2 : 0;
  }
  /** The comdat's number; before 3.5 none was written, and the old weak linkages (1, 4, 10, 11) implied one of the same name. */
  protected comdatAt(at: number, linkage: number): number {
    if (this.has(at)) return this.at(at);
    return [1, 4, 10, 11].includes(linkage) ? IMPLICIT_COMDAT : 0;
  }
  /** The address space of the pointer type that the records of before explicit value types give. */
  protected get oldSpace(): number {
    const given = this.scope.types[this.at(0)];
    return given?.kind === "pointer" ? given.addressSpace : 0;
  }
}

class Variable extends Global implements GlobalVariable {
  readonly kind = "variable";
  comdat = this.comdatAt(11, this.at(3));
  attributes = this.scope.attributes(this.at(12));

  private get flags(): number {
    return this.at(1);
  }
  get addressSpace(): number {
    return (this.flags & 2) === 0 ? this.oldSpace : this.flags >>> 2;
  }
  get constant(): boolean {
    return (this.flags & 1) !== 0;
  }
  get initializer(): number | undefined {
    return this.optional(2);
  }
  get linkage(): string {
    return linkageOf(this.at(3));
  }
  get alignment(): number {
    return bytesOf(this.at(4));
  }
  get section(): string {
    return this.sectionAt(5);
  }
  get visibility(): number {
    return visibilityOf(this.at(6), this.linkage);
  }
  get threadLocal(): number {
    return this.at(7);
  }
  get unnamedAddress(): number {
    return this.at(8);
  }
  get externallyInitialized(): boolean {
    return this.at(9) !== 0;
  }
  get dllStorage(): number {
    return this.dllAt(10, this.at(3));
  }
  get dsoLocal(): boolean {
    return this.at(13) !== 0;
  }
  get partition(): string {
    return this.partitionAt(14);
  }
  get sanitizer(): number {
    return this.at(16);
  }
  get codeModel(): number {
    return this.at(17);
  }
}

class FunctionGlobal extends Global implements FunctionValue {
  readonly kind = "function";
  readonly threadLocal = 0;
  comdat = this.comdatAt(12, this.at(3));
  attributes = this.scope.attributes(this.at(4));
  section = this.sectionAt(6);

  get addressSpace(): number {
    return this.has(16) ? this.at(16) : this.oldSpace;
  }
  get callingConvention(): number {
    return this.at(1);
  }
  get declaration(): boolean {
    return this.at(2) !== 0;
  }
  get linkage(): string {
    return linkageOf(this.at(3));
  }
  get alignment(): number {
    return bytesOf(this.at(5));
  }
  get visibility(): number {
    return visibilityOf(this.at(7), this.linkage);
  }
  get gc(): string {
    return this.at(8) === 0 ? "" : (this.scope.collectors[this.at(8) - 1] ?? "");
  }
  get unnamedAddress(): number {
    return this.at(9);
  }
  get prologue(): number | undefined {
    return this.optional(10);
  }
  get dllStorage(): number {
    return this.dllAt(11, this.at(3));
  }
  get prefix(): number | undefined {
    return this.optional(13);
  }
  get personality(): number | undefined {
    return this.optional(14);
  }
  get dsoLocal(): boolean {
    return this.at(15) !== 0;
  }
  get partition(): string {
    return this.partitionAt(17);
  }
  get preferredAlignment(): number {
    return bytesOf(this.at(19));
  }
}

/** ALIAS [type, address space, aliasee, linkage, visibility, dll, tls, unnamed_addr, dso_local, partition]; IFUNC stops at visibility. */
class Indirect extends Global implements IndirectGlobal {
  readonly kind: "alias" | "ifunc";
  /** @param old whether it is ALIAS_OLD, which has no address space of its own */
  constructor(
    records: GlobalRecords,
    scope: GlobalScope,
    index: number,
    id: number,
    valueType: Type,
    code: number,
    private readonly old = code === MODULE.ALIAS_OLD,
  ) {
    super(records, scope, index, id, valueType);
    this.kind = code === MODULE.IFUNC ? "ifunc" : "alias";
  }
  private behind(at: number): number {
    return this.at(this.old ? at - 1 : at);
  }
  private ofAlias(at: number): number {
    return this.kind === "alias" ? this.behind(at) : 0;
  }
  get addressSpace(): number {
    return this.old ? this.oldSpace : this.at(1);
  }
  get target(): number {
    return this.behind(2);
  }
  get linkage(): string {
    return linkageOf(this.behind(3));
  }
  get visibility(): number {
    return visibilityOf(this.behind(4), this.linkage);
  }
  get dllStorage(): number {
    return this.kind === "alias" ? this.dllAt(this.old ? 4 : 5, this.behind(3)) : 0;
  }
  get threadLocal(): number {
    return this.ofAlias(6);
  }
  get unnamedAddress(): number {
    return this.ofAlias(7);
  }
  get dsoLocal(): boolean {
    return this.kind === "alias" ? this.behind(8) !== 0 : this.at(5) !== 0;
  }
  get partition(): string {
    return this.partitionAt(this.kind === "alias" ? 9 : 6);
  }
}

/** The operands of a record that is about to become a global: what cannot be is said while the record is read. */
class Checked {
  private readonly first: number;
  constructor(
    private readonly record: BitRecord,
    private readonly scope: GlobalScope,
  ) {
    this.first = scope.version >= 2 ? 2 : 0;
    if (this.first > 0) scope.checkString(record.value(0), record.value(1));
  }
  at(index: number): number {
    return this.record.value(this.first + index);
  }
  has(index: number): boolean {
    return this.record.length > this.first + index;
  }
  type(index: number): Type {
    const type = this.scope.types[this.at(index)];
    if (!type) throw new RecordFault("bad-type", "Invalid record: no such type");
    return type;
  }
  partition(index: number): void {
    if (this.has(index + 1)) this.scope.checkString(this.at(index), this.at(index + 1));
  }
}

/** Reads a record that defines a global; undefined for other records. Its operands go to `records`. */
export function readGlobal(
  record: BitRecord,
  scope: GlobalScope,
  records: GlobalRecords,
  id: number,
): GlobalValue | undefined {
  const { code } = record;
  switch (code) {
    case MODULE.GLOBALVAR: {
      const type = variableType(new Checked(record, scope));
      return new Variable(records, scope, records.add(record), id, type);
    }
    case MODULE.FUNCTION: {
      const type = functionType(new Checked(record, scope));
      return new FunctionGlobal(records, scope, records.add(record), id, type);
    }
    case MODULE.ALIAS:
    case MODULE.ALIAS_OLD:
    case MODULE.IFUNC: {
      const type = indirectType(new Checked(record, scope), code);
      return new Indirect(records, scope, records.add(record), id, type, code);
    }
    default:
      return undefined;
  }
}

function variableType(o: Checked): Type {
  if (!o.has(5)) throw new RecordFault("bad-record", "Invalid global variable record");
  const type = o.type(0);
  const explicit = (o.at(1) & 2) !== 0;
  const valueType = explicit ? type : pointeeOf(type);
  checkAlignment(o.at(4));
  o.partition(14);
  return valueType;
}

function functionType(o: Checked): Type {
  if (!o.has(7)) throw new RecordFault("bad-record", "Invalid function record");
  const given = o.type(0);
  const valueType = given.kind === "pointer" ? pointeeOf(given) : given;
  if (valueType.kind !== "function") throw new RecordFault("bad-type", "Invalid type for value");
  checkAlignment(o.at(5));
  o.partition(17);
  checkAlignment(o.at(19));
  return valueType;
}

function indirectType(o: Checked, code: number): Type {
  const old = code === MODULE.ALIAS_OLD;
  if (!o.has(old ? 2 : 3)) throw new RecordFault("bad-record", "Invalid alias record");
  o.partition(code === MODULE.IFUNC ? 6 : 9);
  return old ? pointeeOf(o.type(0)) : o.type(0);
}

/** COMDAT: version 2 [STRTAB offset, length, kind]; before [kind, length, characters]. */
export function readComdat(record: BitRecord, scope: GlobalScope): Comdat {
  if (scope.version >= 2) {
    return { name: scope.string(record.value(0), record.value(1)), kind: record.value(2) };
  }
  return { name: record.text(2).slice(0, record.value(1)), kind: record.value(0) };
}
