/** The text of an op's properties and attributes. Ops share them, so their text is made once. */
import { Packed } from "../../../document/byteText";
import { quoted, spellName } from "../model/spelling";
import type { Op } from "../ir/op";
import type { NamedValue } from "../model/module";
import type { OpProperties, OpReader } from "./values";
import type { EntryWriter } from "./writer";

/** ` <{…}>` and ` {…}` of an op, or the empty string. Undefined: long, to be written in pieces. */
export interface OpText {
  readonly properties: string | undefined;
  readonly attributes: string | undefined;
  /** The properties made ready for output, once they were printed before. */
  packed: Packed | undefined;
  used: boolean;
}

const KEPT = 1 << 16;
const KEPT_RECORDS = 1 << 18;
/** Attributes of more bytes in the file than this are written in pieces. */
const LONG_BYTES = 1 << 15;
const NOTHING: OpText = { properties: "", attributes: "", packed: new Packed(""), used: true };

/** What of an op its properties and attributes are found by. */
export type OpFields = Pick<Op, "name" | "attributes" | "properties">;

/** Writes what stands between an op's operands and its types. */
export class OpTexts {
  private readonly kept = new Map<string, OpText>();
  /** By the op's name: the text of each record. Many ops share a record. */
  private recordTexts: (Map<number, OpText> | undefined)[] = [];
  private keptRecords = 0;

  /** @param most characters of a value before it is cut; nothing is long then */
  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
    private readonly most = Infinity,
  ) {}

  /** The text of an op's properties and attributes, from memory where another op had the same. */
  of(op: OpFields): OpText {
    if (op.attributes < 0 && op.properties < 0) {
      if (this.reader.container.version >= 5) return NOTHING;
    }
    if (op.attributes < 0 && op.properties >= 0) {
      return this.recordTexts[op.name]?.get(op.properties) ?? this.keepRecord(op, this.make(op));
    }
    const key = `${op.name} ${op.attributes} ${op.properties}`;
    const known = this.kept.get(key);
    if (known) return known;
    const text = this.make(op);
    if (this.kept.size >= KEPT) this.kept.clear();
    this.kept.set(key, text);
    return text;
  }

  private keepRecord(op: OpFields, text: OpText): OpText {
    if (this.keptRecords++ >= KEPT_RECORDS) {
      this.recordTexts = [];
      this.keptRecords = 0;
    }
    const texts = (this.recordTexts[op.name] ??= new Map());
    texts.set(op.properties, text);
    return text;
  }

  private make(op: OpFields): OpText {
    const { properties, attributes } = this.reader.values(op);
    const named = properties.kind === "named" ? properties.values : [];
    return {
      properties: this.isLong(named) ? undefined : this.propertyText(properties),
      attributes: this.isLong(attributes) ? undefined : this.attributeText(attributes),
      packed: undefined,
      used: false,
    };
  }

  private isLong(values: readonly NamedValue[]): boolean {
    if (this.most < Infinity) return false;
    const { container } = this.reader;
    return values.some(({ value }) => {
      if (value.kind === "spelled") return false;
      const { startByte, endByte } = container.entryPlace(container.entries.attributes, value.index);
      return endByte - startByte > LONG_BYTES;
    });
  }

  /** Long properties, in pieces. */
  *propertyChunks(op: OpFields): Generator<string, void, undefined> {
    const { properties } = this.reader.values(op);
    if (properties.kind !== "named") return;
    yield " <";
    yield* this.dictionaryChunks(properties.values);
    yield ">";
  }
  /** Long attributes, in pieces. */
  *attributeChunks(op: OpFields): Generator<string, void, undefined> {
    yield " ";
    yield* this.dictionaryChunks(this.reader.values(op).attributes);
  }

  private *dictionaryChunks(values: readonly NamedValue[]): Generator<string, void, undefined> {
    let separator = "{";
    for (const { name, value } of values) {
      yield separator + spellName(name);
      separator = ", ";
      if (value.kind === "spelled") {
        if (value.text !== "unit") yield ` = ${value.text}`;
      } else if (this.reader.container.attribute(value.index).kind !== "unit") {
        yield " = ";
        yield* this.writer.attributeChunks(value.index);
      }
    }
    yield "}";
  }

  private propertyText(properties: OpProperties): string {
    switch (properties.kind) {
      case "named":
        return properties.values.length === 0 ? "" : ` <${this.dictionaryText(properties.values)}>`;
      case "attribute":
        return ` <${this.value(properties.index)}>`;
      case "unknown":
        return ` <${this.bytesText(properties.startByte, properties.endByte)}>`;
    }
  }

  /** The bytes of a record that no table explains. */
  private bytesText(startByte: number, endByte: number): string {
    const bytes = this.reader.container.window.view(startByte, endByte);
    return quoted(`0x${[...bytes].map((b) => b.toString(16).toUpperCase().padStart(2, "0")).join("")}`);
  }

  attributeText(values: readonly NamedValue[]): string {
    return values.length === 0 ? "" : ` ${this.dictionaryText(values)}`;
  }

  private dictionaryText(values: readonly NamedValue[]): string {
    let text = "{";
    for (let i = 0; i < values.length; i++) text += (i > 0 ? ", " : "") + this.namedText(values[i] as NamedValue);
    return `${text}}`;
  }

  /** `name = value`; a unit attribute is its name alone. */
  private namedText({ name, value }: NamedValue): string {
    const spelled = spellName(name);
    if (value.kind === "spelled") return value.text === "unit" ? spelled : `${spelled} = ${value.text}`;
    if (this.reader.container.attribute(value.index).kind === "unit") return spelled;
    return `${spelled} = ${this.value(value.index)}`;
  }

  private value(attribute: number): string {
    if (this.most < Infinity) return this.writer.brief("attribute", attribute, this.most);
    return this.writer.attribute(attribute);
  }
}
