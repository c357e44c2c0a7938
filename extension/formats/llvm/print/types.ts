/** Types as llvm-dis writes them. Source: TypePrinting::print. */
import { Packed } from "../../../document/byteText";
import type { Release } from "../ir/releases";
import type { StructType, Type } from "../ir/types";
import { subtypes } from "../ir/types";
import { nameText } from "./names";

/** Since when `x86_mmx` is read as a vector of one i64. */
const NO_MMX: Release = 21;

/** Bounds that no sound module comes near. */
const MAX_HEIGHT = 500;
const MAX_LENGTH = 1 << 16;
/** Characters of types' texts that are kept. */
const MAX_KEPT = 1 << 25;
/** Characters of a type's text that is kept ready for output. */
const MAX_PACKED = 1 << 10;

/** The height of a type whose parts' heights are being found. */
const ENTERED = 0;

/** Texts of one module's types, each made once. */
export class TypePrinter {
  /** By the types' serial numbers. */
  private texts: (string | undefined)[] = [];
  /** The same made ready for plain text, as they are first printed. */
  private ready: (Packed | undefined)[] = [];
  private readonly numbers = new Map<Type, number>();
  /** What types are called, where any type may have a name (before LLVM 3.0). */
  private names: ReadonlyMap<Type, string> = new Map();
  private kept = 0;
  /** How many types are nested in a type's text, by serial numbers. */
  private readonly heights: (number | undefined)[] = [];

  /** @param opaque whether pointers are printed `ptr`, whatever pointee the file gives them */
  constructor(
    private readonly release: Release,
    readonly opaque: boolean,
  ) {}

  /** Gives identified structs without a name their numbers: `%0`, `%1`, … in this order. */
  number(structs: readonly StructType[]): void {
    this.forget();
    structs.forEach((struct, index) => this.numbers.set(struct, index));
  }

  /** Gives types of any kind their names, sigil included. */
  name(names: ReadonlyMap<Type, string>): void {
    this.forget();
    this.names = names;
  }
  private forget(): void {
    this.texts = [];
    this.ready = [];
  }

  /** Whether two types are one for the reader of this release: pointers of all pointees are, where they are opaque. */
  same(a: Type, b: Type): boolean {
    return a === b || (this.opaque && this.text(a) === this.text(b));
  }

  text(type: Type): string {
    return this.texts[type.serial] ?? this.newText(type);
  }
  /** The text made ready for plain output. */
  packed(type: Type): Packed {
    return this.ready[type.serial] ?? this.pack(type);
  }
  private pack(type: Type): Packed {
    const made = new Packed(this.text(type));
    if (made.length > MAX_PACKED) return made;
    while (this.ready.length <= type.serial) this.ready.push(undefined);
    return (this.ready[type.serial] = made);
  }
  private newText(type: Type): string {
    let text = this.names.get(type) ?? (this.heightOf(type) > MAX_HEIGHT ? "<nested too deep>" : this.make(type));
    if (text.length > MAX_LENGTH) text = "<type too long>";
    this.keep(type, text);
    return text;
  }

  /**
   * A type's height, found without recursion: a damaged table may nest as deep as it is long. Types are cyclic only
   * through identified structs, which print their name.
   */
  private heightOf(type: Type): number {
    const { heights } = this;
    const known = heights[type.serial];
    if (known !== undefined) return known;
    const stack = [type];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const height = heights[top.serial];
      const parts = height === undefined || height === ENTERED ? this.partsOf(top) : [];
      if (height === undefined) {
        this.setHeight(top, ENTERED);
        for (const part of parts) if (heights[part.serial] === undefined) stack.push(part);
        if (stack.at(-1) !== top) continue;
      }
      if (height === undefined || height === ENTERED) {
        let most = 0;
        for (const part of parts) most = Math.max(most, heights[part.serial] ?? 0);
        this.setHeight(top, 1 + most);
      }
      stack.pop();
    }
    return heights[type.serial] ?? 0;
  }
  private setHeight({ serial }: Type, height: number): void {
    while (this.heights.length <= serial) this.heights.push(undefined);
    this.heights[serial] = height;
  }
  /** The types within a type's text. */
  private partsOf(type: Type): readonly Type[] {
    if (this.names.has(type) || (type.kind === "struct" && type.identified)) return [];
    return subtypes(type, this.opaque);
  }

  /** Keeps a text; long ones of a damaged table are made again rather than all kept. */
  private keep(type: Type, text: string): void {
    this.kept += text.length;
    if (this.kept > MAX_KEPT) {
      this.forget();
      this.kept = text.length;
    }
    while (this.texts.length <= type.serial) this.texts.push(undefined);
    this.texts[type.serial] = text;
  }

  private make(type: Type): string {
    switch (type.kind) {
      case "integer":
        return `i${type.width}`;
      case "byte":
        return `b${type.width}`;
      case "pointer":
        return this.pointer(type.pointee, type.addressSpace);
      case "function":
        return `${this.text(type.result)} (${this.params(type.params, type.vararg)})`;
      case "array":
        return `[${type.count} x ${this.text(type.element)}]`;
      case "vector":
        return `<${type.scalable ? "vscale x " : ""}${type.count} x ${this.text(type.element)}>`;
      case "struct":
        return type.identified ? this.identified(type) : this.body(type);
      case "target":
        return `target("${[`${type.name}"`, ...type.types.map((t) => this.text(t)), ...type.integers].join(", ")})`;
      case "x86_mmx":
        return this.release >= NO_MMX ? "<1 x i64>" : "x86_mmx";
      default:
        return type.kind;
    }
  }

  private pointer(pointee: Type | undefined, addressSpace: number): string {
    const space = addressSpace === 0 ? "" : ` addrspace(${addressSpace})`;
    if (this.opaque || pointee === undefined) return `ptr${space}`;
    return `${this.text(pointee)}${space}*`;
  }

  private params(params: readonly Type[], vararg: boolean): string {
    const texts = params.map((t) => this.text(t));
    return (vararg ? [...texts, "..."] : texts).join(", ");
  }

  private identified(type: StructType): string {
    if (type.name !== "") return nameText("%", type.name, this.release);
    const number = this.numbers.get(type);
    return number === undefined ? '%"type"' : `%${number}`;
  }

  /** What stands behind `type =` of any kind of type. */
  definition(type: Type): string {
    return type.kind === "struct" ? this.body(type) : this.make(type);
  }

  /** What stands behind `type =` of a struct, and the whole of a literal struct. */
  body(type: StructType): string {
    if (type.elements === undefined) return "opaque";
    const inner = type.elements.length === 0 ? "{}" : `{ ${type.elements.map((t) => this.text(t)).join(", ")} }`;
    return type.packed ? `<${inner}>` : inner;
  }
}
