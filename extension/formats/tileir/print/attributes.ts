/** The text of attributes, and of constants with their types. */
import { quoted } from "../../mlir/model/spelling";
import { scalarText } from "../../mlir/attributes/elements";
import { stringOf } from "../references";
import type { Attribute, TileModule } from "../model";
import { TypeSpelling } from "../types";
import { denseText, elementsOf, scalarOf } from "./constants";

/** Spells the attributes of a module. */
export class AttributePrinter {
  readonly types: TypeSpelling;

  constructor(private readonly module: TileModule) {
    this.types = new TypeSpelling(module.types);
  }

  /** The elements of a constant in the pool: a size and that many bytes. */
  constant(index: number): Uint8Array {
    const range = this.module.constants[index];
    if (!range) return new Uint8Array();
    const { bytes } = this.module;
    let at = range.startByte;
    while (at < range.endByte && (bytes[at] ?? 0) >= 128) at++;
    return bytes.subarray(Math.min(at + 1, range.endByte), range.endByte);
  }

  /** `<i32: 1> : tile<i32>` */
  typedConstant(constant: number, type: number): string {
    const tile = this.types.node(type);
    const elements = elementsOf(this.types, type, this.constant(constant));
    const element = tile?.kind === "tile" ? this.types.spell(tile.element) : "";
    return `<${element}: ${elements ? [...denseText(elements)].join("") : ""}> : ${this.types.spell(type)}`;
  }

  /** An attribute whose kind is known from its context. */
  attribute(attribute: Attribute): string {
    switch (attribute.kind) {
      case "unit":
        return "";
      case "bool":
        return String(attribute.value);
      case "enum":
        return String(attribute.value);
      case "integer":
        return this.integer(attribute);
      case "float":
        return this.float(attribute);
      case "string":
        return quoted(stringOf(this.module, attribute.string));
      case "type":
        return this.types.spell(attribute.type);
      case "numbers":
      case "bools":
        return `[${attribute.values.join(", ")}]`;
      case "constant":
        return this.typedConstant(attribute.constant, attribute.type ?? -1);
      case "attributes":
        return `[${attribute.values.map((value) => this.typed(value)).join(", ")}]`;
      case "dictionary":
        return `{${this.entries(attribute, (value) => this.attribute(value))}}`;
      case "hints":
        return `<${this.entries(attribute.value, (value) => this.attribute(value))}>`;
      case "divBy": {
        const { divisor, every, along } = attribute;
        return `div_by<${divisor}${every === undefined ? "" : `, every ${every} along ${along ?? ""}`}>`;
      }
      case "sameElements":
        return `same_elements<[${attribute.values.join(", ")}]>`;
      case "bounded":
        return `bounded<${attribute.lower ?? "?"}, ${attribute.upper ?? "?"}>`;
    }
  }
  /** Which indices are in bounds, unless none is known to be. */
  inbounds(attribute: Attribute | undefined): string {
    if (attribute?.kind !== "bools" || !attribute.values.includes(true)) return "";
    return `inbounds = ${this.attribute(attribute)}`;
  }
  /** The entries of a dictionary, which MLIR keeps sorted by name. */
  private entries(dictionary: Attribute, text: (value: Attribute) => string): string {
    if (dictionary.kind !== "dictionary") return "";
    const named = dictionary.entries.map(([name, value]) => [stringOf(this.module, name), value] as const);
    named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return named.map(([name, value]) => `${name} = ${text(value)}`).join(", ");
  }
  private integer({ value, type }: Extract<Attribute, { kind: "integer" }>): string {
    const width = type === undefined ? 64 : (this.types.width(type) ?? 64);
    if (width === 1) return value === 0n ? "false" : "true";
    return String(BigInt.asIntN(width, value));
  }
  private float({ bits, type }: Extract<Attribute, { kind: "float" }>): string {
    const scalar = scalarOf(this.types.spell(type));
    if (!scalar) return String(bits);
    const bytes = Uint8Array.from({ length: 8 }, (_unused, i) => Number((bits >> BigInt(8 * i)) & 255n));
    return scalarText(scalar, bytes, 0);
  }
  /** The value with its type, unless that is the one that MLIR assumes. */
  private typed(value: Attribute): string {
    const text = this.attribute(value);
    if (value.kind !== "integer" && value.kind !== "float") return text;
    const type = value.type === undefined ? "i64" : this.types.spell(value.type);
    return ["i64", "f64", "i1"].includes(type) ? text : `${text} : ${type}`;
  }
}
