/** What a reader of instruction records works with: the record's operands and the values in force. */
import type { ValueId } from "../../ir/ids";
import type { BitRecord } from "../../../bitstream/record";
import type { AttributeList } from "../../ir/attributes";
import type { AttributeTables, MetadataTables } from "../../ir/tables";
import type { Instruction, OperandBundle } from "../../ir/function";
import type { FunctionType, Type } from "../../ir/types";
import type { ProblemCode } from "../../../../document/problem";
import { RecordFault, signedNumber } from "../../stream/blocks";
import type { TypeInterner } from "../../ir/interner";
import type { ValueTable } from "../../ir/valueTable";

/** What instructions of one module refer to. */
export interface InstructionTables {
  readonly types: readonly Type[];
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly attributes: AttributeTables;
  readonly metadata: MetadataTables;
  /**
   * The attributes of a call: the list as it fits, with the types that typed pointers lead to where the callee asks for them.
   * @param called the type with parameters for all arguments that have attributes
   */
  callAttributes(
    list: AttributeList | undefined,
    type: FunctionType,
    called: FunctionType,
    callee: ValueId,
  ): AttributeList | undefined;
  /** Whether attributes of arguments from this one on depend on the arguments' types. */
  dependsOnArguments(list: AttributeList, from: number): boolean;
  /** Whether operands count back from the next value (MODULE's VERSION 1 and later). */
  readonly relative: boolean;
  /** Whether the module's pointers are opaque (TYPE_BLOCK holds OPAQUE_POINTER). */
  readonly opaque: boolean;
  /** Whether a phi has one value for each block, however often that is named (LLVM 15). */
  readonly mergesPhis: boolean;
  /** Whether bundles are dropped that lack the operand they have to have (LLVM 15). */
  readonly dropsEmptyBundles: boolean;
  /** The alignment of what says none; 0 where the release leaves it at that, or the file is wanted as it is. */
  naturalAlignment(type: Type, which: "abi" | "preferred"): number;
  /** The alignment in bytes of an atomic access of this type that says none; 0 where the release leaves it at that. */
  storeAlignment(type: Type): number;
  readonly allocaAddressSpace: number;
  readonly bundleTags: readonly string[];
  readonly syncScopes: readonly string[];
}

/** No attachments, and no debug records: what instructions start with. */
export const NO_ATTACHMENTS: readonly never[] = [];
/** A metadata operand in a bundle is announced by this (LLVM 22). */
export const METADATA_MARK = 0x80000000;

/** The largest number whose bits are at hand as an integer's. */
const MOST_SIGNED = 0x7fffffff;

/** A cursor over the operands of the current record. One object serves all records of a function. */
export class InstructionContext {
  record!: BitRecord;
  /** Index of the operand that is read next. */
  at = 0;
  /** Type of the value that {@link value} has just given. */
  type: Type;
  /** Operand bundles that wait for their call. */
  bundles: OperandBundle[] = [];
  /** Instructions that reading puts in front of the one that the record stands for. */
  readonly before: Instruction[] = [];
  /** Basic blocks that the function declares. */
  blockCount = 0;

  /** The greatest number that a value was asked for by before there was one. */
  furthest = -1;

  constructor(readonly tables: InstructionTables) {
    this.type = tables.interner.void;
  }

  begin(record: BitRecord): void {
    this.record = record;
    this.at = 0;
  }
  /** Operands not read yet. */
  get left(): number {
    return this.record.length - this.at;
  }
  fail(message: string, code: ProblemCode = "bad-instruction"): never {
    throw new RecordFault(code, message);
  }

  /** The next operand as it stands. */
  raw(): number {
    if (this.at >= this.record.length) this.fail("Invalid record: operand number exceeded available operands");
    return this.record.values[this.at++] as number;
  }
  /** The next operand, 0 past the end. */
  optional(): number {
    return this.at < this.record.length ? (this.record.values[this.at++] as number) : 0;
  }
  typeOperand(): Type {
    const type = this.tables.types[this.raw()];
    return type ?? this.fail("Invalid record: no such type", "bad-type");
  }
  /** The attributes of a call, by their number. */
  callAttributes(
    number: number,
    type: FunctionType,
    callee: ValueId,
    operands: readonly ValueId[],
  ): AttributeList | undefined {
    const list = number === 0 ? undefined : this.tables.attributes.list(number);
    return this.tables.callAttributes(list, type, list ? this.calledType(list, type, operands) : type, callee);
  }
  /** A call's function type; where attributes belong to arguments on top of its parameters, with those as parameters. */
  private calledType(list: AttributeList, type: FunctionType, operands: readonly ValueId[]): FunctionType {
    const { length } = type.params;
    if (list.paramSets.length <= length || !this.tables.dependsOnArguments(list, length)) return type;
    const { values, interner } = this.tables;
    const params = operands.map((id, i) => type.params[i] ?? values.typeOf(id) ?? interner.void);
    return interner.function(type.result, params, type.vararg);
  }
  /** A basic block's number. */
  block(): number {
    const block = this.raw();
    if (block >= this.blockCount) this.fail("Invalid bb record", "bad-reference");
    return block;
  }

  private absolute(raw: number): ValueId {
    return this.tables.relative ? (this.tables.values.length - raw) >>> 0 : raw;
  }
  /** "V": a value; a forward reference brings its type, else the value has it. */
  value(): ValueId {
    const { values } = this.tables;
    const id = this.absolute(this.raw());
    if (id < values.length) this.type = values.typeOf(id) as Type;
    else {
      this.type = this.typeOperand();
      values.noteForward(id, this.type);
      this.furthest = Math.max(this.furthest, id);
    }
    return id;
  }
  /** "v": a value whose type the record's reader knows. */
  known(type: Type): ValueId {
    const raw = this.raw();
    if (type.kind === "metadata") return this.metadataOperand(raw);
    const id = this.absolute(raw);
    const { values } = this.tables;
    // A value that is there already has the type that it is used as, or the reference has no such value.
    if (id >= values.length) this.furthest = Math.max(this.furthest, id);
    else if (values.typeOf(id) !== type) this.mistyped();
    return id;
  }
  /** The values that are left behind the first one. */
  valuesAfter(first: ValueId): ValueId[] {
    // An array that grows takes room for many more; most records have few.
    if (this.left === 0) return [first];
    const second = this.value();
    if (this.left === 0) return [first, second];
    const operands = [first, second, this.value()];
    while (this.left > 0) operands.push(this.value());
    return operands;
  }
  private mistyped(): never {
    return this.fail("Invalid record: an operand of another type", "bad-type");
  }
  /** A signed relative value (PHI); absolute ids in old modules. */
  signed(): ValueId {
    const raw = this.raw();
    if (!this.tables.relative) return raw;
    const { length } = this.tables.values;
    // In integers as far as they reach: numbers of values with a fraction's format would make other arrays.
    if (raw <= MOST_SIGNED) return (raw & 1) === 0 ? length - (raw >> 1) : length + (raw >> 1);
    return length - signedNumber(raw);
  }
  /** A metadata node as an operand: relative as a value is, into the metadata table. */
  metadataOperand(raw: number): ValueId {
    const { metadata, values, interner } = this.tables;
    const node = metadata.idOf(this.absolute(raw));
    if (node === undefined) return this.fail("Invalid metadata operand", "bad-reference");
    return values.pushExtra({ kind: "metadataOperand", metadata: node }, interner.metadata);
  }
  /** A block as an operand. */
  blockOperand(block: number): ValueId {
    const { values, interner } = this.tables;
    return values.pushExtra({ kind: "blockOperand", block }, interner.label);
  }
  pointerTo(pointee: Type, addressSpace: number): Type {
    return this.tables.interner.pointer(this.tables.opaque ? undefined : pointee, addressSpace);
  }
  pointeeOf(type: Type): Type {
    const pointee = type.kind === "pointer" ? type.pointee : undefined;
    return pointee ?? this.fail("Invalid record: a typed pointer is needed", "bad-type");
  }
  /** Refuses a type that a record gives where it is not what a typed pointer leads to. */
  checkPointee(pointer: Type, given: Type, what: string): void {
    if (pointer.kind !== "pointer" || pointer.pointee === undefined || pointer.pointee === given) return;
    this.fail(`Explicit ${what}`, "bad-type");
  }
  /** Bytes of an alignment stored as log2 + 1; 0 is none. */
  bytes(stored: number): number {
    if (stored > 33) this.fail("Invalid alignment value", "bad-value");
    return stored < 31 ? (1 << stored) >> 1 : 2 ** (stored - 1);
  }
}

/** Reads one kind of record; operands are read from the first on. */
export type InstructionReader = (context: InstructionContext) => Instruction;
