/** Large PNaCl modules, made from a few records that repeat. */
import { Encoder } from "../../tools/pexe-encoder.mjs";

const HEADER = [65532, 80, 69, 88, 69, 1, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 0];
/** Operands of the repeated call, each referring a few values back. */
const ARGUMENTS = 60;

type Id = number | undefined;

function write(encoder: Encoder, id: Id, ...values: readonly number[]): void {
  encoder.record({ id, values: values.map(BigInt) });
}
function enter(encoder: Encoder, block: number, width: number): void {
  write(encoder, 1, 65535, block, width);
}
function exit(encoder: Encoder): void {
  write(encoder, 0, 65534);
}

/** The types, and `count` functions of type `i32 (i32, …)`, all with bodies. */
function head(encoder: Encoder, count: number): void {
  write(encoder, undefined, ...HEADER);
  enter(encoder, 8, 3);
  write(encoder, 3, 1, 1);
  enter(encoder, 17, 3);
  write(encoder, 3, 1, 2);
  write(encoder, 3, 7, 32);
  write(encoder, 3, 21, 0, 0, ...new Array<number>(ARGUMENTS).fill(0));
  exit(encoder);
  for (let i = 0; i < count; i++) write(encoder, 3, 8, 1, 0, 0, i === 0 ? 0 : 3);
  enter(encoder, 19, 3);
  write(encoder, 3, 5, 0);
  exit(encoder);
}

/**
 * The bits of 32 records: additions, and calls through a pointer with many arguments. They fill complete words, so that
 * they can be repeated.
 */
function chunk(): { readonly words: Uint32Array; readonly bits: number } {
  const encoder = new Encoder();
  enter(encoder, 12, 2);
  const start = encoder.bits.length;
  for (let i = 0; i < 32; i++) {
    if (i % 4 === 0) write(encoder, 3, 2, 1, 1, 0);
    else write(encoder, 3, 44, 0, 1, 0, ...new Array<number>(ARGUMENTS).fill(1));
  }
  const bits = encoder.bits.length - start;
  return { words: encoder.bits.words.slice(start / 32), bits };
}

/** Records in one chunk. */
export const CHUNK_RECORDS = 32;

/**
 * A module of about `bytes` bytes in `functions` functions of equal size.
 * @returns the file, and how many records each function's body has
 */
export function largePexe(bytes: number, functions: number): { readonly file: Uint8Array; readonly records: number } {
  const encoder = new Encoder();
  head(encoder, functions);
  const { words, bits } = chunk();
  if (bits % 32 !== 0) throw new Error("32 records fill whole words");
  const repeats = Math.floor((bytes * 8) / functions / bits);
  for (let i = 0; i < functions; i++) {
    enter(encoder, 12, 2);
    write(encoder, 3, 1, 1);
    for (let n = 0; n < repeats; n++) encoder.bits.append(words, bits);
    write(encoder, 3, 10, 1);
    exit(encoder);
  }
  exit(encoder);
  return { file: encoder.bits.bytes(), records: repeats * CHUNK_RECORDS };
}
