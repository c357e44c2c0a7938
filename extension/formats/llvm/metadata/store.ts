/**
 * Where metadata records are kept: as numbers, decoded when a node is asked for. A module of 100 MB has millions of nodes,
 * so nothing is kept per node but its code, the place of its operands and these.
 */
import type { MetadataId } from "../ir/ids";
import { byteString } from "../../../document/byteText";
import type { BitRecord } from "../../bitstream/record";
import type { Checkpoint } from "../../bitstream/reader";

/** Numbers that grow: doubles where it is full. */
class Numbers {
  data = new Float64Array(16);
  length = 0;
  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }
  append(values: Float64Array, count: number): void {
    if (this.length + count > this.data.length) this.grow(this.length + count);
    this.data.set(count === values.length ? values : values.subarray(0, count), this.length);
    this.length += count;
  }
  private grow(least: number): void {
    const grown = new Float64Array(Math.max(least, this.data.length * 2));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }
}

/** A run of entries whose file indices start at `firstIndex` and whose ids start at `firstId`. */
export interface Layer {
  readonly firstIndex: number;
  readonly firstId: MetadataId;
  count: number;
  /** Where reading went on behind the block, where that is not the end that its header says. */
  behind?: Checkpoint;
}

/** Records by id. Ids from 0 on are given in the order of reading; functions' nodes so get ids of their own. */
export class MetadataStore {
  private codes = new Uint8Array(16);
  private readonly starts = new Numbers();
  private readonly bits = new Numbers();
  private readonly operands = new Numbers();
  /** Operands past 53 bits, by place in `operands`. */
  private readonly wide = new Map<number, bigint>();
  private count = 0;
  private text = new Uint8Array(64);
  private textLength = 0;

  /** Entries so far; also the next id. */
  get size(): number {
    return this.count;
  }

  /** Adds a record's operands. */
  add(code: number, record: BitRecord): void {
    this.begin(code, record.startBit);
    const start = this.operands.length;
    this.operands.append(record.values, record.length);
    for (let i = 0; i < record.length; i++) {
      if ((record.values[i] as number) > Number.MAX_SAFE_INTEGER) this.wide.set(start + i, record.big(i));
    }
  }
  /** Adds a string of the record at `bit`: its bytes are kept together with those of all others. */
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

  /** The first bit of the record that an entry came from (of many strings it is one record). */
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
  /** The text of a string's entry, as a byte string. */
  string(id: MetadataId): string {
    const start = this.operand(id, 0);
    const end = start + this.operand(id, 1);
    return byteString(this.text, start, end);
  }
}
