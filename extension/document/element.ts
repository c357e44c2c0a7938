/** The tree of elements that tiles a file: containers, and leaves that own every bit exactly once. */
import type { BitRange } from "./bits";

/**
 * What we know about a bit: read (`decoded`), filler (`padding`), bytes whose extent is known but whose meaning belongs
 * to a foreign format (`opaque`), or damage (`undecoded`).
 */
export type LeafKind = "decoded" | "padding" | "opaque" | "undecoded";

/** How a leaf's raw value is written as bits. Together with the leaf's width it determines the bits exactly. */
export type Encoding =
  /** An unsigned number in the leaf's width, least significant bit first (so also little-endian bytes, and float bits). */
  | { readonly kind: "fixed" }
  /** LLVM's VBR in chunks of `chunk` bits; the leaf's width keeps an over-long form. */
  | { readonly kind: "vbr"; readonly chunk: number }
  /** Six bits that are one of `a-zA-Z0-9._`; raw is the character's code. */
  | { readonly kind: "char6" }
  /** Seven bits per byte, low group first, 0x80 for "more" (LLVM 1.x vbr): the same bits as `vbr` with chunk 8. */
  | { readonly kind: "leb128" }
  /** MLIR's PrefixVarInt: the trailing zeros of the first byte count the bytes that follow. */
  | { readonly kind: "prefixVarint" }
  /** The bytes unchanged; raw is a Uint8Array. */
  | { readonly kind: "bytes" }
  /** Every byte (or part of one) is `fill`; raw is `fill`. */
  | { readonly kind: "fill"; readonly fill: number };

/** A leaf: the owner of its bits. */
export interface Leaf extends BitRange {
  readonly kind: LeafKind;
  /** The field's name in its format's words: `abbreviation id`, `code`, `operand 3`, `vtable slot 2`. */
  readonly name: string;
  readonly encoding: Encoding;
  /** The value as stored; past 53 bits a bigint; bytes for `bytes`. */
  readonly raw: number | bigint | Uint8Array;
  /** What the value means, in words (`relative: %p0`, `linkage: internal`), or why it could not be decoded. */
  readonly meaning?: string | undefined;
}

/** Receives a walk over the elements in file order. Leaves come in order and without gaps. */
export interface ElementSink {
  /** The meanings of leaves are not used, so they need not be computed. */
  readonly plain?: boolean;
  /**
   * A container begins: `kind` in the format's words (`block`, `record`, `section`, `table`), `name` to identify it.
   */
  open(kind: string, name: string, startBit: number): void;
  leaf(leaf: Leaf): void;
  /** The innermost open container ends. */
  close(endBit: number): void;
}
