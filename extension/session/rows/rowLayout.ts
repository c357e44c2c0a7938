/** What is asked about the line numbers of rows. */
import type { SectionId } from "../../document/section";
import type { RowPlace } from "../protocol";
import type { FoldedView } from "./folds";

/** A section, and its first bit. */
export interface SectionStart {
  readonly section: SectionId;
  readonly startBit: number;
}

/** A section with its first line, and the line after its last one. */
export interface Head extends SectionStart {
  readonly line: number;
  readonly end: number;
}

/** The line numbers of rows. All methods may throw MissingBytes. */
export interface RowLayout {
  /** Whether the numbers are those of the rows, not estimates. */
  readonly exact: boolean;
  /** The share that is measured, from 0 to 1. */
  readonly share: number;
  /** The sections found so far, outer ones first. */
  readonly sections: readonly SectionId[];
  /** Measures one more page. Returns false at the end. */
  measurePage(): boolean;
  /** The number of lines under these folds. */
  total(view: FoldedView): number;
  /** The line of a row, from 0. */
  lineOf(place: RowPlace, view: FoldedView): number;
  /**
   * The lines of all sections that were found, outer sections first; inside a folded section, the line of that
   * section.
   */
  heads(view: FoldedView): readonly Head[];
  /** The section that begins at a bit, the outermost one if there are several, or else the next one after it. */
  sectionFrom(bit: number): SectionStart | undefined;
  /** The row at a line (clamped to the document's lines). */
  placeAt(line: number, view: FoldedView): RowPlace | undefined;
}
