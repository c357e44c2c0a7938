/** Numbers in few bytes: seven bits in each, the lowest first, and the highest bit set in all but the last (LEB128). */

/** Initial capacity, in bytes. */
const FIRST_ROOM = 64;
const PAYLOAD = 0x80;
/** Bit operations work below this. */
const WORD = 2 ** 31;
/** The bytes of the largest number. */
const LONGEST = 8;

/** Thrown by a reader of bytes that are not what it wrote. */
export class Unfitting extends Error {}

/** Collects numbers as bytes. */
export class PackedWriter {
  private bytes = new Uint8Array(FIRST_ROOM);
  private length = 0;

  /** Adds an integer from 0 to 2^53 - 1. */
  number(value: number): void {
    if (this.length + LONGEST > this.bytes.length) this.grow(this.length + LONGEST);
    const { bytes } = this;
    let at = this.length;
    let rest = value;
    for (; rest >= WORD; rest = Math.floor(rest / PAYLOAD)) bytes[at++] = (rest % PAYLOAD) | PAYLOAD;
    for (; rest >= PAYLOAD; rest >>>= 7) bytes[at++] = rest | PAYLOAD;
    bytes[at++] = rest;
    this.length = at;
  }
  /** Adds how many numbers there are, and each as the distance from the one before it: they must ascend. */
  ascending(numbers: ArrayLike<number>, count: number): void {
    this.number(count);
    let last = 0;
    for (let i = 0; i < count; i++) {
      const next = numbers[i] as number;
      this.number(next - last);
      last = next;
    }
  }
  /** Adds the bytes of other writers, each with their length before them. */
  parts(others: readonly PackedWriter[]): void {
    this.grow(others.reduce((sum, { length }) => sum + LONGEST + length, this.length));
    for (const { packed } of others) {
      this.number(packed.length);
      this.bytes.set(packed, this.length);
      this.length += packed.length;
    }
  }
  /** The bytes so far; valid until the next number is added. */
  get packed(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
  private grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** Reads what a {@link PackedWriter} has written, in the same order. Every method throws {@link Unfitting} past the end. */
export class PackedReader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  /** How many bytes have been read. */
  get position(): number {
    return this.at;
  }
  get atEnd(): boolean {
    return this.at === this.bytes.length;
  }
  number(): number {
    const { bytes } = this;
    let value = 0;
    for (let scale = 1; this.at < bytes.length; scale *= PAYLOAD) {
      const byte = bytes[this.at++] as number;
      if (byte < PAYLOAD) return value + byte * scale;
      value += (byte - PAYLOAD) * scale;
    }
    throw new Unfitting("the bytes end too early");
  }
  /** The numbers that `ascending` added, one after another. */
  *ascending(): Generator<number, void, undefined> {
    let last = 0;
    for (let left = this.number(); left > 0; left--) yield (last += this.number());
  }
  /** The bytes of the next of the writers that `parts` added. */
  part(): PackedReader {
    const length = this.number();
    if (length > this.bytes.length - this.at) throw new Unfitting("the bytes end too early");
    const start = this.at;
    this.at += length;
    return new PackedReader(this.bytes.subarray(start, this.at));
  }
}
