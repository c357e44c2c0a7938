/** Stores the operands of the records of a module's globals in typed arrays: a large module has millions of globals. */
import type { BitRecord } from "../../bitstream/record";
import { Bits, Words } from "../../../kit/numbers";

/** Larger operands, which cannot be a valid type, value or string, are stored as this. */
const MOST = 2 ** 32 - 1;

/** The records, in order. */
export class GlobalRecords {
  private readonly starts = new Bits();
  private readonly sizes = new Words();
  /** The index of each record's first operand in `operands`. */
  private readonly first = new Words();
  private readonly operands = new Words();

  /** Stores a record and returns its index. */
  add(record: BitRecord): number {
    const index = this.starts.length;
    this.starts.push(record.startBit);
    this.sizes.push(record.endBit - record.startBit);
    this.first.push(this.operands.length);
    for (let i = 0; i < record.length; i++) this.operands.push(Math.min(record.values[i] as number, MOST));
    return index;
  }
  startBit(index: number): number {
    return this.starts.data[index] as number;
  }
  endBit(index: number): number {
    return this.startBit(index) + (this.sizes.data[index] as number);
  }
  /** The number of operands of a record. */
  length(index: number): number {
    const next = index + 1 < this.first.length ? (this.first.data[index + 1] as number) : this.operands.length;
    return next - (this.first.data[index] as number);
  }
  /** Operand `at` of a record; 0 past its last. */
  operand(index: number, at: number): number {
    return at < this.length(index) ? (this.operands.data[(this.first.data[index] as number) + at] as number) : 0;
  }
}
