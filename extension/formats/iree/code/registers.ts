/** Which registers ops read and write: decides between two opcode tables that both decode a function. */
import type { Body } from "./body";
import type { Bank, OpcodeTable } from "../opcodes";
import { registerOf } from "../opcodes";
import type { Op } from "./decode";
import { isFault, readOp } from "./decode";

/** Numbers of registers: values as they are, refs from here on. */
const REFS = 0x10000;

/**
 * Called with each register that an op reads or writes. A 64-bit value has two registers: reading passes the first,
 * writing both.
 */
export type RegisterVisitor = (register: number, written: boolean) => void;

/** The number of a value register or of a ref, as passed to {@link RegisterVisitor}. */
export function registerNumber(ref: boolean, ordinal: number): number {
  return ref ? REFS + ordinal : ordinal;
}

/** Visits the registers of an op: those that it reads, then those that it writes. */
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
 * How many reads in a function are of registers that nothing in it writes.
 * @param starts the starts of the ops
 * @param given registers that hold arguments
 */
export function unwrittenReads(
  code: Uint8Array,
  table: OpcodeTable,
  starts: Body["starts"],
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
