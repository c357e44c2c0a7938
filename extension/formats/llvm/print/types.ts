/** Prints types as llvm-dis writes them. Source: TypePrinting::print. */
import { Packed } from "../../../document/byteText";
import type { Release } from "../ir/releases";
import { escaped } from "../ir/escape";
import type { StructType, Type } from "../ir/types";
import { subtypes, WITHOUT_MMX } from "../ir/types";
import { nameText } from "./names";

/** Limits on the nesting and the text of a type, far above those of real modules. */
const MAX_HEIGHT = 500;
const MAX_LENGTH = 1 << 16;
/** How many characters of types' texts are cached. */
const MAX_KEPT = 1 << 25;
/** The longest text of a type that is cached in packed form. */
const MAX_PACKED = 1 << 10;

/** The height of a type while the heights of its parts are being computed. */
const ENTERED = 0;

/** The texts of a module's types, each made once. */
export class TypePrinter {
  /** By serial number. */
  private texts: (string | undefined)[] = [];
  /** Packed texts by serial number, made at first use. */
  private ready: (Packed | undefined)[] = [];
  private readonly numbers = new Map<Type, number>();
  /** Names of types, if any type may have one (before LLVM 3.0). */
  private names: ReadonlyMap<Type, string> = new Map();
  private kept = 0;
  /** How many levels of types are nested in a type's text, by serial number. */
  private readonly heights: (number | undefined)[] = [];

  /** @param opaque whether all pointers are printed as `ptr` */
  constructor(
    private readonly release: Release,
    readonly opaque: boolean,
  ) {}

  /** Numbers unnamed identified structs `%0`, `%1`, … in this order. */
  number(structs: readonly StructType[]): void {
    this.forget();
    structs.forEach((struct, index) => this.numbers.set(struct, index));
  }

  /** Assigns names, with sigil, to types of any kind. */
  name(names: ReadonlyMap<Type, string>): void {
    this.forget();
    this.names = names;
    this.heights.length = 0;
  }
  private forget(): void {
    this.texts = [];
    this.ready = [];
  }

  /** Whether two types are the same in this release: if pointers are opaque, pointers to any types are. */
  same(a: Type, b: Type): boolean {
    return a === b || (this.opaque && this.text(a) === this.text(b));
  }

  /** The text of a type: `i32`, `%struct.a`. */
  text(type: Type): string {
    return this.texts[type.serial] ?? this.newText(type);
  }
  /** The packed text of a type. */
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
   * A type's height, computed without recursion: a damaged table may nest as deep as it is long. It is infinite for types
   * that contain themselves: the types of LLVM 2.9 and before do, until they have their names.
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
        for (const { serial } of parts)
          most = Math.max(most, heights[serial] === ENTERED ? Infinity : (heights[serial] ?? 0));
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
  /** The types that occur in a type's text. */
  private partsOf(type: Type): readonly Type[] {
    if (this.names.has(type) || (type.kind === "struct" && type.identified)) return [];
    return subtypes(type, this.opaque);
  }

  /** Caches a text; if a damaged table has too many long ones, they are made again instead. */
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
        return `target("${[`${escaped(type.name, this.release)}"`, ...type.types.map((t) => this.text(t)), ...type.integers].join(", ")})`;
      case "x86_mmx":
        return this.release >= WITHOUT_MMX ? "<1 x i64>" : "x86_mmx";
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

  /** The text after `type =` for any kind of type. */
  definition(type: Type): string {
    return type.kind === "struct" ? this.body(type) : this.make(type);
  }

  /** The text after `type =` for a struct, and the text of a literal struct. */
  body(type: StructType): string {
    if (type.elements === undefined) return "opaque";
    const inner = type.elements.length === 0 ? "{}" : `{ ${type.elements.map((t) => this.text(t)).join(", ")} }`;
    return type.packed ? `<${inner}>` : inner;
  }
}
