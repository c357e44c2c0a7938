/** Attributes of functions, parameters, return values and globals. */
import type { Type } from "./types";

/** One attribute, in the form of PARAMATTR_GROUP records. `kind` is a number of AttributeKindCodes (LLVMBitCodes.h). */
export type Attribute =
  | { readonly form: "enum"; readonly kind: number }
  | { readonly form: "int"; readonly kind: number; readonly value: bigint }
  | { readonly form: "string"; readonly key: string; readonly value: string | undefined }
  | { readonly form: "type"; readonly kind: number; readonly type: Type | undefined }
  | { readonly form: "range"; readonly kind: number; readonly range: ConstantRange }
  | { readonly form: "rangeList"; readonly kind: number; readonly ranges: readonly ConstantRange[] };

/** A half-open range of integers of `bits` bits, as signed numbers. */
export interface ConstantRange {
  readonly bits: number;
  readonly lower: bigint;
  readonly upper: bigint;
}

/** The attributes of one place (a function, a parameter), upgraded for the printing release and in its order. */
export interface AttributeSet {
  /** Its number among the sets of its module, from 0; tables by set are arrays. */
  readonly serial: number;
  readonly attributes: readonly Attribute[];
}

/** An attribute list, which functions and call sites refer to by its 1-based number. */
export interface AttributeList {
  readonly functionSet: AttributeSet | undefined;
  readonly returnSet: AttributeSet | undefined;
  /** By parameter; undefined if a parameter has no attributes. */
  readonly paramSets: readonly (AttributeSet | undefined)[];
}

/** The list of a function or call without attributes. */
export const NO_ATTRIBUTES: AttributeList = { functionSet: undefined, returnSet: undefined, paramSets: [] };
