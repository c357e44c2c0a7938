/** Hand-made entries of MLIR bytecode, and how the codec decodes and spells them. */
import { isRegisteredDialect } from "../../extension/formats/mlir/properties";
import { ResidentWindow } from "../../extension/document/window";
import { entryCodec } from "../../extension/formats/mlir/attributes";
import { MlirCursor } from "../../extension/formats/mlir/model/cursor";
import type { LeafRecorder, TableSizes } from "../../extension/formats/mlir/model/cursor";
import { guarded } from "../../extension/formats/mlir/model/damage";
import type { Release, Tables } from "../../extension/formats/mlir/model/module";
import type { AttributeNode, OpaqueNode, TypeNode } from "../../extension/formats/mlir/model/node";
import type { Elision } from "../../extension/formats/mlir/model/piece";
import { quoted } from "../../extension/formats/mlir/model/spelling";
import { EntryWriter } from "../../extension/formats/mlir/model/entryWriter";

/** Writes the primitives of MLIR bytecode (BytecodeFormat.md, "Encoding"). */
export class MlirBytes {
  readonly bytes: number[] = [];

  byte(...values: number[]): this {
    this.bytes.push(...values);
    return this;
  }
  /** A PrefixVarInt: the trailing zeros of the first byte count the bytes that follow. */
  varint(value: number | bigint): this {
    const wide = BigInt(value);
    let more = 0;
    while (more < 8 && wide >= 1n << BigInt(7 * (more + 1))) more++;
    if (more === 8) {
      this.byte(0);
      for (let i = 0n; i < 8n; i++) this.byte(Number((wide >> (8n * i)) & 0xffn));
      return this;
    }
    const coded = ((wide << 1n) | 1n) << BigInt(more);
    for (let i = 0n; i <= BigInt(more); i++) this.byte(Number((coded >> (8n * i)) & 0xffn));
    return this;
  }
  signed(value: number | bigint): this {
    const wide = BigInt(value);
    return this.varint(BigInt.asUintN(64, wide >= 0n ? wide << 1n : (-wide << 1n) - 1n));
  }
  /** A list: its count, then each element. */
  list<T>(elements: readonly T[], write: (element: T) => void): this {
    this.varint(elements.length);
    elements.forEach(write);
    return this;
  }
  varints(...values: (number | bigint)[]): this {
    values.forEach((value) => this.varint(value));
    return this;
  }
  /** A shape. */
  signedList(...values: (number | bigint)[]): this {
    return this.list(values, (value) => this.signed(value));
  }
  blob(...bytes: number[]): this {
    return this.varint(bytes.length).byte(...bytes);
  }
}

/** An empty run of bytes. */
export const bytes = (): MlirBytes => new MlirBytes();

interface Entry {
  readonly dialect: string;
  readonly start: number;
  readonly end: number;
  readonly text: string | undefined;
}

/** The tables of a file with entries only. */
export class EntryFile implements Tables {
  private readonly scopes = new Map<string, number>();
  readonly version = 6;
  readonly resourceCount = 1;
  report(): void {
    // Tests examine the spelling.
  }
  private readonly data: number[] = [];
  private readonly strings: string[] = [];
  private readonly entries = { attribute: [] as Entry[], type: [] as Entry[] };

  constructor(
    readonly release: Release = 22,
    readonly producer = `MLIR${release}.0.0git`,
  ) {}
  get window(): ResidentWindow {
    return new ResidentWindow(Uint8Array.from(this.data));
  }
  get sizes(): TableSizes {
    const { attribute, type } = this.entries;
    return { strings: this.strings.length, attributes: attribute.length, types: type.length };
  }

  private add(kind: "attribute" | "type", dialect: string, content: MlirBytes | string): number {
    const start = this.data.length;
    if (typeof content !== "string") this.data.push(...content.bytes);
    const text = typeof content === "string" ? content : undefined;
    return this.entries[kind].push({ dialect, start, end: this.data.length, text }) - 1;
  }
  /** Adds an attribute in its dialect's encoding, or as assembly text; returns its index. */
  addAttribute(dialect: string, content: MlirBytes | string): number {
    return this.add("attribute", dialect, content);
  }
  addType(dialect: string, content: MlirBytes | string): number {
    return this.add("type", dialect, content);
  }
  addString(text: string): number {
    return this.strings.push(text) - 1;
  }

  /** A StringAttr. */
  stringAttribute(text: string): number {
    return this.addAttribute("builtin", bytes().varints(2, this.addString(text)));
  }
  /** `i32`, `si8`, `ui1`. */
  integerType(width: number, sign: 0 | 1 | 2 = 0): number {
    return this.addType("builtin", bytes().varints(0, (width << 2) | sign));
  }
  floatType(name: "bf16" | "f16" | "f32" | "f64" | "f80" | "f128"): number {
    return this.addType("builtin", bytes().varint(["bf16", "f16", "f32", "f64", "f80", "f128"].indexOf(name) + 3));
  }
  tensorType(element: number, ...shape: (number | bigint)[]): number {
    return this.addType(
      "builtin",
      bytes()
        .varint(13)
        .signedList(...shape)
        .varint(element),
    );
  }

  private decode<Node>(
    kind: "attribute" | "type",
    index: number,
    read: (cursor: MlirCursor, dialect: string) => Node,
    leaves?: LeafRecorder,
  ): Node | OpaqueNode | { kind: "assembly"; dialect: string; text: string } {
    const entry = this.entries[kind][index]!;
    const { dialect, start, end, text } = entry;
    if (text !== undefined) return { kind: "assembly", dialect, text };
    return guarded<Node | OpaqueNode>(
      () => read(new MlirCursor(this.window, start, end, this.sizes, leaves), dialect),
      (damage) => ({ kind: "opaque", dialect, blob: { startByte: start, endByte: end }, damage: damage.message }),
    );
  }
  attribute(index: number, leaves?: LeafRecorder): AttributeNode {
    return this.decode("attribute", index, (c, dialect) => entryCodec.decodeAttribute(c, dialect, this), leaves);
  }
  type(index: number, leaves?: LeafRecorder): TypeNode {
    return this.decode("type", index, (c, dialect) => entryCodec.decodeType(c, dialect, this), leaves);
  }
  /** Bytes of an entry from the file's first byte. */
  place(kind: "attribute" | "type", index: number): readonly [number, number] {
    const { start, end } = this.entries[kind][index]!;
    return [start, end];
  }

  string(index: number): string {
    return this.strings[index] ?? "";
  }
  /** Nothing is known without decoding. */
  isAtom(): boolean {
    return false;
  }
  stringValue(attribute: number): string {
    const node = this.attribute(attribute);
    return node.kind === "string" ? this.string(node.string) : "";
  }
  literal(attribute: number): string {
    return quoted(this.stringValue(attribute));
  }
  resourceKey(): string {
    return "weights";
  }

  isRegistered(dialect: string): boolean {
    return isRegisteredDialect(dialect, this.release, "MLIR22.1.0");
  }
  textScope(text: string, scope: number): number {
    const first = this.scopes.get(text) ?? scope;
    this.scopes.set(text, first);
    return first;
  }
  spelled(attribute: number): string {
    return this.attributeText(attribute);
  }
  /** The text of an attribute, without aliases. */
  attributeText(index: number, elision: Elision = "never"): string {
    return new EntryWriter(entryCodec, this).attribute(index, elision);
  }
  typeText(index: number): string {
    return new EntryWriter(entryCodec, this).type(index);
  }
}
