/** What the reference's verifier refuses in calls of inline assembly and of intrinsics; see `calls.ts`. Source: Verifier. */
import type { CallInstruction, OperandBundle } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import { areEqualErased } from "../../ir/typeEquality";
import type { FunctionValue } from "../../ir/values";
import { isConstant } from "../../ir/values";
import { ALIGNED_POINTERS, MASKED_ACCESSES, takesAlignment } from "../maskedAccesses";
import { takesOperand } from "../pointeeTypes";
import { attributesIn } from "./attributes";
import type { CallPlace } from "./callPlace";
import { brokenOperands, IntrinsicCall } from "./intrinsicRules";
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
export function brokenIntrinsic(call: CallInstruction, target: FunctionValue, place: CallPlace): string | undefined {
  const { operands, functionType } = call;
  const { values, release } = place;
  if (release >= OPAQUE && !areEqualErased(functionType, target.valueType))
    return "Intrinsic called with incompatible signature";
  if (operands.some((id, i) => functionType.params[i]?.kind === "x86_amx" && isConstant(values.at(id))))
    return "const x86_amx is not allowed in argument!";
  if (target.name === "llvm.assume") return brokenAssumption(call.bundles, values, release);
  return (
    brokenAccess(target.name, operands, values, release) ??
    brokenOperands(target.name, release, () => new IntrinsicCall(call, place))
  );
}
type Limits = readonly [least: number, most: number];
/** What assumptions are about has so many operands, by name; others have at most 2. */
const ASSUMED: ReadonlyMap<string, Limits> = new Map(
  Object.entries<Limits>({
    align: [2, 3],
    dereferenceable: [2, 2],
    dereferenceable_or_null: [2, 2],
    separate_storage: [2, 2],
    nonnull: [1, 1],
    noundef: [1, 1],
    cold: [0, 0],
  }),
);
const ASSUMPTIONS: Release = 11;
function brokenAssumption(
  bundles: readonly OperandBundle[],
  values: VerifiedValues,
  release: Release,
): string | undefined {
  if (release < ASSUMPTIONS) return undefined;
  for (const { tag, operands } of bundles) {
    const [least, most] = ASSUMED.get(tag) ?? [0, 2];
    if (operands.length < least || operands.length > most)
      return `${tag} assumptions should have ${least} to ${most} arguments`;
    const kinds = operands.map((id) => values.typeOf(id)?.kind);
    if (tag === "align" && (kinds[0] !== "pointer" || kinds.slice(1).some((kind) => kind !== "integer")))
      return "alignment assumptions should have a pointer and integers";
  }
  return undefined;
}

/** The first release without pointee types, in which an intrinsic can be called with another type than its own. */
const OPAQUE: Release = 15;

function brokenAccess(
  name: string,
  operands: readonly ValueId[],
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
