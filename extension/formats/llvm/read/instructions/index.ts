/** The readers of all instruction records by their codes, and which records are read to their last operand. */
import { readersByCode } from "../../spec/fieldReader";
import { FUNCTION } from "../../spec/instructions";
import { ARITHMETIC } from "./arithmetic";
import { CALLS } from "./calls";
import type { InstructionReader } from "./context";
import { CONTROL } from "./control";
import { MEMORY } from "./memory";

/** Instruction readers by record code. */
export const INSTRUCTION_READERS = readersByCode<InstructionReader>(FUNCTION, {
  ...ARITHMETIC,
  ...MEMORY,
  ...CONTROL,
  ...CALLS,
});

/** The records in which the reference takes no more operands than it knows (parseFunctionBody). */
export const EXACT_RECORDS = readersByCode<true>(FUNCTION, {
  INST_RET: true,
  INST_CLEANUPRET: true,
  INST_CATCHRET: true,
  INST_CATCHSWITCH: true,
  INST_CATCHPAD: true,
  INST_CLEANUPPAD: true,
  INST_ALLOCA: true,
  INST_LOAD: true,
  INST_LOADATOMIC: true,
  INST_STORE_OLD: true,
  INST_STOREATOMIC_OLD: true,
  INST_STORE: true,
  INST_STOREATOMIC: true,
  INST_FENCE: true,
  INST_CMPXCHG_OLD: true,
  INST_CMPXCHG: true,
  INST_ATOMICRMW_OLD: true,
  INST_ATOMICRMW: true,
  INST_CMP: true,
  INST_CMP2: true,
  INST_CALL: true,
  INST_INVOKE: true,
  INST_CALLBR: true,
  INST_FREEZE: true,
});
