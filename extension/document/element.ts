/** The tree of elements that tiles a file: containers, and leaves that own every bit exactly once. */
import type { BitRange } from "./bits";

/**
 * What a bit is to us: read (`decoded`), filler (`padding`), bytes whose extent is known and whose meaning belongs to a
 * foreign format (`opaque`), or damage (`undecoded`).
 */
export type LeafKind = "decoded" | "padding" | "opaque" | "undecoded";

/** How a leaf's raw value is written as bits. With the leaf's width it is enough to write it again exactly. */
export type Encoding =
  /** An unsigned number in the leaf's width, least significant bit first (so also little-endian bytes, and float bits). */
  | { readonly kind: "fixed" }
  /** LLVM's VBR in chunks of `chunk` bits; the leaf's width keeps an over-long form. */
  | { readonly kind: "vbr"; readonly chunk: number }
  /** Six bits that are one of `a-zA-Z0-9._`; raw is the character's code. */
  | { readonly kind: "char6" }
  /** Seven bits a byte, low group first, 0x80 for "more" (LLVM 1.x vbr): the same bits as `vbr` with chunk 8. */
  | { readonly kind: "leb128" }
  /** MLIR's PrefixVarInt: the trailing zeros of the first byte count the bytes that follow. */
  | { readonly kind: "prefixVarint" }
  /** Bytes as they stand; raw is a Uint8Array. */
  | { readonly kind: "bytes" }
  /** Every byte (or the part of it) is `fill`; raw is `fill`. */
  | { readonly kind: "fill"; readonly fill: number };

/** A leaf: the owner of its bits. */
export interface Leaf extends BitRange {
  readonly kind: LeafKind;
  /** The field's name in its format's words: `abbreviation id`, `code`, `operand 3`, `vtable slot 2`. */
  readonly name: string;
  readonly encoding: Encoding;
  /** The value as stored; past 53 bits a bigint; bytes for `bytes`. */
  readonly raw: number | bigint | Uint8Array;
  /** What it stands for, in words (`relative: %p0`, `linkage: internal`), or why it could not be decoded. */
  readonly meaning?: string | undefined;
}

/** Takes a walk over the elements in file order. Leaves come in order and without gaps. */
export interface ElementSink {
  /** Nobody looks at what leaves mean: it need not be found out. */
  readonly plain?: boolean;
  /** A container begins: `kind` in the format's words (`block`, `record`, `section`, `table`), `name` which one. */
  open(kind: string, name: string, startBit: number): void;
  leaf(leaf: Leaf): void;
  /** The innermost open container ends. */
  close(endBit: number): void;
}
