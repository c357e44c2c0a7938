/** Casts of scalar constants, for which the reference's IRBuilder makes no instruction (llvm::ConstantFolder). */
import { narrowed } from "../../../../kit/littleEndian";
import type { Type } from "../../ir/types";
import type { Value } from "../../ir/values";

/** What a constant becomes: an integer as a signed number, or the bits of a floating-point number. */
export type Folded =
  { readonly kind: "integer"; readonly value: number | bigint } | { readonly kind: "float"; readonly bits: bigint };

/**
 * The constant that a cast of a constant gives.
 * @param from the type of the constant
 * @returns undefined if the cast is not folded here: of a vector, of half and wider numbers than double, of a NaN
 */
export function foldedCast(opcode: string, value: Value | undefined, from: Type, to: Type): Folded | undefined {
  const integer = value?.kind === "integer" ? value.value : value?.kind === "null" ? 0 : undefined;
  if (from.kind === "integer" && integer !== undefined) return ofInteger(opcode, BigInt(integer), from.width, to);
  return value?.kind === "float" ? ofFloat(opcode, value.bits, from, to) : undefined;
}

function ofInteger(opcode: string, value: bigint, width: number, to: Type): Folded | undefined {
  const isUnsigned = opcode === "zext" || opcode === "uitofp";
  const number = isUnsigned ? BigInt.asUintN(width, value) : BigInt.asIntN(width, value);
  switch (opcode) {
    case "zext":
    case "sext":
    case "trunc":
      return to.kind === "integer" ? { kind: "integer", value: narrowed(BigInt.asIntN(to.width, number)) } : undefined;
    case "sitofp":
    case "uitofp":
      return floatOf(Number(to.kind === "float" ? roundedToOdd(number) : number), to);
    default:
      return undefined;
  }
}

/** Bits of a 64-bit integer that a double may not hold. */
const REST = 11n;
/**
 * A number that a double holds, and that rounds to the same float: where it is inexact, its last bit tells that it is.
 * Without it, the number would be rounded twice.
 */
function roundedToOdd(value: bigint): bigint {
  if (typeof narrowed(value) === "number") return value;
  const upper = (value >> REST) << REST;
  return upper === value ? value : upper | (1n << REST);
}

function ofFloat(opcode: string, bits: bigint, from: Type, to: Type): Folded | undefined {
  if (opcode !== "fpext" && opcode !== "fptrunc") return undefined;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  if (from.kind === "float") return floatOf(view.getFloat32(4), to);
  return from.kind === "double" ? floatOf(view.getFloat64(0), to) : undefined;
}

/** The bits of a number as a float or a double, rounded to the nearest. */
function floatOf(value: number, to: Type): Folded | undefined {
  const view = new DataView(new ArrayBuffer(8));
  // A NaN has more bits than JavaScript keeps.
  if (Number.isNaN(value)) return undefined;
  if (to.kind === "float") view.setFloat32(4, value);
  else if (to.kind === "double") view.setFloat64(0, value);
  else return undefined;
  return { kind: "float", bits: view.getBigUint64(0) };
}
