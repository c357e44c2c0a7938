/** The bytes that a decompressor gives, held to a limit: a small input must not fill the memory. */

/** What can be wrong with compressed data. */
export type DecompressionProblem = "truncated" | "bad-compression" | "limit";

/** What a stream gave. `problem` is absent where all of it is right. */
export interface Decompressed {
  readonly data: Uint8Array;
  /** Bytes of the input that the stream takes; after damage, up to where it was found. */
  readonly consumedBytes: number;
  readonly problem?: { readonly code: DecompressionProblem; readonly message: string };
}

/** Thrown where compressed data is found to be damaged, caught where its decompression was started. */
export class Fault {
  constructor(
    readonly code: DecompressionProblem,
    readonly message: string,
  ) {}
}

/** Thrown from a decompressor's callback, caught where it was started. */
export class TooLarge extends Error {}

/** Gathers pieces up to `limit` bytes. */
export class Output {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;
  constructor(private readonly limit: number) {}

  /** @throws {TooLarge} where there would be more bytes than the limit */
  readonly add = (piece: Uint8Array): void => {
    const length = this.length + piece.length;
    if (length > this.limit) throw new TooLarge();
    if (length > this.bytes.length) {
      const grown = new Uint8Array(Math.min(this.limit, Math.max(length, this.bytes.length * 2)));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(piece, this.length);
    this.length = length;
  };
  /** What has gathered. */
  get data(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
