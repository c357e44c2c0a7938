/** Names of overloaded intrinsics: the types that a name goes on with. Source: getMangledTypeStr. */
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

/** A pointer's part of a name, with what it leads to: a struct, whose name may have dots, or what a dot ends. */
const POINTEES = /(\b(?:nx)?(?:v\d+)?p\d+)(?:s_.*?s(?=\.|$)|[a-zA-Z][^.]*)/g;

/** Since when names of structs without a name are told apart. */
const UNIQUE_NAMES: Release = 13;
/** How deep a type may nest in a name; deeper parts are left out. */
const MAX_DEPTH = 32;

/** How a module's intrinsics are called. */
export class Naming {
  /**
   * @param opaque whether pointers have no pointee for the release
   * @param release whose names they are
   */
  constructor(
    private readonly opaque: boolean,
    readonly release: Release,
  ) {}

  /** A type's part of a name: `v8i16`, `p0i8`, `p0`, `s_struct.as`. */
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

  /** Whether a name made of these types says nothing of a struct, as it has no name: a number makes such names unique. */
  isAmbiguous(name: string): boolean {
    return this.release >= UNIQUE_NAMES && /s_s/.test(name);
  }

  /** A name whose pointers say nothing of what they lead to, where they cannot: `p0i8` becomes `p0`. */
  withoutPointees(name: string): string | undefined {
    return this.opaque ? name.replace(POINTEES, "$1") : undefined;
  }

  /** `stem.v8i16.p0i8`: of the result (0) or parameters (from 1) at these places. */
  overloaded(stem: string, type: FunctionType, places: readonly number[]): string {
    const types = places.map((place) => (place === 0 ? type.result : type.params[place - 1]));
    return [stem, ...types.map((t) => (t ? this.mangled(t) : ""))].join(".");
  }
}
