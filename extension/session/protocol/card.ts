/** The hover card, and the callers and callees of a function. */
import type { BitRange } from "../../document/bits";
import type { Explanation, HoverLine } from "../../document/hover";
import type { Place } from "../../document/section";
import type { RowPlace } from "./rows";
import type { SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";

/** The part of a card about a function. Texts are Unicode. */
export interface FunctionCard {
  /** Its name, if the card's title has its number. */
  readonly name?: string;
  /** Its name in the file, if that is not the card's title. */
  readonly mangled?: string;
  /** Its type, or the line that declares it. */
  readonly signature: string;
  readonly linkage?: string;
  readonly attributes?: string;
  /** Where its body is. */
  readonly body?: BitRange;
  readonly instructions?: number;
  readonly blocks?: number;
}

/** Where what a card is about is defined; `bit`: of its record, if it has one; `text`: its row, if that is another. */
export interface CardDefinition extends RowPlace {
  /** Whether it is only declared there. */
  readonly declares?: boolean;
  readonly bit?: number;
  readonly text?: string;
}

/** The hover card as it is drawn: the format's content, and what the session adds for every format. */
export interface Card {
  readonly title: string;
  readonly container?: string;
  /** What the words of the token mean, as far as that is known. */
  readonly words: readonly Explanation[];
  readonly lines: readonly HoverLine[];
  readonly description?: string;
  /** The bits that it is about. */
  readonly range?: BitRange;
  readonly encoding?: string;
  readonly symbol?: SymbolId;
  readonly definition?: CardDefinition;
  /** The function that the token names; its callers and callees are asked for separately. */
  readonly function?: FunctionCard;
  /** The source of what the token names, or else of its row: frames, innermost first. */
  readonly source?: readonly SourceFrame[];
}

/** The functions at the other end of calls. */
export interface CallList {
  /** The first few, those with the most calls first. */
  readonly functions: readonly {
    readonly name: string;
    /** The demangled name, if `name` is mangled. */
    readonly plain?: string;
    readonly count: number;
    readonly place: Place;
  }[];
  /** Number of functions and of calls; `exact`: there are no more than these. */
  readonly total: number;
  readonly calls: number;
  readonly exact: boolean;
}

/** The callers and callees of a function. */
export interface CallsAnswer {
  readonly callers: CallList;
  /** Null if the function has no body. */
  readonly callees: CallList | null;
  /** Calls whose target is known only at run time. */
  readonly indirect: number;
}
