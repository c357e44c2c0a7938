/** The rows of the tables: strings, dialects, offsets, attributes and types, resources, properties. */
import { TokenSink } from "../../../document/sink";
import type { Line, Token } from "../../../document/token";
import type { Container } from "../container/container";
import type { ResourceValue } from "../container/resources";
import { kindOfResource } from "../container/resources";
import { MlirCursor } from "../model/cursor";
import type { Reference } from "../model/cursor";
import { quoted, spellName } from "../model/spelling";
import { possibleReadings } from "../properties";
import { OpTexts } from "../text/opText";
import type { OpReader } from "../text/values";
import type { EntryWriter } from "../model/entryWriter";
import type { EntryTable } from "./fields";
import { tableSymbol } from "./fields";
import { RecordTokens } from "./recordTokens";
import type { TableFields } from "./tableFields";
import type { TableItem } from "./tableItems";
import { putText } from "./tokens";

/** Characters of a value in a row. */
const BRIEF = 4096;
/** Characters of a value in a row with `--full`. */
const FULL = 1024 * 1024;
/** Bytes of a record or a blob that are shown. */
const SHOWN_BYTES = 32;
/** References that a row shows before it says how many more there are. */
const SHOWN = 16;

type Of<Kind extends TableItem["kind"]> = TableItem & { readonly kind: Kind };

/** Draws the rows of tables. */
export class TableRows {
  private readonly texts: OpTexts;

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
    sink.put("text", "  ");
    this.draw(item, record, sink, full);
    return { kind: "row", positionBit: item.startByte * 8, record: record.tokens, assembly: sink.take() };
  }

  private draw(item: TableItem, record: RecordTokens, sink: TokenSink, full: boolean): void {
    switch (item.kind) {
      case "string":
        record.put("keyword", "string ");
        index(record, item);
        record.put("text", ` size=${item.endByte - item.startByte}`);
        defined(sink, "string", item, quoted(cut(this.container.string(item.index))));
        break;
      case "dialect":
        this.dialect(item, record, sink);
        break;
      case "opNames":
        record.put("keyword", "op names ");
        record.put("text", "dialect=");
        this.references(item, record, full, false);
        sink.put("text", `${this.dialectName(item.index)}:`);
        break;
      case "opName":
        this.opName(item, record, sink, full);
        break;
      case "attribute":
      case "type":
        this.entry(item, record, sink, full);
        break;
      case "entries":
        this.entries(item, record, sink);
        break;
      case "resourceGroup":
        record.put("keyword", item.group.external ? "external " : "dialect ");
        record.put("text", `entries=${item.group.entries.length}`);
        sink.put("text", `${spellName(item.group.owner)}:`);
        break;
      case "resourceOffset":
        record.put("keyword", "resource ");
        record.put("text", `size=${item.resource.endByte - item.resource.startByte}`);
        this.references(item, record, full);
        sink.put("attribute", `  ${spellName(item.resource.key)}`);
        sink.put("comment", `  ; ${kindOfResource(item.resource.value)}`);
        break;
      case "resource":
        this.resource(item, record, sink);
        break;
      case "property":
        this.property(item, record, sink, full);
        break;
    }
  }

  /** What the fields of a row refer to: `[#1, !0, string 4]`, each a target of its own. */
  private references(item: TableItem, record: RecordTokens, full: boolean, brackets = true): void {
    const { fields, more } = this.fields.of(item);
    const found: { readonly field: number; readonly reference: Reference }[] = [];
    fields.forEach(({ reference }, field) => {
      if (reference) found.push({ field, reference });
    });
    if (found.length === 0) return;
    const shown = full ? found.length : Math.min(SHOWN, found.length);
    record.put("text", brackets ? " [" : "");
    for (const [i, { field, reference }] of found.slice(0, shown).entries()) {
      if (i > 0) record.put("text", ", ");
      record.reference(field, reference, brackets ? undefined : String(reference.index));
    }
    if (shown < found.length || more)
      record.put("text", `, \xE2\x80\xA6+${found.length - shown}${more ? " and more" : ""}`);
    if (brackets) record.put("text", "]");
  }

  private dialectName(index: number): string {
    return this.container.dialects.dialects[index]?.name ?? "";
  }

  private dialect(item: Of<"dialect">, record: RecordTokens, sink: TokenSink): void {
    const dialect = this.container.dialects.dialects[item.index];
    record.put("keyword", "dialect ");
    index(record, item);
    this.references(item, record, true);
    sink.put("text", "dialect ");
    defined(sink, "text", item, dialect?.name ?? "");
    if (dialect?.version)
      sink.put("comment", `  ; version ${this.hex(dialect.version.startByte, dialect.version.endByte)}`);
  }

  private opName(item: Of<"opName">, record: RecordTokens, sink: TokenSink, full: boolean): void {
    const op = this.container.dialects.opNames[item.index];
    record.put("keyword", "op name ");
    index(record, item);
    this.references(item, record, full);
    if (op?.registered !== undefined) record.put("text", ` registered=${op.registered ? 1 : 0}`);
    defined(sink, "keyword", item, quoted(op?.name ?? ""));
    if (op?.registered === false) sink.put("comment", "  ; not registered");
  }

  /** `attr 7 dialect=builtin size=3 custom [#1] | #7 = 42 : i32`. */
  private entry(item: Of<"attribute" | "type">, record: RecordTokens, sink: TokenSink, full: boolean): void {
    const { kind, index: number, startByte, endByte } = item;
    const { entries } = this.container;
    const table = kind === "type" ? entries.types : entries.attributes;
    record.put("keyword", kind === "type" ? "type " : "attr ");
    index(record, item);
    const encoding = table.custom[number] === 1 ? "custom" : "text";
    record.put("text", ` dialect=${this.container.dialectOf(table, number)} size=${endByte - startByte} ${encoding}`);
    if (table.custom[number] === 1) this.references(item, record, full);
    defined(sink, kind, item, tableSymbol(kind, number));
    sink.put("punctuation", " = ");
    // Decoding reports what is wrong with the entry.
    const node = kind === "type" ? this.container.type(number) : this.container.attribute(number);
    if (node.kind === "opaque" && node.damage !== undefined) {
      sink.put("problem", `; undecoded ${(endByte - startByte) * 8} bits: ${node.damage}`);
      return;
    }
    putText(sink, this.writer.brief(kind, number, full ? FULL : BRIEF), () => undefined);
    if (node.kind === "opaque") this.readings(sink, "an encoding that is not published", startByte, endByte);
  }

  /** Why bytes are shown as they are, and the numbers that they can be. */
  private readings(sink: TokenSink, reason: string, startByte: number, endByte: number): void {
    const { window, sizes } = this.container;
    const [integers] = possibleReadings(new MlirCursor(window, startByte, endByte, sizes));
    sink.put("comment", `  ; ${reason}${integers === undefined ? "" : `: ${integers}`}`);
  }

  /** A group of entries of one dialect. */
  private entries(item: Of<"entries">, record: RecordTokens, sink: TokenSink): void {
    const { entries } = this.container;
    const { of, first, count } = item;
    record.put("keyword", of === "type" ? "types " : "attrs ");
    record.put("text", "dialect=");
    this.references(item, record, true, false);
    record.put("text", ` count=${count}`);
    const dialect = this.container.dialectOf(of === "type" ? entries.types : entries.attributes, first);
    sink.put("text", `${dialect}: `);
    for (const [i, index] of (count > 1 ? [first, first + count - 1] : [first]).entries()) {
      const symbol = tableSymbol(of, index);
      if (i > 0) sink.put("text", " \xE2\x80\xA6 ");
      if (count > 0) sink.name(of, symbol, symbol);
    }
  }

  private resource(item: Of<"resource">, record: RecordTokens, sink: TokenSink): void {
    const { group, resource, handle } = item;
    record.put("keyword", "resource ");
    const number = handle === undefined ? "" : `${handle} `;
    record.put("text", `${number}size=${item.endByte - item.startByte} ${kindOfResource(resource.value)}`);
    const name = `${spellName(group.owner)}.${spellName(resource.key)}`;
    if (handle === undefined) sink.put("attribute", name);
    else sink.name("attribute", name, tableSymbol("resource", handle), true);
    const [kind, text] = this.resourceText(resource.value, (item.endByte - item.startByte) * 8);
    sink.put(kind, text);
  }

  private resourceText(value: ResourceValue, bits: number): [Token["kind"], string] {
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

  /** A record, as the first op reads it that refers to it. */
  private property(item: Of<"property">, record: RecordTokens, sink: TokenSink, full: boolean): void {
    const { startByte, endByte } = this.container.properties.at(item.index);
    record.put("keyword", "props ");
    index(record, item);
    record.put("text", ` size=${endByte - startByte}`);
    this.references(item, record, full);
    const owner = this.fields.owner(item.index);
    if (owner < 0) {
      sink.put("number", this.hex(startByte, endByte));
      sink.put("comment", "  ; no op refers to it");
      return;
    }
    const fields = { name: owner, attributes: -1, properties: item.index };
    sink.put("keyword", quoted(this.container.dialects.opNames[owner]?.name ?? ""));
    putText(sink, this.texts.properties(fields).text ?? "", () => undefined);
    if (this.reader.record(owner, item.index).kind === "unknown")
      this.readings(sink, "the op is in no table", startByte, endByte);
  }

  private hex(startByte: number, endByte: number): string {
    const bytes = this.container.window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES));
    const text = [...bytes].map((b) => b.toString(16).toUpperCase().padStart(2, "0")).join(" ");
    return endByte - startByte > SHOWN_BYTES ? `${text} \xE2\x80\xA6+${endByte - startByte - SHOWN_BYTES}` : text;
  }
}

/** An entry's number in its own row. */
function index(record: RecordTokens, item: Of<EntryTable & TableItem["kind"]>): void {
  if (item.kind !== "resource") record.definition(String(item.index), tableSymbol(item.kind, item.index));
}

/** The name of a row, where others lead to. */
function defined(
  sink: TokenSink,
  kind: Token["kind"],
  { kind: table, index }: Of<"string" | "dialect" | "opName" | "attribute" | "type">,
  text: string,
): void {
  sink.name(kind, text, tableSymbol(table, index), true);
}

function cut(text: string): string {
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}\xE2\x80\xA6` : text;
}
