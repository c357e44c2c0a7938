/** What the reference's verifier refuses in calls of inline assembly and of intrinsics; see `calls.ts`. Source: Verifier. */
import type { CallInstruction } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { FunctionValue } from "../../ir/values";
import { takesOperand } from "../pointeeTypes";
import { attributesIn } from "./attributes";
import type { VerifiedValues } from "./values";

/** The first releases that look at the types of what constraints point to, and at labels. */
const [TYPED, LABELS]: readonly [Release, Release] = [14, 15];

/** What is wrong with a call of inline assembly with these constraints; undefined if nothing. */
export function brokenAssembly(call: CallInstruction, text: string, release: Release): string | undefined {
  if (release < TYPED) return undefined;
  const constraints = text === "" ? [] : text.split(",");
  for (const [i, constraint] of constraints.filter(takesOperand).entries()) {
    const isIndirect = /^=?\*/.test(constraint);
    const isTyped = attributesIn(call.attributes?.paramSets[i]).has("elementtype");
    if (isTyped && !isIndirect) return "Elementtype attribute can only be applied for indirect constraints";
  }
  if (release < LABELS) return undefined;
  const labels = constraints.filter((constraint) => constraint.startsWith("!")).length;
  if (call.kind !== "callbr") return labels === 0 ? undefined : "Label constraints can only be used with callbr";
  return labels === call.blocks.length - 1
    ? undefined
    : "Number of label constraints does not match number of callbr dests";
}

/**
 * Accesses of the elements of vectors that a mask selects: which parameter is the alignment, whether it may be 0, and the
 * first release that looks at it.
 */
const MASKED: readonly (readonly [name: string, parameter: number, takesZero: boolean, from: Release])[] = [
  ["load", 1, false, 9],
  ["store", 2, false, 9],
  ["gather", 1, true, 11],
  ["scatter", 2, true, 11],
];
/** The first release that has an attribute instead. */
const ATTRIBUTED: Release = 22;
const PREFIX = "llvm.masked.";

/** What is wrong with a call of an intrinsic; undefined if nothing. */
export function brokenIntrinsic(
  { operands }: CallInstruction,
  { name }: FunctionValue,
  values: VerifiedValues,
  release: Release,
): string | undefined {
  if (release >= ATTRIBUTED || !name.startsWith(PREFIX)) return undefined;
  const known = MASKED.find(([access]) => name.startsWith(`${PREFIX}${access}.`));
  if (!known) return undefined;
  const [access, parameter, takesZero, from] = known;
  if (release < from) return undefined;
  const value = values.at(operands[parameter] ?? -1);
  const alignment = value?.kind === "null" ? 0 : value?.kind === "integer" ? Number(value.value) >>> 0 : undefined;
  if (alignment === undefined) return undefined;
  const isPower = alignment !== 0 && (alignment & (alignment - 1)) === 0;
  return isPower || (takesZero && alignment === 0)
    ? undefined
    : `masked_${access}: alignment must be ${takesZero ? "0 or " : ""}a power of 2`;
}
