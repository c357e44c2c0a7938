/** The fields of one entry with their positions and encodings, for hover cards. */
import type { BitRange } from "../../document/bits";
import type { FieldTrace } from "./entry";

/** A field: its bits and its encoding, `vbr(6)`. */
export interface Field extends BitRange {
  readonly encoding: string;
  readonly raw: number | bigint;
}

/** Collects the fields of the next entry that a reader reads. */
export class Fields implements FieldTrace {
  /** By the reader's names: `abbreviation id`, `code`, `block id`, … */
  readonly named = new Map<string, Field>();
  readonly operands: Field[] = [];

  fixed(name: string, startBit: number, endBit: number, raw: number, operand?: number): void {
    this.add(name, { startBit, endBit, encoding: `fixed(${endBit - startBit})`, raw }, operand);
  }
  vbr(name: string, chunk: number, startBit: number, endBit: number, raw: number | bigint, operand?: number): void {
    this.add(name, { startBit, endBit, encoding: `vbr(${chunk})`, raw }, operand);
  }
  char6(startBit: number, endBit: number, raw: number, operand: number): void {
    this.add("operand", { startBit, endBit, encoding: "char6", raw }, operand);
  }
  padding(): void {
    // Alignment belongs to no operand.
  }
  blob(): void {
    // A blob is no operand.
  }
  private add(name: string, field: Field, operand?: number): void {
    if (operand === undefined) this.named.set(name, field);
    else this.operands[operand] = field;
  }
}
