/**
 * The rows of ops, blocks and regions: the encoded fields, and generic MLIR with the numbers of the isolated region.
 */
import { Packed } from "../../../document/byteText";
import { indentation } from "../../../document/indentation";
import type { RowWriter } from "../../../document/rowWriter";
import { writeLines } from "../../../document/rowWriter";
import type { Line, SymbolId, Token } from "../../../document/token";
import type { Container } from "../container/container";
import { sectionPath, SectionKind } from "../container/sections";
import { kindDamage } from "../container/codes";
import type { Block } from "../ir/block";
import { OpField } from "../ir/fieldNumbers";
import { RowReader } from "../ir/one";
import type { Op } from "../ir/op";
import { NumberList } from "../ir/op";
import type { Damage } from "../model/damage";
import { damageOf, guarded } from "../model/damage";
import type { OpReader } from "../text/values";
import { KeptRests } from "../text/keptRests";
import { OpTexts } from "../text/opText";
import { TypeTexts } from "../text/typeTexts";
import type { EntryWriter } from "../model/entryWriter";
import type { Body } from "./body";
import { RecordTokens } from "./cells";
import { blockRecord, opRecord } from "./irRecords";
import type { OpCell, OpNames } from "./opCells";
import { OpText, OpTokens } from "./opCells";
import type { SymbolOf } from "./tokens";

/** Most characters of a value in a row. */
const BRIEF = 2048;

const COMMA = new Packed(", ");
const EQUALS = new Packed(" = ");
const OPEN = new Packed("(");
const CLOSE = new Packed(")");
const OPEN_SUCCESSORS = new Packed("[");
const CLOSE_LIST = new Packed("]");
const OPEN_REGIONS = new Packed(" ({");
const FOOT = new Packed("})");

/** A row of a body. */
export interface BodyRow {
  readonly body: Body;
  readonly row: number;
  /** Levels of nesting. */
  readonly depth: number;
  readonly full: boolean;
}

/** The context of a row, for the targets of its names. */
export interface RowContext extends BodyRow {
  readonly symbolOf: SymbolOf;
  /** The name that the row's op defines, in bytes, and its symbol if a symbol table contains it. */
  own(): { readonly name: string | undefined; readonly symbol: SymbolId | undefined };
}

/** The two lines of an op: up to its regions, and after them. */
export type OpPart = "head" | "foot";

/** Draws rows of the IR. */
export class OpRows {
  private readonly texts: OpTexts;
  private readonly names: OpNames;
  private knownRows: RowReader | undefined;
  /** The operands of the latest op: values of its body, and types; -1 for what is unknown. */
  private readonly operands = new NumberList();
  private readonly operandTypes = new NumberList();
  private hasUnknown = false;
  private latest: { readonly body: Body; readonly writer: RowWriter; readonly cell: OpText } | undefined;

  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
  ) {
    const { container } = reader;
    this.texts = new OpTexts(reader, writer, BRIEF);
    this.names = {
      opName: (index) => container.dialects.opNames[index]?.name ?? "",
      heads: [],
      rests: new KeptRests(),
      types: new TypeTexts((type) => writer.brief("type", type, BRIEF), container.sizes.types),
    };
  }
  private get container(): Container {
    return this.reader.container;
  }
  private get rows(): RowReader {
    return (this.knownRows ??= new RowReader(this.container));
  }

  /**
   * The op of a row and, in `operands` and `operandTypes`, what its operands are: valid until the next call. With its
   * head, the op is examined, and faults in it are reported.
   */
  private op({ body, row }: BodyRow, part: OpPart): Op {
    const op = this.rows.op(body.start(row));
    this.findOperands(op.operands, body, row);
    if (part === "head") this.examine(op);
    return op;
  }
  private examine(op: Op): void {
    const wrong = this.container.codes.wrongInOp(op.location, op.attributes);
    if (wrong) {
      const text = this.writer.brief("attribute", wrong.index, 200);
      this.container.problems.damage(kindDamage(wrong, text, op.startByte, op.endByte), [sectionPath(SectionKind.ir)]);
    }
    this.reader.check(op, this.operandTypes);
  }
  private findOperands(numbers: NumberList, body: Body, row: number): void {
    const { operands, operandTypes } = this;
    const { length } = numbers;
    operands.reserve(length);
    operandTypes.reserve(length);
    this.hasUnknown = false;
    for (let i = 0; i < length; i++) {
      const value = body.find(row, numbers.at(i));
      operands.items[i] = value;
      operandTypes.items[i] = value < 0 ? -1 : (body.numbering.types[value] ?? 0);
      if (value < 0) this.hasUnknown = true;
    }
  }
  private block({ body, row }: BodyRow): Block {
    const block = this.rows.block(body.start(row));
    block.index = body.detail(row);
    return block;
  }

  /** The line of a row whose bytes cannot be read again. */
  private lost({ body, row }: BodyRow, damage: Damage): Line {
    this.container.problems.damage(damage, [sectionPath(SectionKind.ir)]);
    const positionBit = body.start(row) * 8;
    const text = `; undecoded ${body.end(row) * 8 - positionBit} bits: ${damage.message}`;
    return { kind: "row", positionBit, record: [], assembly: [{ kind: "problem", text }] };
  }

  /** The line of an op up to its regions, or the line after them. */
  opLine(context: RowContext, part: OpPart): Line {
    return guarded<Line>(
      () => {
        const op = this.op(context, part);
        const cell = new OpTokens(this.names, context);
        this.drawOp(cell, op, context, part);
        if (part === "foot") return { kind: "row", record: [], assembly: cell.take() };
        const record = new RecordTokens();
        opRecord(record, op, context.full);
        return { kind: "row", positionBit: op.startByte * 8, record: record.tokens, assembly: cell.take() };
      },
      (damage) => this.lost(context, damage),
    );
  }
  /** Writes the same line as text. */
  writeOp(at: BodyRow, part: OpPart, startBit: number, writer: RowWriter): void {
    let op: Op;
    try {
      op = this.op(at, part);
    } catch (thrown) {
      writeLines(startBit, [this.lost(at, damageOf(thrown))], writer);
      return;
    }
    const cell = this.cell(at.body, writer);
    writer.entry(startBit);
    const isHead = part === "head";
    if (writer.row(isHead ? op.startByte * 8 : undefined) && isHead) opRecord(cell, op, at.full);
    writer.assembly();
    this.drawOp(cell, op, at, part);
    writer.end();
  }
  private cell(body: Body, writer: RowWriter): OpText {
    if (this.latest?.body !== body || this.latest.writer !== writer)
      this.latest = { body, writer, cell: new OpText(writer.text, this.names, body) };
    return this.latest.cell;
  }

  private drawOp(cell: OpCell, op: Op, at: BodyRow, part: OpPart): void {
    cell.indent(at.depth);
    if (part === "foot") {
      cell.ready("punctuation", FOOT);
      this.end(cell, op);
      return;
    }
    this.start(cell, op, at);
    if (op.regions > 0) {
      this.middle(cell, op, at);
      cell.ready("punctuation", OPEN_REGIONS);
    } else if (op.successors.length > 0) {
      this.middle(cell, op, at);
      this.end(cell, op);
    } else this.rest(cell, op, at);
  }

  /** Everything after the operands of an op without regions and successors, which many ops share. */
  private rest(cell: OpCell, op: Op, at: BodyRow): void {
    // Keys of signatures with unknown types are not unique.
    const types = this.hasUnknown ? Infinity : this.names.types.key(this.operandTypes, op.results);
    const values = this.texts.key(op);
    if (cell.repeat(types, values)) return;
    this.middle(cell, op, at);
    this.end(cell, op);
    cell.keep(types, values);
  }

  /** The results, the name and the operands. */
  private start(cell: OpCell, op: Op, { body, row }: BodyRow): void {
    const { results } = op;
    if (results.length > 0) {
      cell.operand(OpField.results);
      cell.define(body.value(row));
      cell.operand(undefined);
      if (results.length > 1) cell.put("punctuation", `:${results.length}`);
      cell.ready("punctuation", EQUALS);
    }
    cell.operand(OpField.name);
    cell.opName(op.name);
    cell.operand(undefined);
    cell.ready("punctuation", OPEN);
    const { operands } = this;
    for (let i = 0; i < operands.length; i++) {
      if (i > 0) cell.ready("punctuation", COMMA);
      cell.operand(OpField.operands + i);
      const value = operands.at(i);
      if (value < 0) cell.put("problem", `<<value ${op.operands.at(i)}>>`);
      else cell.value(value);
      cell.operand(undefined);
    }
  }

  /** The end of the operands, successors and properties: everything before the regions. */
  private middle(cell: OpCell, op: Op, { body, row }: BodyRow): void {
    const { successors } = op;
    cell.ready("punctuation", CLOSE);
    for (let i = 0; i < successors.length; i++) {
      cell.ready("punctuation", i === 0 ? OPEN_SUCCESSORS : COMMA);
      cell.operand(OpField.successors + i);
      cell.block(body.region(row), successors.at(i));
      cell.operand(undefined);
    }
    if (successors.length > 0) cell.ready("punctuation", CLOSE_LIST);
    cell.operand(OpField.properties);
    cell.values(this.texts.properties(op));
    cell.operand(undefined);
  }

  /** Attributes and types. */
  private end(cell: OpCell, op: Op): void {
    cell.operand(OpField.attributes);
    cell.values(this.texts.attributes(op));
    cell.operand(undefined);
    cell.signature(this.operandTypes, op.results);
  }

  /** A block's label. A first block without arguments has none, and its row is a detail. */
  blockLine(context: RowContext): Line {
    return guarded(
      () => {
        const block = this.block(context);
        const [record, cell] = [new RecordTokens(), new OpTokens(this.names, context)];
        blockRecord(record, block, context.full);
        drawBlock(cell, block, context);
        const positionBit = block.startByte * 8;
        const line: Line = { kind: "row", positionBit, record: record.tokens, assembly: cell.take() };
        return isHidden(block) ? { ...line, detail: true } : line;
      },
      (damage) => this.lost(context, damage),
    );
  }
  /** Writes the same line as text. */
  writeBlock(at: BodyRow, startBit: number, writer: RowWriter): void {
    let block: Block;
    try {
      block = this.block(at);
    } catch (thrown) {
      writeLines(startBit, [this.lost(at, damageOf(thrown))], writer);
      return;
    }
    const cell = this.cell(at.body, writer);
    writer.entry(startBit);
    if (isHidden(block) && !writer.details) return;
    if (writer.row(block.startByte * 8)) blockRecord(cell, block, at.full);
    writer.assembly();
    drawBlock(cell, block, at);
    writer.end();
  }

  /** Writes a region's header. That of the first region is shown with the op. */
  writeRegion(at: BodyRow, startBit: number, writer: RowWriter): void {
    if (at.body.detail(at.row) > 0 || writer.details) writeLines(startBit, [this.regionLine(at)], writer);
    else writer.entry(startBit);
  }
  /** A region's header: the separator after the previous region. */
  regionLine({ body, row, depth }: BodyRow): Line {
    const index = body.detail(row);
    const positionBit = body.start(row) * 8;
    const record: Token[] = [{ kind: "keyword", text: `region ${index}` }];
    const text = `${indentation(Math.max(0, depth - 1))}}, {`;
    if (index === 0) return { kind: "row", positionBit, record, assembly: [], detail: true };
    return { kind: "row", positionBit, record, assembly: [{ kind: "punctuation", text }] };
  }
}

const isHidden = (block: Block): boolean => block.index === 0 && block.types.length === 0 && block.ops > 0;

function drawBlock(cell: OpCell, block: Block, { body, row, depth }: BodyRow): void {
  const region = body.region(row);
  const first = body.value(row);
  cell.indent(Math.max(0, depth - 1));
  cell.block(region, block.index, true);
  for (let i = 0; i < block.types.length; i++) {
    cell.put("punctuation", i === 0 ? "(" : ", ");
    cell.operand(i);
    cell.defineArgument(first + i);
    cell.put("punctuation", ": ");
    cell.type(block.types.at(i));
    cell.operand(undefined);
  }
  if (block.types.length > 0) cell.put("punctuation", ")");
  cell.put("punctuation", ":");
  if (block.index > 0 && !body.large) drawPredecessors(cell, body, region, block.index);
}

/** `// 2 preds: ^bb0, ^bb1`; each name is a link. */
function drawPredecessors(cell: OpCell, body: Body, region: number, block: number): void {
  const found = body.numbering.predecessors(region, block);
  if (found.length === 0) {
    cell.put("comment", "  // no predecessors");
    return;
  }
  cell.put("comment", found.length === 1 ? "  // pred: " : `  // ${found.length} preds: `);
  found.forEach((from, i) => {
    if (i > 0) cell.put("comment", ", ");
    cell.predecessor(region, from);
  });
}
