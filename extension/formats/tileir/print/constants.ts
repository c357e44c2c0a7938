/**
 * Constants: the content of `dense<…>`, and the name that a constant's value suggests (ConstantOp::getAsmResultNames).
 */
import { nested } from "../../mlir/attributes/dense";
import type { Scalar } from "../../mlir/attributes/elements";
import { scalarText } from "../../mlir/attributes/elements";
import type { FloatFormat } from "../../mlir/attributes/floatFormat";
import { finiteFloat, FLOAT_FORMATS } from "../../mlir/attributes/floatFormat";
import type { TypeSpelling } from "../types";

/** Longer lists are printed as the buffer's bytes in hexadecimal. */
const MOST_LISTED = 100;

/** A constant's elements: their layout, and their number. */
export interface Elements {
  readonly scalar: Scalar;
  readonly shape: readonly bigint[];
  readonly count: number;
  readonly data: Uint8Array;
  /** Whether a single element is stored for all. */
  readonly splat: boolean;
}

/** NVIDIA's own format, which MLIR does not have. */
const FNV8E5M3FNU: FloatFormat = { width: 8, precision: 4, bias: 15, specials: "nanOnlyAllOnes", unsigned: true };

/** The layout of a number of that type. */
export function scalarOf(name: string): Scalar | undefined {
  if (name === "i1") return { kind: "bool" };
  const integer = /^i(\d+)$/.exec(name)?.[1];
  if (integer !== undefined) return { kind: "integer", bits: Number(integer), signed: true };
  const format = name === "fnv8E5M3FNU" ? FNV8E5M3FNU : FLOAT_FORMATS.get(name);
  return format && { kind: "float", bits: format.width, format };
}

/** The elements of a constant with a tile type; undefined for any other type. */
export function elementsOf(types: TypeSpelling, type: number, data: Uint8Array): Elements | undefined {
  const tile = types.node(type);
  if (tile?.kind !== "tile") return undefined;
  const scalar = scalarOf(types.spell(tile.element));
  if (!scalar) return undefined;
  const count = tile.shape.reduce((product, size) => product * Number(size), 1);
  return { scalar, shape: tile.shape, count, data, splat: isSplat(scalar, data, count) };
}

function elementBytes(scalar: Scalar): number {
  return scalar.kind === "bool" ? 1 : Math.ceil(scalar.bits / 8);
}
function isSplat(scalar: Scalar, data: Uint8Array, count: number): boolean {
  if (data.length !== elementBytes(scalar)) return false;
  // A byte of bools that are not all equal holds up to eight of them.
  return scalar.kind !== "bool" || count === 1 || data[0] === 0 || data[0] === 1 || data[0] === 255;
}
function element({ scalar, data, count }: Elements, index: number): string {
  if (scalar.kind === "bool" && data.length < count)
    return (((data[index >> 3] ?? 0) >> (index & 7)) & 1) === 1 ? "true" : "false";
  return scalarText(scalar, data, index * elementBytes(scalar));
}

/** The elements as printed between `dense<` and `>`. */
export function* denseText(elements: Elements): Generator<string, void, undefined> {
  const { scalar, shape, count, data, splat } = elements;
  if (splat) yield element(elements, 0);
  else if (
    count > MOST_LISTED ||
    data.length < (scalar.kind === "bool" ? Math.ceil(count / 8) : count * elementBytes(scalar))
  ) {
    yield `"0x${[...data].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("")}"`;
  } else yield* nested(shape, count, (index) => element(elements, index));
}

/** The name that a constant's value suggests: `true`, `cst_0_i32`. */
export function constantName(elements: Elements, type: string): string {
  const { scalar, count, data, splat } = elements;
  if (scalar.kind === "bool") {
    if (!splat && count > data.length * 8) return "cst_i1";
    const all = (text: string): boolean => {
      for (let i = 0; i < (splat ? 1 : count); i++) if (element(elements, i) !== text) return false;
      return true;
    };
    return all("true") ? "true" : all("false") ? "false" : "cst_i1";
  }
  if (!splat && count !== 1) return `cst_${type}`;
  if (scalar.kind === "integer") return `cst_${element(elements, 0)}_${type}`;
  return `cst${wholeNumber(scalar, data)}_${type}`;
}

/** `_1` for a float that is a non-negative integer, `_NaN`, otherwise nothing. */
function wholeNumber({ format }: Extract<Scalar, { kind: "float" }>, data: Uint8Array): string {
  let bits = 0n;
  for (let i = Math.ceil(format.width / 8) - 1; i >= 0; i--) bits = (bits << 8n) | BigInt(data[i] ?? 0);
  const value = finiteFloat(BigInt.asUintN(format.width, bits), format);
  if (!value)
    return /nan/i.test(scalarText({ kind: "float", bits: format.width, format }, data, 0)) ||
      isNaNBits(bits, format.width, format.precision)
      ? "_NaN"
      : "";
  const { negative, significand, exponent } = value;
  if (negative) return "";
  if (exponent >= 0) return exponent + significand.toString(2).length > 64 ? "" : `_${significand << BigInt(exponent)}`;
  const unit = 1n << BigInt(-exponent);
  return significand % unit === 0n ? `_${significand / unit}` : "";
}

/** Whether the bits of a non-finite value are a NaN: an infinity has no bits below the exponent. */
function isNaNBits(bits: bigint, width: number, precision: number): boolean {
  return BigInt.asUintN(precision - 1, bits) !== 0n || width <= 8;
}
