/** What several instructions print and check in the same way. */
import type { BitRecord } from "../../../bitstream/record";
import type { Type } from "../../types";
import type { FunctionScope } from "../functionScope";

/** Says so where a record has another number of operands than it should; `found` ends the reference's sentence. */
export function expects(fn: FunctionScope, record: BitRecord, counts: readonly number[], sentence: string): boolean {
  if (counts.includes(record.length)) return true;
  fn.output.error(`${sentence} Found: ${record.length}`);
  return false;
}

/** ` TYPE ID` with what follows it, as a cluster's end: `,` and the next cluster, or `;`. */
export function putOperand(fn: FunctionScope, absolute: number, type: Type, operand: number, last: boolean): void {
  const { asm } = fn.output;
  fn.print(type);
  asm.space();
  fn.putValue(absolute, operand);
  if (last) asm.put("punctuation", ";").end();
  else asm.put("punctuation", ",").end().space().begin();
}
