/**
 * Reads what follows the abbreviation id of a bitstream's entry: the operands of a record, or the definition of an
 * abbreviation. Every field can be traced. Format: LLVM BitCodeFormat, "Data Records" and "DEFINE_ABBREV".
 */
import type { AbbreviationOperand } from "./abbreviation";
import { Abbreviation, encodedOperand, literalOperand } from "./abbreviation";
import { CHAR6_CODES, CHAR6_STEP, ENCODINGS, FIRST_VBR, MAX_BITLESS, MAX_WIDTH } from "./abbreviation";
import type { BitCursor } from "./cursor";
import { BitFault } from "./bitFault";
import { isRunChunk } from "./cursor";
import { BitRecord } from "./record";

/** The abbreviation id of a record whose operands are all vbr6. */
export const UNABBREV_RECORD = 3;

/** Receives every field as it is read, to make leaves. `name` is the name of a field; an operand also has its index. */
export interface FieldTrace {
  fixed(name: string, startBit: number, endBit: number, value: number, operand?: number): void;
  vbr(name: string, chunk: number, startBit: number, endBit: number, value: number | bigint, operand?: number): void;
  char6(startBit: number, endBit: number, code: number, operand: number): void;
  padding(startBit: number, endBit: number, value: number): void;
  blob(startBit: number, endBit: number): void;
}

/** Reads the fields of entries. Set `startBit` before each entry. */
export class EntryReader {
  /** The record that was read last. */
  readonly record = new BitRecord();
  /** Where the entry starts (at its abbreviation id); bits. */
  startBit = 0;
  trace: FieldTrace | undefined;
  /** The most operands of a record to read; see BitstreamReader.most. */
  most = Infinity;

  /**
   * @param alignRecords whether records and definitions are padded to a byte (a flag in the header of late PNaCl files)
   */
  constructor(
    readonly cursor: BitCursor,
    private readonly alignRecords: boolean,
  ) {}

  /** A vbr field. */
  vbr(name: string, chunk: number, operand?: number): number {
    const { trace, cursor } = this;
    if (!trace) return cursor.vbr(chunk);
    const start = cursor.position;
    const value = cursor.vbr(chunk);
    const end = cursor.position;
    const long = end - start > 53;
    trace.vbr(name, chunk, start, end, long ? cursor.vbrExact(chunk, start) : value, operand);
    return value;
  }
  /** A field of fixed width. */
  fixed(name: string, width: number, operand?: number): number {
    const { trace, cursor } = this;
    if (!trace) return cursor.fixed(width);
    const start = cursor.position;
    const value = cursor.fixed(width);
    if (width > 0) trace.fixed(name, start, start + width, value, operand);
    return value;
  }
  /** Skips to the next 32-bit word. */
  align(): void {
    const start = this.cursor.position;
    const value = this.cursor.align32();
    if (this.trace && this.cursor.position > start) this.trace.padding(start, this.cursor.position, value);
  }

  private alignByte(): void {
    const start = this.cursor.position;
    const value = this.cursor.fixed((8 - (start % 8)) % 8);
    if (this.trace && start % 8 !== 0) this.trace.padding(start, this.cursor.position, value);
  }

  /** The abbreviation that a DEFINE_ABBREV defines. @throws {BitFault} */
  readDefinition(): Abbreviation {
    const count = this.vbr("abbreviation operand count", 5);
    const operands: AbbreviationOperand[] = [];
    for (let i = 0; i < count; i++) operands.push(this.readDefinedOperand());
    if (this.alignRecords) this.alignByte();
    // A copy without the spare capacity that push() allocates.
    return new Abbreviation(operands.slice(), this.startBit);
  }

  private readDefinedOperand(): AbbreviationOperand {
    if (this.fixed("is literal", 1) === 1) {
      this.cursor.wide = undefined;
      const value = this.vbr("literal value", 8);
      return literalOperand(value, value > Number.MAX_SAFE_INTEGER ? this.cursor.wide : undefined);
    }
    const kind = ENCODINGS[this.fixed("encoding", 3) - 1];
    if (kind === undefined) throw this.faultHere("bad-abbreviation", "Unknown abbreviation encoding");
    if (kind !== "fixed" && kind !== "vbr") return encodedOperand(kind, 0);
    const width = this.vbr("width", 5);
    if (width > MAX_WIDTH) {
      throw this.faultHere("bad-abbreviation", `Fixed or VBR abbrev record with size > ${MAX_WIDTH}: ${width}`);
    }
    return encodedOperand(kind, width);
  }

  /** Reads a record of vbr6 fields. @throws {BitFault} */
  readUnabbreviated(): void {
    const { record } = this;
    record.reset(this.startBit, UNABBREV_RECORD);
    // The code and the number of operands are read into the first places of the operands, which overwrite them.
    const read = this.trace ? 0 : this.cursor.vbrRun(record.values, 0, 2, 6);
    record.code = read > 0 ? (record.values[0] as number) : this.vbr("code", 6);
    const count = read > 1 ? (record.values[1] as number) : this.vbr("operand count", 6);
    this.checkCount(count, 6);
    this.readVbrs(count, 6);
    this.endRecord();
  }

  /** How many of the next operands to read; the others are passed over. */
  private toRead(count: number): number {
    return this.trace ? count : Math.max(0, Math.min(count, this.most - this.record.length));
  }

  /** Reads `count` VBR operands. */
  private readVbrs(count: number, chunk: number): void {
    const { record, cursor } = this;
    const read = this.toRead(count);
    record.reserve(read);
    const end = record.length + read;
    const isRun = !this.trace && isRunChunk(chunk);
    while (record.length < end) {
      if (isRun) record.length += cursor.vbrRun(record.values, record.length, end - record.length, chunk);
      if (record.length < end) this.readVbrOperand(chunk);
    }
    if (read === count) return;
    cursor.passVbrs(count - read, chunk);
    record.length += count - read;
  }

  private endRecord(): void {
    if (this.alignRecords) this.alignByte();
    this.record.endBit = this.cursor.position;
  }

  private readVbrOperand(chunk: number): void {
    const value = this.vbr("operand", chunk, this.record.length);
    if (value > Number.MAX_SAFE_INTEGER) this.record.pushWide(this.cursor.wide as bigint);
    else this.record.push(value);
  }

  /** Reads a record by its abbreviation; `id` is the abbreviation's id. @throws {BitFault} */
  readAbbreviated(id: number, abbreviation: Abbreviation | undefined): void {
    if (!abbreviation) throw this.faultHere("bad-abbreviation", `Unknown abbrev number ${id}`);
    if (abbreviation.fault !== undefined) throw this.faultHere("bad-abbreviation", abbreviation.fault);
    const { record } = this;
    record.reset(this.startBit, id);
    const { operands, plan } = abbreviation;
    // The first value is the code, mostly a literal. If it comes from an array, the remaining elements are operands.
    const first = plan.length === 0 ? 0 : (plan[0] as number);
    if (first < 0) record.code = -1 - first;
    else if (!this.readOwnCode(operands)) return;
    const scalars = this.trace ? 1 : this.readScalars(plan);
    if (scalars < operands.length) this.readRest(operands, scalars);
    this.endRecord();
  }
  /**
   * Reads a code that is not a small literal. False if the abbreviation is one array, with which the complete record
   * has been read.
   */
  private readOwnCode(operands: readonly AbbreviationOperand[]): boolean {
    const first = operands[0] as AbbreviationOperand;
    if (first.kind !== "array") {
      this.record.code = this.readCode(first);
      return true;
    }
    this.readArray(operands[1] as AbbreviationOperand, true);
    this.endRecord();
    return false;
  }
  /** Reads the operands of an abbreviation from index `from` on. */
  private readRest(operands: readonly AbbreviationOperand[], from: number): void {
    for (let at = from; at < operands.length; at++) {
      const operand = operands[at] as AbbreviationOperand;
      if (operand.kind === "array") {
        this.readArray(operands[at + 1] as AbbreviationOperand, false);
        break;
      }
      this.readOperand(operand);
    }
  }

  /**
   * Reads the operands between the code and the first array or blob, following the abbreviation's plan.
   * @returns the index of the next operand of the abbreviation
   */
  private readScalars(plan: Int32Array): number {
    const { record } = this;
    const { length } = plan;
    if (length <= 1) return 1;
    record.reserve(length);
    let next = this.cursor.planRun(plan, 1, record.values, 0);
    record.length = next - 1;
    while (next < length) {
      this.readStep(plan[next] as number);
      next++;
      const read = this.cursor.planRun(plan, next, record.values, record.length);
      record.length += read - next;
      next = read;
    }
    return length;
  }
  /** Reads one step of a plan, whatever the size of its value. */
  private readStep(step: number): void {
    const { record, cursor } = this;
    if (step < 0) record.push(-1 - step);
    else if (step < FIRST_VBR) record.push(cursor.fixed(step));
    else if (step >= CHAR6_STEP) record.push(CHAR6_CODES[cursor.fixed(6)] as number);
    else {
      const value = cursor.vbr(step - FIRST_VBR);
      if (value > Number.MAX_SAFE_INTEGER) record.pushWide(cursor.wide as bigint);
      else record.push(value);
    }
  }

  private readCode(operand: AbbreviationOperand): number {
    switch (operand.kind) {
      case "literal":
        return operand.value;
      case "fixed":
        return this.fixed("code", operand.width);
      case "vbr":
        return this.vbr("code", operand.width);
      case "char6":
        return this.readChar6();
      case "array":
      case "blob":
        throw this.faultHere("bad-abbreviation", "Abbreviation starts with an Array or a Blob");
    }
  }

  private readOperand(operand: AbbreviationOperand): void {
    const record = this.record;
    switch (operand.kind) {
      case "literal":
        if (operand.big === undefined) record.push(operand.value);
        else record.pushWide(operand.big);
        return;
      case "fixed":
        record.push(this.fixed("operand", operand.width, record.length));
        return;
      case "vbr":
        this.readVbrOperand(operand.width);
        return;
      case "char6":
        record.push(this.readChar6());
        return;
      case "blob":
        this.readBlob();
        return;
      case "array":
        return;
    }
  }

  private readChar6(): number {
    const start = this.cursor.position;
    const code = CHAR6_CODES[this.cursor.fixed(6)] as number;
    if (this.trace) this.trace.char6(start, start + 6, code, this.record.length);
    return code;
  }

  private readArray(element: AbbreviationOperand, withCode: boolean): void {
    const { record } = this;
    let count = this.vbr("array length", 6);
    this.checkCount(count, element.kind === "literal" ? 0 : element.kind === "char6" ? 6 : elementWidth(element));
    if (withCode) {
      if (count === 0) throw this.faultHere("bad-record", "a record without a code");
      record.code = this.readCode(element);
      count--;
    }
    if (!withCode) record.arrayStart = record.length;
    if (element.kind === "vbr") this.readVbrs(count, element.width);
    else if ((element.kind === "fixed" || element.kind === "char6") && !this.trace) this.readFixeds(count, element);
    else for (let i = 0; i < count; i++) this.readOperand(element);
  }

  /** Reads `count` operands of fixed width, of which the stream has enough bits. */
  private readFixeds(
    count: number,
    element: { readonly kind: "fixed"; readonly width: number } | { readonly kind: "char6" },
  ): void {
    const { record, cursor } = this;
    const read = this.toRead(count);
    record.reserve(read);
    const { values } = record;
    const width = element.kind === "fixed" ? element.width : 6;
    const end = record.length + read;
    for (let at = record.length; at < end;) {
      at += cursor.fixedRun(values, at, end - at, width);
      if (at < end) values[at++] = cursor.fixed(width);
    }
    if (element.kind === "char6")
      for (let i = record.length; i < end; i++) values[i] = CHAR6_CODES[values[i] as number] as number;
    cursor.seek(cursor.position + (count - read) * width);
    record.length = end + count - read;
  }

  private readBlob(): void {
    const { cursor, record } = this;
    const count = this.vbr("blob length", 6);
    this.align();
    this.checkCount(count, 8);
    record.blobStart = cursor.position / 8;
    record.blobEnd = record.blobStart + count;
    if (this.trace && count > 0) this.trace.blob(record.blobStart * 8, record.blobEnd * 8);
    cursor.seek(record.blobEnd * 8);
    this.align();
  }

  /**
   * Rejects a count that the remaining bits cannot hold, before memory is allocated. An element without bits counts as
   * one bit.
   */
  private checkCount(count: number, width: number): void {
    if (width === 0 && count > MAX_BITLESS)
      throw this.faultHere("bad-abbreviation", `an array of ${count} operands that take no bits`);
    const left = this.cursor.endBit - this.cursor.position;
    if (count * Math.max(width, 1) <= left) return;
    const message = `${count} operands of at least ${width} bits cannot be in the ${left} bits that are left`;
    throw this.faultHere("truncated", message);
  }

  /** A fault of this entry, from its start to the current position. */
  faultHere(code: "bad-block" | "bad-abbreviation" | "bad-record" | "truncated", message: string): BitFault {
    return new BitFault(code, message, this.startBit, Math.max(this.startBit, this.cursor.position));
  }
}

function elementWidth(element: AbbreviationOperand): number {
  return element.kind === "fixed" || element.kind === "vbr" ? element.width : 1;
}
