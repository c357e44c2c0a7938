/** What readers of instruction records work with: the record's operands and the values known so far. */
import type { ValueId } from "../../ir/ids";
import type { BitRecord } from "../../../bitstream/record";
import type { AttributeList } from "../../ir/attributes";
import type { AttributeTables, MetadataTables } from "../../ir/tables";
import type { Instruction, OperandBundle } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { FunctionType, Type } from "../../ir/types";
import { fastMathSince } from "../../ir/types";
import type { ProblemCode } from "../../../../document/problem";
import { RecordFault, signedBig, signedNumber } from "../../stream/blocks";
import type { TypeInterner } from "../../ir/interner";
import type { ValueTable } from "../../ir/valueTable";

/** What the instructions of a module refer to. */
export interface InstructionTables {
  readonly types: readonly Type[];
  /** The type with this index, which may be one that the reference's reader appends to the table. */
  readonly typeAt: (index: number) => Type | undefined;
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly attributes: AttributeTables;
  readonly metadata: MetadataTables;
  /**
   * The attributes of a call: the list fitted to its types, with pointee types added where the callee requires them.
   * @param called the function type, extended by parameters for variable arguments that have attributes
   */
  callAttributes(
    list: AttributeList | undefined,
    type: FunctionType,
    called: FunctionType,
    callee: ValueId,
  ): AttributeList | undefined;
  /** Whether attributes of arguments from index `from` on depend on the arguments' types. */
  dependsOnArguments(list: AttributeList, from: number): boolean;
  /** Whether operands count back from the next value (MODULE's VERSION 1 and later). */
  readonly relative: boolean;
  /**
   * Whether records are read as this release or a later one does; always if the file is read literally, or does not say
   * which release wrote it.
   */
  isSince(release: Release): boolean;
  /** Whether the module's pointers are opaque (TYPE_BLOCK has an OPAQUE_POINTER). */
  readonly opaque: boolean;
  /** Whether a phi has one value per block, even if a block is listed several times (LLVM 15). */
  readonly mergesPhis: boolean;
  /** Whether a bitcast to a pointer in another address space is read as two casts through an i64 (LLVM 3.4). */
  readonly castsSpacesByInteger: boolean;
  /** Whether UNWIND is an instruction (before LLVM 3.0). */
  readonly takesUnwind: boolean;
  /** How many numbers of predicates comparisons can have; undefined if reading checks them (LLVM 18). */
  readonly predicates: number | undefined;
  /** The largest number that an alignment may be stored as: log2 of its bytes, plus 1. */
  readonly mostAlignment: number;
  /** Whether bundles are dropped that lack a required operand (LLVM 15). */
  readonly dropsEmptyBundles: boolean;
  /**
   * The alignment in bytes of an access of this type without one; 0 if the release adds none, or the file is read
   * literally.
   */
  naturalAlignment(type: Type, which: "abi" | "preferred"): number;
  /** The alignment in bytes of an atomic access of this type without one; 0 if the release adds none. */
  storeAlignment(type: Type): number;
  readonly allocaAddressSpace: number;
  readonly bundleTags: readonly string[];
  readonly syncScopes: readonly string[];
}

/** Marks the next operand of a bundle as a metadata node (LLVM 22). */
export const METADATA_MARK = 0x80000000;

/** The largest number for which JavaScript's bit operations can be used. */
const MOST_SIGNED = 0x7fff_ffff;
/** The largest number of 32 bits. */
const MOST_WORD = 0xffff_ffff;

/** A cursor over the operands of the current record. One object serves all records of a function. */
export class InstructionContext {
  record!: BitRecord;
  /** Index of the next operand. */
  at = 0;
  /** The type of the value that {@link value} has just returned. */
  type: Type;
  /** Operand bundles for the next call. */
  bundles: OperandBundle[] = [];
  /** Instructions that an upgrade adds before the record's own. */
  readonly before: Instruction[] = [];
  /** Those of them that the reference's reader counts, so that attachments to instructions after them move. */
  readonly counted: Instruction[] = [];
  /** The number of basic blocks that the function declares, and how many it has declared before them. */
  blockCount = 0;
  firstBlock = 0;

  constructor(readonly tables: InstructionTables) {
    this.type = tables.interner.void;
  }

  begin(record: BitRecord): void {
    this.record = record;
    this.at = 0;
  }
  /** The number of operands not read yet. */
  get left(): number {
    return this.record.length - this.at;
  }
  fail(message: string, code: ProblemCode = "bad-instruction"): never {
    throw new RecordFault(code, message);
  }

  /** The next operand, unchanged. */
  wide(): number {
    if (this.at >= this.record.length) this.fail("Invalid record: operand number exceeded available operands");
    return this.record.values[this.at++] as number;
  }
  /** The low 32 bits of the next operand: of most, the reference keeps no more. */
  raw(): number {
    if (this.at >= this.record.length) this.fail("Invalid record: operand number exceeded available operands");
    const value = this.record.values[this.at++] as number;
    return value <= MOST_WORD ? value : this.record.word(this.at - 1);
  }
  /**
   * Like {@link raw}; 0 past the end.
   * @param since the first release that takes the operand, if earlier ones refuse a record that has it
   */
  optional(since?: Release): number {
    if (this.at >= this.record.length) return 0;
    if (since !== undefined && !this.tables.isSince(since)) this.tooLong();
    return this.raw();
  }
  private tooLong(): never {
    this.fail("Invalid record: more operands than it has");
  }
  /** Whether phis, selects and calls of a type may have fast-math flags. */
  takesFastMath(type: Type): boolean {
    const since = fastMathSince(type);
    return since !== undefined && this.tables.isSince(since);
  }
  /** Whether the next operand is not zero. */
  flag(): boolean {
    return this.wide() !== 0;
  }
  /**
   * The bytes of an alignment stored as log2 + 1, in the next operand; 0 for none, or past the end.
   * @param since the first release that takes the operand, if earlier ones refuse a record that has it
   */
  alignment(since?: Release): number {
    if (since !== undefined && this.left > 0 && !this.tables.isSince(since)) this.tooLong();
    return this.at < this.record.length ? this.bytes(this.wide()) : 0;
  }
  typeOperand(): Type {
    const type = this.tables.typeAt(this.raw());
    return type ?? this.fail("Invalid record: no such type", "bad-type");
  }
  /** Like {@link typeOperand}, where the number of the type may be too large if a value tells its type. */
  looseType(): Type | undefined {
    return this.tables.typeAt(this.raw());
  }
  /** The attributes of a call, by the number of their list. */
  callAttributes(
    number: number,
    type: FunctionType,
    callee: ValueId,
    operands: readonly ValueId[],
  ): AttributeList | undefined {
    const list = number === 0 ? undefined : this.tables.attributes.list(number);
    return this.tables.callAttributes(list, type, list ? this.calledType(list, type, operands) : type, callee);
  }
  /** The function type of a call; if attributes belong to variable arguments, extended by parameters for these. */
  private calledType(list: AttributeList, type: FunctionType, operands: readonly ValueId[]): FunctionType {
    const { length } = type.params;
    if (list.paramSets.length <= length || !this.tables.dependsOnArguments(list, length)) return type;
    const { values, interner } = this.tables;
    const params = operands.map((id, i) => type.params[i] ?? values.typeOf(id) ?? interner.void);
    return interner.function(type.result, params, type.vararg);
  }
  /** The number of a basic block. */
  block(): number {
    const block = this.raw();
    if (block >= this.blockCount) this.fail("Invalid bb record", "bad-reference");
    return this.firstBlock + block;
  }

  /** A copy of a list of blocks. The phis of a block list the same ones and share it. */
  keptBlocks(blocks: readonly number[]): readonly number[] {
    const { lastBlocks: last } = this;
    let i = last.length === blocks.length ? 0 : -1;
    while (i >= 0 && i < last.length && last[i] === blocks[i]) i++;
    return i === last.length ? last : (this.lastBlocks = blocks.slice());
  }
  private lastBlocks: readonly number[] = [];

  private absolute(raw: number): ValueId {
    return this.tables.relative ? (this.tables.values.length - raw) >>> 0 : raw;
  }
  /** "V": a value; for a forward reference, its type follows. */
  value(): ValueId {
    const { values } = this.tables;
    const id = this.absolute(this.raw());
    // A number below may have no value: see ValueTable.skipTo.
    if (id < values.length)
      this.type = values.typeOf(id) ?? this.fail("Invalid record: no such value", "bad-reference");
    else {
      // For a further reference, the number of the type may be too large.
      this.type = this.looseType() ?? values.typeOf(id) ?? this.fail("Invalid record: no such type", "bad-type");
      this.forward(id, this.type);
    }
    return id;
  }
  /** "v": a value whose type the record's reader knows. */
  known(type: Type): ValueId {
    const raw = this.raw();
    if (type.kind === "metadata") return this.metadataOperand(raw);
    return this.typed(this.absolute(raw), type);
  }
  /** A value by its number. The reference requires it to have the type it is used with. */
  typed(id: ValueId, type: Type): ValueId {
    const { values } = this.tables;
    if (id >= values.length) this.forward(id, type);
    else if (!values.isSameType(values.typeOf(id), type)) this.mistyped();
    return id;
  }
  /** A reference to a value that is not defined yet. */
  private forward(id: ValueId, type: Type): void {
    if (!this.tables.values.expect(id, type)) this.mistyped();
  }
  /** `first` and all values left in the record. */
  valuesAfter(first: ValueId): ValueId[] {
    // push() over-allocates, and most records have few operands.
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
  /** A signed relative value (PHI); an absolute id in old modules. */
  signed(): ValueId {
    const raw = this.wide();
    if (!this.tables.relative) return raw;
    const { length } = this.tables.values;
    // Use integers as long as possible: ids in floating-point format would need arrays of another kind.
    if (raw <= MOST_SIGNED) return (raw & 1) === 0 ? length - (raw >> 1) : length + (raw >> 1);
    if (raw <= Number.MAX_SAFE_INTEGER) return length - signedNumber(raw);
    return Number(BigInt.asUintN(32, BigInt(length) - signedBig(this.record.big(this.at - 1))));
  }
  /** A metadata node as an operand, relative like a value but in the metadata table. */
  metadataOperand(raw: number): ValueId {
    const { metadata, values, interner } = this.tables;
    const node = metadata.operandOf(this.absolute(raw));
    if (node === undefined) return this.fail("Invalid metadata operand", "bad-reference");
    return values.pushExtra({ kind: "metadataOperand", metadata: node }, interner.metadata);
  }
  /** A basic block as an operand. */
  blockOperand(block: number): ValueId {
    const { values, interner } = this.tables;
    return values.pushExtra({ kind: "blockOperand", block }, interner.label);
  }
  pointerTo(pointee: Type, addressSpace: number): Type {
    return this.tables.interner.pointer(this.tables.opaque ? undefined : pointee, addressSpace);
  }
  /** What a pointer points to. @param id the pointer's value: a global also tells it if pointers do not */
  pointeeOf(type: Type, id?: ValueId): Type {
    const global = id === undefined ? undefined : this.tables.values.at(id);
    const known = global && "valueType" in global ? global.valueType : undefined;
    const pointee = type.kind === "pointer" ? (type.pointee ?? known) : undefined;
    return pointee ?? this.fail("Invalid record: a typed pointer is needed", "bad-type");
  }
  /** Fails if the explicit type of a record differs from the pointee of a typed pointer. */
  checkPointee(pointer: Type, explicit: Type, what: string): void {
    if (pointer.kind !== "pointer" || pointer.pointee === undefined || pointer.pointee === explicit) return;
    // Without pointees, the reference has nothing to compare with.
    if (this.tables.values.erasesPointees) return;
    this.fail(`Explicit ${what}`, "bad-type");
  }
  /** The bytes of an alignment stored as log2 + 1; 0 for none. */
  bytes(stored: number): number {
    if (stored > this.tables.mostAlignment) this.fail("Invalid alignment value", "bad-value");
    return stored < 31 ? (1 << stored) >> 1 : 2 ** (stored - 1);
  }
}

/** Reads one kind of record, from its first operand on. */
export type InstructionReader = (context: InstructionContext) => Instruction;
