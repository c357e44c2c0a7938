/** The rows of the tables: strings, dialects, offsets, attributes and types, resources, properties. */
import type { BitRange } from "../../../document/bits";
import { TokenSink } from "../../../document/sink";
import type { Line, Token, TokenKind } from "../../../document/token";
import type { Container } from "../container/container";
import type { Dialect, ListedOpName } from "../container/dialects";
import type { SectionFrame } from "../container/sections";
import { SectionKind } from "../container/sections";
import { quoted, spellName } from "../model/spelling";
import type { EntryWriter } from "../text/writer";
import { RecordTokens } from "./opRow";
import { tableSymbol } from "./tableSymbols";
import { putText } from "./tokens";

/** A row of a table and the bits it is about. */
export interface TableRow extends BitRange {
  readonly line: Line;
}

/** Characters of a value in a row. */
const BRIEF = 4096;
/** Characters of a value in a row with `--full`. */
const FULL = 1024 * 1024;
/** Bytes of a record or a blob that are shown. */
const SHOWN_BYTES = 32;

/** How many rows a section's table has. */
export function tableCount(container: Container, { id }: SectionFrame): number {
  const { dialects, strings } = container;
  switch (id) {
    case SectionKind.strings:
      return strings.count;
    case SectionKind.dialects:
      return dialects.dialects.length + dialects.opNames.length;
    case SectionKind.entries:
      return container.entries.attributes.count + container.entries.types.count;
    case SectionKind.entryOffsets:
      return container.entries.attributes.groups.length + container.entries.types.groups.length;
    case SectionKind.resourceOffsets:
      return container.resources.length;
    case SectionKind.resources:
      return container.resources.reduce((sum, group) => sum + group.entries.length, 0);
    case SectionKind.properties:
      return container.properties.count;
    default:
      return 0;
  }
}

/** Draws the rows of tables. */
export class TableRows {
  constructor(
    private readonly container: Container,
    private readonly writer: EntryWriter,
  ) {}

  /** Row `index` of a section's table. */
  row(section: SectionFrame, index: number, full: boolean): TableRow {
    switch (section.id) {
      case SectionKind.strings:
        return this.string(index);
      case SectionKind.dialects:
        return this.dialect(index);
      case SectionKind.entries:
        return this.entry(index, full);
      case SectionKind.entryOffsets:
        return this.offsets(section, index);
      case SectionKind.resourceOffsets:
        return this.group(section, index);
      case SectionKind.resources:
        return this.resource(index);
      default:
        return this.property(index);
    }
  }

  /** The row of a table that holds a byte; -1: none. */
  find(section: SectionFrame, byte: number): number {
    const { container } = this;
    const count = tableCount(container, section);
    switch (section.id) {
      case SectionKind.strings:
        return last(count, (i) => container.strings.starts[i] ?? 0, byte);
      case SectionKind.dialects:
        return last(count, (i) => this.named(i)?.startByte ?? 0, byte);
      case SectionKind.resourceOffsets:
        return last(count, (i) => container.resources[i]?.startByte ?? 0, byte);
      case SectionKind.entries:
        return last(count, (i) => this.entryPlace(i).startByte, byte);
      case SectionKind.entryOffsets:
        return last(count, (i) => this.offsets(section, i).startBit / 8, byte);
      case SectionKind.properties:
        return last(count, (i) => container.properties.at(i).startByte, byte);
      case SectionKind.resources:
        return last(count, (i) => this.resourceAt(i).startByte, byte);
      default:
        return -1;
    }
  }

  private string(index: number): TableRow {
    const starts = this.container.strings.starts;
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    const record = new RecordTokens();
    record.put("keyword", "string ");
    record.definition("number", String(index), tableSymbol("string", index));
    record.put("text", ` size=${end - start}`);
    const text = `  ${quoted(cut(this.container.string(index)))}`;
    return row(start, end, record, [{ kind: "string", text }]);
  }

  /** A row of the dialect section: dialects, then the names of ops. */
  private named(index: number): Dialect | ListedOpName | undefined {
    const { dialects, opNames } = this.container.dialects;
    return dialects[index] ?? opNames[index - dialects.length];
  }

  /** `dialect 1 string=3 | dialect func`. */
  private dialect(index: number): TableRow {
    const { dialects, opNames } = this.container.dialects;
    const dialect = dialects[index];
    if (!dialect) return this.opName(opNames[index - dialects.length], index - dialects.length);
    const { version, string, name } = dialect;
    const record = new RecordTokens();
    record.put("keyword", "dialect ");
    record.definition("number", String(index), tableSymbol("dialect", index));
    record.put("text", " string=");
    record.reference(undefined, "number", String(string), tableSymbol("string", string));
    const sink = new TokenSink();
    sink.put("text", "  ");
    sink.put("keyword", "dialect ");
    sink.name("text", name, tableSymbol("dialect", index), true);
    if (version) sink.put("comment", `  ; version ${this.hex(version.startByte, version.endByte)}`);
    return row(dialect.startByte, dialect.endByte, record, sink.take());
  }

  /** `op name 5 string=17 registered=1 | "memref.load"`. */
  private opName(op: ListedOpName | undefined, index: number): TableRow {
    const record = new RecordTokens();
    if (!op) return row(0, 0, record, []);
    record.put("keyword", "op name ");
    record.definition("number", String(index), tableSymbol("opName", index));
    record.put("text", " string=");
    record.reference(undefined, "number", String(op.string), tableSymbol("string", op.string));
    if (op.registered !== undefined) record.put("text", ` registered=${op.registered ? 1 : 0}`);
    const sink = new TokenSink();
    sink.put("text", "  ");
    sink.name("keyword", quoted(op.name), tableSymbol("opName", index), true);
    if (op.registered === false) sink.put("comment", "  ; not registered");
    return row(op.startByte, op.endByte, record, sink.take());
  }

  private entryPlace(index: number): { kind: "attribute" | "type"; at: number; startByte: number; endByte: number } {
    const { attributes, types } = this.container.entries;
    const isType = index >= attributes.count;
    const at = isType ? index - attributes.count : index;
    const place = this.container.entryPlace(isType ? types : attributes, at);
    return { kind: isType ? "type" : "attribute", at, ...place };
  }

  /** `attr 7 dialect=builtin size=3 custom | #7 = 42 : i32`. */
  private entry(index: number, full: boolean): TableRow {
    const { kind, at, startByte, endByte } = this.entryPlace(index);
    const { entries } = this.container;
    const table = kind === "type" ? entries.types : entries.attributes;
    const sigil = kind === "type" ? "!" : "#";
    const record = new RecordTokens();
    const symbol = tableSymbol(kind, at);
    record.put("keyword", kind === "type" ? "type " : "attr ");
    record.definition("number", String(at), symbol);
    const encoding = table.custom[at] === 1 ? "custom" : "text";
    record.put("text", ` dialect=${this.container.dialectOf(table, at)} size=${endByte - startByte} ${encoding}`);
    const sink = new TokenSink();
    sink.put("text", "  ");
    sink.name(kind, `${sigil}${at}`, symbol, true);
    sink.put("punctuation", " = ");
    // Decoding reports what is wrong with the entry.
    const node = kind === "type" ? this.container.type(at) : this.container.attribute(at);
    if (node.kind === "opaque" && node.damage !== undefined)
      sink.put("problem", `; undecoded ${(endByte - startByte) * 8} bits: ${node.damage}`);
    else putText(sink, this.writer.brief(kind, at, full ? FULL : BRIEF), () => undefined);
    return row(startByte, endByte, record, sink.take());
  }

  /** A group of entries of one dialect. */
  private offsets(section: SectionFrame, index: number): TableRow {
    const { attributes, types } = this.container.entries;
    const isType = index >= attributes.groups.length;
    const table = isType ? types : attributes;
    const at = isType ? index - attributes.groups.length : index;
    const group = table.groups[at];
    const next = table.groups[at + 1];
    const after = isType ? undefined : types.groups[0];
    const first = group?.first ?? 0;
    const count = (next?.first ?? table.count) - first;
    const record = new RecordTokens();
    record.put("keyword", isType ? "types " : "attrs ");
    record.put("text", `dialect=${group?.dialect ?? 0} count=${count}`);
    const sigil = isType ? "!" : "#";
    const text = `  ${this.container.dialectOf(table, first)}: ${sigil}${first} \xE2\x80\xA6 ${sigil}${first + count - 1}`;
    const end = (next ?? after)?.startByte ?? section.endByte;
    return row(group?.startByte ?? section.dataByte, end, record, [{ kind: "text", text }]);
  }

  private group(section: SectionFrame, index: number): TableRow {
    const group = this.container.resources[index];
    const record = new RecordTokens();
    record.put("keyword", group?.external ? "external " : "dialect ");
    record.put("text", `entries=${group?.entries.length ?? 0}`);
    const text = `  ${spellName(group?.owner ?? "")}: ${group?.entries.map((e) => spellName(e.key)).join(", ") ?? ""}`;
    const end = this.container.resources[index + 1]?.startByte ?? section.endByte;
    return row(group?.startByte ?? section.dataByte, end, record, [{ kind: "text", text: cut(text) }]);
  }

  private resourceAt(index: number): { startByte: number; endByte: number } {
    let left = index;
    for (const { entries } of this.container.resources) {
      const found = entries[left];
      if (found) return found;
      left -= entries.length;
    }
    return { startByte: 0, endByte: 0 };
  }

  private resource(index: number): TableRow {
    let left = index;
    const group = this.container.resources.find(({ entries }) => {
      if (left < entries.length) return true;
      left -= entries.length;
      return false;
    });
    const resource = group?.entries[left];
    const record = new RecordTokens();
    if (!group || !resource) return row(0, 0, record, []);
    const { value, startByte, endByte } = resource;
    record.put("keyword", "resource ");
    record.put("text", `${index} size=${endByte - startByte} ${value.kind}`);
    const tokens: Token[] = [{ kind: "attribute", text: `  ${group.owner}.${spellName(resource.key)}` }];
    const add = (kind: TokenKind, text: string): void => void tokens.push({ kind, text });
    switch (value.kind) {
      case "blob":
        add("comment", `  ; ${value.data.endByte - value.data.startByte} bytes, alignment ${value.alignment}`);
        break;
      case "bool":
        add("number", ` = ${String(value.value)}`);
        break;
      case "string":
        add("string", ` = ${quoted(cut(this.container.string(value.string)))}`);
        break;
      case "declared":
        add("comment", "  ; no data");
        break;
      case "damaged":
        add("problem", `  ; undecoded ${(endByte - startByte) * 8} bits`);
        break;
    }
    return row(startByte, endByte, record, tokens);
  }

  /** Whose record it is, and how it reads, the op that refers to it says. */
  private property(index: number): TableRow {
    const { startByte, endByte } = this.container.properties.at(index);
    const record = new RecordTokens();
    record.put("keyword", "props ");
    record.definition("number", String(index), tableSymbol("property", index));
    record.put("text", ` size=${endByte - startByte}`);
    return row(startByte, endByte, record, [{ kind: "number", text: `  ${this.hex(startByte, endByte)}` }]);
  }

  private hex(startByte: number, endByte: number): string {
    const bytes = this.container.window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES));
    const text = [...bytes].map((b) => b.toString(16).toUpperCase().padStart(2, "0")).join(" ");
    return endByte - startByte > SHOWN_BYTES ? `${text} \xE2\x80\xA6+${endByte - startByte - SHOWN_BYTES}` : text;
  }
}

function row(startByte: number, endByte: number, record: RecordTokens, assembly: readonly Token[]): TableRow {
  const [startBit, endBit] = [startByte * 8, endByte * 8];
  const line: Line = { kind: "row", positionBit: startBit, record: record.tokens, assembly };
  return { startBit, endBit, line };
}

function cut(text: string): string {
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}\xE2\x80\xA6` : text;
}

/** The last of `count` items in ascending order that starts at or before `byte`; -1: none. */
export function last(count: number, startOf: (index: number) => number, byte: number): number {
  let low = -1;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(middle) <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
}
