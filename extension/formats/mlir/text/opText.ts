/** The text of an op's properties and attributes. Many ops share them, so their text is made once. */
import { Packed } from "../../../document/byteText";
import { hexText } from "../model/hex";
import { quoted, spellName } from "../model/spelling";
import type { Op } from "../ir/op";
import { SlotCache } from "../model/slots";
import type { NamedValue } from "../model/module";
import type { MarkedText } from "./markedText";
import type { OpProperties } from "./opValues";
import type { OpReader } from "./values";
import { RECORDS } from "../model/release";
import type { EntryWriter } from "../model/entryWriter";

/** ` <{…}>` or ` {…}` of an op, or the empty string. */
export class ValuesText {
  private ready: Packed | undefined;
  private used = false;
  private made: string | undefined;
  private tried = false;
  /** @param make returns undefined for long text, which is written in pieces */
  constructor(private readonly make: () => string | undefined) {}

  /**
   * The text; undefined if it is long. It is made when it is first printed, since distinct attributes in it get their
   * numbers then: attributes after an op's regions come after what is in the regions.
   */
  get text(): string | undefined {
    if (!this.tried) this.made = this.make();
    this.tried = true;
    return this.made;
  }

  /** Whether the text has been made. */
  get isMade(): boolean {
    return this.made !== undefined;
  }
  /** The text prepared for output, from its second use on if it is short enough. */
  get packed(): Packed | undefined {
    if (this.used && this.ready === undefined && this.text !== undefined && this.text.length <= MOST_PACKED)
      this.ready = new Packed(this.text);
    this.used = true;
    return this.ready;
  }
}

/** The properties and the attributes of an op without a record of properties. */
interface OpText {
  readonly properties: ValuesText;
  readonly attributes: ValuesText;
}

/** Texts kept, as a power of two. */
const KEPT = 9;
/** Longest text that is prepared for output, in characters. */
const MOST_PACKED = 256;
/** Texts longer than this (characters) are written in pieces. */
const LONG = 1 << 16;
const NOTHING = new ValuesText(() => "");

/** The fields of an op that determine its properties and attributes. */
export type OpFields = Pick<Op, "name" | "attributes" | "properties">;

/** Writes what is between an op's operands and its types. */
export class OpTexts {
  /** By record and op name, by dictionary, and by dictionary and op name: most ops share them. */
  private readonly records = new SlotCache<ValuesText>(KEPT);
  private readonly dictionaries = new SlotCache<ValuesText>(KEPT);
  private readonly splits = new SlotCache<OpText>(KEPT);

  /** @param most characters of a value before it is cut; no text is long then */
  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
    private readonly most = Infinity,
  ) {}

  /** A number that is equal for ops with the same properties; undefined if there is a dictionary too. */
  key({ name, attributes, properties }: OpFields): number | undefined {
    const { opNames } = this.reader.container.dialects;
    return attributes < 0 ? (properties + 1) * opNames.length + name : undefined;
  }

  /** The text of an op's properties, reused from an op with the same properties. */
  properties(op: OpFields): ValuesText {
    if (op.properties < 0) return this.split(op)?.properties ?? NOTHING;
    const known = this.records.get(op.properties, op.name);
    if (known) return known;
    const text = this.propertiesOf(this.reader.record(op.name, op.properties));
    this.records.set(text, op.properties, op.name);
    return text;
  }

  /** The text of an op's discardable attributes, reused from an op with the same attributes. */
  attributes(op: OpFields): ValuesText {
    if (op.properties < 0) return this.split(op)?.attributes ?? NOTHING;
    if (this.reader.addsMaps(op.name)) return this.attributesOf(this.reader.values(op).attributes);
    if (op.attributes < 0) return NOTHING;
    const known = this.dictionaries.get(op.attributes);
    if (known) return known;
    const text = this.attributesOf(this.reader.dictionary(op.attributes));
    this.dictionaries.set(text, op.attributes);
    return text;
  }

  /** Without a record, the dictionary may contain properties, depending on the op's name. */
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
    return new ValuesText(() => this.propertyText(properties));
  }
  private attributesOf(values: readonly NamedValue[]): ValuesText {
    if (values.length === 0) return NOTHING;
    return new ValuesText(() => this.dictionaryText(values, " ", ""));
  }

  /** Long properties, in pieces. */
  *propertyChunks(op: OpFields): Generator<string, void, undefined> {
    const { properties } = this.reader.values(op);
    if (properties.kind === "unknown") return;
    yield " <";
    if (properties.kind === "named") yield* this.dictionaryChunks(properties.values);
    else yield* this.writer.chunks("attribute", properties.index);
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
        if (value.text !== "unit") yield ` = ${this.spelled(value)}`;
      } else if (this.reader.container.attribute(value.index).kind !== "unit") {
        yield " = ";
        yield* this.writer.chunks("attribute", value.index);
      }
    }
    yield "}";
  }

  /** Prints the properties or attributes of an op, and marks the record, the dictionary and the attributes in them. */
  printMarked(out: MarkedText, op: OpFields, part: "properties" | "attributes"): void {
    const { container } = this.reader;
    // Without either nothing is printed, whatever defaults the op has.
    if (op.properties < 0 && op.attributes < 0 && container.version >= RECORDS) return;
    const { properties, attributes } = this.reader.values(op);
    const from = out.place + 1;
    const inRecord = part === "properties" && op.properties >= 0;
    if (part === "attributes") this.printMarkedValues(out, attributes, " ", "");
    else if (properties.kind === "named") this.printMarkedValues(out, properties.values, " <", ">");
    else if (properties.kind === "unknown") out.put(this.unknownText(properties));
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
      if (value.kind === "spelled") out.put(value.text === "unit" ? "" : ` = ${this.spelled(value)}`);
      else if (this.reader.container.attribute(value.index).kind !== "unit") {
        out.put(" = ");
        out.entry("attribute", value.index);
      }
    }
    out.put(`}${close}`);
  }

  /** Undefined if it is long. */
  private propertyText(properties: OpProperties): string | undefined {
    switch (properties.kind) {
      case "named":
        return properties.values.length === 0 ? "" : this.dictionaryText(properties.values, " <", ">");
      case "attribute": {
        const text = this.value(properties.index);
        return text === undefined ? undefined : ` <${text}>`;
      }
      case "unknown":
        return this.unknownText(properties);
    }
  }

  /** The bytes of a record that no table explains. */
  private unknownText({ startByte, endByte }: OpProperties & { readonly kind: "unknown" }): string {
    const bytes = this.reader.container.window.view(startByte, endByte);
    return ` <${quoted(`0x${hexText(bytes)}`)}>`;
  }

  /** Undefined if it is long. */
  private dictionaryText(values: readonly NamedValue[], open: string, close: string): string | undefined {
    let text = `${open}{`;
    for (let i = 0; i < values.length; i++) {
      const named = this.namedText(values[i] as NamedValue);
      if (named === undefined || (text.length > LONG && this.most === Infinity)) return undefined;
      text += (i > 0 ? ", " : "") + named;
    }
    return `${text}}${close}`;
  }

  /** `name = value`; a unit attribute is only its name. Undefined if it is long. */
  private namedText({ name, value }: NamedValue): string | undefined {
    const spelled = spellName(name);
    if (value.kind === "spelled") return value.text === "unit" ? spelled : `${spelled} = ${this.spelled(value)}`;
    if (this.reader.container.attribute(value.index).kind === "unit") return spelled;
    const text = this.value(value.index);
    return text === undefined ? undefined : `${spelled} = ${text}`;
  }

  /** A value that has no entry. */
  private spelled({ text, pieces }: NamedValue["value"] & { readonly kind: "spelled" }): string {
    return pieces ? [...this.writer.pieces(pieces)].join("") : text;
  }
  /** Undefined if it is long. */
  private value(attribute: number): string | undefined {
    if (this.most < Infinity) return this.writer.brief("attribute", attribute, this.most);
    return this.writer.short("attribute", attribute);
  }
}
