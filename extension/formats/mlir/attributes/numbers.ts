/**
 * Numbers of a width known to the reader, as custom encodings store them (DialectBytecodeReader, APInt and APFloat).
 */
import type { MlirCursor } from "../model/cursor";

const WORD = 64;

/** A number reduced to its low `width` bits: the two's complement if it is negative. */
export const masked = (value: bigint, width: number): bigint => BigInt.asUintN(width, value);

/** The low `width` bits as a two's complement number. */
export const signExtended = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);

/**
 * An integer of `width` bits: up to 8 bits a byte, up to 64 a zigzag varint, otherwise a count of 64-bit words and each
 * as a zigzag varint, lowest first.
 * @returns its bits, zero-extended
 * @throws Damage
 */
export function readInteger(cursor: MlirCursor, name: string, width: number): bigint {
  if (width <= 8) return masked(BigInt(cursor.byte(name)), width);
  if (width <= WORD) return masked(BigInt(cursor.signedVarint(name)), width);
  const words = cursor.count(`${name} words`);
  const kept: string[] = [];
  for (let i = 0; i < words; i++) {
    const word = masked(BigInt(cursor.signedVarint(`${name} word ${i}`)), WORD);
    if (i * WORD < width) kept.push(word.toString(16).padStart(WORD / 4, "0"));
  }
  return masked(BigInt(`0x0${kept.reverse().join("")}`), width);
}

/** The bits of a double: a 64-bit integer. */
export function readDouble(cursor: MlirCursor, name: string): bigint {
  return readInteger(cursor, name, WORD);
}
