/** The hover card of a record or one of its operands. */
import type { BitRange } from "../../../document/bits";
import type { HoverTarget } from "../../../document/document";
import type { HoverCard, HoverLine } from "../../../document/hover";
import type { Entry } from "../../../document/section";
import type { Token } from "../../../document/token";
import type { BlockNames } from "../../bitstream/names";
import type { BitstreamReader, FieldTrace } from "../../bitstream/reader";
import { operandName, recordDescription } from "./descriptions";

/** One operand's bits and how they are written. */
interface Field extends BitRange {
  readonly encoding: string;
  readonly raw: number | bigint;
}

/** Notes where the operands of a record are. */
class OperandFields implements FieldTrace {
  readonly fields = new Map<number, Field>();
  fixed(_name: string, startBit: number, endBit: number, raw: number, operand?: number): void {
    this.note({ startBit, endBit, encoding: `fixed(${endBit - startBit})`, raw }, operand);
  }
  vbr(_name: string, chunk: number, startBit: number, endBit: number, raw: number | bigint, operand?: number): void {
    this.note({ startBit, endBit, encoding: `vbr(${chunk})`, raw }, operand);
  }
  char6(startBit: number, endBit: number, raw: number, operand: number): void {
    this.note({ startBit, endBit, encoding: "char6", raw }, operand);
  }
  padding(): void {
    // Alignment belongs to no operand.
  }
  blob(): void {
    // A blob is no operand.
  }
  private note(field: Field, operand: number | undefined): void {
    if (operand !== undefined) this.fields.set(operand, field);
  }
}

function tokenOf(entry: Entry, target: HoverTarget): Token | undefined {
  if (entry.kind !== "lines") return undefined;
  const line = entry.lines[target.line];
  if (target.column === "position") return undefined;
  return target.column === "record" ? line?.record[target.token] : line?.assembly[target.token];
}

/**
 * The card of a token, or of the whole record.
 * @param reader stands before the entry
 * @param container the title of the section that the entry is in
 */
export function hoverCard(
  reader: BitstreamReader,
  entry: Entry,
  target: HoverTarget,
  container: string,
  names: BlockNames,
): HoverCard | undefined {
  const token = tokenOf(entry, target);
  const trace = new OperandFields();
  reader.trace = trace;
  const event = reader.next();
  const whole: BitRange = { startBit: entry.startBit, endBit: entry.endBit };
  const symbol = token?.symbol === undefined ? {} : { symbol: token.symbol };
  if (event !== "record" || !reader.block) return { title: container, lines: [], bits: whole, ...symbol };
  const { record, block } = reader;
  const name = names.recordOrUnknown(block.id, record.code);
  const description = recordDescription(block.id, record.code);
  const about = { container, ...symbol, ...(description === undefined ? {} : { description }) };
  const how = record.abbreviationId === 3 ? "unabbreviated" : `abbreviation ${record.abbreviationId}`;
  const field = token?.operand === undefined ? undefined : trace.fields.get(token.operand);
  if (token?.operand === undefined || !field) {
    const lines: HoverLine[] = [{ label: "operands", text: String(record.length) }];
    return { title: name, lines, bits: whole, encoding: how, ...about };
  }
  const meaning = operandName(block.id, record.code, token.operand);
  const lines: HoverLine[] = [{ label: "raw", text: String(field.raw) }];
  if (meaning !== undefined) lines.push({ label: "meaning", text: meaning });
  const title = `${String(field.raw)}: operand ${token.operand} of ${name}`;
  const { startBit, endBit, encoding } = field;
  return { title, lines, bits: { startBit, endBit }, encoding: `${encoding}, ${how}`, ...about };
}
