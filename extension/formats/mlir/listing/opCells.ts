/** The assembly cells of ops and blocks, with the names of their body's values. */
import type { ByteText } from "../../../document/byteText";
import { Packed } from "../../../document/byteText";
import { indentation, MOST_LEVELS } from "../../../document/indentation";
import type { Sink } from "../../../document/sink";
import type { SymbolId } from "../../../document/token";
import { OpField } from "../ir/fieldNumbers";
import { ValueKind } from "../ir/numbering";
import { NumberList } from "../ir/op";
import { quoted } from "../model/spelling";
import type { KeptRests } from "../text/keptRests";
import type { ValuesText } from "../text/opText";
import { RowRoom } from "../text/room";
import type { TypeTexts } from "../text/typeTexts";
import type { Body } from "./body";
import type { AssemblyCell } from "./cells";
import { AssemblyPieces, TextCell } from "./cells";
import type { RowContext } from "./bodyRow";
import { namedStrings, putText, symbolName } from "./tokens";
import type { ValueNames } from "./valueNames";

/** What drawing an assembly cell of the IR needs. `field` names the field that the following text shows. */
export interface OpCell extends AssemblyCell {
  operand(field: number | undefined): void;
  /** The blanks before a row. */
  indent(level: number): void;
  /**
   * Writes the text after the operands if it is kept, and returns whether it was. `types` and `values` identify it:
   * {@link TypeTexts.key}, {@link OpTexts.key}.
   */
  repeat(types: number, values: number | undefined): boolean;
  /** Keeps what was written since the last `repeat`. */
  keep(types: number, values: number | undefined): void;
  opName(name: number): void;
  /** A value where it is used; an op's results are all defined by one name, for which there is `define`. */
  value(value: number): void;
  define(value: number): void;
  defineArgument(value: number): void;
  block(region: number, block: number, definition?: boolean): void;
  /** A block in the comment after a label. */
  predecessor(region: number, block: number): void;
  /** Properties or attributes. */
  values(values: ValuesText): void;
  /** A type by its index; negative: unknown. */
  type(type: number): void;
  /** ` : (…) -> …` */
  signature(operands: NumberList, results: NumberList): void;
}

/** What the cells of all rows share. */
export interface OpNames {
  opName(index: number): string;
  /** The quoted names of ops. */
  readonly heads: Packed[];
  readonly rests: KeptRests;
  readonly types: TypeTexts;
}

/** Replaces attributes that are too long for a row. */
const LEFT_OUT = " {\xE2\x80\xA6}";
/** The symbol of a value, unique in the document. */
export function valueSymbol(body: Body, value: number): SymbolId {
  return `v${body.startByte}.${value}`;
}
/** The symbol of a block, unique in the document. */
export function blockSymbol(body: Body, region: number, block: number): SymbolId {
  return `b${body.startByte}.${region}.${block}`;
}

/** A row of the IR whose pieces go to a sink. */
export class OpPieces<S extends Sink = Sink> extends AssemblyPieces<S> implements OpCell {
  private readonly room = new RowRoom();

  constructor(
    sink: S,
    protected readonly names: OpNames,
    protected readonly context: RowContext,
  ) {
    super(sink);
  }
  operand(field: number | undefined): void {
    this.sink.operand(field);
  }
  indent(level: number): void {
    this.sink.put("text", indentation(level));
  }
  repeat(): boolean {
    return false;
  }
  keep(): void {
    // Tokens are made anew.
  }
  opName(name: number): void {
    this.entry("keyword", quoted(this.names.opName(name)), "opName", name);
  }
  value(value: number): void {
    const { body } = this.context;
    const { numbering } = body;
    const head = numbering.kinds[value] === ValueKind.PackMember ? value - (numbering.numbers[value] ?? 0) : value;
    this.sink.name("local", body.names.name(value), valueSymbol(body, head));
  }
  define(value: number): void {
    const { body } = this.context;
    this.sink.name("local", body.names.headName(value), valueSymbol(body, value), true);
  }
  defineArgument(value: number): void {
    const { body } = this.context;
    this.sink.name("local", body.names.name(value), valueSymbol(body, value), true);
  }
  predecessor(region: number, block: number): void {
    this.sink.name("comment", `^bb${block}`, blockSymbol(this.context.body, region, block));
  }
  block(region: number, block: number, definition?: boolean): void {
    this.sink.name("block", `^bb${block}`, blockSymbol(this.context.body, region, block), definition);
  }
  /** If an op defines a symbol, the name in its attributes is the definition. */
  values(values: ValuesText): void {
    const { text } = values;
    const { sink, context } = this;
    if (text === undefined) {
      sink.put("punctuation", LEFT_OUT);
      return;
    }
    let end = 0;
    for (const { start, literal, definition } of namedStrings(text)) {
      const name = symbolName(literal);
      const symbol = definition ? definedBy(name, context) : context.symbolOf([name]);
      if (symbol === undefined) continue;
      putText(sink, text.slice(end, start), context.symbolOf);
      sink.name("global", literal, symbol, definition);
      end = start + literal.length;
    }
    putText(sink, text.slice(end), context.symbolOf);
  }
  type(type: number): void {
    if (type < 0) this.sink.put("type", "?");
    else this.entry("type", this.room.fitting(this.names.types.text(type)?.text ?? ""), "type", type);
  }
  signature(operands: NumberList, results: NumberList): void {
    const { sink } = this;
    sink.put("punctuation", " : (");
    this.typeList(operands, OpField.operands);
    sink.put("punctuation", ") -> ");
    const single = results.length === 1 && !this.names.types.isFunction(results.at(0));
    if (!single) sink.put("punctuation", "(");
    this.typeList(results, OpField.results);
    if (!single) sink.put("punctuation", ")");
  }
  private typeList(types: NumberList, first: number): void {
    for (let i = 0; i < types.length; i++) {
      if (i > 0) this.sink.put("punctuation", ", ");
      this.sink.operand(first + i);
      this.type(types.at(i));
      this.sink.operand(undefined);
    }
  }
}

/** The symbol that the row's op defines, if it has this name. */
function definedBy(name: string, { own }: RowContext): SymbolId | undefined {
  const found = own();
  return found.name === name ? found.symbol : undefined;
}

const VALUE = new Packed("%");
const ARGUMENT = new Packed("%arg");
const BLOCK = new Packed("^bb");

/** Rows of the IR as plain text. */
export class OpText extends TextCell implements OpCell {
  private restFrom = 0;
  private readonly room = new RowRoom();

  constructor(
    text: ByteText,
    private readonly names: OpNames,
    /** The values of the body that is drawn. */
    private readonly locals: ValueNames,
  ) {
    super(text);
  }
  operand(): void {
    // Text does not say what it shows.
  }
  indent(level: number): void {
    this.room.begin();
    this.text.blanks(2 * Math.min(level, MOST_LEVELS));
  }
  repeat(types: number, values: number | undefined): boolean {
    this.restFrom = this.text.length;
    return this.names.rests.print(this.text, types, values);
  }
  keep(types: number, values: number | undefined): void {
    this.names.rests.keep(this.text, this.restFrom, types, values);
  }
  opName(name: number): void {
    this.text.packed((this.names.heads[name] ??= new Packed(quoted(this.names.opName(name)))));
  }
  value(value: number): void {
    const { locals, text } = this;
    const kind: ValueKind = locals.numbering.kinds[value] ?? 0;
    if (kind === ValueKind.Single || kind === ValueKind.EntryArgument) {
      text.packed(kind === ValueKind.Single ? VALUE : ARGUMENT);
      text.decimal(locals.number(value));
    } else text.text(locals.name(value));
  }
  define(value: number): void {
    if (this.locals.numbering.kinds[value] === ValueKind.PackHead) this.text.text(this.locals.headName(value));
    else this.value(value);
  }
  defineArgument(value: number): void {
    this.value(value);
  }
  predecessor(region: number, block: number): void {
    this.block(region, block);
  }
  block(_region: number, block: number): void {
    this.text.packed(BLOCK);
    this.text.decimal(block);
  }
  values(values: ValuesText): void {
    const { packed } = values;
    if (packed) this.text.packed(packed);
    else this.text.text(values.text ?? LEFT_OUT);
  }
  type(type: number): void {
    if (type < 0) this.text.text("?");
    else this.names.types.printType(this.text, type, this.room);
  }
  signature(operands: NumberList, results: NumberList): void {
    const { types } = this.names;
    if (!hasUnknown(operands)) types.print(this.text, operands, results, this.room);
    else
      types.printSignature(this.text, operands, results, (type) => {
        this.type(type);
      });
  }
}

function hasUnknown(types: NumberList): boolean {
  for (let i = 0; i < types.length; i++) if (types.at(i) < 0) return true;
  return false;
}
