/**
 * Globals, decoded from the operands of their records: GLOBALVAR, FUNCTION, ALIAS, IFUNC (LLVMBitCodes.h, ModuleCodes).
 */
import type { AttributeList } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import { ADDRESS_SPACES } from "../ir/types";
import type { FunctionValue, GlobalVariable, IndirectGlobal } from "../ir/values";
import { IMPLICIT_COMDAT, isLocal } from "../ir/values";
import type { IndirectPlaces } from "./globalPlaces";
import { FUNCTION, IFUNC, VARIABLE } from "./globalPlaces";
import type { GlobalOperands } from "./globalRecords";

/** The preemption specifier of what is local to its object; other numbers mean that it is not. */
const DSO_LOCAL = 1;

/** The last model of thread-local storage; greater numbers mean the general one. */
const [MOST_THREAD_LOCAL, GENERAL_DYNAMIC] = [4, 1];

/** What the records refer to. */
export interface GlobalScope {
  /** MODULE's VERSION: since version 2, records start with [offset in STRTAB, length]. */
  readonly version: number;
  readonly types: readonly Type[];
  readonly sections: readonly string[];
  readonly collectors: readonly string[];
  readonly comdats: readonly unknown[];
  /** The largest number that an alignment may be stored as: log2 of its bytes, plus 1. */
  readonly mostAlignment: number;
  /** Whether records are read as this release or a later one does. */
  isSince(release: Release): boolean;
  /** Whether globals with local linkage have no DLL storage class, whatever their records say. */
  readonly exportsNoLocals: boolean;
  /** The bytes of STRTAB. */
  readonly stringsLength: number;
  /** A name in STRTAB. */
  string(offset: number, length: number): string;
  /** Checks that a name is inside STRTAB. @throws {RecordFault} */
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
/** The address space of a global, of which its type keeps some bits. */
function spaceOf(stored: number): number {
  return stored & (ADDRESS_SPACES - 1);
}
/** The greatest number of a visibility; greater ones mean the default. */
const MOST_VISIBILITIES = 2;
/** Local linkage drops the visibility, as the reference's reader does. */
function visibilityOf(code: number, linkage: string): number {
  return isLocal(linkage) || code > MOST_VISIBILITIES ? 0 : code;
}
/** Bytes of an alignment that is stored as log2 + 1; 0 for none. */
function bytesOf(stored: number): number {
  return stored === 0 ? 0 : 2 ** (stored - 1);
}

/**
 * A global, decoded from the stored operands of its record when a property is read: a large module has millions of
 * globals, of which a view shows a few. Operand indices count from the first after the name.
 */
export abstract class Global {
  private known: string | undefined;
  /** What makes the name unique in the module; kept apart, since many globals may share a long name in the file. */
  suffix = "";

  /** @param index the index of its record */
  constructor(
    protected readonly records: GlobalOperands,
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
    const known = this.known ?? (this.known = this.named ? this.string(-2) : "");
    return this.suffix === "" ? known : known + this.suffix;
  }
  set name(name: string) {
    this.known = name;
    this.suffix = "";
  }
  abstract get linkage(): string;
  private get named(): boolean {
    return this.scope.version >= 2;
  }
  /** Operand `at` after the name; 0 if the writer left it out. */
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
    // The reference reads an empty name wherever it is; of a function, none that the table does not hold.
    const isHeld = this.has(at + 1) && this.at(at) + this.at(at + 1) <= this.scope.stringsLength;
    return isHeld && this.at(at + 1) > 0 ? this.string(at) : "";
  }
  protected sectionAt(at: number): string {
    return this.at(at) === 0 ? "" : (this.scope.sections[this.at(at) - 1] ?? "");
  }
  /** A value number that is stored plus one; undefined for 0. */
  protected optional(at: number): number | undefined {
    return this.at(at) === 0 ? undefined : this.at(at) - 1;
  }
  /** The DLL storage class: from the operand, or from the linkages that meant it before LLVM 3.5. */
  protected dllAt(at: number, linkage: number): number {
    if (this.has(at)) return this.scope.exportsNoLocals && isLocal(this.linkage) ? 0 : this.at(at);
    return linkage === 5 ? 1 : linkage === 6 ? 2 : 0;
  }
  /**
   * The comdat's number. Before LLVM 3.5 there was no operand, and the old weak linkages (1, 4, 10, 11) implied a
   * comdat with the global's name, but only for a name from the symbol table.
   */
  protected comdatAt(at: number, linkage: number): number {
    if (this.has(at)) return this.at(at);
    if (this.named) return 0;
    return [1, 4, 10, 11].includes(linkage) ? IMPLICIT_COMDAT : 0;
  }
  /** The address space of the pointer type in records from before explicit value types. */
  protected get oldSpace(): number {
    const stated = this.scope.types[this.at(0)];
    return stated?.kind === "pointer" ? stated.addressSpace : 0;
  }
}

/** A GLOBALVAR record. */
export class Variable extends Global implements GlobalVariable {
  readonly kind = "variable";
  comdat = this.comdatAt(VARIABLE.comdat, this.at(VARIABLE.linkage));
  attributes = this.scope.attributes(this.at(VARIABLE.attributes));

  private get flags(): number {
    return this.at(VARIABLE.isconst);
  }
  get addressSpace(): number {
    return (this.flags & 2) === 0 ? this.oldSpace : spaceOf(this.flags >>> 2);
  }
  get constant(): boolean {
    return (this.flags & 1) !== 0;
  }
  get initializer(): number | undefined {
    return this.optional(VARIABLE.initid);
  }
  get linkage(): string {
    return linkageOf(this.at(VARIABLE.linkage));
  }
  get alignment(): number {
    return bytesOf(this.at(VARIABLE.alignment));
  }
  get section(): string {
    return this.sectionAt(VARIABLE.section);
  }
  get visibility(): number {
    return visibilityOf(this.at(VARIABLE.visibility), this.linkage);
  }
  get threadLocal(): number {
    const mode = this.at(VARIABLE.threadlocal);
    return mode > MOST_THREAD_LOCAL ? GENERAL_DYNAMIC : mode;
  }
  get unnamedAddress(): number {
    return this.at(VARIABLE.unnamed_addr);
  }
  get externallyInitialized(): boolean {
    return this.at(VARIABLE.externally_initialized) !== 0;
  }
  get dllStorage(): number {
    return this.dllAt(VARIABLE.dllstorageclass, this.at(VARIABLE.linkage));
  }
  get dsoLocal(): boolean {
    return this.at(VARIABLE.preemptionspecifier) === DSO_LOCAL;
  }
  get partition(): string {
    return this.partitionAt(VARIABLE.partition_strtab_offset);
  }
  get sanitizer(): number {
    return this.at(VARIABLE.sanitizer);
  }
  get codeModel(): number {
    return this.at(VARIABLE.code_model);
  }
}

/** A FUNCTION record. */
export class FunctionGlobal extends Global implements FunctionValue {
  readonly kind = "function";
  readonly threadLocal = 0;
  comdat = this.comdatAt(FUNCTION.comdat, this.at(FUNCTION.linkage));
  attributes = this.scope.attributes(this.at(FUNCTION.paramattrs));
  section = this.sectionAt(FUNCTION.section);
  callingConvention = this.at(FUNCTION.callingconv);

  get addressSpace(): number {
    return this.has(FUNCTION.addrspace) ? spaceOf(this.at(FUNCTION.addrspace)) : this.oldSpace;
  }
  get declaration(): boolean {
    return this.at(FUNCTION.isproto) !== 0;
  }
  get linkage(): string {
    return linkageOf(this.at(FUNCTION.linkage));
  }
  get alignment(): number {
    return bytesOf(this.at(FUNCTION.alignment));
  }
  get visibility(): number {
    return visibilityOf(this.at(FUNCTION.visibility), this.linkage);
  }
  get gc(): string {
    return this.at(FUNCTION.gc) === 0 ? "" : (this.scope.collectors[this.at(FUNCTION.gc) - 1] ?? "");
  }
  get unnamedAddress(): number {
    return this.at(FUNCTION.unnamed_addr);
  }
  get prologue(): number | undefined {
    return this.optional(FUNCTION.prologuedata);
  }
  get dllStorage(): number {
    return this.dllAt(FUNCTION.dllstorageclass, this.at(FUNCTION.linkage));
  }
  get prefix(): number | undefined {
    return this.optional(FUNCTION.prefixdata);
  }
  get personality(): number | undefined {
    return this.optional(FUNCTION.personalityfn);
  }
  get dsoLocal(): boolean {
    return this.at(FUNCTION.preemptionspecifier) === DSO_LOCAL;
  }
  get partition(): string {
    return this.partitionAt(FUNCTION.partition_strtab_offset);
  }
  get preferredAlignment(): number {
    return bytesOf(this.at(FUNCTION.prefalignment));
  }
}

/** An ALIAS, an ALIAS_OLD (which has no address space of its own), or an IFUNC (which has the fewest fields). */
export class Indirect extends Global implements IndirectGlobal {
  readonly kind: "alias" | "ifunc";
  constructor(
    records: GlobalOperands,
    scope: GlobalScope,
    index: number,
    id: number,
    valueType: Type,
    private readonly places: IndirectPlaces,
  ) {
    super(records, scope, index, id, valueType);
    this.kind = places === IFUNC ? "ifunc" : "alias";
  }
  private optionalAt(at: number | undefined): number {
    return at === undefined ? 0 : this.at(at);
  }
  get addressSpace(): number {
    return this.places.addrspace === undefined ? this.oldSpace : spaceOf(this.at(this.places.addrspace));
  }
  get target(): number {
    return this.at(this.places.target);
  }
  get linkage(): string {
    return linkageOf(this.at(this.places.linkage));
  }
  get visibility(): number {
    return visibilityOf(this.at(this.places.visibility), this.linkage);
  }
  get dllStorage(): number {
    const { dllstorageclass, linkage } = this.places;
    return dllstorageclass === undefined ? 0 : this.dllAt(dllstorageclass, this.at(linkage));
  }
  get threadLocal(): number {
    const mode = this.optionalAt(this.places.threadlocal);
    return mode > MOST_THREAD_LOCAL ? GENERAL_DYNAMIC : mode;
  }
  get unnamedAddress(): number {
    return this.optionalAt(this.places.unnamed_addr);
  }
  get dsoLocal(): boolean {
    return this.at(this.places.preemptionspecifier) === DSO_LOCAL;
  }
  get partition(): string {
    const at = this.places.partition_strtab_offset;
    return at === undefined ? "" : this.partitionAt(at);
  }
}
