/** MODULE records that define globals: GLOBALVAR, FUNCTION, ALIAS, IFUNC, COMDAT (facts: LLVMBitCodes.h, ModuleCodes). */
import type { BitRecord } from "../../bitstream/record";
import { MODULE } from "../codes";
import type { AttributeList } from "../ir/attributes";
import type { Comdat } from "../ir/module";
import type { Type } from "../ir/types";
import type { FunctionValue, GlobalValue, GlobalVariable, IndirectGlobal } from "../ir/values";
import { IMPLICIT_COMDAT, isLocal } from "../ir/values";
import { RecordFault } from "../stream/blocks";

/** What the records refer to. */
export interface GlobalScope {
  /** MODULE's VERSION: from 2 on records start with [offset in STRTAB, length]. */
  readonly version: number;
  readonly types: readonly Type[];
  readonly sections: readonly string[];
  readonly collectors: readonly string[];
  /** A name in STRTAB. */
  string(offset: number, length: number): string;
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

/** A record's operands behind the name that version 2 puts in front. */
class Operands {
  readonly name: string;
  private readonly first: number;
  constructor(
    private readonly record: BitRecord,
    private readonly scope: GlobalScope,
  ) {
    const named = scope.version >= 2;
    this.first = named ? 2 : 0;
    this.name = named ? scope.string(record.value(0), record.value(1)) : "";
  }
  /** Operand `index` behind the name; 0 where the producer wrote none. */
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
  partition(index: number): string {
    return this.has(index + 1) ? this.scope.string(this.at(index), this.at(index + 1)) : "";
  }
}

function linkageOf(code: number): string {
  return LINKAGES[code] ?? EXTERNAL;
}
/** DLL storage by the operand, or by the linkages that meant it before 3.5. */
function dllOf(operands: Operands, index: number, linkage: number): number {
  if (operands.has(index)) return operands.at(index);
  return linkage === 5 ? 1 : linkage === 6 ? 2 : 0;
}
/** Visibility is dropped from local linkage, as reading does. */
function visibilityOf(code: number, linkage: string): number {
  return isLocal(linkage) ? 0 : code;
}
/** log2 + 1 as stored, to bytes; 0 stays 0. */
function bytesOf(stored: number): number {
  if (stored > 33) throw new RecordFault("bad-value", "Invalid alignment value");
  return stored === 0 ? 0 : 2 ** (stored - 1);
}

/** The pointee where the record gives a pointer, as before explicit value types. */
function pointeeAndSpace(type: Type): { type: Type; space: number } {
  if (type.kind !== "pointer" || !type.pointee) throw new RecordFault("bad-type", "Invalid type for value");
  return { type: type.pointee, space: type.addressSpace };
}

function readVariable(record: BitRecord, scope: GlobalScope, id: number): GlobalVariable {
  const o = new Operands(record, scope);
  if (!o.has(5)) throw new RecordFault("bad-record", "Invalid global variable record");
  const flags = o.at(1);
  const explicit = (flags & 2) !== 0;
  const old = explicit ? undefined : pointeeAndSpace(o.type(0));
  const linkage = linkageOf(o.at(3));
  const long = o.has(6);
  return {
    kind: "variable",
    id,
    startBit: record.startBit,
    endBit: record.endBit,
    name: o.name,
    valueType: old?.type ?? o.type(0),
    addressSpace: old?.space ?? flags >>> 2,
    constant: (flags & 1) !== 0,
    initializer: o.at(2) === 0 ? undefined : o.at(2) - 1,
    linkage,
    alignment: bytesOf(o.at(4)),
    section: o.at(5) === 0 ? "" : (scope.sections[o.at(5) - 1] ?? ""),
    visibility: long ? visibilityOf(o.at(6), linkage) : 0,
    threadLocal: o.at(7),
    unnamedAddress: o.at(8),
    externallyInitialized: o.at(9) !== 0,
    dllStorage: dllOf(o, 10, o.at(3)),
    comdat: comdatOf(o, 11, o.at(3)),
    attributes: scope.attributes(o.at(12)),
    dsoLocal: o.at(13) !== 0,
    partition: o.partition(14),
    sanitizer: o.at(16),
    codeModel: o.at(17),
  };
}

/** The comdat's number; before 3.5 none was written, and the old weak linkages (1, 4, 10, 11) implied one of the same name. */
function comdatOf(o: Operands, index: number, linkage: number): number {
  if (o.has(index)) return o.at(index);
  return [1, 4, 10, 11].includes(linkage) ? IMPLICIT_COMDAT : 0;
}
function readFunction(record: BitRecord, scope: GlobalScope, id: number): FunctionValue {
  const o = new Operands(record, scope);
  if (!o.has(7)) throw new RecordFault("bad-record", "Invalid function record");
  const given = o.type(0);
  const old = given.kind === "pointer" ? pointeeAndSpace(given) : undefined;
  const valueType = old?.type ?? given;
  if (valueType.kind !== "function") throw new RecordFault("bad-type", "Invalid type for value");
  const linkage = linkageOf(o.at(3));
  const optional = (index: number): number | undefined => (o.at(index) === 0 ? undefined : o.at(index) - 1);
  return {
    kind: "function",
    id,
    startBit: record.startBit,
    endBit: record.endBit,
    name: o.name,
    valueType,
    addressSpace: o.has(16) ? o.at(16) : (old?.space ?? 0),
    callingConvention: o.at(1),
    declaration: o.at(2) !== 0,
    linkage,
    attributes: scope.attributes(o.at(4)),
    alignment: bytesOf(o.at(5)),
    section: o.at(6) === 0 ? "" : (scope.sections[o.at(6) - 1] ?? ""),
    visibility: visibilityOf(o.at(7), linkage),
    gc: o.at(8) === 0 ? "" : (scope.collectors[o.at(8) - 1] ?? ""),
    unnamedAddress: o.at(9),
    prologue: optional(10),
    dllStorage: dllOf(o, 11, o.at(3)),
    comdat: comdatOf(o, 12, o.at(3)),
    prefix: optional(13),
    personality: optional(14),
    dsoLocal: o.at(15) !== 0,
    partition: o.partition(17),
    preferredAlignment: bytesOf(o.at(19)),
    threadLocal: 0,
  };
}

/** ALIAS [type, address space, aliasee, linkage, visibility, dll, tls, unnamed_addr, dso_local, partition]; IFUNC stops at visibility. */
function readIndirect(record: BitRecord, scope: GlobalScope, id: number): IndirectGlobal {
  const o = new Operands(record, scope);
  const old = record.code === MODULE.ALIAS_OLD;
  const alias = record.code !== MODULE.IFUNC;
  if (!o.has(old ? 2 : 3)) throw new RecordFault("bad-record", "Invalid alias record");
  const pointer = old ? pointeeAndSpace(o.type(0)) : undefined;
  // The old form has no address space of its own.
  const at = (index: number): number => o.at(old ? index - 1 : index);
  const linkage = linkageOf(at(3));
  return {
    kind: alias ? "alias" : "ifunc",
    id,
    startBit: record.startBit,
    endBit: record.endBit,
    name: o.name,
    valueType: pointer?.type ?? o.type(0),
    addressSpace: pointer?.space ?? o.at(1),
    target: at(2),
    linkage,
    visibility: visibilityOf(at(4), linkage),
    dllStorage: alias ? dllOf(o, old ? 4 : 5, at(3)) : 0,
    threadLocal: alias ? at(6) : 0,
    unnamedAddress: alias ? at(7) : 0,
    dsoLocal: alias ? at(8) !== 0 : o.at(5) !== 0,
    partition: alias ? o.partition(9) : o.partition(6),
  };
}

/** Reads a record that defines a global; undefined for other records. */
export function readGlobal(record: BitRecord, scope: GlobalScope, id: number): GlobalValue | undefined {
  switch (record.code) {
    case MODULE.GLOBALVAR:
      return readVariable(record, scope, id);
    case MODULE.FUNCTION:
      return readFunction(record, scope, id);
    case MODULE.ALIAS:
    case MODULE.ALIAS_OLD:
    case MODULE.IFUNC:
      return readIndirect(record, scope, id);
    default:
      return undefined;
  }
}

/** COMDAT: version 2 [STRTAB offset, length, kind]; before [kind, length, characters]. */
export function readComdat(record: BitRecord, scope: GlobalScope): Comdat {
  if (scope.version >= 2) {
    return { name: scope.string(record.value(0), record.value(1)), kind: record.value(2) };
  }
  return { name: record.text(2).slice(0, record.value(1)), kind: record.value(0) };
}
