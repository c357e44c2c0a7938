/** The records of a module's globals, from whose operands the globals are decoded. */
import type { BitRecord } from "../../bitstream/record";
import { Bits, Words } from "../../../kit/numbers";

/** Larger operands, which cannot be a valid type, value or string, are read as this. */
const MOST = 2 ** 32 - 1;

/** Records by index. */
export interface GlobalOperands {
  code(index: number): number;
  /** The range of a record; bits. */
  startBit(index: number): number;
  endBit(index: number): number;
  /** The number of operands of a record. */
  length(index: number): number;
  /** Operand `at` of a record; 0 past its last. */
  operand(index: number, at: number): number;
}

/** A record's operands in an array of their own: for so few numbers it costs less than a typed one. */
function copied(record: BitRecord): number[] {
  const operands: number[] = [];
  for (let i = 0; i < record.length; i++) operands.push(record.values[i] as number);
  return operands;
}

/** A single record, whatever the index. */
export class GlobalRecord implements GlobalOperands {
  private readonly recordCode: number;
  private readonly start: number;
  private readonly end: number;
  private readonly count: number;
  /** @param operands the record's, or a copy of them if the reader is to go on */
  constructor(
    record: BitRecord,
    private readonly operands: ArrayLike<number> = copied(record),
  ) {
    this.recordCode = record.code;
    this.start = record.startBit;
    this.end = record.endBit;
    this.count = record.length;
  }
  code(): number {
    return this.recordCode;
  }
  startBit(): number {
    return this.start;
  }
  endBit(): number {
    return this.end;
  }
  length(): number {
    return this.count;
  }
  operand(_index: number, at: number): number {
    return at < this.count ? Math.min(this.operands[at] as number, MOST) : 0;
  }
}

/** All records of a module, in order, in typed arrays: a large module has millions of globals. */
export class GlobalRecords implements GlobalOperands {
  private readonly codes = new Words();
  private readonly starts = new Bits();
  private readonly sizes = new Words();
  /** The index of each record's first operand in `operands`. */
  private readonly first = new Words();
  private readonly operands = new Words();

  /** Stores a record and returns its index. */
  add(record: BitRecord): number {
    const index = this.starts.length;
    this.codes.push(record.code);
    this.starts.push(record.startBit);
    this.sizes.push(record.endBit - record.startBit);
    this.first.push(this.operands.length);
    for (let i = 0; i < record.length; i++) this.operands.push(record.word(i));
    return index;
  }
  code(index: number): number {
    return this.codes.data[index] as number;
  }
  startBit(index: number): number {
    return this.starts.data[index] as number;
  }
  endBit(index: number): number {
    return this.startBit(index) + (this.sizes.data[index] as number);
  }
  length(index: number): number {
    const next = index + 1 < this.first.length ? (this.first.data[index + 1] as number) : this.operands.length;
    return next - (this.first.data[index] as number);
  }
  operand(index: number, at: number): number {
    return at < this.length(index) ? (this.operands.data[(this.first.data[index] as number) + at] as number) : 0;
  }
}
