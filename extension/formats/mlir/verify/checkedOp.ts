/** What a check of one op asks about it. */
import type { TypeList } from "../model/signatureKey";

/** An op whose types are known. */
export interface CheckedOp {
  readonly name: string;
  readonly operands: TypeList;
  readonly results: TypeList;
  /** The numbers of a property that is an array of them. */
  integers(property: string): readonly bigint[] | undefined;
}
