/** The operands of the records of a module's globals, in typed arrays: a large module has millions of them. */
import type { BitRecord } from "../../bitstream/record";
import { Bits, Words } from "../../../kit/numbers";

/** Operands past this are no type, value or string that could be: they are kept as this. */
const MOST = 2 ** 32 - 1;

/** Records by their order. */
export class GlobalRecords {
  private readonly starts = new Bits();
  private readonly sizes = new Words();
  /** Where each record's operands begin, and behind the last. */
  private readonly first = new Words();
  private readonly operands = new Words();

  /** Keeps a record; gives its index. */
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
  /** How many operands a record has. */
  length(index: number): number {
    const next = index + 1 < this.first.length ? (this.first.data[index + 1] as number) : this.operands.length;
    return next - (this.first.data[index] as number);
  }
  /** Operand `at` of a record; 0 past its last. */
  operand(index: number, at: number): number {
    return at < this.length(index) ? (this.operands.data[(this.first.data[index] as number) + at] as number) : 0;
  }
}
