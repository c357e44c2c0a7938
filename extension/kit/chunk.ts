/** The parts of a chunked text, and what a format provides for it. */
import type { BitRange } from "../document/bits";
import type { ByteText } from "../document/byteText";
import type { FunctionFacts } from "../document/hover";
import type { SymbolId } from "../document/token";
import type { ByteWindow } from "../document/window";
import type { Lines, NamedLines, TextLines } from "./lines";

/**
 * Lines that are made at once, or in steps: making them may then be interrupted after any step, and other chunks printed
 * before it is continued.
 */
export type Printing<L> = L | Generator<unknown, L, undefined>;

/** A part of the text that is printed by itself. */
export interface Chunk extends BitRange {
  /**
   * Makes the chunk a section of its own, which folds to its first line, or to the row `counted`, which counts its
   * lines. Without it, the chunk's lines belong to the root.
   */
  readonly section?: {
    readonly kind: string;
    readonly title: string;
    /** The row that it folds to instead of its first line. */
    readonly counted?: string;
    /** Whether it is folded at first; by default, only if it has a row `counted`. */
    readonly foldedAtFirst?: boolean;
  };
  /** Estimated number of lines. */
  readonly estimate: number;
  /** Exact number of lines, if it is known without printing them. */
  readonly count?: number;
  print(): Printing<Lines>;
  /** The same lines for callers that need only their text. */
  text?(): Printing<TextLines>;
  /**
   * The names in the same lines, if they can be told without making tokens and `text` does not tell them.
   * @param locals whether to include those that only this chunk has
   */
  names?(locals: boolean): Printing<NamedLines>;
  /**
   * Writes all lines, each with a newline, if that is faster than to write one after another; there is at least one.
   * @returns the steps in which it is done, unless it is done at once
   */
  write?(text: ByteText): Generator<unknown, void, undefined> | undefined;
}

/** What a format provides for its text. */
export interface ChunkedText {
  /** Tells when long printing must be interrupted. */
  readonly window: Pick<ByteWindow, "due">;
  /** The file's title and range. */
  readonly title: string;
  readonly bits: number;
  chunks(): readonly Chunk[];
  /** The first bit of the record that defines a symbol. */
  bitOf(symbol: SymbolId): number | undefined;
  /** The chunk that defines a symbol, if it is known without the symbol's bit. */
  chunkOf?(symbol: SymbolId): number | undefined;
  /** The chunk that has all uses of a symbol, if it can have only one; its section is the symbol's scope. */
  scopeOf?(symbol: SymbolId): number | undefined;
  background?(): Generator<void, void, undefined>;
  /** Facts about a function, by its symbol, if the format has more than the line that declares it. */
  functionFacts?(symbol: SymbolId): FunctionFacts | undefined;
  /** Whether its lines have source locations. */
  readonly hasSources?: boolean;
  /** See {@link Arrangement.labelsEntry}. */
  readonly labelsEntry?: boolean;
  /** Whether the text can be printed yet: numbers may have to be found first. */
  ready?(): boolean;
}
