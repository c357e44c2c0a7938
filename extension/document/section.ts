/** Sections: the unit of laziness. A document is a tree of sections; a section is a sequence of entries. */
import type { BitRange } from "./bits";
import type { Line, NoiseKind } from "./token";

/**
 * Identifies a section within its document: a small integer that does not change while the document's bytes stay the
 * same.
 */
export type SectionId = number;

/** A block, function, region or table. Its range is known long before it is decoded. */
export interface Section extends BitRange {
  readonly id: SectionId;
  readonly parent: SectionId | undefined;
  /** In the format's words: `module`, `function`, `constants`, `region`. */
  readonly kind: string;
  /** For the sticky header and for messages: `function void @f0(i32 %p0)`. */
  readonly title: string;
  /** The number of entries, counted (`exact`) or estimated. Estimates are corrected as the section is read. */
  readonly entryCount: number;
  readonly exact: boolean;
  /** An estimate of its rows and of those in it, if it has far more than entries: a module has rows for each function. */
  readonly rowCount?: number;
  /** Whether it is preamble that starts folded (UI.md, "First look"). */
  readonly foldedAtFirst: boolean;
  /** Rows that are left when it is folded, if that is known without making them. */
  readonly headRows?: number;
  /** What takes space among its own rows and has no section, in bits by kind: an IREE module's `rodata`. */
  readonly holds?: Readonly<Record<string, number>>;
}

/** There is no section with this id. It may be one of the file as it was before it has changed. */
export class NoSection extends RangeError {
  constructor(id: SectionId) {
    super(`no section ${id}`);
  }
}

/** Whether a section is a function, by its kind: `function`, `func.func`, … */
export function isFunctionSection({ kind }: Section): boolean {
  return /func/i.test(kind);
}

/**
 * One item of a section: a record or op with its lines, or a nested section at this place. A section's first entry is
 * its head and its last its foot (`}`), if it has them; when folded, only the head is shown.
 */
export type Entry =
  | (BitRange & { readonly kind: "lines"; readonly lines: readonly Line[] })
  | (BitRange & { readonly kind: "section"; readonly section: SectionId });

/** Entries `from`, `from + 1`, … of a section. `end`: the last of them is the last entry of the section. */
export interface EntryPage {
  readonly from: number;
  readonly entries: readonly Entry[];
  readonly end: boolean;
}

/** The address of an entry: its section and its index there. */
export interface Place {
  readonly section: SectionId;
  readonly entry: number;
}

/** How the listing is printed. */
export interface ListingOptions {
  /** Print records in full, not cut after 16 operands. */
  readonly full?: boolean;
  /**
   * Tokens need not tell which operand of the record they show; finding that out can take as long as everything else.
   */
  readonly unpaired?: boolean;
  /**
   * Everything is wanted: entries that are sections may be written with all that is in them, as one entry of a page,
   * instead of being passed on.
   */
  readonly whole?: boolean;
  /** Noise that `write` leaves out of lines, if the arrangement can (`writesWithoutNoise`); lines of noise remain. */
  readonly hidden?: readonly NoiseKind[];
  /** Only the kinds and ranges of entries are wanted: they may come without their lines. */
  readonly bare?: boolean;
}
