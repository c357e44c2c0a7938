/** Reads CONSTANTS_BLOCK: each record except SETTYPE defines the next value (LLVMBitCodes.h, ConstantsCodes). */
import type { BitRange } from "../../../../document/bits";
import type { BitstreamReader } from "../../../bitstream/reader";
import type { BitRecord } from "../../../bitstream/record";
import type { ValueId } from "../../ir/ids";
import type { TypeInterner } from "../../ir/interner";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import type { Constant } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import type { BlockHandler, ProblemList } from "../../stream/blocks";
import { blockInSteps, readBlock, RecordFault } from "../../stream/blocks";
import { ADDRESS_CASTS } from "../../operations";
import { limitsOf } from "../../release/limits";
import { isSupported } from "../../upgrade/constantExpressions";
import { ConstantFolder, mayFold, WIDE_PER_BIT } from "./fold";
import { makeNumber } from "./make";
import { giveOwnTypes, mayHaveOwnType } from "./ownTypes";
import { ConstantPromises, LAZY } from "./promises";
import { CHECKED_OPERANDS, CONSTANT_CHECKS, CONSTANT_READERS } from "./readers";

const [SETTYPE, UNDEF] = [1, 3];
/** The first release that reads a floating-point number of a vector type, as a vector of that number. */
const FLOATS_OF_VECTORS: Release = 19;
/** The first release that takes a constant of a type that its record cannot make for poison; before, for undef. */
const MISMADE_IS_POISON: Release = 19;
/** The first release in which the address of a block is in the address space of its function. */
const BLOCKS_IN_SPACES: Release = 13;
/** The first release without pointees. */
const ONE_POINTER: Release = 17;

/** Where the constants of a module go if they are kept as positions. */
export interface ConstantStore {
  /** Stores a constant whose record was just read. */
  addConstant(reader: BitstreamReader, type: Type): void;
  /** Passes over constants that are known from where a reader is; returns how many there were. */
  pass(reader: BitstreamReader): number;
}

/** Reads blocks of constants into a value table. */
export class ConstantsReader {
  constructor(
    private readonly types: readonly Type[],
    private readonly values: ValueTable,
    private readonly interner: TypeInterner,
    private readonly problems: ProblemList,
    private readonly release: Release,
    private readonly literal: boolean,
    private readonly typeAt: (index: number) => Type | undefined,
    private readonly store?: ConstantStore,
  ) {
    this.highestCode = literal ? Infinity : limitsOf(release).constants;
  }
  /** The highest code that the release knows: others are undef to it. */
  private readonly highestCode: number;

  /**
   * Reads the block that was just entered. Unless constants are read literally, folds expressions that are plain
   * numbers.
   */
  read(reader: BitstreamReader, path: readonly string[]): void {
    readBlock(reader, this.problems, this.handler(reader, path));
    this.fold(path);
  }
  /** Like {@link read}, in steps: a large module has millions of constants. */
  *inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined> {
    // A constant that is made when somebody asks for it is only checked: of most, a few operands say whether it is valid.
    if (this.store) reader.most = CHECKED_OPERANDS;
    yield* blockInSteps(reader, this.problems, this.handler(reader, path));
    reader.most = Infinity;
    this.fold(path);
  }
  private handler(reader: BitstreamReader, path: readonly string[]): BlockHandler {
    let type: Type = this.interner.i32;
    this.expressions = [];
    this.ownTyped = [];
    const { block, cursor, startBit } = reader;
    this.place = { startBit: block?.startBit ?? startBit, endBit: block?.bodyBit ?? startBit };
    this.promises = this.literal || this.release <= 3 ? undefined : new ConstantPromises(this.values, this.release);
    this.bits = block ? Math.min(block.endBit, cursor.endBit) - block.bodyBit : 0;
    return {
      path: [...path, "constants"],
      pass: () => this.store?.pass(reader) ?? 0,
      record: (record) => {
        if (record.code === SETTYPE) {
          const next = record.length === 0 ? undefined : this.typeAt(record.value(0));
          if (!next) throw new RecordFault("bad-type", "Invalid settype record");
          if (next.kind === "void") throw new RecordFault("bad-type", "Invalid constant type");
          type = next;
        } else if (this.store) this.note(this.store, reader, type);
        else this.define(record, type);
      },
    };
  }
  private fold(path: readonly string[]): void {
    if (this.literal || this.release <= 3) return;
    if (this.promises?.end() === false) this.missing(path);
    if (this.release >= LAZY) giveOwnTypes(this.ownTyped, this.values, this.interner);
    for (const { message, constant } of this.promises?.broken() ?? []) {
      const { startBit, endBit } = constant;
      this.problems.add({ code: "bad-type", message, startBit, endBit, path: [...path, "constants"] });
    }
    const tooWide = ({ startBit, endBit }: Constant): void => {
      const message = "an expression of integers that are too wide is not evaluated";
      this.problems.add({ code: "limit", message, startBit, endBit, path: [...path, "constants"] });
    };
    const { values, interner, release } = this;
    new ConstantFolder(values, interner, release, WIDE_PER_BIT * this.bits, tooWide).fold(this.expressions);
  }
  /** Reports that a constant refers to a value that is not defined. */
  private missing(path: readonly string[]): void {
    const message = "Invalid constant reference";
    this.problems.add({ code: "bad-reference", message, ...this.place, path: [...path, "constants"] });
  }
  /** The place of the block. */
  private place: BitRange = { startBit: 0, endBit: 0 };
  private promises: ConstantPromises | undefined;
  /** The bits of the block. */
  private bits = 0;
  /** The constants of the block whose operands tell their types. */
  private ownTyped: ValueId[] = [];
  /** The expressions of the block that may be folded to a number. */
  private expressions: ValueId[] = [];

  private define(record: BitRecord, type: Type): void {
    const { values } = this;
    let constant: Constant | undefined;
    try {
      constant = this.make(record, type);
      if (constant && !this.literal) constant = this.ofOwnType(constant, record);
      if (constant?.kind === "undef" && record.code !== UNDEF && this.release >= MISMADE_IS_POISON && !this.literal)
        constant = makeNumber({ record, type }, "poison");
      if (record.code <= this.highestCode)
        this.promises?.check({ record, type, types: this.types, release: this.release }, constant);
      if (constant && this.promises && mayHaveOwnType(constant)) this.ownTyped.push(values.length);
      if (constant?.kind === "expression") {
        if (!this.literal && mayFold(constant, this.release)) this.expressions.push(values.length);
        if (!isSupported(constant, this.release)) values.hasGoneConstants = true;
      }
    } finally {
      // What cannot be read, or is unknown, is still a value, as in the reference: undef.
      values.push(constant ?? makeNumber({ record, type }, "undef"), constant?.type ?? type);
    }
  }
  /** A constant of the type that it has whatever the current one is: text and plain data are as long as their record. */
  private ofOwnType(constant: Constant, record: BitRecord): Constant | undefined {
    if (this.isUnknown(constant)) return undefined;
    if (constant.kind === "inlineAsm") {
      const { type } = constant;
      // Code is always in address space 0.
      if (type.kind === "pointer" && type.addressSpace === 0) return constant;
      const pointee = type.kind === "pointer" ? type.pointee : constant.functionType;
      const isTold = this.release < ONE_POINTER && this.values.hasPointees;
      return { ...constant, type: this.interner.pointer(isTold ? pointee : undefined, 0) };
    }
    if (constant.kind === "blockAddress") return this.inSpace(constant);
    const own = this.typeOf(constant);
    return own === constant.type ? constant : this.make(record, own);
  }
  /** Whether the release knows the record's code, but not what it says: it is undef then. */
  private isUnknown(constant: Constant): boolean {
    if (constant.kind === "expression") return constant.operation === "ptrtoaddr" && this.release < ADDRESS_CASTS;
    return constant.kind === "float" && constant.type.kind === "vector" && this.release < FLOATS_OF_VECTORS;
  }
  /** The address of a block in the address space of its function. */
  private inSpace(constant: Extract<Constant, { kind: "blockAddress" }>): Constant {
    const { type } = constant;
    const own = this.values.typeOf(constant.function);
    if (this.release < BLOCKS_IN_SPACES || own?.kind !== "pointer" || type.kind !== "pointer") return constant;
    if (own.addressSpace === type.addressSpace) return constant;
    return { ...constant, type: this.interner.pointer(type.pointee, own.addressSpace) };
  }
  private typeOf(constant: Constant): Type {
    const { interner } = this;
    const { type } = constant;
    if (constant.kind === "string") {
      const isBytes = type.kind === "array" && type.element.kind === "byte";
      return interner.array(isBytes ? type.element : interner.integer(8), constant.text.length);
    }
    if (constant.kind !== "data") return type;
    const { length } = constant.elements;
    if (type.kind === "vector") return interner.vector(type.element, length, false);
    return type.kind === "array" ? interner.array(type.element, length) : type;
  }
  /** Checks a constant and stores its position. */
  private note(store: ConstantStore, reader: BitstreamReader, type: Type): void {
    const { record } = reader;
    try {
      const check = CONSTANT_CHECKS[record.code];
      if (check) check({ record, type, types: this.types });
      else {
        reader.complete();
        this.make(record, type);
      }
    } finally {
      store.addConstant(reader, type);
    }
  }
  private make(record: BitRecord, type: Type): Constant | undefined {
    const read = CONSTANT_READERS[record.code];
    if (!read && this.problems.newer) throw new RecordFault("unsupported", `unknown constant code ${record.code}`);
    if (record.code > this.highestCode) return undefined;
    return read?.({ record, type, types: this.types, release: this.release });
  }
}
