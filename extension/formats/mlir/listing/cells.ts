/** The cells of a row: as tokens for the editor, as plain text for printing and searching a complete file. */
import type { ByteText } from "../../../document/byteText";
import { Packed } from "../../../document/byteText";
import type { Sink } from "../../../document/sink";
import type { Token, TokenKind } from "../../../document/token";
import type { TableName } from "../model/cursor";
import type { EntryWriter } from "../model/entryWriter";
import type { EntryTable } from "./fields";
import { entrySymbol, sigils, tableSymbol } from "./fields";
import { putText } from "./tokens";

/** A record cell, in which every field is a target of its own. */
export interface RecordCell {
  put(kind: TokenKind, text: string): void;
  /** A text that occurs in many rows. */
  ready(kind: TokenKind, text: Packed): void;
  /** A number that is not a field. */
  count(value: number): void;
  /** A field's value; `operand` pairs it with the assembly. */
  field(operand: number, value: number): void;
  /** The index of an entry, in its own row. */
  definition(table: EntryTable, index: number): void;
  /** An index into a table, with its table (`#7`, `string 4`) or `bare`. */
  reference(operand: number, table: TableName, index: number, bare?: boolean): void;
}

/** An assembly cell. */
export interface AssemblyCell {
  put(kind: TokenKind, text: string): void;
  ready(kind: TokenKind, text: Packed): void;
  /** The name of a table's entry: a use, or its definition. */
  entry(kind: TokenKind, text: string, table: EntryTable, index: number, definition?: boolean): void;
  /** The symbol of an entry, as its name. */
  symbol(kind: TokenKind, table: EntryTable, index: number, definition?: boolean): void;
  /** The text of attributes or types. */
  spelled(text: string): void;
  /** About `limit` characters of an attribute's or a type's spelling. */
  spelling(writer: EntryWriter, kind: "attribute" | "type", index: number, limit: number): void;
}

/** The tokens of a record cell. */
export class RecordTokens implements RecordCell {
  readonly tokens: Token[] = [];

  put(kind: TokenKind, text: string): void {
    if (text !== "") this.tokens.push({ kind, text });
  }
  ready(kind: TokenKind, { text }: Packed): void {
    this.tokens.push({ kind, text });
  }
  count(value: number): void {
    this.put("text", String(value));
  }
  field(operand: number, value: number): void {
    this.tokens.push({ kind: "number", text: String(value), operand });
  }
  definition(table: EntryTable, index: number): void {
    this.tokens.push({
      kind: "number",
      text: String(index),
      symbol: tableSymbol(table, index),
      definition: true,
    });
  }
  reference(operand: number, table: TableName, index: number, bare = false): void {
    const symbol = entrySymbol({ table, index });
    const kind = table === "attribute" || table === "type" ? table : "number";
    const text = bare ? String(index) : (symbol ?? "");
    this.tokens.push({ kind, text, operand, ...(symbol === undefined ? {} : { symbol }) });
  }
}

/** An assembly cell whose pieces go to a sink. */
export class AssemblyPieces<S extends Sink = Sink> implements AssemblyCell {
  constructor(protected readonly sink: S) {}

  put(kind: TokenKind, text: string): void {
    this.sink.put(kind, text);
  }
  ready(kind: TokenKind, { text }: Packed): void {
    this.sink.put(kind, text);
  }
  entry(kind: TokenKind, text: string, table: EntryTable, index: number, definition?: boolean): void {
    this.sink.name(kind, text, tableSymbol(table, index), definition);
  }
  symbol(kind: TokenKind, table: EntryTable, index: number, definition?: boolean): void {
    this.entry(kind, tableSymbol(table, index), table, index, definition);
  }
  spelled(text: string): void {
    putText(this.sink, text, () => undefined);
  }
  spelling(writer: EntryWriter, kind: "attribute" | "type", index: number, limit: number): void {
    this.spelled(writer.brief(kind, index, limit));
  }
}

const SIGILS: Readonly<Partial<Record<TableName, Packed>>> = Object.fromEntries(
  Object.entries(sigils).map(([table, text]) => [table, new Packed(text)]),
);

/** Both cells as plain text. */
export class TextCell implements RecordCell, AssemblyCell {
  constructor(readonly text: ByteText) {}

  put(_kind: TokenKind, text: string): void {
    this.text.text(text);
  }
  ready(_kind: TokenKind, text: Packed): void {
    this.text.packed(text);
  }
  count(value: number): void {
    this.text.decimal(value);
  }
  field(_operand: number, value: number): void {
    this.text.decimal(value);
  }
  definition(_table: EntryTable, index: number): void {
    this.text.decimal(index);
  }
  reference(_operand: number, table: TableName, index: number, bare = false): void {
    const sigil = bare ? undefined : SIGILS[table];
    if (sigil) this.text.packed(sigil);
    if (sigil || bare) this.text.decimal(index);
  }
  symbol(_kind: TokenKind, table: EntryTable, index: number): void {
    const sigil = SIGILS[table];
    if (sigil) this.text.packed(sigil);
    this.text.decimal(index);
  }
  entry(_kind: TokenKind, text: string): void {
    this.text.text(text);
  }
  spelled(text: string): void {
    this.text.text(text);
  }
  spelling(writer: EntryWriter, kind: "attribute" | "type", index: number, limit: number): void {
    writer.printBrief(this.text, kind, index, limit);
  }
}
