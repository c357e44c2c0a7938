/** The two ways of reading a file, each as sections of entries of lines. */
import type { FunctionCalls, FunctionFacts, HoverCard, HoverTarget } from "./hover";
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
  /** The outermost sections, in order. */
  roots(): readonly SectionId[];
  section(id: SectionId): Section;
  /** At least one and at most `count` entries of a section from entry `from` on (none past its end). */
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage;
  /**
   * Writes the text of entries from `from` on, at least one and at most `count` of them, and none behind one that is a
   * section: the same rows as `entries` gives. What is written at once may hold newlines, which part rows too. Where it
   * throws, a part may have been written. Without it, the text is made of the entries' tokens.
   */
  write?(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage;
  /** The entry that shows this bit, in the innermost section; undefined where nothing does. */
  placeOf(bit: number): Place | undefined;
  /** Where a symbol is defined. Symbols belong to their arrangement. */
  locate(symbol: SymbolId): Place | undefined;
  /** The section that all of a symbol's names are in, where that is known: its uses are looked for there alone. */
  scope?(symbol: SymbolId): SectionId | undefined;
  /** The place of a section among the entries of the one around it, where that can be told without looking for it. */
  holder?(section: SectionId): Place | undefined;
  /**
   * The card for a token of an entry (which the caller has from `entries`), or for a whole record (`column: position`).
   * Without it, a token is explained by the record and the field that it shows.
   */
  hover?(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined;
  /** What a function is, by its symbol; undefined for what is none. */
  functionFacts?(symbol: SymbolId): FunctionFacts | undefined;
  /** Its calls, as far as they are known. Without it, they are found by reading what names it. */
  functionCalls?(symbol: SymbolId): FunctionCalls | undefined;
  /** The source of the instruction whose record starts at or holds a bit; absent where the format keeps no locations. */
  source?(bit: number): SourceAnswer;
  /** The source of what an entry shows: frames, the innermost first; none where it has no location. */
  sourceOf?(place: Place): readonly SourceFrame[];
  /** The source files that are named, in short steps; complete once the work in the background is done. */
  sourceFiles?(): Generator<SourceFile | undefined, void, undefined>;
  /**
   * The entries that were compiled from a line of some files, or inlined into code of it, in order, in short steps.
   * Without it, every entry is asked for its source.
   */
  entriesOfSource?(isFile: (file: SourceFile) => boolean, line: number): Generator<Place | undefined, void, undefined>;
  /**
   * Work after which answers say more: names and numbers that only the whole document tells. Run once, in short steps,
   * when rows have been asked for; every byte is resident or can be read at once.
   */
  background?(): Generator<void, void, undefined>;
  /** Whether all entries are there; until that work has come so far there is only what could be shown at once. */
  complete?(): boolean;
  /** How much of that work is done, from 0 to less than 1. */
  progress?(): number;
  /** Grows whenever entries that were given before would now be given otherwise. */
  revision?(): number;
}
