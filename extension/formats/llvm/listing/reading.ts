/** A record's operands as the listing understands them: what each stands for, and what it is called. */
import type { BitRecord } from "../../bitstream/record";
import { BLOCK } from "../codes";
import type { DebugRecord } from "../ir/metadata";
import { operandName } from "./descriptions";
import type { ListingModule, OpenFunction } from "./module";
import type { OperandNotes } from "./notes";
import { notesOf } from "./notes";
import { replay } from "./replay";

/** What is known of a record's operands, by index. */
export interface RecordReading {
  readonly notes: OperandNotes;
  readonly labels: readonly (string | undefined)[];
  /** The debug record that it is, of codes 61 to 66. */
  readonly debugRecord?: DebugRecord;
}

/** Labels past this many operands are not made: the last holds for the others. */
const MOST_LABELS = 256;

/** Reads a record for what its operands are; function blocks' need their function open. */
export function readingOf(
  block: number,
  record: BitRecord,
  module: ListingModule,
  open: OpenFunction | undefined,
): RecordReading {
  if (block !== BLOCK.FUNCTION || !open) {
    const notes = notesOf(block, record, module.module);
    const hidden = block === BLOCK.MODULE && NAMED.has(record.code) && module.module.version < 2 ? 2 : 0;
    return { notes, labels: labelsOf(record, (i) => operandName(block, record.code, i + hidden)) };
  }
  const replayed = replay(record, module.module, open.nextValue(record.startBit), open.body.blocks.length);
  return { ...replayed, labels: instructionLabels(record, replayed.notes) };
}

/** MODULE records that start with a name in STRTAB, from version 2 on. */
const NAMED: ReadonlySet<number> = new Set([7, 8, 12, 14, 18]);

function labelsOf(record: BitRecord, name: (index: number) => string | undefined): readonly (string | undefined)[] {
  return Array.from({ length: Math.min(record.length, MOST_LABELS) }, (_, i) => name(i));
}

const INVOKE = 13;
const CALL = 34;
const CALLBR = 57;

/** Names of an instruction's operands: a value that is used before its record brings its type as one more operand. */
function instructionLabels(record: BitRecord, notes: OperandNotes): readonly (string | undefined)[] {
  const { code } = record;
  if (code === CALL || code === INVOKE || code === CALLBR) return callLabels(record, notes);
  let types = 0;
  return labelsOf(record, (i) => {
    const before = notes[i - 1];
    if (before?.kind === "value" && before.typeAt === i) {
      types++;
      return "type of the value before";
    }
    return operandName(BLOCK.FUNCTION, code, i - types);
  });
}

/** Calls have optional operands in the middle: what they are is told by what they were read as. */
function callLabels(record: BitRecord, notes: OperandNotes): readonly (string | undefined)[] {
  let callee = -1;
  let args = 0;
  return labelsOf(record, (i) => {
    if (i === 0) return "attributes";
    if (i === 1) return record.code === INVOKE ? "calling convention" : "flags";
    const note = notes[i];
    const before = notes[i - 1];
    if (note?.kind === "type") {
      return before?.kind === "value" && before.typeAt === i ? "type of the value before" : "function type";
    }
    if (note?.kind === "block") return callee < 0 ? "block" : `argument ${args++}`;
    if (note?.kind !== "value" || callee >= 0) return callee >= 0 ? `argument ${args++}` : "fast-math flags";
    callee = i;
    return "callee";
  });
}
