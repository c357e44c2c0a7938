/** Reads CONSTANTS_BLOCK: each record except SETTYPE defines the next value (LLVMBitCodes.h, ConstantsCodes). */
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
import { isSupported } from "../../upgrade/constantExpressions";
import { ConstantFolder, mayFold } from "./fold";
import { makeNumber } from "./make";
import { CONSTANT_READERS } from "./readers";

const SETTYPE = 1;

/** Where the constants of a module go if they are kept as positions. */
export interface ConstantStore {
  /** Stores a constant whose record was just read. */
  addConstant(reader: BitstreamReader, type: Type): void;
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
    private readonly store?: ConstantStore,
  ) {}

  /**
   * Reads the block that was just entered. Unless constants are read literally, folds expressions that are plain
   * numbers.
   */
  read(reader: BitstreamReader, path: readonly string[]): void {
    readBlock(reader, this.problems, this.handler(reader, path));
    this.fold();
  }
  /** Like {@link read}, in steps: a large module has millions of constants. */
  *inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined> {
    yield* blockInSteps(reader, this.problems, this.handler(reader, path));
    this.fold();
  }
  private handler(reader: BitstreamReader, path: readonly string[]): BlockHandler {
    let type: Type = this.interner.i32;
    this.expressions = [];
    return {
      path: [...path, "constants"],
      record: (record) => {
        if (record.code === SETTYPE) {
          const next = this.types[record.value(0)];
          if (!next || next.kind === "void") throw new RecordFault("bad-type", "Invalid constant type");
          type = next;
        } else this.define(reader, record, type);
      },
    };
  }
  private fold(): void {
    if (!this.literal && this.release > 3) new ConstantFolder(this.values, this.release).fold(this.expressions);
  }
  /** The expressions of the block that may be folded to a number. */
  private expressions: ValueId[] = [];

  private define(reader: BitstreamReader, record: BitRecord, type: Type): void {
    const { values, store } = this;
    const read = CONSTANT_READERS[record.code];
    let constant: Constant | undefined;
    try {
      if (!read && this.problems.newer) throw new RecordFault("unsupported", `unknown constant code ${record.code}`);
      constant = read?.({ record, type, types: this.types });
      if (constant?.kind === "expression") {
        if (!this.literal && mayFold(constant.operation)) this.expressions.push(values.length);
        if (!isSupported(constant, this.release)) values.hasGoneConstants = true;
      }
    } finally {
      // What cannot be read, or is unknown, is still a value, as in the reference: undef.
      if (store) store.addConstant(reader, type);
      else values.push(constant ?? makeNumber({ record, type }, "undef"), type);
    }
  }
}
