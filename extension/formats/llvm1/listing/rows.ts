/** Rows of the listing: what a record holds, and what it stands for. */
import type { Sink } from "../../../document/sink";
import { TokenSink } from "../../../document/sink";
import type { Line, Token } from "../../../document/token";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { byteString } from "../../../document/byteText";
import type { Field } from "../model/cursor";
import { FieldReader } from "./fields";
import { GlobalPrinter } from "../print/globals";
import { InstructionPrinter, labelText } from "../print/instructions";
import type { InstructionRecord } from "../read/instructions";
import { contextOf } from "./meanings";
import type { AnyRow } from "./parts";
import type { Printer } from "../print/printer";
import { escaped, symbolOf } from "../print/printer";
import { quotedName, typeSymbol } from "../print/typenames";
import { primitive } from "../model/types";
import type { BasicBlock, Constant, FunctionValue } from "../model/values";

/** Operands that a record shows when it is cut. */
const SHOWN = 16;
/** `…` as the bytes of its UTF-8 form: tokens are byte strings. */
const ELLIPSIS = "\xe2\x80\xa6";
/** Characters of a string that a record shows when it is cut. */
const SHOWN_CHARACTERS = 40;

/** A record's cell: `count=3 plane=6`; runs of one name as a list. */
export function recordTokens(fields: readonly Field[], full: boolean): readonly Token[] {
  const sink = new TokenSink();
  const shown = fields.filter((f) => f.kind === "decoded" && !f.name.endsWith(" length"));
  for (let i = 0; i < shown.length;) {
    const name = shown[i]?.name ?? "";
    let end = i + 1;
    while (shown[end]?.name === name) end++;
    if (i > 0) sink.put("text", " ");
    const list = end - i > 1 || LISTS.has(name);
    sink.put("text", `${name.replaceAll(" ", "_")}=${list ? "[" : ""}`);
    recordValues(shown.slice(i, end), fields, full, sink);
    if (list) sink.put("text", "]");
    i = end;
  }
  return sink.take();
}

const LISTS: ReadonlySet<string> = new Set(["operand", "element", "field type", "parameter type"]);

function recordValues(values: readonly Field[], fields: readonly Field[], full: boolean, sink: Sink): void {
  const count = full ? values.length : Math.min(values.length, SHOWN);
  for (let i = 0; i < count; i++) {
    const field = values[i];
    if (!field) continue;
    if (i > 0) sink.put("text", ", ");
    sink.operand(fields.indexOf(field));
    sink.put("text", fieldText(field, full));
    sink.operand(undefined);
  }
  if (count < values.length) sink.put("text", `${ELLIPSIS}+${values.length - count}`);
}

function fieldText(field: Field, full: boolean): string {
  if (typeof field.raw !== "object") return String(field.raw);
  const text = escaped(byteString(full ? field.raw : field.raw.subarray(0, SHOWN_CHARACTERS)));
  return `"${text}"${full || field.raw.length <= SHOWN_CHARACTERS ? "" : ELLIPSIS}`;
}

/** An instruction's record: `op=12 form=2 type=6 args=[3, 4]`. Operands of tokens are those of the record. */
export function instructionTokens(record: InstructionRecord, full: boolean): readonly Token[] {
  const { opcode, form, slot, args } = record;
  const sink = new TokenSink();
  sink.put("text", `op=${opcode} form=${form} type=${slot} args=[`);
  const count = full ? args.length : Math.min(args.length, SHOWN);
  for (let i = 0; i < count; i++) {
    if (i > 0) sink.put("text", ", ");
    sink.operand(i);
    sink.put("text", String(args[i]));
    sink.operand(undefined);
  }
  if (count < args.length) sink.put("text", `${ELLIPSIS}+${args.length - count}`);
  sink.put("text", "]");
  return sink.take();
}

/** Prints the assembly cell of one row. */
class RowPrinter {
  private readonly printer: Printer;
  constructor(
    private readonly bytecode: Bytecode,
    private readonly block: Block,
    private readonly sink: TokenSink,
    bytes: number,
  ) {
    this.printer = contextOf(bytecode).printer(sink, block, bytes);
  }

  print(row: AnyRow): void {
    switch (row.kind) {
      case "instruction":
        new InstructionPrinter(this.printer).print(row);
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

  private comment(text: string): void {
    this.sink.put("comment", `; ${text}`);
  }

  private globals(): GlobalPrinter {
    return new GlobalPrinter(this.printer, this.bytecode.module().sections);
  }

  /** A signature; a function with a body is defined at the body's head. */
  private signature(of: FunctionValue): void {
    const { linkage, declared } = of;
    this.globals().signature({ of, linkage, declared, args: [] }, declared);
  }

  /** A type by its name, else by its slot, and what it consists of. */
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

  /** A heading: how many of what follow. */
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
    const within = this.bytecode.functionBlock(this.block);
    return (within && this.bytecode.body(within)?.types) ?? this.bytecode.module().types;
  }

  private planes() {
    const within = this.bytecode.functionBlock(this.block);
    return (within && this.bytecode.body(within)?.planes) ?? this.bytecode.module().planes;
  }

  /** A name or a compaction table's entry: the value or type that it is about. */
  private named(row: AnyRow & { readonly kind: "symbol" | "entry" }): void {
    if (row.plane === "types") {
      const type = (row.kind === "symbol" ? this.types() : this.bytecode.module().types).find(row.slot);
      if (type) this.sink.name("type", `type ${row.slot}`, typeSymbol(type));
      else this.sink.put("problem", `type ${row.slot}`);
      if (type && row.kind === "entry") {
        this.sink.put("punctuation", " = ");
        this.printer.type(type);
      }
    } else {
      const type = this.types().find(row.plane) ?? primitive("void");
      // A compaction table counts in the module's planes, names in those that the function sees.
      const planes = row.kind === "symbol" ? this.planes() : this.bytecode.module().planes;
      const value = planes.get(type, row.slot);
      if (value) this.printer.value(value);
      else this.sink.put("problem", `[${row.slot}]`);
    }
    if (row.kind !== "symbol") return;
    this.sink.put("punctuation", ": ");
    this.sink.put("string", `"${escaped(row.name)}"`);
  }

  /** A constant with its slot, by which everything refers to it. */
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

/** Tokens divided at line ends; tabs, which the text has for indentation, become blanks. */
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

/** A row's lines: the first with position and record, further ones with assembly alone. */
export function rowLines(bytecode: Bytecode, block: Block, row: AnyRow, layout: RowLayout): Line[] {
  const { indent, full } = layout;
  const sink = new TokenSink();
  new RowPrinter(bytecode, block, sink, row.endByte - row.startByte).print(row);
  const assembly = splitLines(sink.take());
  const reader = new FieldReader(bytecode, block);
  const record =
    row.kind === "instruction" ? instructionTokens(reader.record(row), full) : recordTokens(reader.row(row), full);
  const blank: Token = { text: indent, kind: "text" };
  const lines: Line[] = assembly.map((tokens, i) => ({
    kind: "row",
    ...(i === 0 ? { positionBit: row.startByte * 8 } : {}),
    record: i === 0 ? record : [],
    assembly: [blank, ...tokens],
  }));
  if (row.kind === "instruction" && row.block.instructions[0] === row) {
    lines.unshift({ kind: "row", record: [], assembly: labelTokens(bytecode, block, row.block, indent.slice(2)) });
  }
  return lines;
}

/** The line of a basic block's label, above its first instruction. */
function labelTokens(bytecode: Bytecode, block: Block, label: BasicBlock, indent: string): readonly Token[] {
  const { scope } = contextOf(bytecode).printer(new TokenSink(), block).context;
  const symbol = symbolOf(label, scope);
  const text = labelText(label, (name) => quotedName(name, "")) ?? `; <label>:${label.number ?? label.ordinal}`;
  const token: Token = { text, kind: "block", definition: true, ...(symbol === undefined ? {} : { symbol }) };
  return [{ text: indent, kind: "text" }, token];
}
