/** The fields of records and headers as stored: a range is read again with a trace. */
import type { Block } from "../read/blocks";
import { readHeader } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { PoolReader } from "../read/constants";
import type { Field } from "../model/cursor";
import { Cursor, Damage } from "../model/cursor";
import { InfoReader } from "../read/globals";
import type { InstructionRecord } from "../read/instructionRecord";
import { readInstruction } from "../read/instructionRecord";
import type { AnyRow, Part } from "./parts";
import { CompactionReader, SymbolReader, TypePlaneReader } from "../read/tables";
import type { Instruction } from "../model/values";
import { LINKAGES } from "../model/values";

/** Most bytes that pad a record to a multiple of four. */
const MOST_PADDING = 3;
/** Bytes that are looked at together: instructions that follow one another share a view of the file. */
const VIEW_BYTES = 2048;
const NONE = new Uint8Array(0);

/** Reads rows of one block again; made once for a walk over the block. */
export class FieldReader {
  /** The bytes that were looked at last, and the first of them. */
  private bytes: Uint8Array = NONE;
  private from = 0;

  constructor(
    private readonly bytecode: Bytecode,
    private readonly block: Block,
  ) {}

  /** The fields of a row, including the padding after it. They tile the row. */
  row(row: AnyRow): readonly Field[] {
    const trace: Field[] = [];
    const end = Math.min(this.block.endByte, row.endByte + (row.kind === "instruction" ? MOST_PADDING : 0));
    const cursor = new Cursor(this.bytecode.window.view(row.startByte, end), row.startByte, row.startByte, end, trace);
    this.again(cursor, row);
    return trace;
  }

  /** An instruction's record. */
  record(row: Instruction): InstructionRecord {
    const { startByte } = row;
    const end = Math.min(this.block.endByte, row.endByte + MOST_PADDING);
    if (startByte < this.from || end > this.from + this.bytes.length) {
      this.bytes = this.bytecode.window.view(
        startByte,
        Math.min(this.block.endByte, Math.max(end, startByte + VIEW_BYTES)),
      );
      this.from = startByte;
    }
    const cursor = new Cursor(this.bytes, this.from, startByte, end);
    return readInstruction(cursor, this.bytecode.layout.traits);
  }

  private again(cursor: Cursor, row: AnyRow): void {
    const { traits } = this.bytecode.layout;
    const within = this.bytecode.functionBlock(this.block);
    const types = (within && this.bytecode.body(within)?.types) ?? this.bytecode.module().types;
    switch (row.kind) {
      case "instruction":
        readInstruction(cursor, traits);
        break;
      case "symbols":
      case "symbol":
        new SymbolReader(traits).again(cursor, row);
        break;
      case "mapped":
      case "entry":
        new CompactionReader(traits).again(cursor, row);
        break;
      case "global":
      case "function":
      case "end":
      case "libraries":
      case "triple":
      case "sections":
      case "assembly":
      case "rest":
        new InfoReader(traits, types).again(cursor, row);
        break;
      case "types":
      case "type":
        if (this.block.kind === "GlobalTypePlane") {
          new TypePlaneReader(traits).again(cursor, row);
          break;
        }
        new PoolReader(traits, types, within !== undefined, () => undefined).again(cursor, row);
        break;
      default:
        new PoolReader(traits, types, within !== undefined, () => undefined).again(cursor, row);
    }
  }

  /** The fields of the block's header, its version word or linkage. They tile the part. */
  part(part: Part): readonly Field[] {
    const { window } = this.bytecode;
    const { startByte, endByte } = part;
    const trace: Field[] = [];
    const cursor = new Cursor(window.view(startByte, endByte), startByte, startByte, endByte, trace);
    try {
      if (part.kind === "header") this.header(cursor);
      else if (part.kind === "version") this.version(cursor);
      else if (part.kind === "linkage") {
        const linkage = LINKAGES[cursor.vbr32("linkage")];
        cursor.explain(() => linkage ?? "unknown");
      }
    } catch (thrown) {
      if (!(thrown instanceof Damage)) throw thrown;
    }
    return trace;
  }

  private header(cursor: Cursor): void {
    readHeader(cursor, this.block.parent === undefined || this.bytecode.layout.traits.longHeaders);
    const id = cursor.trace?.find(({ name }) => name === "block id");
    if (id) id.explanation = () => this.block.kind;
  }

  private version(cursor: Cursor): void {
    const word = cursor.vbr32("version and flags");
    cursor.explain(() => `version ${word >>> 4}, flags ${word & 15}`);
    if (this.bytecode.layout.traits.aligned) cursor.align();
  }
}
