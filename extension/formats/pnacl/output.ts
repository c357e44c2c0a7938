/** Collects what pnacl-bcdis prints for each record (record cell, assembly lines, messages) as one item. */
import { formatPosition } from "../../document/bits";
import { ByteText } from "../../document/byteText";
import type { Token } from "../../document/token";
import type { Layout } from "./layout";
import { RECORD_COLUMN, Statements } from "./layout";
import { StatementText, StatementWriter } from "./statements";
import type { SectionId } from "../../document/section";

/** The severity of a message, in the reference's words. */
export type Level = "Warning" | "Error" | "Fatal";

/** A message of the reference, and the bit of its position. */
export interface Message {
  readonly level: Level;
  readonly bit: number;
  readonly text: string;
}

/** A message as the reference prints it. */
export function messageText({ level, bit, text }: Message): string {
  return `${level}(${formatPosition(bit)}): ${text}`;
}

/** What one entry of a section prints. Bits count from the file's first byte. */
export type Item =
  | {
      readonly kind: "text";
      readonly startBit: number;
      readonly endBit: number;
      /** The bit that the position column shows; undefined for rows without a record. */
      readonly positionBit: number | undefined;
      readonly record: readonly (readonly Token[])[];
      readonly assembly: readonly (readonly Token[])[];
      readonly messages: readonly Message[];
      /** Where the item's text ends in that of each column, if items are written as columns of text; otherwise 0. */
      readonly recordEnd: number;
      readonly assemblyEnd: number;
    }
  | { readonly kind: "section"; readonly section: SectionId; readonly startBit: number; readonly endBit: number };

/** Where the two columns go as text. */
export interface Columns {
  readonly record: ByteText;
  readonly assembly: ByteText;
}

/** Columns of the position cell: `%8u:%u`. */
const POSITION_WIDTH = 10;

const NO_MESSAGES: readonly Message[] = [];

/** A record as the record column shows it. */
export interface ShownRecord {
  readonly startBit: number;
  readonly endBit: number;
  /**
   * 0 end of block, 1 enter block, 2 define abbreviation, 3 unabbreviated, from 4 an abbreviation; absent for the
   * file's header.
   */
  readonly abbreviationId?: number;
  readonly code: number;
  /** How many operands it has. */
  readonly length: number;
  /** The exact value of an operand in decimal. */
  decimal(index: number): string;
}

/** The operands of a record that has been read otherwise. */
export function operandsOf(values: readonly (number | bigint)[]): Pick<ShownRecord, "length" | "decimal"> {
  return { length: values.length, decimal: (index) => String(values[index]) };
}

/** The printers' output. As in the reference, messages wait until the next record is written, and follow it. */
export class ItemWriter {
  readonly asm: Statements;
  /** Items written so far, which is the index of the next one. */
  index = 0;
  /** The bit of messages that name none. */
  lastKnownBit = 0;
  /** Nesting of the record column, in levels. */
  recordDepth = 0;
  private readonly records: Statements | undefined;
  private readonly columns: Columns | undefined;
  /** Receives the assembly and the messages as text. */
  private readonly text: ByteText | undefined;
  private messages: Message[] = [];
  private skims = false;
  private isMuted = false;
  private items: Item[] = [];

  /**
   * @param layout the assembly's line widths
   * @param withRecords whether to make the record column
   * @param to receives the assembly and the messages as text, or each column as text: items then have no lines; or makes
   * the lines of the assembly
   */
  constructor(layout: Layout, withRecords: boolean, to: ByteText | Columns | Statements = new StatementWriter(layout)) {
    if (to instanceof Statements) this.asm = to;
    else if (to instanceof ByteText) this.asm = new StatementText(layout, (this.text = to));
    else this.asm = new StatementText(layout, (this.columns = to).assembly);
    if (!withRecords) return;
    const { columns } = this;
    this.records = columns ? new StatementText(RECORD_COLUMN, columns.record) : new StatementWriter(RECORD_COLUMN);
  }
  /** Whether to leave out text: messages are found and items made, but without rows. */
  set muted(muted: boolean) {
    this.isMuted = muted;
    this.asm.muted = muted;
  }
  /** Whether to count items without making them: for walks to a later place. */
  get isSkimming(): boolean {
    return this.skims;
  }
  set isSkimming(skims: boolean) {
    this.skims = skims;
    this.asm.muted = skims || this.isMuted;
  }
  /** Counts a record that is skipped. */
  count(startBit: number): void {
    this.lastKnownBit = startBit;
    this.index++;
  }

  /** Reports an error at the last known bit. */
  error(text: string): void {
    this.messages.push({ level: "Error", bit: this.lastKnownBit, text });
  }
  /** Reports a message at a bit, which becomes the last known one. */
  errorAt(bit: number, text: string, level: Level = "Error"): void {
    this.lastKnownBit = bit;
    this.messages.push({ level, bit, text });
  }
  /** Writes a record with everything that was collected for it. */
  write(record: ShownRecord): void {
    this.lastKnownBit = record.startBit;
    this.push(record.startBit, record.endBit, record.startBit, this.cell(record));
  }
  /** Writes what was collected, if anything, as rows without a record, before `bit`. */
  flush(bit: number): void {
    if (this.asm.waiting > 0 || this.messages.length > 0) this.push(bit, bit, undefined, []);
  }
  /** Writes rows that own bits without being a record: bits that could not be decoded. */
  writeRange(startBit: number, endBit: number): void {
    this.push(startBit, endBit, startBit, []);
  }
  /** Writes a nested section. */
  section(section: SectionId, startBit: number, endBit: number): void {
    if (!this.skims) this.items.push({ kind: "section", section, startBit, endBit });
    this.index++;
  }
  /** Appends messages that were found after the last item to that item. */
  amend(): void {
    const last = this.items.at(-1);
    if (this.messages.length === 0) return;
    if (last?.kind !== "text") {
      this.messages = [];
      return;
    }
    this.writeMessages(this.messages);
    this.items[this.items.length - 1] = { ...last, messages: [...last.messages, ...this.messages] };
    this.messages = [];
  }
  /** Returns the items that have not been taken yet. */
  take(): readonly Item[] {
    const items = this.items;
    this.items = [];
    return items;
  }

  private push(
    startBit: number,
    endBit: number,
    positionBit: number | undefined,
    record: readonly (readonly Token[])[],
  ) {
    const assembly = this.asm.take();
    if (this.skims) {
      this.messages = [];
      this.index++;
      return;
    }
    const messages = this.messages.length > 0 ? this.messages : NO_MESSAGES;
    this.writeMessages(messages);
    const { columns } = this;
    const [recordEnd, assemblyEnd] = columns ? [columns.record.length, columns.assembly.length] : [0, 0];
    this.items.push({
      kind: "text",
      startBit,
      endBit,
      positionBit,
      record,
      assembly,
      messages,
      recordEnd,
      assemblyEnd,
    });
    if (messages === this.messages) this.messages = [];
    this.index++;
  }
  /** Appends messages to the text, if items are written as text. */
  private writeMessages(messages: readonly Message[]): void {
    if (this.text) for (const message of messages) this.text.text(`${messageText(message)}\n`);
  }
  /** The record column's lines for a record. */
  private cell(record: ShownRecord): readonly (readonly Token[])[] {
    const out = this.records;
    if (!out || this.asm.muted) return [];
    out.label = Math.max(POSITION_WIDTH, formatPosition(record.startBit).length) + 1;
    out.indent = this.recordDepth;
    out.start();
    if (record.abbreviationId !== undefined) out.placed("attribute", `${record.abbreviationId}:`).placedSpace();
    const { length } = record;
    out.placedOpen("<").placed("keyword", String(record.code), length > 0 ? 1 : 0);
    for (let i = 0; i < length; i++) {
      out.operand(undefined).placed("punctuation", ",").placedSpace();
      out.operand(i).placed("number", record.decimal(i), i + 1 < length ? 1 : 0);
    }
    out.operand(undefined).placed("punctuation", ">").finish();
    return out.take();
  }
}

/** The messages of items that report faults, each with the bits that it concerns. */
export function faultsOf(items: readonly Item[]): readonly (readonly [bit: number, endBit: number, text: string])[] {
  const faults: (readonly [number, number, string])[] = [];
  for (const item of items) {
    if (item.kind !== "text") continue;
    for (const { level, bit, text } of item.messages) {
      if (level !== "Warning") faults.push([bit, Math.max(bit, item.endBit), text]);
    }
  }
  return faults;
}
