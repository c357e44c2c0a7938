/** What several instructions print and check in the same way. */
import type { BitRecord } from "../../../bitstream/record";
import type { Type } from "../../types";
import type { FunctionScope } from "../functionScope";

/**
 * Checks a record's number of operands against the allowed ones. Reports another number with `sentence`, and returns
 * false.
 */
export function expects(fn: FunctionScope, record: BitRecord, counts: readonly number[], sentence: string): boolean {
  if (counts.includes(record.length)) return true;
  fn.output.error(`${sentence} Found: ${record.length}`);
  return false;
}

/** Prints `TYPE ID` and ends its cluster: with `;` for the last one, else with `,` and the beginning of the next. */
export function putOperand(fn: FunctionScope, absolute: number, type: Type, operand: number, last: boolean): void {
  const { asm } = fn.output;
  fn.print(type);
  asm.space();
  fn.putValue(absolute, operand);
  if (last) asm.put("punctuation", ";").end();
  else asm.put("punctuation", ",").end().space().begin();
}
