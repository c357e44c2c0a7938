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

/** What a function is, as its declaration says it. Texts are byte strings. */
export interface FunctionFacts {
  /** What it is called, where its symbol is a number. */
  readonly name?: string;
  /** Its type: `i32 (ptr, i64)`. */
  readonly signature: string;
  /** Linkage, visibility and the like, as the text has them: `internal unnamed_addr comdat`. */
  readonly linkage: string;
  /** All of its attributes, spelled out; empty for none. */
  readonly attributes: string;
  /** Of a function with a body: where that is, and what it consists of. */
  readonly body?: BitRange & { readonly instructions?: number; readonly blocks?: number };
}

/** Who calls a function, and what it calls: how often each, by symbol. */
export interface FunctionCalls {
  readonly callers: ReadonlyMap<SymbolId, number>;
  readonly callees: ReadonlyMap<SymbolId, number>;
  /** Calls of what is known as the program runs only. */
  readonly indirect: number;
  /** Whether every function has been looked into; until then there may be more callers. */
  readonly complete: boolean;
}
