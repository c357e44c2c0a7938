/** Alignments of types in bytes by a data layout string. Source: LangRef, "Data Layout"; llvm::DataLayout. */
import type { Release } from "../ir/releases";
import { NEWEST } from "../ir/releases";
import type { Type } from "../ir/types";
import { FLOATING_BITS, isFloating } from "../ir/types";

/** The alignments of a type, in bytes. */
interface Alignment {
  readonly abi: number;
  readonly preferred: number;
}

/** The defaults, which the string overrides. */
const DEFAULTS = "i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f32:32-f64:64-f128:128-v64:64-v128:128-a:0:64-p:64:64";
/** MMX registers are aligned like vectors of their size. */
const MMX_BITS = 64;
/** The alignment of an AMX tile. */
const TILE_BYTES = 64;
/** The first release that aligns vectors by their size; before, by that of as many elements in memory. */
const PACKED_VECTORS: Release = 14;
/** Types nested deeper than this, as in a damaged file, count as aligned to bytes. */
const MAX_DEPTH = 64;

function powerOfTwo(bytes: number): number {
  return bytes <= 1 ? 1 : 2 ** Math.ceil(Math.log2(bytes));
}

/** A data layout, as far as the natural alignment of loads, stores and allocas depends on it. */
export class Layout {
  private readonly byKind = new Map<string, Map<number, Alignment>>();
  private readonly pointers = new Map<number, Alignment & { readonly bytes: number }>();

  constructor(
    text: string,
    private readonly release: Release = NEWEST,
  ) {
    for (const part of `${DEFAULTS}-${text}`.split("-")) this.take(part);
  }

  private take(part: string): void {
    const match = /^([ifva])(\d*):(\d+)(?::(\d+))?/.exec(part);
    if (match) {
      const [, kind = "", bits = "", abi = "8", preferred = abi] = match;
      let widths = this.byKind.get(kind);
      if (!widths) this.byKind.set(kind, (widths = new Map()));
      widths.set(Number(bits), { abi: Math.max(1, Number(abi) / 8), preferred: Math.max(1, Number(preferred) / 8) });
      return;
    }
    const pointer = /^p[a-z]*(\d*)(?:\([^)]*\))?:(\d+):(\d+)(?::(\d+))?/.exec(part);
    if (!pointer) return;
    const [, space = "", bits = "64", abi = "64", preferred = abi] = pointer;
    this.pointers.set(Number(space), {
      bytes: Number(bits) / 8,
      abi: Number(abi) / 8,
      preferred: Number(preferred) / 8,
    });
  }

  /** The alignment of loads and stores (`abi`) and stack slots (`preferred`) of a type, in bytes. */
  alignmentOf(type: Type, which: keyof Alignment, depth = 0): number {
    if (depth > MAX_DEPTH) return 1;
    switch (type.kind) {
      case "x86_mmx":
        return this.byKind.get("v")?.get(MMX_BITS)?.[which] ?? MMX_BITS / 8;
      case "x86_amx":
        return TILE_BYTES;
      case "integer":
      case "byte":
        return this.integer(type.width)[which];
      case "pointer":
        return (this.pointers.get(type.addressSpace) ?? this.pointers.get(0))?.[which] ?? 1;
      case "array":
        return this.alignmentOf(type.element, which, depth + 1);
      case "vector":
        return this.vector(type, which, depth);
      case "struct":
        return this.struct(type.elements ?? [], type.packed, which, depth);
      default:
        return isFloating(type) ? this.float(type.kind)[which] : 1;
    }
  }

  /** The alignment of an atomic access in bytes: the size of the value in memory, rounded down to a power of two. */
  storeAlignmentOf(type: Type): number {
    const bytes = Math.ceil(this.bitsOf(type) / 8);
    return bytes > 0 ? 2 ** Math.floor(Math.log2(bytes)) : 1;
  }

  /** The alignment of an integer of this width; otherwise of the next wider one, otherwise of the widest. */
  private integer(bits: number): Alignment {
    const widths = [...(this.byKind.get("i") ?? [])].sort(([a], [b]) => a - b);
    const found = widths.find(([width]) => width >= bits) ?? widths.at(-1);
    return found?.[1] ?? { abi: 1, preferred: 1 };
  }
  private float(kind: string): Alignment {
    const bits = FLOATING_BITS.get(kind) ?? 8;
    const natural = powerOfTwo(bits / 8);
    return this.byKind.get("f")?.get(bits) ?? { abi: natural, preferred: natural };
  }
  private vector(type: Extract<Type, { kind: "vector" }>, which: keyof Alignment, depth: number): number {
    const bits = this.bitsOf(type);
    const specified = this.byKind.get("v")?.get(bits);
    if (specified) return specified[which];
    if (bits === 0) return this.alignmentOf(type.element, which, depth + 1);
    return powerOfTwo(this.release < PACKED_VECTORS ? type.count * this.strideOf(type.element) : Math.ceil(bits / 8));
  }
  /** The bytes from one scalar to the next in an array. */
  private strideOf(scalar: Type): number {
    const alignment = this.alignmentOf(scalar, "abi");
    return Math.ceil(this.bitsOf(scalar) / 8 / alignment) * alignment;
  }
  private struct(elements: readonly Type[], packed: boolean, which: keyof Alignment, depth: number): number {
    if (packed && which === "abi") return 1;
    const own = this.byKind.get("a")?.get(0)?.[which] ?? 1;
    const inner = packed ? [] : elements.map((element) => this.alignmentOf(element, "abi", depth + 1));
    return inner.reduce((most, alignment) => Math.max(most, alignment), own);
  }
  /** The size of a scalar or of a vector of scalars in bits; 0 for other types. */
  private bitsOf(type: Type): number {
    if (type.kind === "vector") return type.element.kind === "vector" ? 0 : type.count * this.bitsOf(type.element);
    if (type.kind === "integer" || type.kind === "byte") return type.width;
    if (type.kind === "pointer")
      return 8 * ((this.pointers.get(type.addressSpace) ?? this.pointers.get(0))?.bytes ?? 8);
    return FLOATING_BITS.get(type.kind) ?? 0;
  }
}
