/** The rows of ops, blocks and regions: fields as encoded beside generic MLIR with the numbers of the isolated region. */
import { indentation } from "../../../document/indentation";
import { TokenSink } from "../../../document/sink";
import type { Line, SymbolId, Token } from "../../../document/token";
import type { Container } from "../container/container";
import { sectionPath, SectionKind } from "../container/sections";
import { kindDamage } from "../container/codes";
import { BlockField, OpField } from "../ir/fieldNumbers";
import { ValueKind } from "../ir/numbering";
import { readBlockAt, readOpAt } from "../ir/one";
import type { NumberList, Op } from "../ir/op";
import type { Block } from "../ir/block";
import { guarded } from "../model/damage";
import { quoted } from "../model/spelling";
import type { OpReader } from "../text/values";
import { OpTexts } from "../text/opText";
import type { EntryWriter } from "../model/entryWriter";
import type { Body } from "./body";
import { tableSymbol } from "./fields";
import { RecordTokens } from "./recordTokens";
import type { SymbolOf } from "./tokens";
import { putText, symbolName } from "./tokens";

/** Operands that a row shows before it says how many more there are. */
const SHOWN = 16;
/** Characters of a value in a row. */
const BRIEF = 2048;

/** Where a row stands. */
export interface RowContext {
  readonly body: Body;
  readonly row: number;
  /** Levels of nesting. */
  readonly depth: number;
  readonly full: boolean;
  readonly symbolOf: SymbolOf;
  /** The name that the row's op defines, in bytes, and its symbol where a table holds it. */
  own(): { readonly name: string | undefined; readonly symbol: SymbolId | undefined };
}

/** A value's name in tokens, unique in the document. */
export function valueSymbol(body: Body, value: number): SymbolId {
  return `v${body.startByte}.${value}`;
}
/** A block's name in tokens. */
export function blockSymbol(body: Body, region: number, block: number): SymbolId {
  return `b${body.startByte}.${region}.${block}`;
}

/** Draws rows of the IR. */
export class OpRows {
  private readonly texts: OpTexts;

  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
  ) {
    this.texts = new OpTexts(reader, writer, BRIEF);
  }
  private get container(): Container {
    return this.reader.container;
  }

  /** The op of a row. Its location and attributes are looked at: what is wrong with them is reported. */
  op({ body, row }: Pick<RowContext, "body" | "row">): Op {
    const op = readOpAt(this.container, body.start(row));
    const wrong = this.container.codes.wrongInOp(op.location, op.attributes);
    if (wrong) {
      const text = this.writer.brief("attribute", wrong.index, 200);
      this.container.problems.damage(kindDamage(wrong, text, op.startByte, op.endByte), [sectionPath(SectionKind.ir)]);
    }
    this.reader.check(op, (operand) => body.numbering.types[body.find(row, operand)] ?? -1);
    return op;
  }
  block({ body, row }: Pick<RowContext, "body" | "row">): Block {
    const block = readBlockAt(this.container, body.start(row));
    block.index = body.details[row] ?? 0;
    return block;
  }

  /** A row whose bytes cannot be read again says so. */
  guarded({ body, row }: RowContext, draw: () => Line): Line {
    return guarded(draw, (damage) => {
      this.container.problems.damage(damage, [sectionPath(SectionKind.ir)]);
      const positionBit = body.start(row) * 8;
      const text = `; undecoded ${body.end(row) * 8 - positionBit} bits: ${damage.message}`;
      return { kind: "row", positionBit, record: [], assembly: [{ kind: "problem", text }] };
    });
  }

  /** The line of an op, up to its regions where it has any. */
  opLine(context: RowContext): Line {
    const op = this.op(context);
    const sink = new TokenSink();
    this.opText(sink, op, context);
    return {
      kind: "row",
      positionBit: op.startByte * 8,
      record: this.opRecord(op, context.full),
      assembly: sink.take(),
    };
  }

  /** What stands behind an op's regions. */
  footLine(context: RowContext): Line {
    const op = this.op(context);
    const sink = new TokenSink();
    sink.put("punctuation", `${indentation(context.depth)}})`);
    this.tail(sink, op, context);
    return { kind: "row", record: [], assembly: sink.take() };
  }

  private opText(sink: TokenSink, op: Op, context: RowContext): void {
    const { body, row } = context;
    sink.put("text", indentation(context.depth));
    this.results(sink, op, body, row);
    sink.operand(OpField.name);
    sink.name("keyword", quoted(this.container.dialects.opNames[op.name]?.name ?? ""), tableSymbol("opName", op.name));
    sink.operand(undefined);
    sink.put("punctuation", "(");
    for (let i = 0; i < op.operands.length; i++) {
      if (i > 0) sink.put("punctuation", ", ");
      sink.operand(OpField.operands + i);
      this.operand(sink, op.operands.at(i), body, row);
      sink.operand(undefined);
    }
    sink.put("punctuation", ")");
    this.successors(sink, op.successors, body, row);
    const properties = this.texts.properties(op).text;
    sink.operand(OpField.properties);
    this.spelled(sink, properties, context);
    sink.operand(undefined);
    if (op.regions > 0) sink.put("punctuation", " ({");
    else this.tail(sink, op, context);
  }

  /** Attributes and types: at an op's end. */
  private tail(sink: TokenSink, op: Op, context: RowContext): void {
    sink.operand(OpField.attributes);
    this.spelled(sink, this.texts.attributes(op).text, context);
    sink.operand(undefined);
    sink.put("punctuation", " : (");
    for (let i = 0; i < op.operands.length; i++) {
      if (i > 0) sink.put("punctuation", ", ");
      const value = context.body.find(context.row, op.operands.at(i));
      sink.operand(OpField.operands + i);
      this.type(sink, value < 0 ? -1 : (context.body.numbering.types[value] ?? 0));
      sink.operand(undefined);
    }
    sink.put("punctuation", ") -> ");
    const single = op.results.length === 1 && !this.typeText(op.results.at(0)).startsWith("(");
    if (!single) sink.put("punctuation", "(");
    for (let i = 0; i < op.results.length; i++) {
      if (i > 0) sink.put("punctuation", ", ");
      sink.operand(OpField.results + i);
      this.type(sink, op.results.at(i));
      sink.operand(undefined);
    }
    if (!single) sink.put("punctuation", ")");
  }

  private typeText(type: number): string {
    return this.writer.brief("type", type, BRIEF);
  }
  /** A type by its index; negative: nobody knows which. */
  private type(sink: TokenSink, type: number): void {
    if (type < 0) sink.put("type", "?");
    else sink.name("type", this.typeText(type), tableSymbol("type", type));
  }

  /** Text of attributes; where an op defines a symbol, its name is the definition. */
  private spelled(sink: TokenSink, text: string | undefined, context: RowContext): void {
    if (text === undefined) {
      sink.put("punctuation", " {\xE2\x80\xA6}");
      return;
    }
    let end = 0;
    for (const found of text.matchAll(NAMED)) {
      const [whole, attribute = "", literal = ""] = found;
      const definition = attribute.startsWith("sym_name");
      const name = symbolName(literal);
      const symbol = definition ? definedBy(name, context) : context.symbolOf([name]);
      if (symbol === undefined) continue;
      const start = found.index + whole.length - literal.length;
      putText(sink, text.slice(end, start), context.symbolOf);
      sink.name("global", literal, symbol, definition);
      end = start + literal.length;
    }
    putText(sink, text.slice(end), context.symbolOf);
  }

  private results(sink: TokenSink, op: Op, body: Body, row: number): void {
    if (op.results.length === 0) return;
    const value = body.values[row] ?? 0;
    sink.operand(OpField.results);
    sink.name("local", body.name(value).replace("#0", ""), valueSymbol(body, value), true);
    sink.operand(undefined);
    if (op.results.length > 1) sink.put("punctuation", `:${op.results.length}`);
    sink.put("punctuation", " = ");
  }

  private operand(sink: TokenSink, number: number, body: Body, row: number): void {
    const { numbering } = body;
    const value = body.find(row, number);
    if (value < 0) {
      sink.put("problem", `<<value ${number}>>`);
      return;
    }
    // All results of an op are defined by one name.
    const head = numbering.kinds[value] === ValueKind.PackMember ? value - (numbering.numbers[value] ?? 0) : value;
    sink.name("local", body.name(value), valueSymbol(body, head));
  }

  private successors(sink: TokenSink, successors: NumberList, body: Body, row: number): void {
    for (let i = 0; i < successors.length; i++) {
      sink.put("punctuation", i === 0 ? "[" : ", ");
      sink.operand(OpField.successors + i);
      sink.name("block", `^bb${successors.at(i)}`, blockSymbol(body, body.regions[row] ?? 0, successors.at(i)));
      sink.operand(undefined);
    }
    if (successors.length > 0) sink.put("punctuation", "]");
  }

  /** `op 3 mask=15 loc=1 attrs=2 props=0 results=[!4] operands=[0, 1] successors=[1] regions=1 isolated`. */
  private opRecord(op: Op, full: boolean): readonly Token[] {
    const record = new RecordTokens();
    record.put("keyword", "op ");
    record.reference(OpField.name, { table: "opName", index: op.name }, String(op.name));
    record.put("text", " mask=");
    record.field(OpField.mask, "number", String(op.mask));
    record.put("text", " loc=");
    record.reference(OpField.location, { table: "attribute", index: op.location });
    if (op.attributes >= 0) {
      record.put("text", " attrs=");
      record.reference(OpField.attributes, { table: "attribute", index: op.attributes });
    }
    if (op.properties >= 0) {
      record.put("text", " props=");
      record.reference(OpField.properties, { table: "property", index: op.properties }, String(op.properties));
    }
    list(record, "results", op.results, full, (i, type) => {
      record.reference(OpField.results + i, { table: "type", index: type });
    });
    list(record, "operands", op.operands, full, (i, value) => {
      record.field(OpField.operands + i, "number", String(value));
    });
    list(record, "successors", op.successors, full, (i, block) => {
      record.field(OpField.successors + i, "number", String(block));
    });
    if (op.regions > 0) record.put("text", ` regions=${op.regions}${op.isolated ? " isolated" : ""}`);
    return record.tokens;
  }

  /** A block's label; a first block without arguments has none, and its row is a detail. */
  blockLine(context: RowContext): Line {
    const { body, row } = context;
    const block = this.block(context);
    const sink = new TokenSink();
    const region = body.regions[row] ?? 0;
    const hidden = block.index === 0 && block.types.length === 0 && block.ops > 0;
    sink.put("text", indentation(Math.max(0, context.depth - 1)));
    sink.name("block", `^bb${block.index}`, blockSymbol(body, region, block.index), true);
    this.arguments(sink, block, context);
    sink.put("punctuation", ":");
    if (block.index > 0 && !body.large) putPredecessors(sink, body, region, block.index);
    const record = new RecordTokens();
    record.put("keyword", "block ");
    record.put("text", `ops=${block.ops}`);
    list(record, "args", block.types, context.full, (i, type) => {
      record.reference(i, { table: "type", index: type });
    });
    let present = 0;
    if (block.types.length > 0)
      list(record, "locs", block.locations, context.full, (_, index) => {
        if (index < 0) record.put("text", "-");
        else record.reference(BlockField.locations + present++, { table: "attribute", index });
      });
    const line: Line = { kind: "row", positionBit: block.startByte * 8, record: record.tokens, assembly: sink.take() };
    return hidden ? { ...line, detail: true } : line;
  }

  private arguments(sink: TokenSink, block: Block, { body, row }: RowContext): void {
    const first = body.values[row] ?? 0;
    for (let i = 0; i < block.types.length; i++) {
      sink.put("punctuation", i === 0 ? "(" : ", ");
      sink.operand(i);
      sink.name("local", body.name(first + i), valueSymbol(body, first + i), true);
      sink.put("punctuation", ": ");
      this.type(sink, block.types.at(i));
      sink.operand(undefined);
    }
    if (block.types.length > 0) sink.put("punctuation", ")");
  }

  /** A region's header: what separates it from the one before. */
  regionLine({ body, row, depth }: RowContext): Line {
    const index = body.details[row] ?? 0;
    const positionBit = body.start(row) * 8;
    const record: Token[] = [{ kind: "keyword", text: `region ${index}` }];
    const text = `${indentation(Math.max(0, depth - 1))}}, {`;
    if (index === 0) return { kind: "row", positionBit, record, assembly: [], detail: true };
    return { kind: "row", positionBit, record, assembly: [{ kind: "punctuation", text }] };
  }
}

/** Strings that name symbols: the attribute that gives an op its own, and VHLO's calls, whose strings are wrapped. */
const NAMED = /\b(sym_name = (?:#vhlo\.string_v1<)?|callee = #vhlo\.string_v1<)("(?:[^"\\]|\\.)*")/g;

/** The symbol that the row's op defines, if it is of that name. */
function definedBy(name: string, { own }: RowContext): SymbolId | undefined {
  const found = own();
  return found.name === name ? found.symbol : undefined;
}

/** `// 2 preds: ^bb0, ^bb1`; each is a name to follow. */
function putPredecessors(sink: TokenSink, body: Body, region: number, block: number): void {
  const found = body.numbering.predecessors(region, block);
  if (found.length === 0) return sink.put("comment", "  // no predecessors");
  sink.put("comment", found.length === 1 ? "  // pred: " : `  // ${found.length} preds: `);
  found.forEach((from, i) => {
    if (i > 0) sink.put("comment", ", ");
    sink.name("comment", `^bb${from}`, blockSymbol(body, region, from));
  });
}

function list(
  record: RecordTokens,
  name: string,
  items: NumberList,
  full: boolean,
  put: (index: number, item: number) => void,
): void {
  if (items.length === 0) return;
  record.put("text", ` ${name}=[`);
  const shown = full ? items.length : Math.min(items.length, SHOWN);
  for (let i = 0; i < shown; i++) {
    if (i > 0) record.put("text", ", ");
    put(i, items.at(i));
  }
  record.put("text", shown < items.length ? `, \xE2\x80\xA6+${items.length - shown}]` : "]");
}
