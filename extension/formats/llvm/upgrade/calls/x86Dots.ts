/**
 * Upgrades x86's dot products, and conversions to bfloat: what were vectors of i32 or i16 are vectors of the elements that
 * are meant. Source: upgradeX86MultiplyAddBytes, upgradeX86MultiplyAddWords, upgradeX86BF16Intrinsic,
 * upgradeX86BF16DPIntrinsic.
 */
import type { ValueId } from "../../ir/ids";
import type { FunctionType, Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import { bitsOf, bitsOfScalar, quotient } from "../typeRelations";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";

/** A vector of the same size with these elements. */
function reinterpreted(type: Type | undefined, element: Type, interner: TypeInterner): Type | undefined {
  return type && interner.vector(element, quotient(bitsOf(type), bitsOfScalar(element)), false);
}

/** The type with vectors of other elements as second and third parameter; undefined if it has them already. */
function withFactors(elementOf: (interner: TypeInterner) => Type) {
  return ({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined => {
    const element = elementOf(interner);
    const [sum, left, right] = params;
    if (!sum || !left || !right || [left, right].every((factor) => scalarOf(factor) === element)) return undefined;
    const factors = [left, right].map((factor) => reinterpreted(factor, element, interner) ?? factor);
    return interner.function(result, [sum, ...factors], false);
  };
}

/** Calls with the operands that the function has, each cast to the parameter's type. */
function callRecast(r: Rewriting, target: FunctionValue): ValueId {
  const params = target.valueType.kind === "function" ? target.valueType.params : [];
  return r.callOf(
    target,
    params.map((param, place) => r.recast(r.argument(place), param)),
  );
}

/** The type of a conversion that returns bfloats; the second parameter of one with a mask has the result's type. */
function bfloatResult({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const bfloat = interner.simple("bfloat");
  const made = scalarOf(result) === bfloat ? undefined : reinterpreted(result, bfloat, interner);
  if (!made) return undefined;
  const fitted = params.map((param, place) => (place === 1 && params.length === 3 ? made : param));
  return interner.function(made, fitted, false);
}
function callForBfloats(r: Rewriting, target: FunctionValue): ValueId {
  const made = callRecast(r, target);
  const result = r.recast(made, r.call.type);
  r.takeName(made);
  return result;
}

const SIZES = String.raw`\.(?:128|256|512)$`;

/** The rules; no two match the same function. */
export const X86_DOTS: readonly Replacement[] = [
  {
    name: "dot products of bytes",
    since: 22,
    from: new RegExp(String.raw`^llvm\.x86\.(?:avx512\.vpdpbus|avx(?:2|10)\.vpdpb(?:ss|su|uu))ds?${SIZES}`),
    type: withFactors((interner) => interner.i8),
    call: callRecast,
  },
  {
    name: "dot products of words",
    since: 22,
    from: new RegExp(String.raw`^llvm\.x86\.(?:avx512\.vpdpwss|avx(?:2|10)\.vpdpw(?:su|us|uu))ds?${SIZES}`),
    type: withFactors((interner) => interner.integer(16)),
    call: callRecast,
  },
  {
    name: "dot products of bfloats",
    since: 16,
    from: new RegExp(String.raw`^llvm\.x86\.avx512bf16\.dpbf16ps${SIZES}`),
    type: withFactors((interner) => interner.simple("bfloat")),
    call: callRecast,
  },
  {
    name: "conversions to bfloat",
    since: 16,
    from: new RegExp(String.raw`^llvm\.x86\.avx512bf16\.(?:mask\.cvtneps2bf16\.128|cvtne2?ps2bf16${SIZES})`),
    type: bfloatResult,
    call: callForBfloats,
  },
];
