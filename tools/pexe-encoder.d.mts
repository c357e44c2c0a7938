/** Bits in order, least significant first. */
export class Bits {
  words: Uint32Array;
  /** Bits written. */
  length: number;
  fixed(value: number | bigint, width: number): void;
  vbr(value: number | bigint, chunk: number): void;
  align32(): void;
  /** The first `count` bits of words: for long runs that repeat. */
  append(words: Uint32Array, count: number): void;
  bytes(): Uint8Array;
}
/** Writes records one after the other, keeping blocks and abbreviations in mind. */
export class Encoder {
  bits: Bits;
  /** `id`: the abbreviation id that the listing shows; absent for the file's header. */
  record(record: { readonly id: number | undefined; readonly values: readonly bigint[] }): void;
}
/** The bytes of the `.pexe` that a listing shows. Throws where the text is none. */
export function encodeListing(listing: string): Uint8Array;
