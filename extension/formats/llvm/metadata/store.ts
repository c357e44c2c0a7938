/**
 * Stores metadata records as numbers; they are decoded when a node is asked for. A module of 100 MB has millions of
 * nodes, so per node only its code, its operands and their place are kept.
 */
import type { MetadataId } from "../ir/ids";
import { byteString } from "../../../document/byteText";
import { Bits } from "../../../kit/numbers";
import type { BitRecord } from "../../bitstream/record";
import type { Checkpoint } from "../../bitstream/reader";

/** A run of entries whose file indices start at `firstIndex` and whose ids start at `firstId`. */
export interface Layer {
  readonly firstIndex: number;
  readonly firstId: MetadataId;
  count: number;
  /** The checkpoint after the block, if reading did not continue at the end that its header gives. */
  resumeAt?: Checkpoint;
}

/** Records by id. Ids count from 0 in the order of reading, so nodes of functions have ids of their own. */
export class MetadataStore {
  private codes = new Uint8Array(16);
  private readonly starts = new Bits();
  private readonly bits = new Bits();
  private readonly operands = new Bits();
  /** Operands past 53 bits, by index in `operands`. */
  private readonly wide = new Map<number, bigint>();
  private count = 0;
  private text = new Uint8Array(64);
  private textLength = 0;

  /** The number of entries so far, which is also the next id. */
  get size(): number {
    return this.count;
  }

  /** Adds the operands of a record. */
  add(code: number, record: BitRecord): void {
    this.begin(code, record.startBit);
    const start = this.operands.length;
    this.operands.append(record.values, record.length);
    for (let i = 0; i < record.length; i++) {
      if ((record.values[i] as number) > Number.MAX_SAFE_INTEGER) this.wide.set(start + i, record.big(i));
    }
  }
  /** Adds a string of the record at `bit`; the bytes of all strings are stored together. */
  addString(code: number, bit: number, bytes: ArrayLike<number>, from: number, to: number): void {
    this.begin(code, bit);
    this.operands.push(this.textLength);
    this.operands.push(to - from);
    const end = this.textLength + (to - from);
    if (end > this.text.length) {
      const grown = new Uint8Array(Math.max(end, this.text.length * 2));
      grown.set(this.text.subarray(0, this.textLength));
      this.text = grown;
    }
    for (let i = from; i < to; i++) this.text[this.textLength++] = bytes[i] as number;
  }
  private begin(code: number, bit: number): void {
    if (this.count === this.codes.length) {
      const grown = new Uint8Array(this.count * 2);
      grown.set(this.codes);
      this.codes = grown;
    }
    this.codes[this.count++] = code;
    this.starts.push(this.operands.length);
    this.bits.push(bit);
  }

  /** The first bit of the record that an entry comes from (one record may define many strings). */
  bitOf(id: MetadataId): number | undefined {
    return id >= 0 && id < this.count ? this.bits.data[id] : undefined;
  }

  code(id: MetadataId): number {
    return this.codes[id] ?? 0;
  }
  length(id: MetadataId): number {
    const next = id + 1 < this.count ? (this.starts.data[id + 1] as number) : this.operands.length;
    return next - (this.starts.data[id] as number);
  }
  operand(id: MetadataId, index: number): number {
    return this.operands.data[(this.starts.data[id] as number) + index] as number;
  }
  bigOperand(id: MetadataId, index: number): bigint {
    const at = (this.starts.data[id] as number) + index;
    return this.wide.get(at) ?? BigInt(this.operands.data[at] as number);
  }
  /** The text of a string entry, as a byte string. */
  string(id: MetadataId): string {
    const start = this.operand(id, 0);
    const end = start + this.operand(id, 1);
    return byteString(this.text, start, end);
  }
}
