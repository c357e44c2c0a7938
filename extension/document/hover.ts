/** What a hover card shows, and what is known of a function. */
import type { BitRange } from "./bits";
import type { SymbolId } from "./token";

/** One labelled line of a card: `raw`, `2 → relative: 2 back from %v0 → %p0 (i32, parameter 0)`. */
export interface HoverLine {
  readonly label: string;
  /** Whether the label is the name that the record or op has for it; other labels are words that the reader's language has. */
  readonly isName?: true;
  readonly text: string;
}

/** What a word of the assembly means: `nounwind`, `never raises an exception`. */
export interface Explanation {
  readonly word: string;
  readonly meaning: string;
}

/**
 * A hover card as the format fills it in. The session adds what it knows for every format: where `symbol` is defined,
 * how often it is used, and the position and width of the range.
 */
export interface HoverCard {
  /** What the card is about: `2 — first operand of INST_BINOP`. */
  readonly title: string;
  /** What the record is, if the title names one of its fields: `arith.addi`. */
  readonly record?: string;
  /** What contains it: `function @f0`. */
  readonly container?: string;
  readonly lines: readonly HoverLine[];
  /** The bits the card is about, and how they are encoded: `vbr(6), unabbreviated`. */
  readonly bits?: BitRange;
  readonly encoding?: string;
  readonly symbol?: SymbolId;
  /** One line from the format's description of the record or op. */
  readonly description?: string;
}

/** The part of an entry that a hover asks about. */
export interface HoverTarget {
  readonly column: "position" | "record" | "assembly";
  /** Index of the line within the entry, and of the token within that column of the line. */
  readonly line: number;
  readonly token: number;
}

/** What a function's declaration states. Texts are byte strings. */
export interface FunctionFacts {
  /** Its name, if its symbol is a number. */
  readonly name?: string;
  /** Its type: `i32 (ptr, i64)`. */
  readonly signature: string;
  /** Linkage, visibility and the like, as the text spells them: `internal unnamed_addr comdat`. */
  readonly linkage: string;
  /** All of its attributes, spelled out; empty if it has none. */
  readonly attributes: string;
  /** For a function with a body: its range, and how many instructions and basic blocks it has. */
  readonly body?: BitRange & { readonly instructions?: number; readonly blocks?: number };
}

/** The callers and the callees of a function, by symbol, with the number of calls of each. */
export interface FunctionCalls {
  readonly callers: ReadonlyMap<SymbolId, number>;
  readonly callees: ReadonlyMap<SymbolId, number>;
  /** Calls whose callee is known only at run time. */
  readonly indirect: number;
  /** Whether every function has been searched; until then there may be more callers. */
  readonly complete: boolean;
}
