/** What the reference's verifier refuses in calls of inline assembly and of intrinsics; see `calls.ts`. Source: Verifier. */
import type { CallInstruction } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { FunctionValue } from "../../ir/values";
import { ALIGNED_POINTERS, MASKED_ACCESSES, takesAlignment } from "../maskedAccesses";
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

const PREFIX = "llvm.masked.";

/** What is wrong with a call of an intrinsic; undefined if nothing. */
export function brokenIntrinsic(
  { operands }: CallInstruction,
  { name }: FunctionValue,
  values: VerifiedValues,
  release: Release,
): string | undefined {
  if (release >= ALIGNED_POINTERS || !name.startsWith(PREFIX)) return undefined;
  const access = MASKED_ACCESSES.find((one) => name.startsWith(`${PREFIX}${one.name}.`));
  if (!access || release < access.verified) return undefined;
  const value = values.at(operands[access.pointer + 1] ?? -1);
  const alignment = value?.kind === "null" ? 0 : value?.kind === "integer" ? Number(value.value) >>> 0 : undefined;
  if (alignment === undefined || takesAlignment(access, alignment)) return undefined;
  return `masked_${access.name}: alignment must be ${access.takesZero ? "0 or " : ""}a power of 2`;
}
