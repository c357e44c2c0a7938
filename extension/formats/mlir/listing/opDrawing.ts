/**
 * Draws ops, blocks and the headers of regions: the encoded fields, and generic MLIR with the numbers of the isolated
 * region.
 */
import type { BitRange } from "../../../document/bits";
import { Packed } from "../../../document/byteText";
import { indentation } from "../../../document/indentation";
import type { NameTaker } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { writeLines } from "../../../document/rowWriter";
import { TokenSink } from "../../../document/sink";
import type { Line, Token } from "../../../document/token";
import type { Block } from "../ir/block";
import { OpField } from "../ir/fieldNumbers";
import type { Numbering } from "../ir/numbering";
import type { Op } from "../ir/op";
import { NumberList } from "../ir/op";
import type { EntryWriter } from "../model/entryWriter";
import { KeptRests } from "../text/keptRests";
import { OpTexts } from "../text/opText";
import { TypeTexts } from "../text/typeTexts";
import type { OpReader } from "../text/values";
import { RecordTokens } from "./cells";
import { blockRecord, opRecord } from "./irRecords";
import { EntryNames, OpNameCell, RecordNames } from "./nameCells";
import type { OpCell, OpNames } from "./opCells";
import { OpPieces, OpText } from "./opCells";
import type { RowContext } from "./bodyRow";
import type { ValueNames } from "./valueNames";

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

/** Where an op or a block is drawn. */
export interface RowPlace {
  /** The values of its body. */
  readonly values: ValueNames;
  /** The region that it is in, as the numbering counts them. */
  readonly region: number;
  /** The first value that it defines. */
  readonly first: number;
  /** Levels of nesting. */
  readonly depth: number;
  readonly full: boolean;
}

/** The two lines of an op: up to its regions, and after them. */
export type OpPart = "head" | "foot";

/** The operands of an op: values of its body, and their types; -1 for what is unknown. */
export class Operands {
  readonly values = new NumberList();
  readonly types = new NumberList();

  /** Begins the operands of an op, which `set` then tells one by one. */
  begin(count: number): void {
    this.values.reserve(count);
    this.types.reserve(count);
  }
  set(index: number, value: number, { types }: Numbering): void {
    this.values.items[index] = value;
    this.types.items[index] = value < 0 ? -1 : (types[value] ?? 0);
  }
}

/** Draws rows of the IR. */
export class OpDrawing {
  /** The operands of the op that is drawn, which the caller finds. */
  readonly operands = new Operands();
  private readonly texts: OpTexts;
  private readonly names: OpNames;
  private latest: { readonly values: ValueNames; readonly writer: RowWriter; readonly cell: OpText } | undefined;

  constructor(
    private readonly reader: OpReader,
    writer: EntryWriter,
  ) {
    const { container } = reader;
    this.texts = new OpTexts(reader, writer, BRIEF);
    this.names = {
      opName: (index) => container.dialects.opNames[index]?.name ?? "",
      heads: [],
      rests: new KeptRests(),
      types: new TypeTexts(writer, container.sizes.types, (type) => writer.brief("type", type, BRIEF)),
    };
  }

  /** The line of an op up to its regions, or the line after them. */
  opLine(op: Op, part: OpPart, place: RowPlace, context: RowContext): Line {
    const sink = new TokenSink();
    this.drawOp(new OpPieces(sink, this.names, context), op, place, part);
    if (part === "foot") return { kind: "row", record: [], assembly: sink.take() };
    const record = new RecordTokens();
    opRecord(record, op, place.full);
    return { kind: "row", positionBit: op.startByte * 8, record: record.tokens, assembly: sink.take() };
  }
  /** Passes on the names in the same line. */
  opNames(op: Op, part: OpPart, place: RowPlace, context: RowContext, taker: NameTaker): void {
    const names = new EntryNames(taker);
    this.drawOp(new OpNameCell(names, this.names, context), op, place, part);
    if (part === "head") opRecord(new RecordNames(names), op, place.full);
  }
  /** Writes the same line as text. */
  writeOp(op: Op, part: OpPart, place: RowPlace, { startBit, endBit }: BitRange, writer: RowWriter): void {
    const cell = this.cell(place.values, writer);
    writer.entry(startBit, endBit);
    const isHead = part === "head";
    if (writer.row(isHead ? op.startByte * 8 : undefined) && isHead) opRecord(cell, op, place.full);
    writer.assembly();
    this.drawOp(cell, op, place, part);
    writer.end();
  }
  private cell(values: ValueNames, writer: RowWriter): OpText {
    if (this.latest?.values !== values || this.latest.writer !== writer)
      this.latest = { values, writer, cell: new OpText(writer.text, this.names, values) };
    return this.latest.cell;
  }

  /** Reports faults in an op: in its location, its attributes, and against its definition. */
  examine(op: Op): void {
    this.reader.references.op(op);
    this.reader.check(op, this.operands.types);
  }

  private drawOp(cell: OpCell, op: Op, place: RowPlace, part: OpPart): void {
    cell.indent(place.depth);
    if (part === "foot") {
      cell.ready("punctuation", FOOT);
      this.end(cell, op);
      return;
    }
    this.start(cell, op, place);
    if (op.regions > 0) {
      this.middle(cell, op, place);
      cell.ready("punctuation", OPEN_REGIONS);
    } else if (op.successors.length > 0) {
      this.middle(cell, op, place);
      this.end(cell, op);
    } else this.rest(cell, op, place);
  }

  /** Everything after the operands of an op without regions and successors, which many ops share. */
  private rest(cell: OpCell, op: Op, place: RowPlace): void {
    const types = this.names.types.key(this.operands.types, op.results);
    const values = this.texts.key(op);
    if (cell.repeat(types, values)) return;
    this.middle(cell, op, place);
    this.end(cell, op);
    cell.keep(types, values);
  }

  /** The results, the name and the operands. */
  private start(cell: OpCell, op: Op, place: RowPlace): void {
    const { results } = op;
    if (results.length > 0) {
      cell.operand(OpField.results);
      cell.define(place.first);
      cell.operand(undefined);
      if (results.length > 1) cell.put("punctuation", `:${results.length}`);
      cell.ready("punctuation", EQUALS);
    }
    cell.operand(OpField.name);
    cell.opName(op.name);
    cell.operand(undefined);
    cell.ready("punctuation", OPEN);
    const operands = this.operands.values;
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
  private middle(cell: OpCell, op: Op, place: RowPlace): void {
    const { successors } = op;
    cell.ready("punctuation", CLOSE);
    for (let i = 0; i < successors.length; i++) {
      cell.ready("punctuation", i === 0 ? OPEN_SUCCESSORS : COMMA);
      cell.operand(OpField.successors + i);
      cell.block(place.region, successors.at(i));
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
    cell.signature(this.operands.types, op.results);
  }

  /** A block's label. A first block without arguments has none, and its row is a detail. */
  blockLine(block: Block, place: RowPlace, context: RowContext): Line {
    const [record, sink] = [new RecordTokens(), new TokenSink()];
    blockRecord(record, block, place.full);
    drawBlock(new OpPieces(sink, this.names, context), block, place);
    const positionBit = block.startByte * 8;
    const line: Line = { kind: "row", positionBit, record: record.tokens, assembly: sink.take() };
    return isHidden(block) ? { ...line, detail: true } : line;
  }
  /** Passes on the names in the same line. */
  blockNames(block: Block, place: RowPlace, context: RowContext, taker: NameTaker): void {
    const names = new EntryNames(taker);
    drawBlock(new OpNameCell(names, this.names, context), block, place);
    blockRecord(new RecordNames(names), block, place.full);
  }
  /** Writes the same line as text. */
  writeBlock(block: Block, place: RowPlace, { startBit, endBit }: BitRange, writer: RowWriter): void {
    writer.entry(startBit, endBit);
    if (isHidden(block) && !writer.details) return;
    const cell = this.cell(place.values, writer);
    if (writer.row(block.startByte * 8)) blockRecord(cell, block, place.full);
    writer.assembly();
    drawBlock(cell, block, place);
    writer.end();
  }

  /** A region's header: the separator after the previous region. The first region's is shown with the op. */
  regionLine(index: number, startBit: number, depth: number): Line {
    const record: Token[] = [{ kind: "keyword", text: `region ${index}` }];
    const text = `${indentation(Math.max(0, depth - 1))}}, {`;
    if (index === 0) return { kind: "row", positionBit: startBit, record, assembly: [], detail: true };
    return { kind: "row", positionBit: startBit, record, assembly: [{ kind: "punctuation", text }] };
  }
  /** Writes the same line as text. */
  writeRegion(index: number, range: BitRange, depth: number, writer: RowWriter): void {
    const { startBit, endBit } = range;
    if (index > 0 || writer.details) writeLines(range, [this.regionLine(index, startBit, depth)], writer);
    else writer.entry(startBit, endBit);
  }
}

const isHidden = (block: Block): boolean => block.index === 0 && block.types.length === 0 && block.ops > 0;

function drawBlock(cell: OpCell, block: Block, { values, region, first, depth }: RowPlace): void {
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
  if (block.index > 0 && !values.large) drawPredecessors(cell, values, region, block.index);
}

/** `// 2 preds: ^bb0, ^bb1`; each name is a link. */
function drawPredecessors(cell: OpCell, { numbering }: ValueNames, region: number, block: number): void {
  const found = numbering.predecessors(region, block);
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
