/** The two orders in which a file can be read, each as sections of entries of lines. */
import type { FunctionCalls, FunctionFacts, HoverCard, HoverTarget } from "./hover";
import type { NameTaker } from "./nameTaker";
import type { RowWriter, WrittenPage } from "./rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "./section";
import type { SourceAnswer, SourceFile, SourceFrame } from "./sourceLocation";
import type { SymbolId } from "./token";

/**
 * `records`: what the file literally holds, in its order. `assembly`: what the reference disassembler prints, in its
 * order, with its numbers.
 */
export type ArrangementName = "records" | "assembly";

/**
 * One way of reading a file: lines of tokens, lazily, from any place. Section ids belong to their arrangement.
 * Every method may throw MissingBytes, and nothing else.
 */
export interface Arrangement {
  /** Whether its lines hold noise that a reader may want to hide (`NoiseKind`). */
  readonly noisy?: boolean;
  /**
   * Whether it has so many rows, and so evenly over the file, that their lines are estimated from their bits: counting
   * them would take minutes, and memory for millions of sections. Its entries are in the order of the file.
   */
  readonly isVast?: boolean;
  /** Whether the first block of a function has a label too, so that the lines before it belong to no block. */
  readonly labelsEntry?: boolean;
  /** The outermost sections, in order. */
  roots(): readonly SectionId[];
  /** A section by its id. Whatever takes ids throws {@link NoSection} for one that it must have and has not. */
  section(id: SectionId): Section;
  /** At least one and at most `count` entries of a section from entry `from` on (none past its end). */
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage;
  /**
   * Writes the text of at most `count` entries, at least one, starting at entry `from`. Stops after an entry that is a
   * section, or when much text has gathered. The rows are those of `entries`. If it throws, some of the text may already
   * have been written. Without this method, the text is made from the tokens of the entries.
   */
  write?(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage;
  /** Whether `write` tells the position of each row, unless sections are written whole. */
  readonly writesPositions?: boolean;
  /** Whether `write` leaves out the tokens of hidden noise, see {@link ListingOptions.hidden}. */
  readonly writesWithoutNoise?: boolean;
  /**
   * Passes on the symbols of at most `count` entries, at least one, starting at entry `from`. Stops after an entry that is
   * a section. They are the symbols in the assembly's tokens, and those in the record's tokens that the assembly lacks. If
   * it throws, some may already have been passed on. Without this method, they are found in the tokens of the entries.
   */
  tellNames?(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage;
  /** The entry that shows this bit, in the innermost section; undefined if none does. */
  placeOf(bit: number): Place | undefined;
  /** Where a symbol is defined. Symbols belong to their arrangement. */
  locate(symbol: SymbolId): Place | undefined;
  /** The section that contains every name of a symbol, if known: only that section has to be searched for its uses. */
  scope?(symbol: SymbolId): SectionId | undefined;
  /**
   * A test whether a section may name a symbol, for a search that skips the others; undefined if any section may, or as
   * long as this is not known.
   */
  naming?(symbol: SymbolId): ((section: SectionId) => boolean) | undefined;
  /** The place of a section among the entries of its parent, if it is known without a search. */
  holder?(section: SectionId): Place | undefined;
  /**
   * The hover card for a token of an entry (which the caller got from `entries`), or for a whole record (`column:
   * position`). In an arrangement without this method, a token is explained by the record and field that it shows.
   */
  hover?(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined;
  /** What is known of a function, by its symbol; undefined if the symbol is not a function. */
  functionFacts?(symbol: SymbolId): FunctionFacts | undefined;
  /**
   * The calls of a function, as far as they are known. In an arrangement without this method, they are found by reading
   * every entry that names it.
   */
  functionCalls?(symbol: SymbolId): FunctionCalls | undefined;
  /**
   * The source location of the instruction whose record contains a bit; absent if the format keeps no source locations.
   */
  source?(bit: number): SourceAnswer;
  /** The source of what an entry shows: its frames, the innermost first; empty if it has no location. */
  sourceOf?(place: Place): readonly SourceFrame[];
  /**
   * The source files that the file names, found in short steps; the list is complete once the background work is done.
   */
  sourceFiles?(): Generator<SourceFile | undefined, void, undefined>;
  /**
   * The entries that were compiled from a line of certain source files, or from code inlined at that line, in order and
   * in short steps. In an arrangement without this method, every entry is asked for its source.
   */
  entriesOfSource?(isFile: (file: SourceFile) => boolean, line: number): Generator<Place | undefined, void, undefined>;
  /**
   * Background work that completes the answers: it finds the names and numbers that only the whole document determines.
   * Run once, in short steps, after the first rows have been asked for; every byte is resident or can be read at once.
   */
  background?(): Generator<void, void, undefined>;
  /**
   * Whether all entries exist. Before the background work has got that far, only the entries that could be shown at
   * once do.
   */
  complete?(): boolean;
  /** How much of the background work is done, from 0 to less than 1. */
  progress?(): number;
  /** Grows whenever entries that were returned before would now be different. */
  revision?(): number;
}
