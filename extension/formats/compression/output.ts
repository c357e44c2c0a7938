/** The output of a decompressor, up to a limit: a small input must not fill the memory. */

/** What can be wrong with compressed data. */
export type DecompressionProblem = "truncated" | "bad-compression" | "limit";

/** The result of a stream. `problem` is absent if everything is right. */
export interface Decompressed {
  readonly data: Uint8Array;
  /** Bytes of the input that the stream uses; after damage, up to where it was found. */
  readonly consumedBytes: number;
  readonly problem?: { readonly code: DecompressionProblem; readonly message: string };
}

/** Thrown when compressed data is found to be damaged; caught where its decompression was started. */
export class Fault {
  constructor(
    readonly code: DecompressionProblem,
    readonly message: string,
  ) {}
}

/** Thrown from a decompressor's callback, caught where it was started. */
export class TooLarge extends Error {}

/** Room at first; a small limit needs less. */
const FIRST_BYTES = 1 << 16;

/** Gathers pieces up to `limit` bytes. */
export class Output {
  protected bytes: Uint8Array;
  protected size = 0;
  constructor(private readonly limit: number) {
    this.bytes = new Uint8Array(Math.min(limit, FIRST_BYTES));
  }

  /** @throws {TooLarge} if the output would exceed the limit */
  readonly add = (piece: Uint8Array): void => {
    const size = this.size + piece.length;
    this.makeRoom(size);
    this.bytes.set(piece, this.size);
    this.size = size;
  };
  /** @throws {TooLarge} if the output would exceed the limit */
  put(byte: number): void {
    if (this.size >= Math.min(this.bytes.length, this.limit)) this.makeRoom(this.size + 1);
    this.bytes[this.size++] = byte;
  }
  private makeRoom(size: number): void {
    if (size > this.limit) throw new TooLarge();
    if (size <= this.bytes.length) return;
    const grown = new Uint8Array(Math.min(this.limit, Math.max(size, this.bytes.length * 2)));
    grown.set(this.bytes.subarray(0, this.size));
    this.bytes = grown;
  }
  /** The bytes gathered so far. */
  get data(): Uint8Array {
    return this.bytes.subarray(0, this.size);
  }
}
