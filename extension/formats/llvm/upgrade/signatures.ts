/**
 * Compares function types with the signatures of intrinsics: a declaration whose type fits gives the types of the
 * intrinsic's overload, which the intrinsic's name ends in. Source: Intrinsic::matchIntrinsicSignature; tools/llvm-iit.mjs
 * documents how a signature is written.
 */
import type { FunctionType, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import { bitsOfScalar, isScaled, isVectorLike } from "./typeRelations";

/** How the release compares types. */
export interface TypeRules {
  /** Whether pointers count as opaque. */
  readonly opaque: boolean;
  /** Whether structs of several results are literal, which before LLVM 15 any struct could be. */
  readonly literal: boolean;
  /** Whether two types are one. */
  same(a: Type, b: Type): boolean;
}

/** Letters of types without a number. */
const SIMPLE: Readonly<Record<string, Type["kind"]>> = {
  v: "void",
  h: "half",
  b: "bfloat",
  f: "float",
  d: "double",
  q: "fp128",
  g: "ppc_fp128",
  m: "metadata",
  t: "token",
  y: "x86_amx",
};
/** Letters of target types. */
const TARGET_TYPES: Readonly<Record<string, string>> = { c: "aarch64.svcount", r: "wasm.externref", k: "wasm.funcref" };

const VARIABLE = ".";

/** A type whose comparison waits for types of the overload, with the place of its description. */
interface Waiting {
  readonly type: Type;
  readonly at: number;
}

/** The comparison of one function type with one signature. */
class Comparison {
  private readonly words: readonly string[];
  private at = 0;
  private readonly waiting: Waiting[] = [];
  private isLast = false;
  readonly overload: Type[] = [];

  constructor(
    signature: string,
    private readonly rules: TypeRules,
  ) {
    this.words = signature.match(/\D\d*(?:\/\d+)?/g) ?? [];
  }

  fits({ result, params, vararg }: FunctionType): boolean {
    if (![result, ...params].every((type) => this.fitsNext(type))) return false;
    const rest = this.words.slice(this.at);
    this.isLast = true;
    const isComplete = this.waiting.every(({ type, at }) => {
      this.at = at;
      return this.fitsNext(type);
    });
    return isComplete && (vararg ? rest.length === 1 && rest[0] === VARIABLE : rest.length === 0);
  }

  /** Compares a type with the description at `at`, and goes past that. */
  private fitsNext(type: Type): boolean {
    const at = this.at;
    const word = this.words[this.at++];
    if (word === undefined || word === VARIABLE) return false;
    const letter = word.charAt(0);
    const number = parseInt(word.slice(1), 10);
    const simple = SIMPLE[letter];
    if (simple) return type.kind === simple;
    const target = TARGET_TYPES[letter];
    if (target) return type.kind === "target" && type.name === target;
    switch (letter) {
      case "i":
        return type.kind === "integer" && type.width === number;
      case "x":
        return type.kind === "x86_mmx" || isVectorLike(type, 1, false, 64);
      case "V":
      case "W":
        return (
          type.kind === "vector" &&
          type.count === number &&
          type.scalable === (letter === "W") &&
          this.fitsNext(type.element)
        );
      case "p":
        return type.kind === "pointer" && type.addressSpace === number;
      case "P":
        return type.kind === "pointer" && type.addressSpace === number && this.fitsPointee(type.pointee);
      case "s":
        return this.fitsStruct(type, number);
      case "o":
        this.overload.push(type);
        return isOfForm(type, number);
      default:
        return this.fitsDependent(type, word, at);
    }
  }

  private fitsPointee(pointee: Type | undefined): boolean {
    const isEmptyStruct = this.words[this.at] === "s0";
    if (pointee && !this.rules.opaque && !isEmptyStruct) return this.fitsNext(pointee);
    while (/^[PVW]/.test(this.words[this.at] ?? "")) this.at++;
    this.at++;
    return true;
  }

  private fitsStruct(type: Type, count: number): boolean {
    if (type.kind !== "struct" || type.elements?.length !== count) return false;
    if (this.rules.literal && (type.identified || type.packed)) return false;
    return type.elements.every((element) => this.fitsNext(element));
  }

  /** Compares a type that depends on one of the overload, later if that is not known yet. */
  private fitsDependent(type: Type, word: string, at: number): boolean {
    const letter = word.charAt(0);
    const [number = 0, divisor = 1] = word.slice(1).split("/").map(Number);
    const reference = this.overload[number];
    const isOverload = letter === "*" || letter === "&";
    if (isOverload && !this.isLast) this.overload.push(type);
    if (reference === undefined) return this.defer(type, letter, at);
    return this.isRelated(type, letter, reference, divisor);
  }

  private defer(type: Type, letter: string, at: number): boolean {
    if (this.isLast) return false;
    if (letter === "w") this.at++;
    this.waiting.push({ type, at });
    return true;
  }

  private isRelated(type: Type, letter: string, reference: Type, divisor: number): boolean {
    const element = reference.kind === "vector" ? reference.element : undefined;
    switch (letter) {
      case "=":
        return this.rules.same(type, reference);
      case "e":
        return isScaled(type, reference, 1, 2);
      case "u":
        return isScaled(type, reference, 1, 0.5);
      case "D":
        return element !== undefined && isScaled(type, reference, 2, 0.5);
      case "Q":
        return element !== undefined && isScaled(type, reference, 4, 0.25);
      case "n":
        return element !== undefined && isScaled(type, reference, 1 / divisor, 1);
      case "l":
        return element !== undefined && this.rules.same(type, element);
      case "w":
        return this.isAsLong(type, reference);
      case "z":
        return (
          reference.kind === "vector" &&
          isVectorLike(type, reference.count, reference.scalable, bitsOfScalar(reference.element))
        );
      case "a":
        return this.pointsTo(type, reference);
      case "@":
      case "&":
        return element !== undefined && this.pointsTo(type, element);
      default:
        return (
          reference.kind === "vector" &&
          type.kind === "vector" &&
          hasSameCount(type, reference) &&
          this.pointsTo(type.element, reference.element)
        );
    }
  }

  /** Whether both are vectors of as many elements, or neither is one; the next description is that of the elements. */
  private isAsLong(type: Type, reference: Type): boolean {
    if ((type.kind === "vector") !== (reference.kind === "vector")) return false;
    if (type.kind === "vector" && reference.kind === "vector" && !hasSameCount(type, reference)) return false;
    return this.fitsNext(scalarOf(type));
  }

  private pointsTo(type: Type, pointee: Type): boolean {
    if (type.kind !== "pointer") return false;
    return this.rules.opaque || type.pointee === undefined || this.rules.same(type.pointee, pointee);
  }
}

function hasSameCount(
  a: { readonly count: number; readonly scalable: boolean },
  b: { readonly count: number; readonly scalable: boolean },
): boolean {
  return a.count === b.count && a.scalable === b.scalable;
}

/** Whether a type has the form of an overloaded type: `form / 4` says whether as a vector, the rest which elements. */
function isOfForm(type: Type, form: number): boolean {
  const isVector = type.kind === "vector";
  if ((form >= 8 && isVector) || (form >= 4 && form < 8 && !isVector)) return false;
  const scalar = scalarOf(type);
  return [true, scalar.kind === "integer", isFloating(scalar), scalar.kind === "pointer"][form % 4] ?? false;
}

/** The types of the overload of an intrinsic that a function type gives; undefined if it does not fit the signature. */
export function overloadOf(signature: string, type: FunctionType, rules: TypeRules): readonly Type[] | undefined {
  const comparison = new Comparison(signature, rules);
  return comparison.fits(type) ? comparison.overload : undefined;
}
