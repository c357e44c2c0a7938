/** Which registers ops read and write: what tells two opcode tables apart that both decode a function. */
import type { Bank, OpcodeTable } from "../opcodes";
import { registerOf } from "../opcodes";
import type { Op } from "./decode";
import { isFault, readOp } from "./decode";

/** Registers as numbers: values as they are, refs from here on. */
const REFS = 0x10000;

/** Handed each register that an op reads or writes; of a 64-bit value, which takes two, the first is read and both are written. */
export type RegisterVisitor = (register: number, written: boolean) => void;

/** The number of a value register or of a ref: {@link RegisterVisitor} counts refs apart. */
export function registerNumber(ref: boolean, ordinal: number): number {
  return ref ? REFS + ordinal : ordinal;
}

/** Visits the registers of an op: what it reads, then what it writes. */
export function visitRegisters(op: Op, table: OpcodeTable, visit: RegisterVisitor): void {
  const one = (raw: number, bank: Bank, written: boolean): void => {
    const { ref, ordinal } = registerOf(raw, table.registerBytes);
    visit(registerNumber(ref, ordinal), written);
    if (written && (bank === "i64" || bank === "f64")) visit(ordinal + 1, true);
  };
  const pairs = (raws: readonly number[]): void => {
    for (const [i, raw] of raws.entries()) one(raw, "any", i % 2 === 1);
  };
  for (const [i, value] of op.operands.entries()) {
    const encoding = op.schema?.operands[i]?.encoding;
    const bank = encoding && "bank" in encoding ? encoding.bank : "any";
    const written = encoding !== undefined && "written" in encoding && encoding.written;
    switch (value.kind) {
      case "register":
        one(value.raw, bank, written);
        break;
      case "registers":
        for (const raw of value.list.raws) one(raw, bank, written);
        break;
      case "remap":
        pairs(value.list.raws);
        break;
      case "cases":
        for (const { remap } of value.cases) pairs(remap.raws);
        break;
      case "attribute":
      case "integers":
      case "ordinal":
      case "string":
      case "target":
        break;
    }
  }
}

/**
 * How many reads of a function are of registers that nothing in it writes.
 * @param starts where the ops start
 * @param given registers that hold arguments
 */
export function unwrittenReads(
  code: Uint8Array,
  table: OpcodeTable,
  starts: Uint32Array,
  given: ReadonlySet<number>,
): number {
  const written = new Set(given);
  const reads: number[] = [];
  for (const start of starts) {
    const op = readOp(code, start, table);
    if (isFault(op)) continue;
    visitRegisters(op, table, (register, writes) => {
      if (writes) written.add(register);
      else reads.push(register);
    });
  }
  return reads.filter((register) => !written.has(register)).length;
}
