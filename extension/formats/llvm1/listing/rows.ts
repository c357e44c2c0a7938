/** Rows of the listing: what a record contains, and what it means. */
import type { Sink } from "../../../document/sink";
import { putNumber, putReady, TokenSink } from "../../../document/sink";
import type { Line, Token } from "../../../document/token";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { byteString, Packed } from "../../../document/byteText";
import type { Field } from "../model/cursor";
import { FieldReader } from "./fields";
import { GlobalPrinter } from "../print/globals";
import { InstructionPrinter, labelText } from "../print/instructions";
import type { InstructionRecord } from "../read/instructionRecord";
import { rowBudget } from "../print/context";
import type { NamedRow } from "./meanings";
import { contextOf, namedType, namedValue, tablesOf } from "./meanings";
import type { AnyRow } from "./parts";
import type { Printer } from "../print/printer";
import { escaped, symbolOf } from "../print/printer";
import { quotedName, typeSymbol } from "../print/typenames";
import type { BasicBlock, Constant, FunctionValue } from "../model/values";

/** Most operands shown in a shortened record. */
const SHOWN = 16;
/** `…` as the bytes of its UTF-8 form: tokens are byte strings. */
const ELLIPSIS = "\xe2\x80\xa6";
/** Most characters of a string shown in a shortened record. */
const SHOWN_CHARACTERS = 40;

const BLANK = new Packed(" ");
const COMMA = new Packed(", ");
const OPEN = new Packed("[");
const CLOSE = new Packed("]");
const OPCODE = new Packed("op=");
const FORM = new Packed(" form=");
const TYPE = new Packed(" type=");
const ARGUMENTS = new Packed(" args=[");

/** A record's cell: `count=3 plane=6`; runs of equal names as a list. */
export function recordTokens(fields: readonly Field[], full: boolean): readonly Token[] {
  const sink = new TokenSink();
  putRecord(sink, fields, full);
  return sink.take();
}

/** Writes the same to a sink. */
export function putRecord(sink: Sink, fields: readonly Field[], full: boolean): void {
  /** The indices of the fields that are shown. */
  const shown: number[] = [];
  fields.forEach(({ kind, name }, i) => {
    if (kind === "decoded" && !name.endsWith(" length")) shown.push(i);
  });
  const nameAt = (i: number): string | undefined => fields[shown[i] ?? -1]?.name;
  for (let i = 0; i < shown.length;) {
    const name = nameAt(i) ?? "";
    let end = i + 1;
    while (nameAt(end) === name) end++;
    if (i > 0) putReady(sink, "text", BLANK);
    const list = end - i > 1 || LISTS.has(name);
    putReady(sink, "text", fieldLabel(name));
    if (list) putReady(sink, "text", OPEN);
    putValues(sink, fields, shown.slice(i, end), full);
    if (list) putReady(sink, "text", CLOSE);
    i = end;
  }
}

/** `count=`; the names are those of the fields that the readers know. */
const labels = new Map<string, Packed>();
function fieldLabel(name: string): Packed {
  let label = labels.get(name);
  if (!label) labels.set(name, (label = new Packed(`${name.replaceAll(" ", "_")}=`)));
  return label;
}

const LISTS: ReadonlySet<string> = new Set(["operand", "element", "field type", "parameter type"]);

/** @param places indices of the fields */
function putValues(sink: Sink, fields: readonly Field[], places: readonly number[], full: boolean): void {
  const count = full ? places.length : Math.min(places.length, SHOWN);
  for (let i = 0; i < count; i++) {
    const place = places[i] ?? 0;
    const field = fields[place];
    if (!field) continue;
    if (i > 0) putReady(sink, "text", COMMA);
    sink.operand(place);
    const { raw } = field;
    if (typeof raw === "number" && raw >= 0) putNumber(sink, "text", raw);
    else sink.put("text", typeof raw === "object" ? stringText(raw, full) : String(raw));
    sink.operand(undefined);
  }
  if (count < places.length) sink.put("text", `${ELLIPSIS}+${places.length - count}`);
}

function stringText(bytes: Uint8Array, full: boolean): string {
  const text = escaped(byteString(full ? bytes : bytes.subarray(0, SHOWN_CHARACTERS)));
  return `"${text}"${full || bytes.length <= SHOWN_CHARACTERS ? "" : ELLIPSIS}`;
}

/** Writes an instruction's record: `op=12 form=2 type=6 args=[3, 4]`. A token's operand is the index in the record. */
export function putInstruction(sink: Sink, record: InstructionRecord, full: boolean): void {
  const { opcode, form, slot, args } = record;
  putReady(sink, "text", OPCODE);
  putNumber(sink, "text", opcode);
  putReady(sink, "text", FORM);
  putNumber(sink, "text", form);
  putReady(sink, "text", TYPE);
  putNumber(sink, "text", slot);
  putReady(sink, "text", ARGUMENTS);
  const count = full ? args.length : Math.min(args.length, SHOWN);
  for (let i = 0; i < count; i++) {
    if (i > 0) putReady(sink, "text", COMMA);
    sink.operand(i);
    putNumber(sink, "text", args[i] as number);
    sink.operand(undefined);
  }
  if (count < args.length) sink.put("text", `${ELLIPSIS}+${args.length - count}`);
  putReady(sink, "text", CLOSE);
}

/** Prints the assembly cells of one block's rows. */
export class RowPrinter {
  private readonly printer: Printer;
  private readonly instructions: InstructionPrinter;
  constructor(
    private readonly bytecode: Bytecode,
    private readonly block: Block,
    private readonly sink: Sink,
  ) {
    this.printer = contextOf(bytecode).printer(sink, block);
    this.instructions = new InstructionPrinter(this.printer);
  }

  print(row: AnyRow): void {
    this.printer.context.budget.refill(rowBudget(row.endByte - row.startByte));
    switch (row.kind) {
      case "instruction":
        this.instructions.print(row);
        break;
      case "type":
        this.type(row);
        break;
      case "types":
        this.comment(`${plural(row.count, "type")}`);
        break;
      case "global":
        this.globals().global(row);
        break;
      case "function":
        this.signature(row);
        break;
      case "end":
        this.comment(`end of the ${row.of === "globals" ? "global variables" : "functions"}`);
        break;
      case "libraries":
      case "sections":
      case "triple":
      case "assembly":
        this.strings(row.kind, row.strings);
        break;
      case "rest":
        this.comment("bytes that readers skip");
        break;
      case "plane":
        this.plane(row.count, row.what === "constants" ? row.slot : row.what);
        break;
      case "symbols":
      case "mapped":
        this.plane(row.count, row.plane);
        break;
      case "symbol":
      case "entry":
        this.named(row);
        break;
      default:
        this.constant(row);
    }
  }

  /** The label above a basic block's first instruction. */
  label(label: BasicBlock): void {
    const text = labelText(label, (name) => quotedName(name, "")) ?? `; <label>:${label.number ?? label.ordinal}`;
    this.sink.name("block", text, symbolOf(label, this.printer.context.scope) ?? "", true);
  }

  private comment(text: string): void {
    this.sink.put("comment", `; ${text}`);
  }

  private globals(): GlobalPrinter {
    return new GlobalPrinter(this.printer, this.bytecode.module().sections);
  }

  /** A signature; a function with a body is defined at the head of the body. */
  private signature(of: FunctionValue): void {
    const { linkage, declared } = of;
    this.globals().signature({ of, linkage, declared, args: [] }, declared);
  }

  /** A type by its name, otherwise by its slot, and its structure. */
  private type(row: AnyRow & { readonly kind: "type" }): void {
    const names = this.bytecode.module().typeNames;
    const name = names.find(({ slot }) => slot === row.slot)?.name;
    const text = name === undefined ? `type ${row.slot}` : quotedName(name);
    this.sink.name("type", text, typeSymbol(row.type), row.type.slot === row.slot);
    this.sink.put("punctuation", " = ");
    this.sink.put("keyword", "type ");
    contextOf(this.bytecode).types().printStructure(row.type, this.sink);
  }

  private strings(kind: "libraries" | "sections" | "triple" | "assembly", strings: readonly string[]): void {
    const words = {
      libraries: "deplibs = ",
      sections: "sections = ",
      triple: "target triple = ",
      assembly: "module asm ",
    };
    this.sink.put("keyword", words[kind]);
    const list = strings.map((text) => `"${escaped(text)}"`).join(", ");
    this.sink.put("string", kind === "libraries" || kind === "sections" ? `[ ${list} ]` : list);
  }

  /** A heading: the number of records that follow, and their kind. */
  private plane(count: number, plane: number | "types" | "strings"): void {
    if (typeof plane === "string") {
      this.comment(plural(count, plane.slice(0, -1)));
      return;
    }
    this.comment(`${plural(count, "value")} of type `);
    const type = this.types().find(plane);
    if (type) this.printer.type(type);
    else this.sink.put("problem", String(plane));
  }

  private types() {
    return tablesOf(this.bytecode, this.block).types;
  }

  /** A name or a compaction table's entry: the value or type that it refers to. */
  private named(row: NamedRow): void {
    if (row.plane === "types") {
      const type = namedType(this.bytecode, this.block, row);
      if (type) this.sink.name("type", `type ${row.slot}`, typeSymbol(type));
      else this.sink.put("problem", `type ${row.slot}`);
      if (type && row.kind === "entry") {
        this.sink.put("punctuation", " = ");
        this.printer.type(type);
      }
    } else {
      const value = namedValue(this.bytecode, this.block, row);
      if (value) this.printer.value(value);
      else this.sink.put("problem", `[${row.slot}]`);
    }
    if (row.kind !== "symbol") return;
    this.sink.put("punctuation", ": ");
    this.sink.put("string", `"${escaped(row.name)}"`);
  }

  /** A constant with its slot, by which other records refer to it. */
  private constant(constant: Constant): void {
    this.sink.put("comment", `[${constant.slot}] `);
    this.printer.type(constant.type);
    this.sink.put("punctuation", " ");
    this.printer.constant(constant);
  }
}

/** `1 type`, `3 types`. */
export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Tokens split at line ends; tabs, with which the text is indented, become blanks. */
export function splitLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    token.text.split("\n").forEach((text, i) => {
      if (i > 0) lines.push([]);
      const clean = text.replaceAll("\t", "  ");
      if (clean !== "") lines.at(-1)?.push({ ...token, text: clean });
    });
  }
  return lines;
}

/** How rows of the listing are printed. */
export interface RowLayout {
  readonly indent: string;
  readonly full: boolean;
}

/** A row's lines: the first with position and record, the others with assembly only. */
export function rowLines(bytecode: Bytecode, block: Block, row: AnyRow, layout: RowLayout): Line[] {
  const { indent, full } = layout;
  const sink = new TokenSink();
  const printer = new RowPrinter(bytecode, block, sink);
  const label = labelOf(row);
  if (label) printer.label(label);
  const above = sink.take();
  printer.print(row);
  const assembly = splitLines(sink.take());
  putRowRecord(sink, new FieldReader(bytecode, block), row, full);
  const record = sink.take();
  const blank: Token = { text: indent, kind: "text" };
  const lines: Line[] = assembly.map((tokens, i) => ({
    kind: "row",
    ...(i === 0 ? { positionBit: row.startByte * 8 } : {}),
    record: i === 0 ? record : [],
    assembly: [blank, ...tokens],
  }));
  if (label)
    lines.unshift({ kind: "row", record: [], assembly: [{ text: labelIndent(indent), kind: "text" }, ...above] });
  return lines;
}

/** The basic block whose label is above a row. */
export function labelOf(row: AnyRow): BasicBlock | undefined {
  return row.kind === "instruction" && row.block.instructions[0] === row ? row.block : undefined;
}
/** The indentation of a label. @param indent that of the row below it */
export function labelIndent(indent: string): string {
  return indent.slice(2);
}
/** Writes the record of a row. */
export function putRowRecord(sink: Sink, reader: FieldReader, row: AnyRow, full: boolean): void {
  if (row.kind === "instruction") putInstruction(sink, reader.record(row), full);
  else putRecord(sink, reader.row(row), full);
}
