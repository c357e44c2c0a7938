/** Prints the fields of a specialised node as `name: value`, separated by commas (the reference's MDFieldPrinter). */
import type { MetadataId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import { TextSink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { Metadata, MetadataField, MetadataRecord } from "../ir/metadata";
import type { PrintContext } from "../ir/printing";
import type { Release } from "../ir/releases";
import type { FieldForm, TextField } from "./classes";
import { fieldOf } from "./classes";
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
const NAME_TABLE_KINDS = ["", "GNU", "None"];
/** Since the release, this number is the name "Apple"; before, it has none. */
const APPLE_NAMES: { readonly kind: number; readonly since: Release } = { kind: 3, since: 17 };
const FIXED_POINT_KINDS = ["Binary", "Decimal", "Rational"];
const RATIONAL = 2;
const CHECKSUM_KINDS = ["", "CSK_MD5", "CSK_SHA1", "CSK_SHA256"];
/** The first release that prints a unit's language even if it is 0. */
const NO_LANGUAGE_SHOWN: Release = 21;
/** Bit of a unit's language: it is a language name whose version is a separate field. */
const VERSIONED_LANGUAGE = 1n << 63n;
const VIRTUALITY = 3;

/** Prints the fields of one node. */
export class FieldPrinter {
  private first = true;
  /** The field that is being printed, by its name in the text and in the record's specification. */
  private shown: string | undefined;
  readonly release: Release;

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
    FORMS[field.form](this, field.label, value, typeof value === "number" ? value : 0);
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

  field(name: string): MetadataField {
    return fieldOf(this.record, name);
  }
  reference(label: string, value: MetadataField): void {
    this.label(label);
    this.operand(typeof value === "number" ? value : undefined);
  }
  boolean(label: string, value: boolean): void {
    this.named(label, value ? "true" : "false");
  }
  named(label: string, text: string): void {
    this.label(label);
    this.show(label);
    this.sink.put("keyword", text);
  }
  dwarf(label: string, family: DwarfFamily, number: number): void {
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
  bound(label: string, value: MetadataField): void {
    if (typeof value === "bigint") this.plain(label, String(value));
    else if (typeof value === "number") {
      const constant = this.constant(value);
      if (constant === undefined) this.reference(label, value);
      else this.plain(label, constant);
    }
  }
  genericBound(label: string, value: MetadataField): void {
    if (typeof value !== "number") return;
    const node = this.table.node(value);
    const constant = node?.kind === "expression" ? signedConstant(node.elements) : undefined;
    if (constant === undefined) this.reference(label, value);
    else this.plain(label, String(constant));
  }
  size(label: string, value: MetadataField): void {
    if (typeof value === "bigint") {
      if (value !== 0n) this.plain(label, String(value));
    } else if (typeof value === "number") {
      const constant = this.constant(value);
      if (constant === undefined) this.reference(label, value);
      else if (constant !== "0") this.plain(label, constant.startsWith("-") ? unsigned64(constant) : constant);
    }
  }
  checksum(label: string, value: MetadataField): void {
    const kind = Number(this.field("checksumkind"));
    if (kind === 0) return;
    this.named("checksumkind", CHECKSUM_KINDS[kind] ?? "");
    this.text(label, value, false);
  }
  rational(): void {
    if (this.field("kind") === RATIONAL) {
      this.plain("numerator", String(this.field("numerator")));
      this.plain("denominator", String(this.field("denominator")));
    } else if (this.field("factor") !== 0) this.plain("factor", String(this.field("factor")));
  }
  /**
   * Prints pointer authentication data: key in 4 bits, address discrimination 1, extra discriminator 16, isa pointer 1,
   * authenticates null 1.
   */
  pointerAuthentication(raw: number): void {
    const key = raw & 15;
    const extra = (raw >> 5) & 0xffff;
    if (key !== 0) this.plain("ptrAuthKey", String(key));
    this.boolean("ptrAuthIsAddressDiscriminated", ((raw >> 4) & 1) !== 0);
    if (extra !== 0) this.plain("ptrAuthExtraDiscriminator", String(extra));
    this.boolean("ptrAuthIsaPointer", ((raw >> 21) & 1) !== 0);
    this.boolean("ptrAuthAuthenticatesNullValues", ((raw >> 22) & 1) !== 0);
  }
  language(value: bigint): void {
    if (this.release < 22 || (value & VERSIONED_LANGUAGE) === 0n) {
      const number = Number(value & 0xffffffffn);
      if (number !== 0 || this.release >= NO_LANGUAGE_SHOWN) this.dwarf("language", "language", number);
      return;
    }
    this.dwarf("sourceLanguageName", "languageName", Number(value & 0xffffn));
    const version = Number(this.field("languageVersion"));
    if (version !== 0) this.plain("sourceLanguageVersion", String(version));
  }
}

/** Prints a field's value after its label; `number` is the value if it is a number, else 0. */
type PrintForm = (to: FieldPrinter, label: string, value: MetadataField, number: number) => void;

/** A form that prints nothing for the number 0. */
function unlessZero(print: PrintForm): PrintForm {
  return (to, label, value, number) => {
    if (number !== 0) print(to, label, value, number);
  };
}
/** A form that prints nothing if the record does not have the field. */
function ifPresent(print: PrintForm): PrintForm {
  return (to, label, value, number) => {
    if (value !== undefined) print(to, label, value, number);
  };
}
/** A number by its name in DWARF. A node keeps its tag, or its kind of macro, in 16 bits (SubclassData16). */
function inFamily(family: DwarfFamily, unless?: number): PrintForm {
  const kept = family === "tag" || family === "macinfo" ? 0xffff : -1;
  return (to, label, _, number) => {
    const value = (number & kept) >>> 0;
    if (value !== unless) to.dwarf(family === "tag" ? "tag" : label, family, value);
  };
}
/** A number by its name in this list. */
function byName(names: readonly string[]): PrintForm {
  return (to, label, _, number) => {
    to.named(label, names[number] ?? "");
  };
}
function textForm(skipEmpty: boolean): PrintForm {
  return (to, label, value) => {
    to.text(label, value, skipEmpty);
  };
}
const reference: PrintForm = (to, label, value) => {
  to.reference(label, value);
};
const plain: PrintForm = (to, label, value) => {
  to.plain(label, String(value));
};

const FORMS: Readonly<Record<FieldForm, PrintForm>> = {
  ref: ifPresent(reference),
  "ref!": reference,
  string: textForm(true),
  "string!": textForm(false),
  optionalString: ifPresent(textForm(false)),
  int: (to, label, value) => {
    if (Number(value) !== 0) to.plain(label, String(value));
  },
  "int!": plain,
  optional: ifPresent(plain),
  "bool!": (to, label, value) => {
    to.boolean(label, value === true);
  },
  defaultFalse: (to, label, value) => {
    if (value === true) to.boolean(label, true);
  },
  defaultTrue: (to, label, value) => {
    if (value !== true) to.boolean(label, false);
  },
  flags: unlessZero((to, label, _, number) => {
    to.named(label, diFlagsText(number, to.release));
  }),
  spFlags: (to, label, _, number) => {
    to.named(label, dispFlagsText(number, to.release));
  },
  bound: (to, label, value) => {
    to.bound(label, value);
  },
  genericBound: (to, label, value) => {
    to.genericBound(label, value);
  },
  size: (to, label, value) => {
    to.size(label, value);
  },
  plusOne: unlessZero((to, label, _, number) => {
    to.plain(label, String(number - 1));
  }),
  virtualIndex: (to, label, _, number) => {
    if ((Number(to.field("spFlags")) & VIRTUALITY) !== 0 || number !== 0) to.plain(label, String(number));
  },
  tag: inFamily("tag"),
  tagUnlessBase: inFamily("tag", Tag.baseType),
  tagUnlessString: inFamily("tag", Tag.stringType),
  tagUnlessTemplateValue: inFamily("tag", Tag.templateValueParameter),
  language: inFamily("language", 0),
  dialect: inFamily("dialect", 0),
  encoding: inFamily("encoding", 0),
  macinfo: inFamily("macinfo"),
  enumKind: ifPresent(inFamily("enumKind")),
  // The reference prints an unknown number as a character.
  convention: unlessZero((to, label, _, number) => {
    to.named(label, dwarfName("convention", number, to.release) ?? String.fromCharCode(number & 255));
  }),
  emission: byName(EMISSION_KINDS),
  nameTable: unlessZero((to, label, _, number) => {
    const isApple = number === APPLE_NAMES.kind && to.release >= APPLE_NAMES.since;
    to.named(label, isApple ? "Apple" : (NAME_TABLE_KINDS[number] ?? ""));
  }),
  fixedPointKind: byName(FIXED_POINT_KINDS),
  checksum: (to, label, value) => {
    to.checksum(label, value);
  },
  enumerator: (to, label, value) => {
    to.plain(label, String(value));
    if (to.field("isUnsigned") === true) to.boolean("isUnsigned", true);
  },
  rational: (to) => {
    to.rational();
  },
  pointerAuth: unlessZero((to, _, __, number) => {
    to.pointerAuthentication(number);
  }),
  languageName: (to, _, value) => {
    to.language(typeof value === "bigint" ? value : 0n);
  },
};

function unsigned64(text: string): string {
  return String(BigInt.asUintN(64, BigInt(text)));
}
