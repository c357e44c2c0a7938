/** Names of overloaded intrinsics, which end in the types. Source: getMangledTypeStr. */
import type { SimpleTypeKind, Type } from "../../ir/types";
import type { Release } from "../../ir/releases";
import type { FunctionType } from "../../ir/types";
import { subtypes, WITHOUT_MMX } from "../../ir/types";
import type { TypeRules } from "../signatures";

const SIMPLE: Readonly<Record<SimpleTypeKind, string>> = {
  void: "isVoid",
  half: "f16",
  bfloat: "bf16",
  float: "f32",
  double: "f64",
  x86_fp80: "f80",
  fp128: "f128",
  ppc_fp128: "ppcf128",
  label: "label",
  metadata: "Metadata",
  x86_mmx: "x86mmx",
  x86_amx: "x86amx",
  token: "token",
};

/** The first release that makes names with unnamed structs unique. */
const UNIQUE_NAMES: Release = 13;
/** The deepest nesting of a type in a name; deeper parts are left out. */
const MAX_DEPTH = 32;
/** Characters of a type in a name, more or less; what follows is left out. The parts of a type may double with each step. */
const MAX_LENGTH = 2 ** 16;
/** Characters that long types of a module may have together; each of them is cut to {@link SHORT} after that. */
const MAX_TOTAL = 2 ** 24;
const SHORT = 256;

/** The first release whose intrinsics return literal structs only. */
const LITERAL: Release = 15;
/** The first release that marks scalable vectors in names. */
const SCALABLE: Release = 11;

/** Makes the names of a module's intrinsics. */
export class Naming implements TypeRules {
  /**
   * @param opaque whether the release has opaque pointers
   * @param release the release whose names these are
   */
  constructor(
    readonly opaque: boolean,
    readonly release: Release,
  ) {}

  get literal(): boolean {
    return this.release >= LITERAL;
  }
  /** Whether two types are one in the release: pointees do not count if its pointers are opaque. */
  same(a: Type, b: Type): boolean {
    return a === b || this.mangled(a) === this.mangled(b);
  }

  /** Characters that the type being written may still get. */
  private left = 0;
  /** Characters of all long types that were written. */
  private total = 0;
  /** A type as part of a name: `v8i16`, `p0i8`, `p0`, `s_struct.as`. */
  mangled(type: Type): string {
    this.left = this.total > MAX_TOTAL ? SHORT : MAX_LENGTH;
    const text = this.part(type, 0);
    if (text.length > SHORT) this.total += text.length;
    return text;
  }
  private part(type: Type, depth: number): string {
    if (depth > MAX_DEPTH || this.left <= 0) return "";
    this.left -= type.kind === "struct" || type.kind === "target" ? type.name.length + 1 : 1;
    const inner = (part: Type): string => this.part(part, depth + 1);
    switch (type.kind) {
      case "byte":
        return `b${type.width}`;
      case "integer":
        return `i${type.width}`;
      case "pointer":
        return `p${type.addressSpace}${type.pointee && !this.opaque ? inner(type.pointee) : ""}`;
      case "array":
        return `a${type.count}${inner(type.element)}`;
      case "vector":
        return `${type.scalable && this.release >= SCALABLE ? "nx" : ""}v${type.count}${inner(type.element)}`;
      case "struct":
        return type.identified ? `s_${type.name}s` : `sl_${(type.elements ?? []).map(inner).join("")}s`;
      case "function":
        return `f_${[type.result, ...type.params].map(inner).join("")}${type.vararg ? "vararg" : ""}f`;
      case "target":
        return `t${type.name}${type.types.map((t) => `_${inner(t)}`).join("")}${type.integers.map((i) => `_${i}`).join("")}t`;
      case "x86_mmx":
        return this.release >= WITHOUT_MMX ? "v1i64" : SIMPLE.x86_mmx;
      default:
        return SIMPLE[type.kind];
    }
  }

  /** Whether one name is the other with a number, which makes it unique; earlier releases append none. */
  isNumbered(name: string, base: string): boolean {
    return this.release >= UNIQUE_NAMES && name.startsWith(base) && /^\.\d+$/.test(name.slice(base.length));
  }
  /**
   * Whether the name of an intrinsic with types like these is not unique, because a struct among them has no name; a
   * number is then added to it.
   */
  isAmbiguous(name: string, { result, params }: FunctionType): boolean {
    if (this.release < UNIQUE_NAMES || !name.includes("s_s")) return false;
    const met = new Set([result, ...params]);
    // A set is walked together with what is added on the way.
    for (const type of met) {
      const isNamed = type.kind === "struct" && type.identified;
      if (isNamed && type.name === "") return true;
      if (!isNamed) for (const part of subtypes(type, this.opaque)) met.add(part);
    }
    return false;
  }

  /**
   * `stem.v8i16.p0i8`: the types are those at these places, 0 the result, 1 the first parameter. Undefined: there are fewer
   * parameters, so that the function is not the intrinsic.
   */
  overloaded(stem: string, type: FunctionType, places: readonly number[]): string | undefined {
    let name = stem;
    for (const place of places) {
      const named = place === 0 ? type.result : type.params[place - 1];
      if (!named) return undefined;
      name += `.${this.mangled(named)}`;
    }
    return name;
  }
}
