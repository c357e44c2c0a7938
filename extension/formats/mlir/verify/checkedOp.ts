/** What a check of one op asks about it. */
import type { ViewParts } from "./opView";

/** An op whose types are known. */
export interface CheckedOp extends ViewParts {
  /** The numbers of a property that is an array of them. */
  integers(property: string): readonly bigint[] | undefined;
}
