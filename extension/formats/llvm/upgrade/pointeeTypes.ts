/**
 * Attributes of calls with the pointee type of a pointer, which before only typed pointers stated. Source:
 * BitcodeReader::propagateAttributeTypes and propagateByValTypes.
 */
import type { AttributeList } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { Value } from "../ir/values";
import { Kind } from "../attributes/kinds";
import { attributeOf } from "../attributes/set";

/** A parameter (0-based), and the kind of attribute that has its pointee type. */
export type TypedParameter = readonly [parameter: number, kind: number];

/** Intrinsics whose pointers need an elementtype: the parameter, and the first release. */
const INTRINSICS: readonly (readonly [RegExp, number, Release])[] = [
  [/^llvm\.preserve\.(?:array|struct)\.access\.index\./, 0, 13],
  [/^llvm\.(?:aarch64\.lda?xr|arm\.lda?ex|arm\.ldrex)\./, 0, 15],
  [/^llvm\.(?:aarch64\.stl?xr|arm\.stl?ex|arm\.strex)\./, 1, 15],
];
/** The first release in which indirect operands of inline assembly need one. */
const ASSEMBLY: Release = 14;
/** The first release in which a call no longer takes over what only the callee's declaration states. */
const OWN_ONLY: Release = 15;
/** The first release in which sret and inalloca have a type, not only byval. */
const STRUCT_RETURN: Release = 13;

/** Whether a constraint takes an operand: an input, or an output through a pointer. */
export function takesOperand(constraint: string): boolean {
  return constraint.startsWith("=") ? constraint.startsWith("=*") : !/^[~!]/.test(constraint);
}

/** The indirect operands of inline assembly with these constraints. */
function indirectOperands(constraints: string): readonly TypedParameter[] {
  return constraints
    .split(",")
    .filter(takesOperand)
    .flatMap((constraint, i): TypedParameter[] => (/^=?&?\*/.test(constraint) ? [[i, Kind.elementtype]] : []));
}

function declared(list: AttributeList | undefined, release: Release): readonly TypedParameter[] {
  if (!list || release >= OWN_ONLY) return [];
  const kinds = release >= STRUCT_RETURN ? [Kind.byval, Kind.sret, Kind.inalloca] : [Kind.byval];
  return list.paramSets.flatMap((set, i) =>
    kinds.filter((kind) => attributeOf(set, kind)).map((kind): TypedParameter => [i, kind]),
  );
}

/** The parameters whose attributes in a call of this value get the pointee type. */
export function typedParameters(callee: Value | undefined, release: Release): readonly TypedParameter[] {
  if (callee?.kind === "inlineAsm") return release >= ASSEMBLY ? indirectOperands(callee.constraints) : [];
  if (callee?.kind !== "function") return [];
  const known = INTRINSICS.find(([pattern, , since]) => release >= since && pattern.test(callee.name));
  const own = declared(callee.attributes, release);
  return known ? [...own, [known[1], Kind.elementtype]] : own;
}
