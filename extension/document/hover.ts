/** What the hover card of a token or an operand says. */
import type { BitRange } from "./bits";
import type { SymbolId } from "./token";

/** One labelled line of a card: `raw`, `2 → relative: 2 back from %v0 → %p0 (i32, parameter 0)`. */
export interface HoverLine {
  readonly label: string;
  readonly text: string;
}

/**
 * A hover card as the format fills it in. The session adds what it knows for every format: where `symbol` is defined,
 * how often it is used, and the range's position and width.
 */
export interface HoverCard {
  /** What it is: `2 — first operand of INST_BINOP`. */
  readonly title: string;
  /** Where it stands: `function @f0`. */
  readonly container?: string;
  readonly lines: readonly HoverLine[];
  /** The bits this is about, and how they are encoded: `vbr(6), unabbreviated`. */
  readonly bits?: BitRange;
  readonly encoding?: string;
  readonly symbol?: SymbolId;
  /** One line from the format's description of the record or op. */
  readonly description?: string;
}

/** Which target of an entry a hover asks about. */
export interface HoverTarget {
  readonly column: "position" | "record" | "assembly";
  /** Index of the line within the entry, and of the token within that column of the line. */
  readonly line: number;
  readonly token: number;
}
