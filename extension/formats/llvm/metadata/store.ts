/**
 * Stores metadata records as numbers; they are decoded when a node is asked for. A module of 100 MB has millions of
 * nodes, so per node only its code, its operands and their place are kept, in 32 bits each; its strings stay in the file.
 */
import { Code } from "../spec/metadataCodes";
import type { MetadataId } from "../ir/ids";
import { byteString } from "../../../document/byteText";
import type { ByteWindow } from "../../../document/window";
import { BitPositions, Octets, Words } from "../../../kit/numbers";
import type { BitRecord } from "../../bitstream/record";
import type { Checkpoint } from "../../bitstream/reader";

/** A run of entries whose file indices start at `firstIndex` and whose ids start at `firstId`. */
export interface Layer {
  readonly firstIndex: number;
  readonly firstId: MetadataId;
  count: number;
  /** Shared by the runs of a function: the first id of the function that was read after it. */
  readonly owner: { endId: MetadataId };
  /** The checkpoint after the block, if reading did not continue at the end that its header gives. */
  resumeAt?: Checkpoint;
}

/** Records by number, as the rules for nodes of debug info look at them. */
export interface NodeRecords {
  /** Numbers below this have a record. */
  readonly size: number;
  code(id: number): number;
  /** How many operands a record has. */
  length(id: number): number;
  operand(id: number, index: number): number;
  /** The text of a string. */
  string(id: number): string;
}

/** An operand of this value, or a larger one, is in the side table. */
const WIDE = 2 ** 32 - 1;

/** Records by id. Ids count from 0 in the order of reading, so nodes of functions have ids of their own. */
export class MetadataStore implements NodeRecords {
  private codes = new Uint8Array(16);
  /** The index of each entry's first operand. */
  private readonly starts = new Words();
  private readonly bits = new BitPositions();
  private readonly operands = new Words();
  /** Operands that do not fit there, by index. */
  private readonly wide = new Map<number, bigint>();
  private count = 0;
  /** Characters of strings that are operands of a record, and so nowhere in the file as bytes. */
  private readonly text = new Octets();

  /** @param window the file, which has the characters of the other strings */
  constructor(private readonly window: ByteWindow) {}

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
      if ((record.values[i] as number) >= WIDE) this.setWide(start + i, record.big(i));
    }
  }
  private setWide(at: number, value: bigint): void {
    this.operands.data[at] = WIDE;
    this.wide.set(at, value);
  }
  /** Adds a string of the record at `bit` whose characters are bytes of the file. */
  addString(code: number, bit: number, startByte: number, length: number): void {
    this.begin(code, bit);
    this.addPosition(startByte);
    this.operands.push(length);
  }
  /** Adds a string whose characters are the operands of a record. */
  addCharacters(code: number, { startBit, values, length }: BitRecord): void {
    this.begin(code, startBit);
    // Its position is past the end of the file.
    this.addPosition(this.window.length + this.text.length);
    this.operands.push(length);
    this.text.append(values, length);
  }
  private addPosition(byte: number): void {
    this.operands.push(byte);
    if (byte >= WIDE) this.setWide(this.operands.length - 1, BigInt(byte));
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
  /** To be called after a block that adds many: gives back the memory that was reserved for more. */
  settle(): void {
    for (const numbers of [this.starts, this.operands, this.bits, this.text]) numbers.settle();
  }

  /** The first bit of the record that an entry comes from (one record may define many strings). */
  bitOf(id: MetadataId): number | undefined {
    return id >= 0 && id < this.count ? this.bits.at(id) : undefined;
  }

  code(id: MetadataId): number {
    return this.codes[id] ?? 0;
  }
  /** Whether an entry is a string or a value, which the reference does not take for a node. */
  isLeaf(id: MetadataId): boolean {
    const code = id >= 0 && id < this.size ? this.code(id) : undefined;
    return code === Code.STRING_OLD || code === Code.VALUE;
  }
  length(id: MetadataId): number {
    const next = id + 1 < this.count ? (this.starts.data[id + 1] as number) : this.operands.length;
    return next - (this.starts.data[id] as number);
  }
  operand(id: MetadataId, index: number): number {
    const at = (this.starts.data[id] as number) + index;
    const value = this.operands.data[at] as number;
    return value === WIDE ? Number(this.wide.get(at)) : value;
  }
  bigOperand(id: MetadataId, index: number): bigint {
    const at = (this.starts.data[id] as number) + index;
    return this.wide.get(at) ?? BigInt(this.operands.data[at] as number);
  }
  /** A number for each record that is the same for records of the same operands, in order. */
  hashes(): Uint32Array {
    const starts = this.starts.data;
    const { data } = this.operands;
    const hashes = new Uint32Array(this.count);
    for (let id = 0, at = 0; id < this.count; id++) {
      const end = id + 1 < this.count ? (starts[id + 1] as number) : this.operands.length;
      let hash = end - at;
      for (; at < end; at++) hash = Math.imul(hash ^ (data[at] as number), 0x9e3779b1) ^ (hash >>> 15);
      hashes[id] = hash ^ (hash >>> 16);
    }
    return hashes;
  }
  hasSameOperands(one: MetadataId, other: MetadataId): boolean {
    const { data } = this.operands;
    const [first, second] = [this.starts.data[one] as number, this.starts.data[other] as number];
    const length = this.length(one);
    if (length !== this.length(other)) return false;
    for (let i = 0; i < length; i++) {
      const operand = data[first + i] as number;
      if (operand !== data[second + i]) return false;
      if (operand === WIDE && this.wide.get(first + i) !== this.wide.get(second + i)) return false;
    }
    return true;
  }
  /** The text of a string entry, as a byte string. */
  string(id: MetadataId): string {
    const start = this.operand(id, 0);
    const length = this.operand(id, 1);
    const { window, text } = this;
    if (start < window.length) return byteString(window.view(start, start + length));
    return byteString(text.data, start - window.length, start - window.length + length);
  }
}
