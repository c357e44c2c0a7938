/** Elements of dense attributes: their layout in the raw buffer, and their text. */
import type { Release, Tables } from "../model/module";
import { shapedText } from "../model/shapedText";
import { FLOAT_FORMATS, floatFormat } from "./floatFormat";
import type { FloatFormat } from "./floatFormat";
import { floatText } from "./floatText";

/** A number of a dense buffer: `bits` wide, printed as a bool, an integer or a float. */
export type Scalar =
  | { readonly kind: "bool" }
  | { readonly kind: "integer"; readonly bits: number; readonly signed: boolean }
  | { readonly kind: "float"; readonly bits: number; readonly format: FloatFormat };

/** The layout of an element: a number, or a pair of numbers. */
export interface ElementLayout {
  readonly scalar: Scalar;
  readonly complex: boolean;
  /** Bytes from one element to the next; 0 if elements are single bits. */
  readonly stride: number;
  /** Whether a list reads the two bools of a complex, stored as bytes, as bits. */
  readonly pairsAsBits: boolean;
}

/** The kind of number that a type is; undefined for a type that is not a number. */
export function scalarOf(type: number, tables: Tables): Scalar | undefined {
  const node = tables.type(type);
  if (node.kind === "integer") {
    if (node.width === 1) return { kind: "bool" };
    return { kind: "integer", bits: node.width, signed: node.sign !== "unsigned" };
  }
  if (node.kind === "index") return { kind: "integer", bits: 64, signed: true };
  const format = floatFormat(node);
  return format && floatScalar(format, tables.release);
}

/** The size of a number in bytes; an unpacked bool takes one. */
const bytesOf = (scalar: Scalar): number => (scalar.kind === "bool" ? 1 : Math.ceil(scalar.bits / 8));

/** The layout of the elements of a dialect's shaped type that is stored as text, and its shape. */
export function textLayout(
  text: string,
  release: Release,
): { readonly shape: readonly number[]; readonly layout: ElementLayout | undefined } | undefined {
  const shaped = shapedText(text);
  if (!shaped) return undefined;
  const scalar = namedScalar(shaped.element, release);
  return { shape: shaped.shape, layout: scalar && layoutOf(scalar, shaped.complex, release) };
}

/** The kind of number that a builtin type's name means. */
function namedScalar(name: string, release: Release): Scalar | undefined {
  const [, sign, width] = /^([su]?)i(\d+)$/.exec(name) ?? [];
  if (width === "1" && sign === "") return { kind: "bool" };
  if (width !== undefined) return { kind: "integer", bits: Number(width), signed: sign !== "u" };
  if (name === "index") return { kind: "integer", bits: 64, signed: true };
  const format = FLOAT_FORMATS.get(name);
  return format && floatScalar(format, release);
}

/**
 * The element type of a dialect that lists its values in `dense<…>` as attributes (DenseElementTypeInterface, since
 * MLIR 23): the number that a value is, and the type that each value is printed with. `!tosa.mxint8` is one, and
 * `!tosa.block_scaled<BLOCK_SHAPE_32:f8E8M0FNU:f4E2M1FN>`, whose last part is the type of its values.
 */
export function listedElement(
  text: string,
  release: Release,
): { readonly scalar: Scalar; readonly typeName: string } | undefined {
  const [, of] = /^!tosa\.(?:block_scaled<[^:]*:[^:]*:)?(!tosa\.mxint8|mxint8|f\d\w*)(?:[,>].*)?$/.exec(text) ?? [];
  if (of === undefined || release < 23) return undefined;
  const typeName = of.endsWith("mxint8") ? "i8" : of;
  const scalar = namedScalar(typeName, release);
  return scalar && { scalar, typeName };
}

/** Before MLIR 20, tf32 counts as 32 bits wide wherever its size matters. */
function floatScalar(format: FloatFormat, release: Release): Scalar {
  const wide = format === FLOAT_FORMATS.get("tf32") && release < 20;
  return { kind: "float", bits: wide ? 32 : format.width, format };
}

/** The layout of elements of a type in the buffer of a DenseElementsAttr: bytes, except that bools are bits. */
export function elementLayout(type: number, tables: Tables): ElementLayout | undefined {
  const node = tables.type(type);
  const complex = node.kind === "complex";
  const scalar = scalarOf(complex ? node.element : type, tables);
  return scalar && layoutOf(scalar, complex, tables.release);
}

/** The layout of numbers, or of pairs of them. */
export function layoutOf(scalar: Scalar, complex: boolean, release: Release): ElementLayout {
  const stride = complex ? 2 * bytesOf(scalar) : scalar.kind === "bool" ? 0 : bytesOf(scalar);
  return { scalar, complex, stride, pairsAsBits: complex && scalar.kind === "bool" && release < 23 };
}

/** Size of `count` elements, in bytes. */
export function bufferSize(layout: ElementLayout, count: number): number {
  return layout.stride === 0 ? Math.ceil(count / 8) : layout.stride * count;
}

/**
 * Whether a buffer holds a single element for all (DenseElementsAttr::isValidRawBuffer): it has the length of one
 * element; a byte of bools only if they are all equal.
 */
export function isSplat(layout: ElementLayout, buffer: Uint8Array, size: number): boolean {
  if (layout.stride > 0) return size === layout.stride;
  return size === 1 && (buffer[0] === 0 || buffer[0] === 0xff);
}

/** An unsigned little-endian number of up to 6 bytes. */
function smallNumber(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[start + i] ?? 0);
  return value;
}

/** An unsigned little-endian number. */
function bigNumber(bytes: Uint8Array, start: number, count: number): bigint {
  let value = 0n;
  for (let i = count; i > 0; i -= Math.min(i, 6)) {
    const part = Math.min(i, 6);
    value = (value << BigInt(8 * part)) | BigInt(smallNumber(bytes, start + i - part, part));
  }
  return value;
}

/** The text of the number at byte `start` of a buffer; a bool is a byte here, true unless it is 0. */
export function scalarText(scalar: Scalar, bytes: Uint8Array, start: number): string {
  switch (scalar.kind) {
    case "bool":
      return (bytes[start] ?? 0) === 0 ? "false" : "true";
    case "integer":
      return integerText(scalar.bits, scalar.signed, bytes, start);
    case "float":
      return floatText(BigInt.asUintN(scalar.format.width, bigNumber(bytes, start, bytesOf(scalar))), scalar.format);
  }
}

/** An integer of any width; up to 48 bits without BigInt, since lists are long. */
function integerText(bits: number, signed: boolean, bytes: Uint8Array, start: number): string {
  const count = Math.ceil(bits / 8);
  if (bits > 48) {
    const value = bigNumber(bytes, start, count);
    return (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)).toString();
  }
  const value = smallNumber(bytes, start, count) % 2 ** bits;
  return String(signed && value >= 2 ** (bits - 1) ? value - 2 ** bits : value);
}

/** A packed bool: bits fill each byte from the least significant bit on. */
const bit = (bytes: Uint8Array, index: number): string =>
  (((bytes[index >> 3] ?? 0) >> (index & 7)) & 1) === 1 ? "true" : "false";

/**
 * The text of an element of a dense buffer. The bools of a complex are stored as bytes, but before MLIR 23 mlir-opt
 * reads them as bits, so it prints the buffer's bits 2k and 2k+1.
 */
export function elementText(layout: ElementLayout, buffer: Uint8Array, index: number): string {
  const { scalar, complex, stride, pairsAsBits } = layout;
  if (!complex) return stride === 0 ? bit(buffer, index) : scalarText(scalar, buffer, index * stride);
  if (pairsAsBits) return `(${bit(buffer, 2 * index)},${bit(buffer, 2 * index + 1)})`;
  const real = scalarText(scalar, buffer, index * stride);
  return `(${real},${scalarText(scalar, buffer, index * stride + stride / 2)})`;
}
