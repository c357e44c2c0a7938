/** Intrinsics that access the elements of vectors that a mask selects. Up to LLVM 21 an operand states their alignment. */
import { isPowerOf2 } from "../../../kit/numbers";
import type { Release } from "../ir/releases";

/** An access. */
export interface MaskedAccess {
  readonly name: string;
  /** Places of the types in its name: 0 the result, 1 the first parameter. */
  readonly places: readonly number[];
  /** The operand that is the pointer; the one after it is the alignment. */
  readonly pointer: number;
  /** Whether an alignment of 0 stands for the natural one. */
  readonly takesZero: boolean;
  /** The first release whose verifier looks at the alignment. */
  readonly verified: Release;
}

/** All of them. */
export const MASKED_ACCESSES: readonly MaskedAccess[] = [
  { name: "load", places: [0, 1], pointer: 0, takesZero: false, verified: 9 },
  { name: "store", places: [1, 2], pointer: 1, takesZero: false, verified: 9 },
  { name: "gather", places: [0, 1], pointer: 0, takesZero: true, verified: 11 },
  { name: "scatter", places: [1, 2], pointer: 1, takesZero: true, verified: 11 },
];

/** The first release in which an attribute says the alignment. */
export const ALIGNED_POINTERS: Release = 22;

/** Whether an access may have this alignment. */
export function takesAlignment({ takesZero }: MaskedAccess, alignment: number): boolean {
  return isPowerOf2(alignment) || (takesZero && alignment === 0);
}
