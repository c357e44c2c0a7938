/** What the reference's verifier refuses in atomic accesses. Source: Verifier's visitLoadInst and others, checkAtomicMemAccessSize. */
import { isPowerOf2 } from "../../../../kit/numbers";
import type { Instruction } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { FLOATING_BITS, isFloating, scalarOf } from "../../ir/types";
import type { VerifiedValues } from "./values";

/** The first release with atomic accesses of vectors. */
const VECTORS: Release = 22;

/** What is wrong with an instruction if it is atomic; undefined if nothing. */
export function brokenAtomic(instruction: Instruction, values: VerifiedValues, release: Release): string | undefined {
  switch (instruction.kind) {
    case "load":
      return instruction.atomic ? brokenAccess(instruction.type, release) : undefined;
    case "store":
      return instruction.atomic ? brokenAccess(values.typeOf(instruction.operands[0] as ValueId), release) : undefined;
    case "cmpxchg": {
      const type = values.typeOf(instruction.operands[1] as ValueId);
      if (type && type.kind !== "integer" && type.kind !== "pointer")
        return "cmpxchg operand must have integer or pointer type";
      return brokenSize(type);
    }
    case "atomicrmw":
      return brokenSize(values.typeOf(instruction.operands[1] as ValueId));
    default:
      return undefined;
  }
}
function isScalar(type: Type): boolean {
  return type.kind === "integer" || type.kind === "byte" || type.kind === "pointer" || isFloating(type);
}
function brokenAccess(type: Type | undefined, release: Release): string | undefined {
  if (!type) return undefined;
  // MMX's type is one of vectors by then.
  const isVector = type.kind === "x86_mmx" || (type.kind === "vector" && isScalar(scalarOf(type)));
  return isScalar(type) || (release >= VECTORS && isVector)
    ? brokenSize(type)
    : "atomic operand must have integer, pointer, or floating point type!";
}
function brokenSize(type: Type | undefined): string | undefined {
  if (!type) return undefined;
  const bits = type.kind === "integer" ? type.width : FLOATING_BITS.get(type.kind);
  if (bits === undefined) return undefined;
  if (bits < 8) return "atomic memory access' size must be byte-sized";
  return isPowerOf2(bits) ? undefined : "atomic memory access' operand must have a power-of-two size";
}
