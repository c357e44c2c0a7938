/** The hover card, and who calls whom. */
import type { BitRange } from "../../document/bits";
import type { HoverLine } from "../../document/hover";
import type { Place } from "../../document/section";
import type { SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";

/** What a card says of a function. Texts are Unicode. */
export interface FunctionCard {
  /** What it is called, where the card's title has its number. */
  readonly name?: string;
  /** As the file has it, where that is not the card's title. */
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

/** The hover card as it is drawn: the format's, and what the session knows for every format. */
export interface Card {
  readonly title: string;
  readonly container?: string;
  readonly lines: readonly HoverLine[];
  readonly description?: string;
  /** `108:2 … 109:0   (6 bits, from bit 866)`. */
  readonly bits?: string;
  readonly range?: BitRange;
  readonly encoding?: string;
  readonly symbol?: SymbolId;
  readonly definition?: Place & { readonly bit: number };
  /** Of a function; who calls it and what it calls is asked for apart. */
  readonly function?: FunctionCard;
  /** The source of what the token names, or else of its row: frames, the innermost first. */
  readonly source?: readonly SourceFrame[];
}

/** Functions at the other end of calls. */
export interface CallList {
  /** The first few, those with most calls first. */
  readonly functions: readonly {
    readonly name: string;
    /** As a programmer writes it, where `name` is mangled. */
    readonly plain?: string;
    readonly count: number;
    readonly place: Place;
  }[];
  /** Functions and calls in all; `exact`: there are no more than these. */
  readonly total: number;
  readonly calls: number;
  readonly exact: boolean;
}

/** Who calls a function, and what it calls. */
export interface CallsAnswer {
  readonly callers: CallList;
  /** null: it has no body. */
  readonly callees: CallList | null;
  /** Calls of what is known as the program runs only. */
  readonly indirect: number;
}
