/** Names of overloaded intrinsics, which end in the types. Source: getMangledTypeStr. */
import type { SimpleTypeKind, Type } from "../../ir/types";
import type { Release } from "../../ir/releases";
import type { FunctionType } from "../../ir/types";

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

/** A pointer in a name, with its pointee: a struct, whose name may contain dots, or text up to a dot. */
const POINTEES = /(\b(?:nx)?(?:v\d+)?p\d+)(?:s_.*?s(?=\.|$)|[a-zA-Z][^.]*)/g;

/** The first release that makes names with unnamed structs unique. */
const UNIQUE_NAMES: Release = 13;
/** The deepest nesting of a type in a name; deeper parts are left out. */
const MAX_DEPTH = 32;

/** Makes the names of a module's intrinsics. */
export class Naming {
  /**
   * @param opaque whether the release has opaque pointers
   * @param release the release whose names these are
   */
  constructor(
    private readonly opaque: boolean,
    readonly release: Release,
  ) {}

  /** A type as part of a name: `v8i16`, `p0i8`, `p0`, `s_struct.as`. */
  mangled(type: Type, depth = 0): string {
    if (depth > MAX_DEPTH) return "";
    const inner = (part: Type): string => this.mangled(part, depth + 1);
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
        return `${type.scalable ? "nx" : ""}v${type.count}${inner(type.element)}`;
      case "struct":
        return type.identified ? `s_${type.name}s` : `sl_${(type.elements ?? []).map(inner).join("")}s`;
      case "function":
        return `f_${[type.result, ...type.params].map(inner).join("")}${type.vararg ? "vararg" : ""}f`;
      case "target":
        return `t${type.name}${type.types.map((t) => `_${inner(t)}`).join("")}${type.integers.map((i) => `_${i}`).join("")}t`;
      default:
        return SIMPLE[type.kind];
    }
  }

  /** Whether a name contains an unnamed struct and so is not unique; a number is then added to it. */
  isAmbiguous(name: string): boolean {
    return this.release >= UNIQUE_NAMES && /s_s/.test(name);
  }

  /** A name without the pointees of its pointers (`p0i8` becomes `p0`); undefined if the release has typed pointers. */
  withoutPointees(name: string): string | undefined {
    return this.opaque ? name.replace(POINTEES, "$1") : undefined;
  }

  /** `stem.v8i16.p0i8`: the types are those at these places, 0 the result, 1 the first parameter. */
  overloaded(stem: string, type: FunctionType, places: readonly number[]): string {
    const types = places.map((place) => (place === 0 ? type.result : type.params[place - 1]));
    return [stem, ...types.map((t) => (t ? this.mangled(t) : ""))].join(".");
  }
}
