/** Reads records about type ids: how type tests are resolved, and which vtables are compatible with them. */
import type { BitRecord } from "../../bitstream/record";
import { RecordFault } from "../stream/blocks";
import type { Devirtualization, SummaryIndex, TypeIdSummary } from "./model";

type Strings = (offset: number, length: number) => string;

/** Reads a record's operands in order; reading past the end is a fault. */
class Operands {
  at = 0;
  constructor(private readonly record: BitRecord) {}
  get more(): boolean {
    return this.at < this.record.length;
  }
  big(): bigint {
    if (!this.more) throw new RecordFault("bad-record", "Invalid record: a type id's summary ends too early");
    return this.record.big(this.at++);
  }
  number(): number {
    return Number(this.big());
  }
  bigs(count: number): readonly bigint[] {
    const values: bigint[] = [];
    for (let i = 0; i < count; i++) values.push(this.big());
    return values;
  }
}

/**
 * Reads [offset, kind, offset of the name in STRTAB, its length, n, (n arguments, arguments…, kind, info, byte, bit)…]
 */
function readResolution(operands: Operands, string: Strings): Devirtualization {
  const offset = operands.big();
  const kind = operands.number();
  const implementation = string(operands.number(), operands.number());
  const count = operands.number();
  const byArgument = [];
  for (let i = 0; i < count; i++) {
    const args = operands.bigs(operands.number());
    const [argumentKind = 0n, info = 0n, byte = 0n, bit = 0n] = operands.bigs(4);
    byArgument.push({ args, kind: Number(argumentKind), info, byte, bit });
  }
  return { offset, kind, implementation, byArgument };
}

/**
 * Reads [offset of the name in STRTAB, its length, kind, width of size−1, log2 of the alignment, size−1, mask, inline
 * bits, resolutions…]
 */
export function readTypeId(record: BitRecord, string: Strings): TypeIdSummary {
  const operands = new Operands(record);
  const name = string(operands.number(), operands.number());
  const kind = operands.number();
  const [sizeM1BitWidth = 0n, alignLog2 = 0n, sizeM1 = 0n, bitMask = 0n, inlineBits = 0n] = operands.bigs(5);
  const resolutions: Devirtualization[] = [];
  while (operands.more) resolutions.push(readResolution(operands, string));
  return { name, kind, sizeM1BitWidth, alignLog2, sizeM1, bitMask, inlineBits, resolutions };
}

/** Reads [offset of the name in STRTAB, its length, (offset, vtable)…] into `vtables`. */
export function readVtables(record: BitRecord, string: Strings, vtables: SummaryIndex["vtables"]): void {
  const name = string(record.value(0), record.value(1));
  const list = vtables.get(name) ?? [];
  for (let i = 2; i + 1 < record.length; i += 2) list.push({ offset: record.big(i), vtable: record.value(i + 1) });
  vtables.set(name, list);
}
