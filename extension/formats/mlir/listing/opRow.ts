/**
 * The rows of ops, blocks and regions: the encoded fields, and generic MLIR with the numbers of the isolated region.
 */
import { indentation } from "../../../document/indentation";
import type { RowWriter } from "../../../document/rowWriter";
import { writeLines } from "../../../document/rowWriter";
import type { Line, SymbolId, Token } from "../../../document/token";
import type { Container } from "../container/container";
import { sectionPath, SectionKind } from "../container/sections";
import { kindDamage } from "../container/codes";
import type { Block } from "../ir/block";
import { BlockField, OpField } from "../ir/fieldNumbers";
import { RowReader } from "../ir/one";
import type { Op } from "../ir/op";
import { NumberList } from "../ir/op";
import type { Damage } from "../model/damage";
import { guarded } from "../model/damage";
import type { OpReader } from "../text/values";
import { OpTexts } from "../text/opText";
import { TypeTexts } from "../text/typeTexts";
import type { EntryWriter } from "../model/entryWriter";
import type { Body } from "./body";
import type { RecordCell } from "./cells";
import { RecordTokens } from "./cells";
import type { OpCell, OpNames } from "./opCells";
import { OpText, OpTokens } from "./opCells";
import type { SymbolOf } from "./tokens";

/** Most operands in a row; the rest is counted. */
const SHOWN = 16;
/** Most characters of a value in a row. */
const BRIEF = 2048;

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
  private readonly operandTypes = new NumberList();
  private latest: { readonly body: Body; readonly writer: RowWriter; readonly cell: OpText } | undefined;

  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
  ) {
    const { container } = reader;
    this.texts = new OpTexts(reader, writer, BRIEF);
    this.names = {
      opName: (index) => container.dialects.opNames[index]?.name ?? "",
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
   * The op of a row, valid until the next call. Its location and attributes are examined, and faults in them reported.
   */
  private op({ body, row }: BodyRow): Op {
    const op = this.rows.op(body.start(row));
    const wrong = this.container.codes.wrongInOp(op.location, op.attributes);
    if (wrong) {
      const text = this.writer.brief("attribute", wrong.index, 200);
      this.container.problems.damage(kindDamage(wrong, text, op.startByte, op.endByte), [sectionPath(SectionKind.ir)]);
    }
    this.reader.check(op, (operand) => body.numbering.types[body.find(row, operand)] ?? -1);
    return op;
  }
  private block({ body, row }: BodyRow): Block {
    const block = this.rows.block(body.start(row));
    block.index = body.details[row] ?? 0;
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
        const op = this.op(context);
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
    const op = guarded<Op | Line>(
      () => this.op(at),
      (damage) => this.lost(at, damage),
    );
    if ("kind" in op) {
      writeLines(startBit, [op], writer);
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
    if (part === "foot") cell.put("punctuation", `${indentation(at.depth)}})`);
    else {
      cell.put("text", indentation(at.depth));
      this.start(cell, op, at);
      cell.put("punctuation", op.regions > 0 ? " ({" : "");
      if (op.regions > 0) return;
    }
    cell.operand(OpField.attributes);
    cell.values(this.texts.attributes(op));
    cell.operand(undefined);
    cell.signature(this.typesOf(op, at), op.results);
  }

  /** Everything before the properties. */
  private start(cell: OpCell, op: Op, { body, row }: BodyRow): void {
    const { results, operands, successors } = op;
    if (results.length > 0) {
      cell.operand(OpField.results);
      cell.define(body.values[row] ?? 0);
      cell.operand(undefined);
      if (results.length > 1) cell.put("punctuation", `:${results.length}`);
      cell.put("punctuation", " = ");
    }
    cell.operand(OpField.name);
    cell.opName(op.name);
    cell.operand(undefined);
    cell.put("punctuation", "(");
    for (let i = 0; i < operands.length; i++) {
      if (i > 0) cell.put("punctuation", ", ");
      cell.operand(OpField.operands + i);
      const value = body.find(row, operands.at(i));
      if (value < 0) cell.put("problem", `<<value ${operands.at(i)}>>`);
      else cell.value(value);
      cell.operand(undefined);
    }
    cell.put("punctuation", ")");
    for (let i = 0; i < successors.length; i++) {
      cell.put("punctuation", i === 0 ? "[" : ", ");
      cell.operand(OpField.successors + i);
      cell.block(body.regions[row] ?? 0, successors.at(i));
      cell.operand(undefined);
    }
    if (successors.length > 0) cell.put("punctuation", "]");
    cell.operand(OpField.properties);
    cell.values(this.texts.properties(op));
    cell.operand(undefined);
  }

  /** The types of an op's operands; -1 for an unknown type. */
  private typesOf({ operands }: Op, { body, row }: BodyRow): NumberList {
    const { operandTypes } = this;
    operandTypes.reserve(operands.length);
    for (let i = 0; i < operands.length; i++) {
      const value = body.find(row, operands.at(i));
      operandTypes.items[i] = value < 0 ? -1 : (body.numbering.types[value] ?? 0);
    }
    return operandTypes;
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
    const block = guarded<Block | Line>(
      () => this.block(at),
      (damage) => this.lost(at, damage),
    );
    if ("kind" in block) {
      writeLines(startBit, [block], writer);
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

  /** A region's header: the separator after the previous region. */
  regionLine({ body, row, depth }: BodyRow): Line {
    const index = body.details[row] ?? 0;
    const positionBit = body.start(row) * 8;
    const record: Token[] = [{ kind: "keyword", text: `region ${index}` }];
    const text = `${indentation(Math.max(0, depth - 1))}}, {`;
    if (index === 0) return { kind: "row", positionBit, record, assembly: [], detail: true };
    return { kind: "row", positionBit, record, assembly: [{ kind: "punctuation", text }] };
  }
}

/** `op 3 mask=15 loc=1 attrs=2 props=0 results=[!4] operands=[0, 1] successors=[1] regions=1 isolated`. */
function opRecord(record: RecordCell, op: Op, full: boolean): void {
  record.put("keyword", "op ");
  record.reference(OpField.name, { table: "opName", index: op.name }, true);
  record.put("text", " mask=");
  record.field(OpField.mask, op.mask);
  record.put("text", " loc=");
  record.reference(OpField.location, { table: "attribute", index: op.location });
  if (op.attributes >= 0) {
    record.put("text", " attrs=");
    record.reference(OpField.attributes, { table: "attribute", index: op.attributes });
  }
  if (op.properties >= 0) {
    record.put("text", " props=");
    record.reference(OpField.properties, { table: "property", index: op.properties }, true);
  }
  list(record, " results=[", op.results, full, OpField.results, "type");
  list(record, " operands=[", op.operands, full, OpField.operands);
  list(record, " successors=[", op.successors, full, OpField.successors);
  if (op.regions > 0) record.put("text", ` regions=${op.regions}${op.isolated ? " isolated" : ""}`);
}

const isHidden = (block: Block): boolean => block.index === 0 && block.types.length === 0 && block.ops > 0;

function blockRecord(record: RecordCell, block: Block, full: boolean): void {
  record.put("keyword", "block ");
  record.put("text", "ops=");
  record.count(block.ops);
  list(record, " args=[", block.types, full, 0, "type");
  // An absent location is not a field.
  if (block.types.length > 0) list(record, " locs=[", block.locations, full, BlockField.locations, "attribute");
}

function drawBlock(cell: OpCell, block: Block, { body, row, depth }: BodyRow): void {
  const region = body.regions[row] ?? 0;
  const first = body.values[row] ?? 0;
  cell.put("text", indentation(Math.max(0, depth - 1)));
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

/** A list of a record's fields: entries of a table, or numbers. */
function list(
  record: RecordCell,
  opening: string,
  items: NumberList,
  full: boolean,
  first: number,
  table?: "type" | "attribute",
): void {
  if (items.length === 0) return;
  record.put("text", opening);
  const shown = full ? items.length : Math.min(items.length, SHOWN);
  let field = first;
  for (let i = 0; i < shown; i++) {
    if (i > 0) record.put("text", ", ");
    const index = items.at(i);
    if (index < 0) record.put("text", "-");
    else if (table) record.reference(field++, { table, index });
    else record.field(field++, index);
  }
  record.put("text", shown < items.length ? `, \xE2\x80\xA6+${items.length - shown}]` : "]");
}
