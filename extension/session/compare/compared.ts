/** What a comparison of two texts consists of. */
import type { MadeList } from "../../document/madeList";

/** How a function of the two modules differs. */
export type FunctionState = "same" | "changed" | "renamed" | "left" | "right";

/** A function of either module. Lines of the right side are written with the left side's numbered names. */
export interface ComparedFunction {
  readonly state: FunctionState;
  /** Its name in its module; the left name if both have it. */
  readonly name: string;
  readonly rightName?: string;
  /** Its lines on both sides, aligned: equal lines are pairs. */
  readonly lines: MadeList<ComparedLine>;
  /** How many lines each side has; 0 if it has no such function. */
  readonly leftCount: number;
  readonly rightCount: number;
  /** Lines of both sides that have no equal on the other side. */
  readonly differing: number;
}

/** A line between the functions; has both sides if it is equal, or a definition that has changed. */
export interface ComparedLine {
  readonly left?: string;
  readonly right?: string;
}

/** An item of the compared texts, in the left text's order: a function by its index, or a line. */
export type ComparedItem =
  | { readonly kind: "function"; readonly value: ComparedFunction }
  | { readonly kind: "line"; readonly value: ComparedLine };
