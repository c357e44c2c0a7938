/** The printers of instructions by record code. They check and report in the reference's order. */
import type { BitRecord } from "../../../bitstream/record";
import { INST } from "../../tables";
import type { FunctionScope } from "../functionScope";
import { printBinop, printCast, printCompare } from "./arithmetic";
import { printCall } from "./calls";
import { printBranch, printPhi, printReturn, printSwitch, printUnreachable } from "./control";
import { printAlloca, printLoad, printStore } from "./memory";
import { expects } from "./shared";
import { printExtract, printInsert, printSelect } from "./vectors";

export { resultOf, TERMINATORS } from "./results";

type InstructionPrinter = (fn: FunctionScope, record: BitRecord) => void;

function printForwardType(fn: FunctionScope, record: BitRecord): void {
  if (!expects(fn, record, [2], "Forward declare record expects 2 arguments.")) return;
  const { asm } = fn.output;
  const type = fn.typeById(record, 1);
  asm.put("keyword", "declare").space().begin();
  fn.print(type, 1);
  asm.space();
  fn.putValue(record.word(0), 0);
  asm.put("punctuation", ";").end();
  fn.declare(record.word(0), type);
}

/** The printers by record code. */
export const INSTRUCTIONS: Readonly<Record<number, InstructionPrinter>> = {
  [INST.BINOP]: printBinop,
  [INST.CAST]: printCast,
  [INST.EXTRACTELT]: printExtract,
  [INST.INSERTELT]: printInsert,
  [INST.RET]: printReturn,
  [INST.BR]: printBranch,
  [INST.SWITCH]: printSwitch,
  [INST.UNREACHABLE]: printUnreachable,
  [INST.PHI]: printPhi,
  [INST.ALLOCA]: printAlloca,
  [INST.LOAD]: printLoad,
  [INST.STORE]: printStore,
  [INST.CMP2]: printCompare,
  [INST.VSELECT]: printSelect,
  [INST.CALL]: printCall,
  [INST.CALL_INDIRECT]: printCall,
  [INST.FORWARDTYPEREF]: printForwardType,
};
