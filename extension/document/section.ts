/** Sections: the unit of laziness. A document is a tree of sections, a section a run of entries. */
import type { BitRange } from "./bits";
import type { Line } from "./token";

/** Names a section within its document; small integers, stable as long as the document's bytes are. */
export type SectionId = number;

/** A block, function, region or table: known by its range long before it is decoded. */
export interface Section extends BitRange {
  readonly id: SectionId;
  readonly parent: SectionId | undefined;
  /** In the format's words: `module`, `function`, `constants`, `region`. */
  readonly kind: string;
  /** For the sticky header and messages: `function void @f0(i32 %p0)`. */
  readonly title: string;
  /** Entries, counted or estimated: `exact` says which. Estimates are corrected as the section is read. */
  readonly entryCount: number;
  readonly exact: boolean;
  /** Preamble that starts folded (UI.md, "First look"). */
  readonly foldedAtFirst: boolean;
}

/**
 * One item of a section: a record or op with its lines, or a nested section spliced in at this place.
 * A section's first entry is its head and its last its foot (`}`), where it has them; folded, only the head is shown.
 */
export type Entry =
  | (BitRange & { readonly kind: "lines"; readonly lines: readonly Line[] })
  | (BitRange & { readonly kind: "section"; readonly section: SectionId });

/** Entries `from`, `from + 1`, … of a section. `end`: the last of them is the section's last. */
export interface EntryPage {
  readonly from: number;
  readonly entries: readonly Entry[];
  readonly end: boolean;
}

/** An entry's address. */
export interface Place {
  readonly section: SectionId;
  readonly entry: number;
}

/** How the listing is to be printed. */
export interface ListingOptions {
  /** Records whole, not cut after 16 operands. */
  readonly full?: boolean;
  /** Tokens need not tell which operand of the record they show, which to find out can take as long as all the rest. */
  readonly unpaired?: boolean;
}
