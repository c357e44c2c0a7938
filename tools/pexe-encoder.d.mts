/** Bits in order, least significant first. */
export class Bits {
  words: Uint32Array;
  /** Number of bits written. */
  length: number;
  fixed(value: number | bigint, width: number): void;
  vbr(value: number | bigint, chunk: number): void;
  align32(): void;
  /** The first `count` bits of words: for long runs that repeat. */
  append(words: Uint32Array, count: number): void;
  bytes(): Uint8Array;
}
/** Writes records one after another, keeping track of blocks and abbreviations. */
export class Encoder {
  bits: Bits;
  /** `id`: the abbreviation id in the listing; absent for the file's header. */
  record(record: { readonly id: number | undefined; readonly values: readonly bigint[] }): void;
}
/** The bytes of the `.pexe` of a listing. Throws if the text is not a listing. */
export function encodeListing(listing: string): Uint8Array;
