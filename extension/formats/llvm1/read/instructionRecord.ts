/** The four forms of an instruction's record. */
import type { BitField, Cursor } from "../model/cursor";
import { Damage } from "../model/cursor";
import type { Row } from "../model/row";
import type { Traits } from "../model/traits";
import { readTypeSlot, sanitizeSlot } from "../model/typeRecord";

/** An instruction's record: opcode, the slot of its type, and operands that are not interpreted yet. */
export interface InstructionRecord extends Row {
  /** 1 to 3: packed into a word with that many operands; 0: all fields as vbrs. */
  readonly form: number;
  readonly opcode: number;
  readonly slot: number;
  readonly args: readonly number[];
}

/** Bits of each operand, by form; the type has 12, 8 and 6 bits (BytecodeFormat.html, "Instruction Encodings"). */
const PACKED: readonly { readonly type: number; readonly args: number; readonly count: number }[] = [
  { type: 0, args: 0, count: 0 },
  { type: 12, args: 12, count: 1 },
  { type: 8, args: 8, count: 2 },
  { type: 6, args: 6, count: 3 },
];
/** In place of the operand of form 1: there is no operand. */
const NO_OPERAND = 4095;

/** The bit fields of each form, lowest bits first. */
const PACKED_FIELDS: readonly (readonly BitField[])[] = PACKED.map(({ type, args, count }) => [
  { name: "form", bits: 2 },
  { name: "opcode", bits: 6 },
  { name: "type", bits: type },
  ...Array.from({ length: count }, () => ({ name: "operand", bits: args })),
]);

function packedFields(word: number): readonly BitField[] {
  return PACKED_FIELDS[word & 3] ?? [];
}

/** Reads one instruction's record. @throws {Damage} */
export function readInstruction(cursor: Cursor, traits: Traits): InstructionRecord {
  const first = cursor.peek() ?? 0;
  return (first & 3) === 0 ? readLong(cursor, traits) : readPacked(cursor, traits);
}

/** Form 0: everything as vbrs. The first has two zero bits below the opcode; used if a field is too wide for a word. */
function readLong(cursor: Cursor, traits: Traits): InstructionRecord {
  const startByte = cursor.position;
  const opcode = cursor.vbr32("opcode and form") >>> 2;
  const slot = readTypeSlot(cursor, traits, "type");
  const count = cursor.vbr32("operands");
  if (count > cursor.left) {
    throw new Damage("truncated", `${count} operands are needed, ${cursor.left} bytes are left`, cursor.position);
  }
  const args = new Array<number>(count);
  for (let i = 0; i < count; i++) args[i] = cursor.vbr32("operand");
  const endByte = cursor.position;
  if (traits.aligned) cursor.align();
  return { form: 0, opcode, slot, args, startByte, endByte };
}

/** Forms 1 to 3: one word, whose low two bits are the number of operands. */
function readPacked(cursor: Cursor, traits: Traits): InstructionRecord {
  const startByte = cursor.position;
  const word = cursor.bitFields("instruction", packedFields);
  const form = word & 3;
  const opcode = (word >>> 2) & 63;
  let slot: number;
  let args: number[];
  if (form === 1) {
    slot = (word >>> 8) & 4095;
    const only = word >>> 20;
    args = only === NO_OPERAND ? [] : [only];
  } else if (form === 2) {
    slot = (word >>> 8) & 255;
    args = [(word >>> 16) & 255, word >>> 24];
  } else {
    slot = (word >>> 8) & 63;
    args = [(word >>> 14) & 63, (word >>> 20) & 63, word >>> 26];
  }
  slot = sanitizeSlot(slot, traits, startByte);
  return { form, opcode, slot, args, startByte, endByte: cursor.position };
}
