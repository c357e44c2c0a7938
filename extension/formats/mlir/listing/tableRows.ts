/** The rows of the tables: strings, dialects, offsets, attributes and types, resources, properties. */
import { Packed } from "../../../document/byteText";
import type { NameTaker } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { TokenSink } from "../../../document/sink";
import type { Line, TokenKind } from "../../../document/token";
import type { Container } from "../container/container";
import type { ResourceValue } from "../container/resources";
import { kindOfResource } from "../container/resources";
import type { TableName } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { hexText } from "../model/hex";
import { quoted, spellName } from "../model/spelling";
import { possibleReadings } from "../properties";
import { OpTexts } from "../text/opText";
import type { OpReader } from "../text/values";
import type { EntryWriter } from "../model/entryWriter";
import type { AssemblyCell, RecordCell } from "./cells";
import { AssemblyPieces, RecordTokens, TextCell } from "./cells";
import { EntryNames, RecordNames, TableNames } from "./nameCells";
import type { TableFields } from "./tableFields";
import type { TableItem } from "./tableItems";

/** Most characters of a value in a row. */
const BRIEF = 4096;
/** Most characters of a value in a row with `--full`. */
const FULL = 1024 * 1024;
/** Most bytes shown of a record or a blob. */
const SHOWN_BYTES = 32;
/** Most references in a row; the rest is counted. */
const SHOWN = 16;

const INDENT = new Packed("  ");
const EQUALS = new Packed(" = ");
const COMMA = new Packed(", ");
const OPEN = new Packed(" [");
const CLOSE = new Packed("]");
const TYPE = new Packed("type ");
const ATTRIBUTE = new Packed("attr ");
const DIALECT = new Packed(" dialect=");
const SIZE = new Packed(" size=");
const ENCODED = new Packed(" custom");
const AS_TEXT = new Packed(" text");

type Of<Kind extends TableItem["kind"]> = TableItem & { readonly kind: Kind };

/** Draws the rows of tables. */
export class TableRows {
  private readonly texts: OpTexts;
  private latest: TextCell | undefined;

  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
    private readonly fields: TableFields,
  ) {
    this.texts = new OpTexts(reader, writer, BRIEF);
  }
  private get container(): Container {
    return this.reader.container;
  }

  /** The row of an item. */
  line(item: TableItem, full: boolean): Line {
    const record = new RecordTokens();
    const sink = new TokenSink();
    this.drawRecord(item, record, full);
    this.drawAssembly(item, new AssemblyPieces(sink), full);
    return { kind: "row", positionBit: item.startByte * 8, record: record.tokens, assembly: sink.take() };
  }
  /** Writes the same row as text. */
  write(item: TableItem, full: boolean, writer: RowWriter): void {
    const cell = this.cell(writer);
    writer.entry(item.startByte * 8, item.endByte * 8);
    if (writer.row(item.startByte * 8)) this.drawRecord(item, cell, full);
    writer.assembly();
    this.drawAssembly(item, cell, full);
    writer.end();
  }
  /** Passes on the names in the same row. */
  tellNames(item: TableItem, taker: NameTaker): void {
    const names = new EntryNames(taker);
    this.drawAssembly(item, new TableNames(names), false);
    this.drawRecord(item, new RecordNames(names), false);
  }
  private cell({ text }: RowWriter): TextCell {
    if (this.latest?.text !== text) this.latest = new TextCell(text);
    return this.latest;
  }

  private drawRecord(item: TableItem, record: RecordCell, full: boolean): void {
    const size = item.endByte - item.startByte;
    switch (item.kind) {
      case "string":
        record.put("keyword", "string ");
        record.definition("string", item.index);
        record.put("text", ` size=${size}`);
        break;
      case "dialect":
        record.put("keyword", "dialect ");
        record.definition("dialect", item.index);
        this.references(item, record, true);
        break;
      case "opNames":
        record.put("keyword", "op names ");
        record.put("text", "dialect=");
        this.references(item, record, full, false);
        break;
      case "opName": {
        const registered = this.container.dialects.opNames[item.index]?.registered;
        record.put("keyword", "op name ");
        record.definition("opName", item.index);
        this.references(item, record, full);
        if (registered !== undefined) record.put("text", ` registered=${registered ? 1 : 0}`);
        break;
      }
      case "attribute":
      case "type":
        this.entryRecord(item, record, full);
        break;
      case "entries":
        record.put("keyword", item.of === "type" ? "types " : "attrs ");
        record.put("text", "dialect=");
        this.references(item, record, true, false);
        record.put("text", ` count=${item.count}`);
        break;
      case "resourceGroup":
        record.put("keyword", item.group.external ? "external " : "dialect ");
        record.put("text", `entries=${item.group.entries.length}`);
        break;
      case "resourceOffset":
        record.put("keyword", "resource ");
        record.put("text", `size=${item.resource.endByte - item.resource.startByte}`);
        this.references(item, record, full);
        break;
      case "resource": {
        const number = item.handle === undefined ? "" : `${item.handle} `;
        record.put("keyword", "resource ");
        record.put("text", `${number}size=${size} ${kindOfResource(item.resource.value)}`);
        break;
      }
      case "property": {
        const { startByte, endByte } = this.container.properties.at(item.index);
        record.put("keyword", "props ");
        record.definition("property", item.index);
        record.put("text", ` size=${endByte - startByte}`);
        this.references(item, record, full);
        break;
      }
    }
  }

  private drawAssembly(item: TableItem, cell: AssemblyCell, full: boolean): void {
    cell.ready("text", INDENT);
    switch (item.kind) {
      case "string":
        cell.entry("string", quoted(cut(this.container.string(item.index))), "string", item.index, true);
        break;
      case "dialect": {
        const dialect = this.container.dialects.dialects[item.index];
        cell.put("text", "dialect ");
        cell.entry("text", dialect?.name ?? "", "dialect", item.index, true);
        if (dialect?.version)
          cell.put("comment", `  ; version ${this.hex(dialect.version.startByte, dialect.version.endByte)}`);
        break;
      }
      case "opNames":
        cell.put("text", `${this.container.dialects.dialects[item.index]?.name ?? ""}:`);
        break;
      case "opName": {
        const op = this.container.dialects.opNames[item.index];
        cell.entry("keyword", quoted(op?.name ?? ""), "opName", item.index, true);
        if (op?.registered === false) cell.put("comment", "  ; not registered");
        break;
      }
      case "attribute":
      case "type":
        this.entry(item, cell, full);
        break;
      case "entries":
        this.entries(item, cell);
        break;
      case "resourceGroup":
        cell.put("text", `${spellName(item.group.owner)}:`);
        break;
      case "resourceOffset":
        cell.put("attribute", `  ${spellName(item.resource.key)}`);
        cell.put("comment", `  ; ${kindOfResource(item.resource.value)}`);
        break;
      case "resource":
        this.resource(item, cell);
        break;
      case "property":
        this.property(item, cell);
        break;
    }
  }

  /** What the fields of a row refer to: `[#1, !0, string 4]`, each a link. */
  private references(item: TableItem, record: RecordCell, full: boolean, brackets = true): void {
    const found = this.fields.references(item);
    const { fields, tables, entries, length, more } = found;
    if (length === 0) return;
    const shown = full ? length : Math.min(SHOWN, length);
    if (brackets) record.ready("text", OPEN);
    for (let i = 0; i < shown; i++) {
      if (i > 0) record.ready("text", COMMA);
      record.reference(fields[i] as number, tables[i] as TableName, entries[i] as number, !brackets);
    }
    if (shown < length || more) record.put("text", `, \xE2\x80\xA6+${length - shown}${more ? " and more" : ""}`);
    if (brackets) record.ready("text", CLOSE);
  }

  /** `attr 7 dialect=builtin size=3 custom [#1]`. */
  private entryRecord(item: Of<"attribute" | "type">, record: RecordCell, full: boolean): void {
    const { kind, index, startByte, endByte } = item;
    const { entries } = this.container;
    const table = kind === "type" ? entries.types : entries.attributes;
    const custom = table.custom[index] === 1;
    record.ready("keyword", kind === "type" ? TYPE : ATTRIBUTE);
    record.definition(kind, index);
    record.ready("text", DIALECT);
    record.put("text", this.container.dialectOf(table, index));
    record.ready("text", SIZE);
    record.count(endByte - startByte);
    record.ready("text", custom ? ENCODED : AS_TEXT);
    if (custom) this.references(item, record, full);
  }

  /** `#7 = 42 : i32`. */
  private entry(item: Of<"attribute" | "type">, cell: AssemblyCell, full: boolean): void {
    const { kind, index, startByte, endByte } = item;
    cell.symbol(kind, kind, index, true);
    cell.ready("punctuation", EQUALS);
    // Decoding reports what is wrong with the entry.
    const node = kind === "type" ? this.container.type(index) : this.container.attribute(index);
    if (node.kind === "opaque" && node.damage !== undefined) {
      cell.put("problem", `; undecoded ${(endByte - startByte) * 8} bits: ${node.damage}`);
      return;
    }
    cell.spelling(this.writer, kind, index, full ? FULL : BRIEF);
    if (node.kind === "opaque") this.readings(cell, "an encoding that is not published", startByte, endByte);
  }

  /** Why bytes are shown undecoded, and the numbers that they may be. */
  private readings(sink: AssemblyCell, reason: string, startByte: number, endByte: number): void {
    const { window, sizes } = this.container;
    const [integers] = possibleReadings(new MlirCursor(window, startByte, endByte, sizes));
    sink.put("comment", `  ; ${reason}${integers === undefined ? "" : `: ${integers}`}`);
  }

  /** A group of entries of one dialect. */
  private entries({ of, first, count }: Of<"entries">, cell: AssemblyCell): void {
    const { entries } = this.container;
    const dialect = this.container.dialectOf(of === "type" ? entries.types : entries.attributes, first);
    cell.put("text", `${dialect}: `);
    for (const [i, index] of (count > 1 ? [first, first + count - 1] : [first]).entries()) {
      if (i > 0) cell.put("text", " \xE2\x80\xA6 ");
      if (count > 0) cell.symbol(of, of, index);
    }
  }

  private resource({ group, resource, handle, startByte, endByte }: Of<"resource">, cell: AssemblyCell): void {
    const name = `${spellName(group.owner)}.${spellName(resource.key)}`;
    if (handle === undefined) cell.put("attribute", name);
    else cell.entry("attribute", name, "resource", handle, true);
    const [kind, text] = this.resourceText(resource.value, (endByte - startByte) * 8);
    cell.put(kind, text);
  }

  private resourceText(value: ResourceValue, bits: number): [TokenKind, string] {
    switch (value.kind) {
      case "blob":
        return ["comment", `  ; ${value.data.endByte - value.data.startByte} bytes, alignment ${value.alignment}`];
      case "bool":
        return ["number", ` = ${String(value.value)}`];
      case "string":
        return ["string", ` = ${quoted(cut(this.container.string(value.string)))}`];
      case "declared":
        return ["comment", "  ; no data"];
      case "damaged":
        return ["problem", `  ; undecoded ${bits} bits`];
    }
  }

  /** A record, read by the first op that refers to it. */
  private property({ index }: Of<"property">, cell: AssemblyCell): void {
    const { startByte, endByte } = this.container.properties.at(index);
    const owner = this.fields.owner(index);
    if (owner < 0) {
      cell.put("number", this.hex(startByte, endByte));
      cell.put("comment", "  ; no op refers to it");
      return;
    }
    const fields = { name: owner, attributes: -1, properties: index };
    cell.put("keyword", quoted(this.container.dialects.opNames[owner]?.name ?? ""));
    cell.spelled(this.texts.properties(fields).text ?? "");
    if (this.reader.record(owner, index).kind === "unknown")
      this.readings(cell, "the op is in no table", startByte, endByte);
  }

  private hex(startByte: number, endByte: number): string {
    const bytes = this.container.window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES));
    const text = hexText(bytes, " ");
    return endByte - startByte > SHOWN_BYTES ? `${text} \xE2\x80\xA6+${endByte - startByte - SHOWN_BYTES}` : text;
  }
}

function cut(text: string): string {
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}\xE2\x80\xA6` : text;
}
