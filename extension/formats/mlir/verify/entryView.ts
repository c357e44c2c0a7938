/** Types and attributes as the checks of ops see them. What the file does not tell ends the check as unknown (fault.ts). */
import { elementTypeOf, shapeOf } from "../attributes/shape";
import type { AttributeNode, TypeNode } from "../model/node";
import type { NamedValue } from "../model/module";
import { known, unknown } from "./fault";
import type { MapText } from "./lists";
import { partsOf } from "../attributes/brackets";
import { inAngles, mapText } from "./lists";
import type { SpelledEntries } from "./signature";
import { floatName } from "./subject";

/** Number of a dynamic dimension. */
export const ANY_SIZE = -1;

/** The longest list that a check looks at: many ops may refer to the same one. */
const MOST_ITEMS = 4096;
function bounded<List extends { readonly length: number }>(list: List): List {
  return list.length > MOST_ITEMS ? unknown() : list;
}

/** A type. Two views are of the same type if `isSame` says so. */
export class TypeView {
  /** @param index -1: an unknown type */
  constructor(
    readonly index: number,
    private readonly entries: SpelledEntries,
  ) {}

  get node(): TypeNode {
    if (this.index < 0) return unknown();
    const node = this.entries.type(this.index);
    return node.kind === "opaque" ? unknown() : node;
  }
  get text(): string {
    return known(this.index < 0 ? undefined : this.entries.shortText("type", this.index));
  }
  get kind(): TypeNode["kind"] {
    return this.node.kind;
  }
  /** Whether it is a ranked tensor, a vector or a ranked memref. */
  get isRanked(): boolean {
    return shapeOf(this.node) !== undefined || (this.isDialects && unknown());
  }
  /** Whether it is a dialect's type, which may have a shape. */
  private get isDialects(): boolean {
    const { node } = this;
    return node.kind === "custom" || (node.kind === "assembly" && floatName(node) === undefined);
  }
  /** The dimensions of a ranked type; {@link ANY_SIZE} for a dynamic one. */
  get shape(): readonly number[] {
    return bounded(known(shapeOf(this.node))).map((size) =>
      typeof size === "bigint" ? (size < 0n ? ANY_SIZE : Number(size)) : size,
    );
  }
  get rank(): number {
    return known(shapeOf(this.node)).length;
  }
  get isStatic(): boolean {
    return !this.shape.includes(ANY_SIZE);
  }
  /** How many elements a ranked type of static shape has. */
  get count(): number {
    return known(this.isStatic ? this.shape.reduce((product, size) => product * size, 1) : undefined);
  }
  /** The type of the elements. */
  get element(): TypeView {
    return new TypeView(known(elementTypeOf(this.node)), this.entries);
  }
  /** The type of the elements, or the type itself. */
  get scalar(): TypeView {
    const element = elementTypeOf(this.node);
    if (element !== undefined) return new TypeView(element, this.entries);
    return this.kind === "custom" ? unknown() : this;
  }
  get isInteger(): boolean {
    return this.kind === "integer";
  }
  get isIndex(): boolean {
    return this.kind === "index";
  }
  get isFloat(): boolean {
    return floatName(this.node) !== undefined;
  }
  /** The bits of an integer or a float: `f8E4M3` has 8. */
  get bits(): number {
    const { node } = this;
    if (node.kind === "integer") return node.width;
    const name = known(floatName(node));
    return name === "tf32" ? 19 : Number(/\d+/.exec(name)?.[0] ?? 0);
  }
  /** Which dimensions of a vector are scalable. */
  get scalable(): readonly boolean[] {
    const { node } = this;
    return node.kind === "vector" ? node.scalable : [];
  }
  /** The parameters of a dialect's type, or of a tuple: what stands between the angle brackets. */
  get parameters(): readonly string[] {
    return partsOf(inAngles(this.text));
  }
  /** The attribute of the memory space of a memref, or the encoding of a tensor, as it is printed; empty for none. */
  get mark(): string {
    const { node } = this;
    const mark = "space" in node ? node.space : "encoding" in node ? node.encoding : undefined;
    return mark === undefined ? "" : attributeText(mark, this.entries);
  }
  /** The layout of a memref as it is printed. */
  get layout(): string {
    const { node } = this;
    return node.kind === "memref" ? attributeText(node.layout, this.entries) : unknown();
  }
  /** Types that a function's type has. */
  get inputs(): readonly TypeView[] {
    const { node } = this;
    return node.kind === "function" || node.kind === "graph" ? this.views(node.inputs) : unknown();
  }
  get outputs(): readonly TypeView[] {
    const { node } = this;
    return node.kind === "function" || node.kind === "graph" ? this.views(node.results) : unknown();
  }
  private views(list: readonly number[]): readonly TypeView[] {
    return bounded(list).map((index) => new TypeView(index, this.entries));
  }
  isSame(other: TypeView): boolean {
    return this.index >= 0 && other.index >= 0 ? this.entries.isSame(this.index, other.index) : unknown();
  }
  /** Whether the type is printed like that. */
  is(...texts: readonly string[]): boolean {
    return texts.includes(this.text);
  }
}

/** An attribute, or a property that has its own encoding. */
export class AttrView {
  constructor(
    readonly value: NamedValue["value"],
    private readonly entries: SpelledEntries,
  ) {}

  get node(): AttributeNode | undefined {
    const { value } = this;
    const node = value.kind === "attribute" ? this.entries.attribute(value.index) : undefined;
    return node?.kind === "opaque" ? unknown() : node;
  }
  get text(): string {
    return this.value.kind === "spelled" ? this.value.text : attributeText(this.value.index, this.entries);
  }
  /** What stands between the angle brackets of a dialect's attribute, `row` of `#nvvm.mma_layout<row>`, `x` of `#gpu<dim x>`. */
  get word(): string {
    const { text } = this;
    if (!text.includes("<")) return text;
    const inner = inAngles(text);
    return /^#\w+</.test(text) ? inner.replace(/^\w+ /, "") : inner;
  }
  /** The value of an integer with its sign. */
  get integer(): number {
    const { node } = this;
    if (!node) return known(/^-?\d+/.test(this.text) ? parseInt(this.text, 10) : undefined);
    return node.kind === "integer" ? Number(BigInt.asIntN(node.width, node.value)) : unknown();
  }
  /** The characters of a string, or the name of a flat reference to a symbol. */
  get string(): string {
    const { node, value } = this;
    if (node?.kind === "string" && value.kind === "attribute") return this.entries.stringValue(value.index);
    return node?.kind === "symbolRef" && node.nested.length === 0 ? this.entries.stringValue(node.root) : unknown();
  }
  /** The names of a reference to a symbol, outermost first. */
  get path(): readonly string[] {
    const { node } = this;
    if (node?.kind === "string") return [this.string];
    if (node?.kind !== "symbolRef") return unknown();
    return [node.root, ...bounded(node.nested)].map((index) => this.entries.stringValue(rootOf(index, this.entries)));
  }
  /** The elements of an array. */
  get list(): readonly AttrView[] {
    const { node } = this;
    if (node?.kind !== "array") return unknown();
    return bounded(node.elements).map((index) => new AttrView({ kind: "attribute", index }, this.entries));
  }
  /** The entries of a dictionary. */
  get dictionary(): readonly (readonly [name: string, value: AttrView])[] {
    const { node } = this;
    if (node?.kind !== "dictionary") return unknown();
    const view = (index: number | undefined): AttrView =>
      new AttrView({ kind: "attribute", index: known(index) }, this.entries);
    return bounded(node.names).map((name, i) => [view(name).string, view(node.values[i])]);
  }
  /** The integers of an array or of dense elements. */
  get integers(): readonly number[] {
    const { node } = this;
    if (node?.kind === "array") return this.list.map(({ integer }) => integer);
    if (node?.kind === "integer") return [this.integer];
    return node?.kind === "denseElements" ? denseNumbers(this.text, this.type) : arrayNumbers(this.text);
  }
  /** The type of a typed attribute, or the one that the attribute is. */
  get type(): TypeView {
    const { node } = this;
    return new TypeView(node && "type" in node && node.type !== undefined ? node.type : unknown(), this.entries);
  }
  /** The affine map that it is. */
  get map(): MapText {
    return known(mapText(this.text));
  }
}

const attributeText = (index: number, entries: SpelledEntries): string => known(entries.shortText("attribute", index));

/** The string of a flat reference, or the string itself. */
function rootOf(attribute: number, entries: SpelledEntries): number {
  const node = entries.attribute(attribute);
  return node.kind === "symbolRef" ? node.root : attribute;
}

/** The numbers of `array<i64: 1, 2>`. */
function arrayNumbers(text: string): readonly number[] {
  const [, numbers = ""] = /^array<\w+(?:: (.*))?>$/.exec(text) ?? unknown();
  return partsOf(numbers).map((word) => (word === "true" ? 1 : word === "false" ? 0 : Number(word)));
}

/** The numbers of `dense<[1, 2]> : tensor<2xi64>`, or of `dense<1>`, which repeats. */
function denseNumbers(text: string, type: TypeView): readonly number[] {
  const [, content] = /^dense<([^"]*)> : /.exec(text) ?? unknown();
  const numbers = known(content).match(/-?[\w.+]+/g) ?? [];
  const found = numbers.map((word) => (word === "true" ? 1 : word === "false" ? 0 : Number(word)));
  return found.length === 1 && type.count <= MOST_ITEMS ? Array<number>(type.count).fill(found[0] ?? 0) : found;
}
