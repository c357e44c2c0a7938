/** Prints the fields of a specialised node as `name: value`, separated by commas (the reference's MDFieldPrinter). */
import type { MetadataId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import { TextSink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { Metadata, MetadataField, MetadataRecord } from "../ir/metadata";
import type { PrintContext } from "../ir/printing";
import type { Release } from "../ir/releases";
import type { FieldForm, TextField } from "./classes";
import { nodeClass } from "./classes";
import type { DwarfFamily } from "../dwarf/names";
import { dwarfName, Tag } from "../dwarf/names";
import { signedConstant } from "../dwarf/expression";
import { diFlagsText, dispFlagsText } from "../dwarf/flags";

/** What printing needs from the metadata table. */
export interface MetadataNames {
  node(id: MetadataId): Metadata | undefined;
  /** Whether a node has a number of its own; others are printed in place. */
  isNode(id: MetadataId): boolean;
  kindName(kind: number): string;
}

const EMISSION_KINDS = ["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"];
const NAME_TABLE_KINDS = ["", "GNU", "None", "Apple"];
const FIXED_POINT_KINDS = ["Binary", "Decimal", "Rational"];
const RATIONAL = 2;
const CHECKSUM_KINDS = ["", "CSK_MD5", "CSK_SHA1", "CSK_SHA256"];
/** Bit of a unit's language: it is a language name whose version is a separate field. */
const VERSIONED_LANGUAGE = 1n << 63n;
const VIRTUALITY = 3;

/** Prints the fields of one node. */
export class FieldPrinter {
  private first = true;
  /** The field that is being printed, by its name in the text and in the record's specification. */
  private shown: string | undefined;
  private readonly release: Release;

  constructor(
    private readonly sink: Sink,
    private readonly record: MetadataRecord,
    private readonly context: PrintContext,
    private readonly table: MetadataNames,
    private readonly operand: (node: MetadataId | undefined) => void,
  ) {
    this.release = context.release;
  }

  /** Prints a field in its form, if the release prints it and its value is not the default. */
  print(field: TextField): void {
    if (this.release < field.since || this.release >= field.until) return;
    const value = this.record.fields[field.field];
    this.shown = field.label;
    this.inForm(field.form, field.label, value);
  }

  /** `, label: ` */
  label(label: string): void {
    if (!this.first) this.sink.put("text", ", ");
    this.first = false;
    this.sink.put("text", label);
    this.sink.put("text", ": ");
  }
  /** Tells the sink which field follows: this label, or the field that it is printed for. */
  private show(label: string): void {
    if (this.shown === undefined) this.sink.field?.(label);
    else this.sink.field?.(label, this.shown);
  }
  plain(label: string, text: string): void {
    this.label(label);
    this.show(label);
    this.sink.put("number", text);
  }
  /** Prints a string field; if `skipEmpty`, only when it is not empty. */
  text(label: string, value: MetadataField, skipEmpty: boolean): void {
    const node = typeof value === "number" ? this.table.node(value) : undefined;
    const text = node?.kind === "string" ? node.text : "";
    if (skipEmpty && text === "") return;
    this.label(label);
    this.show(label);
    this.sink.put("string", `"${escaped(text, this.release)}"`);
  }

  private inForm(form: FieldForm, label: string, value: MetadataField): void {
    const number = typeof value === "number" ? value : 0;
    switch (form) {
      case "ref":
        if (value !== undefined) this.reference(label, value);
        return;
      case "ref!":
        this.reference(label, value);
        return;
      case "string":
      case "string!":
        this.text(label, value, form === "string");
        return;
      case "optionalString":
        if (value !== undefined) this.text(label, value, false);
        return;
      case "int":
        if (Number(value) !== 0) this.plain(label, String(value));
        return;
      case "int!":
        this.plain(label, String(value));
        return;
      case "bool!":
        this.boolean(label, value === true);
        return;
      case "defaultFalse":
        if (value === true) this.boolean(label, true);
        return;
      case "defaultTrue":
        if (value !== true) this.boolean(label, false);
        return;
      case "flags":
        if (number !== 0) this.named(label, diFlagsText(number, this.release));
        return;
      case "spFlags":
        this.named(label, dispFlagsText(number, this.release));
        return;
      case "bound":
        this.bound(label, value);
        return;
      case "genericBound":
        this.genericBound(label, value);
        return;
      case "size":
        this.size(label, value);
        return;
      case "optional":
        if (value !== undefined) this.plain(label, String(value));
        return;
      case "plusOne":
        if (number !== 0) this.plain(label, String(number - 1));
        return;
      case "virtualIndex":
        if ((Number(this.field("spFlags")) & VIRTUALITY) !== 0 || number !== 0) this.plain(label, String(number));
        return;
      default:
        this.inNamedForm(form, label, value, number);
    }
  }

  private inNamedForm(
    form: Exclude<FieldForm, "ref" | "ref!" | "string" | "string!" | "int" | "int!">,
    label: string,
    value: MetadataField,
    number: number,
  ): void {
    switch (form) {
      case "tag":
        this.dwarf(label, "tag", number);
        return;
      case "tagUnlessBase":
        if (number !== Tag.baseType) this.dwarf(label, "tag", number);
        return;
      case "tagUnlessString":
        if (number !== Tag.stringType) this.dwarf(label, "tag", number);
        return;
      case "tagUnlessTemplateValue":
        if (number !== Tag.templateValueParameter) this.dwarf(label, "tag", number);
        return;
      case "language":
      case "dialect":
      case "encoding":
        if (number !== 0) this.dwarf(label, form, number);
        return;
      case "macinfo":
        this.dwarf(label, "macinfo", number);
        return;
      case "enumKind":
        if (value !== undefined) this.dwarf(label, "enumKind", number);
        return;
      case "convention":
        // The reference prints an unknown number as a character.
        if (number === 0) return;
        this.named(label, dwarfName("convention", number, this.release) ?? String.fromCharCode(number & 255));
        return;
      case "emission":
        this.named(label, EMISSION_KINDS[number] ?? "");
        return;
      case "nameTable":
        if (number !== 0) this.named(label, NAME_TABLE_KINDS[number] ?? "");
        return;
      case "fixedPointKind":
        this.named(label, FIXED_POINT_KINDS[number] ?? "");
        return;
      case "checksum":
        this.checksum(label, value);
        return;
      case "enumerator":
        this.plain(label, String(value));
        if (this.field("isUnsigned") === true) this.boolean("isUnsigned", true);
        return;
      case "rational":
        this.rational();
        return;
      case "pointerAuth":
        if (number !== 0) this.pointerAuthentication(number);
        return;
      case "languageName":
        this.language(typeof value === "bigint" ? value : 0n);
        return;
      default:
        throw new Error(`no such form: ${form}`);
    }
  }

  private field(name: string): MetadataField {
    return this.record.fields[nodeClass(this.record.name)?.fields.indexOf(name) ?? -1];
  }
  private reference(label: string, value: MetadataField): void {
    this.label(label);
    this.operand(typeof value === "number" ? value : undefined);
  }
  private boolean(label: string, value: boolean): void {
    this.named(label, value ? "true" : "false");
  }
  private named(label: string, text: string): void {
    this.label(label);
    this.show(label);
    this.sink.put("keyword", text);
  }
  private dwarf(label: string, family: DwarfFamily, number: number): void {
    const name = dwarfName(family, number, this.release);
    if (name === undefined) this.plain(label, String(number));
    else this.named(label, name);
  }

  /** The number of a constant in metadata; undefined for other metadata. */
  private constant(id: MetadataId): string | undefined {
    if (this.table.isNode(id)) return undefined;
    const node = this.table.node(id);
    if (node?.kind === "integer") return String(node.value);
    if (node?.kind !== "value" || node.type.kind !== "integer") return undefined;
    const text = new TextSink();
    this.context.printOperand(text, node.value, false);
    return text.take();
  }
  /** Prints a bound: a number or a constant (both even if zero), or other metadata. */
  private bound(label: string, value: MetadataField): void {
    if (typeof value === "bigint") this.plain(label, String(value));
    else if (typeof value === "number") {
      const constant = this.constant(value);
      if (constant === undefined) this.reference(label, value);
      else this.plain(label, constant);
    }
  }
  private genericBound(label: string, value: MetadataField): void {
    if (typeof value !== "number") return;
    const node = this.table.node(value);
    const constant = node?.kind === "expression" ? signedConstant(node.elements) : undefined;
    if (constant === undefined) this.reference(label, value);
    else this.plain(label, String(constant));
  }
  private size(label: string, value: MetadataField): void {
    if (typeof value === "bigint") {
      if (value !== 0n) this.plain(label, String(value));
    } else if (typeof value === "number") {
      const constant = this.constant(value);
      if (constant === undefined) this.reference(label, value);
      else if (constant !== "0") this.plain(label, constant.startsWith("-") ? unsigned64(constant) : constant);
    }
  }
  private checksum(label: string, value: MetadataField): void {
    const kind = Number(this.field("checksumkind"));
    if (kind === 0) return;
    this.named("checksumkind", CHECKSUM_KINDS[kind] ?? "");
    this.text(label, value, false);
  }
  private rational(): void {
    if (this.field("kind") === RATIONAL) {
      this.plain("numerator", String(this.field("numerator")));
      this.plain("denominator", String(this.field("denominator")));
    } else if (this.field("factor") !== 0) this.plain("factor", String(this.field("factor")));
  }
  /**
   * Prints pointer authentication data: key in 4 bits, address discrimination 1, extra discriminator 16, isa pointer 1,
   * authenticates null 1.
   */
  private pointerAuthentication(raw: number): void {
    const key = raw & 15;
    const extra = (raw >> 5) & 0xffff;
    if (key !== 0) this.plain("ptrAuthKey", String(key));
    this.boolean("ptrAuthIsAddressDiscriminated", ((raw >> 4) & 1) !== 0);
    if (extra !== 0) this.plain("ptrAuthExtraDiscriminator", String(extra));
    this.boolean("ptrAuthIsaPointer", ((raw >> 21) & 1) !== 0);
    this.boolean("ptrAuthAuthenticatesNullValues", ((raw >> 22) & 1) !== 0);
  }
  private language(value: bigint): void {
    if (this.release < 22 || (value & VERSIONED_LANGUAGE) === 0n) {
      this.dwarf("language", "language", Number(value & 0xffffffffn));
      return;
    }
    this.dwarf("sourceLanguageName", "languageName", Number(value & 0xffffn));
    const version = Number(this.field("languageVersion"));
    if (version !== 0) this.plain("sourceLanguageVersion", String(version));
  }
}

function unsigned64(text: string): string {
  return String(BigInt.asUintN(64, BigInt(text)));
}
