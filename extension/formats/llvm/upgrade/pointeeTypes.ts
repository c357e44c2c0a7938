/**
 * Attributes of calls that tell what a pointer leads to, which only the type of a typed pointer told before.
 * Source: BitcodeReader::propagateAttributeTypes and propagateByValTypes.
 */
import type { AttributeList } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { Value } from "../ir/values";
import { Kind } from "../attributes/kinds";
import { attributeOf } from "../attributes/set";

/** A parameter (0-based) and the kind of the attribute that has its pointee. */
export type TypedParameter = readonly [parameter: number, kind: number];

/** Intrinsics whose pointers say what they lead to: the parameter, and since when. */
const INTRINSICS: readonly (readonly [RegExp, number, Release])[] = [
  [/^llvm\.preserve\.(?:array|struct)\.access\.index\./, 0, 13],
  [/^llvm\.(?:aarch64\.lda?xr|arm\.lda?ex|arm\.ldrex)\./, 0, 15],
  [/^llvm\.(?:aarch64\.stl?xr|arm\.stl?ex|arm\.strex)\./, 1, 15],
];
/** Since when indirect operands of inline assembly do. */
const ASSEMBLY: Release = 14;
/** Until when (exclusively) a call takes over what only the called function's declaration says. */
const OWN_ONLY: Release = 15;
/** Since when not only byval has a type. */
const STRUCT_RETURN: Release = 13;

/** Whether a constraint stands for an operand: an input, or an output through a pointer. */
export function takesOperand(constraint: string): boolean {
  return constraint.startsWith("=") ? constraint.startsWith("=*") : !/^[~!]/.test(constraint);
}

/** The indirect ones among the operands of inline assembly with these constraints. */
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

/** The parameters whose attributes in a call of this value get the type that their pointers lead to. */
export function typedParameters(callee: Value | undefined, release: Release): readonly TypedParameter[] {
  if (callee?.kind === "inlineAsm") return release >= ASSEMBLY ? indirectOperands(callee.constraints) : [];
  if (callee?.kind !== "function") return [];
  const known = INTRINSICS.find(([pattern, , since]) => release >= since && pattern.test(callee.name));
  const own = declared(callee.attributes, release);
  return known ? [...own, [known[1], Kind.elementtype]] : own;
}
