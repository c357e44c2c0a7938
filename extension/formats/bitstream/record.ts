/** The record that a reader has just read. One object serves all records: copy what you want to keep. */
import { byteString } from "../../document/byteText";

/** The greatest number of 32 bits. */
export const MOST_WORD = 0xffff_ffff;

/** A record's code and operands: operands as numbers, the exact values of wide ones in a side table. */
export class BitRecord {
  /** 3 for an unabbreviated record, else the abbreviation's id (4 and up). */
  abbreviationId = 0;
  code = 0;
  /** The record's range in bits from the document's first byte, abbreviation id included. */
  startBit = 0;
  endBit = 0;
  /** Operands after the code. A blob's bytes are not operands. */
  length = 0;
  /** The operands; those past 2^53 are rounded, see {@link big}. */
  values = new Float64Array(64);
  /** Index of the first operand that came from an array; -1 if there is none. */
  arrayStart = -1;
  /** The range of a blob, in bytes from the document's first; `blobStart` is -1 if there is none. */
  blobStart = -1;
  blobEnd = -1;
  private wide: Map<number, bigint> | undefined;
  /** Room for a text. */
  private bytes = new Uint8Array(64);

  /** Operand `index`; 0 past the last, because LLVM's readers treat a missing operand at the end so. */
  value(index: number): number {
    return index < this.length ? (this.values[index] as number) : 0;
  }
  /** The exact value of operand `index`, an unsigned 64-bit number. */
  big(index: number): bigint {
    return this.wide?.get(index) ?? BigInt(this.value(index));
  }
  /** The low 32 bits of operand `index`, as LLVM's readers take numbers of types, values and blocks. */
  word(index: number): number {
    const value = this.value(index);
    return value <= MOST_WORD ? value : Number(BigInt.asUintN(32, this.big(index)));
  }
  /** The exact value of operand `index` in decimal, as an unsigned 64-bit number. */
  decimal(index: number): string {
    const value = this.value(index);
    return value <= Number.MAX_SAFE_INTEGER ? String(value) : String(this.big(index));
  }
  /** Whether {@link values} has every operand as it is: none is past 2^53. */
  get isExact(): boolean {
    return this.wide === undefined;
  }
  /** The operands from `from` on as a byte string, each cut to 8 bits. */
  text(from = 0): string {
    const count = Math.max(0, this.length - from);
    if (count > this.bytes.length) this.bytes = new Uint8Array(Math.max(count, 2 * this.bytes.length));
    const { bytes, isExact } = this;
    for (let i = 0; i < count; i++) bytes[i] = isExact ? (this.values[from + i] as number) : this.word(from + i);
    return byteString(bytes, 0, count);
  }

  /** Clears it for the next record. */
  reset(startBit: number, abbreviationId: number): void {
    this.startBit = startBit;
    this.abbreviationId = abbreviationId;
    this.length = 0;
    this.arrayStart = -1;
    this.blobStart = -1;
    this.blobEnd = -1;
    this.wide = undefined;
  }
  /** Makes room for `count` more operands. */
  reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    const grown = new Float64Array(Math.max(this.values.length * 2, this.length + count));
    grown.set(this.values.subarray(0, this.length));
    this.values = grown;
  }
  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }
  pushWide(value: bigint): void {
    (this.wide ??= new Map()).set(this.length, value);
    this.push(Number(value));
  }
}
