/** The text of an op's properties and attributes. Ops share them, so their text is made once. */
import { Packed } from "../../../document/byteText";
import { quoted, spellName } from "../model/spelling";
import type { Op } from "../ir/op";
import { SlotCache } from "../model/slots";
import type { NamedValue } from "../model/module";
import type { MarkedText } from "./markedText";
import type { OpProperties, OpReader } from "./values";
import { RECORDS } from "./values";
import type { EntryWriter } from "../model/entryWriter";

/** ` <{…}>` or ` {…}` of an op, or the empty string. */
export class ValuesText {
  private ready: Packed | undefined;
  private used = false;
  private made: string | undefined;
  /** @param make undefined: long, to be written in pieces */
  constructor(private readonly make: (() => string) | undefined) {}

  /**
   * The text, undefined for a long one. It is made when it is first printed, since that is when distinct attributes in it get
   * their numbers: attributes behind an op's regions come after what is in these.
   */
  get text(): string | undefined {
    return (this.made ??= this.make?.());
  }

  /** The text made ready for output, from its second use on where it is short enough. */
  get packed(): Packed | undefined {
    if (this.used && this.ready === undefined && this.text !== undefined && this.text.length <= MOST_PACKED)
      this.ready = new Packed(this.text);
    this.used = true;
    return this.ready;
  }
}

/** What an op without a record of properties has of both. */
interface OpText {
  readonly properties: ValuesText;
  readonly attributes: ValuesText;
}

/** Texts kept, as a power of two. */
const KEPT = 9;
/** Characters of a text that are made ready for output. */
const MOST_PACKED = 256;
/** Attributes of more bytes in the file than this are written in pieces. */
const LONG_BYTES = 1 << 15;
const NOTHING = new ValuesText(() => "");

/** What of an op its properties and attributes are found by. */
export type OpFields = Pick<Op, "name" | "attributes" | "properties">;

/** Writes what stands between an op's operands and its types. */
export class OpTexts {
  /** By record and the op's name, by dictionary, and by dictionary and the op's name: most ops share what they carry. */
  private readonly records = new SlotCache<ValuesText>(KEPT);
  private readonly dictionaries = new SlotCache<ValuesText>(KEPT);
  private readonly splits = new SlotCache<OpText>(KEPT);

  /** @param most characters of a value before it is cut; nothing is long then */
  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
    private readonly most = Infinity,
  ) {}

  /** A number that ops have alike which print the same properties; undefined for those with a dictionary beside. */
  key({ name, attributes, properties }: OpFields): number | undefined {
    const { opNames } = this.reader.container.dialects;
    return attributes < 0 ? (properties + 1) * opNames.length + name : undefined;
  }

  /** The text of an op's properties, from memory where another op had the same. */
  properties(op: OpFields): ValuesText {
    if (op.properties < 0) return this.split(op)?.properties ?? NOTHING;
    const known = this.records.get(op.properties, op.name);
    if (known) return known;
    const text = this.propertiesOf(this.reader.record(op.name, op.properties));
    this.records.set(text, op.properties, op.name);
    return text;
  }

  /** The text of an op's discardable attributes, from memory where another op had the same. */
  attributes(op: OpFields): ValuesText {
    if (op.properties < 0) return this.split(op)?.attributes ?? NOTHING;
    if (op.attributes < 0) return NOTHING;
    const known = this.dictionaries.get(op.attributes);
    if (known) return known;
    const text = this.attributesOf(this.reader.dictionary(op.attributes));
    this.dictionaries.set(text, op.attributes);
    return text;
  }

  /** Without a record, the dictionary may hold what the op's name makes properties. */
  private split(op: OpFields): OpText | undefined {
    if (op.attributes < 0 && this.reader.container.version >= RECORDS) return undefined;
    const known = this.splits.get(op.attributes + 1, op.name);
    if (known) return known;
    const { properties, attributes } = this.reader.values(op);
    const text = { properties: this.propertiesOf(properties), attributes: this.attributesOf(attributes) };
    this.splits.set(text, op.attributes + 1, op.name);
    return text;
  }

  private propertiesOf(properties: OpProperties): ValuesText {
    const long = properties.kind === "named" && this.isLong(properties.values);
    return new ValuesText(long ? undefined : () => this.propertyText(properties));
  }
  private attributesOf(values: readonly NamedValue[]): ValuesText {
    if (values.length === 0) return NOTHING;
    return new ValuesText(this.isLong(values) ? undefined : () => ` ${this.dictionaryText(values)}`);
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

  /** Prints the properties or attributes of an op, and marks the record, the dictionary and the attributes in them. */
  printMarked(out: MarkedText, op: OpFields, part: "properties" | "attributes"): void {
    const { container } = this.reader;
    // Without either there is nothing, whatever defaults the op has.
    if (op.properties < 0 && op.attributes < 0 && container.version >= RECORDS) return;
    const { properties, attributes } = this.reader.values(op);
    const from = out.place + 1;
    const inRecord = part === "properties" && op.properties >= 0;
    if (part === "attributes") this.printMarkedValues(out, attributes, " ", "");
    else if (properties.kind === "named") this.printMarkedValues(out, properties.values, " <", ">");
    else if (properties.kind === "unknown") out.put(this.propertyText(properties));
    else {
      out.put(" <");
      out.entry("attribute", properties.index);
      out.put(">");
    }
    if (inRecord) out.marks.byte(from, out.place, container.properties.at(op.properties).startByte);
    else if (op.attributes >= 0) out.marks.byte(from, out.place, out.byteOf("attribute", op.attributes));
  }
  private printMarkedValues(out: MarkedText, values: readonly NamedValue[], open: string, close: string): void {
    if (values.length === 0) return;
    let separator = `${open}{`;
    for (const { name, value } of values) {
      out.put(separator + spellName(name));
      separator = ", ";
      if (value.kind === "spelled") out.put(value.text === "unit" ? "" : ` = ${value.text}`);
      else if (this.reader.container.attribute(value.index).kind !== "unit") {
        out.put(" = ");
        out.entry("attribute", value.index);
      }
    }
    out.put(`}${close}`);
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
