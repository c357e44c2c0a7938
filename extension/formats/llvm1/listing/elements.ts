/** The elements that tile a file: blocks, records, and the fields that own every bit. */
import type { BitRange } from "../../../document/bits";
import type { ElementSink, Leaf, LeafKind } from "../../../document/element";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { FieldReader } from "./fields";
import type { Field } from "../model/cursor";
import { explainFields } from "./meanings";
import type { AnyRow, Part } from "./parts";
import { blockParts, fileParts } from "./parts";

/** Elements after which a walk yields. */
const STEP = 2048;

/** A field whose meaning is computed only on demand. */
class ExplainedLeaf implements Leaf {
  readonly kind: LeafKind;
  readonly name: string;
  readonly startBit: number;
  readonly endBit: number;
  readonly encoding: Leaf["encoding"];
  readonly raw: Leaf["raw"];
  constructor(
    field: Field,
    private readonly explanation: () => string,
  ) {
    this.kind = field.kind;
    this.name = field.name;
    this.startBit = field.startBit;
    this.endBit = field.endBit;
    this.encoding = field.encoding;
    this.raw = field.raw;
  }
  get meaning(): string {
    return this.explanation();
  }
}

/** Walks a module's elements in file order; those completely outside `range` may be left out. */
export class ElementWalk {
  private count = 0;
  constructor(
    private readonly bytecode: Bytecode,
    private readonly sink: ElementSink,
    private readonly range: BitRange | undefined,
  ) {}

  *walk(): Generator<void, void, undefined> {
    const { window } = this.bytecode;
    this.sink.open("file", "LLVM 1.x bytecode", 0);
    for (const part of fileParts(this.bytecode)) {
      if (part.kind === "block") yield* this.block(part.block);
      else this.plain(part);
    }
    this.sink.close(window.length * 8);
  }

  private outside(startByte: number, endByte: number): boolean {
    return this.range !== undefined && (endByte * 8 <= this.range.startBit || this.range.endBit <= startByte * 8);
  }

  /** Blocks nest at most two deep: module, function, table. */
  private *block(block: Block): Generator<void, void, undefined> {
    if (this.outside(block.headerByte, block.paddedByte)) return;
    const reader = new FieldReader(this.bytecode, block);
    this.sink.open("block", `${block.kind} ${block.id}`, block.headerByte * 8);
    for (const part of blockParts(this.bytecode, block)) {
      if (part.kind === "block") yield* this.block(part.block);
      else if (part.kind === "rows") yield* this.rows(part.rows.rows, part.endByte, reader, block);
      else if (part.kind === "header" || part.kind === "version" || part.kind === "linkage") this.fields(part, reader);
      else this.plain(part);
    }
    this.sink.close(block.endByte * 8);
  }

  /** Records, each read again for its fields. */
  private *rows(
    rows: readonly AnyRow[],
    stopByte: number,
    reader: FieldReader,
    block: Block,
  ): Generator<void, void, undefined> {
    for (const [i, row] of rows.entries()) {
      const endByte = rows[i + 1]?.startByte ?? stopByte;
      if (this.outside(row.startByte, endByte)) continue;
      const fields = reader.row(row);
      explainFields(this.bytecode, block, row, fields);
      this.sink.open("record", rowName(row), row.startByte * 8);
      for (const field of fields) this.leaf(field);
      this.sink.close(endByte * 8);
      if (++this.count % STEP === 0) yield;
    }
  }

  private leaf(field: Field): void {
    if (field.endBit <= field.startBit) return;
    this.sink.leaf(field.explanation ? new ExplainedLeaf(field, field.explanation) : field);
  }

  /** A header's fields; if the file's end cuts the header off, the rest is undecoded. */
  private fields(part: Part, reader: FieldReader): void {
    const fields = reader.part(part);
    for (const field of fields) this.leaf(field);
    const at = fields.at(-1)?.endBit ?? part.startByte * 8;
    if (at < part.endByte * 8) this.bytes("undecoded", "bytes", at / 8, part.endByte, "the header is cut off");
  }

  /** A part that is one leaf. */
  private plain(part: Part): void {
    const { startByte, endByte } = part;
    if (this.outside(startByte, endByte)) return;
    switch (part.kind) {
      case "signature":
        this.bytes("decoded", "signature", startByte, endByte, "LLVM 1.x bytecode");
        break;
      case "padding":
        this.bytes("padding", "alignment", startByte, endByte, undefined);
        break;
      case "trailing":
        this.bytes("opaque", "trailing bytes", startByte, endByte, "after the module; readers ignore them");
        break;
      case "damage":
        this.bytes("undecoded", "bytes", startByte, endByte, part.reason);
        break;
      default:
        break;
    }
  }

  private bytes(kind: LeafKind, name: string, startByte: number, endByte: number, meaning: string | undefined): void {
    const raw = this.bytecode.window.view(startByte, endByte).slice();
    const range = { startBit: startByte * 8, endBit: endByte * 8 };
    const encoding = { kind: "bytes" as const };
    this.sink.leaf({ kind, name, encoding, raw, ...range, ...(meaning === undefined ? {} : { meaning }) });
  }
}

/** The name of a record: for instructions and expressions, their operation. */
export function rowName(row: AnyRow): string {
  if (row.kind === "instruction") return row.operation;
  return row.kind === "expression" ? `expression ${row.operation}` : row.kind;
}
