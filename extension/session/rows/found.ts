/** A section that the layout has found, and how many rows it takes, measured or estimated. */
import type { Section, SectionId } from "../../document/section";
import type { FoldedView, FoldRule } from "./folds";
import { ROOT } from "./pages";

/** The measured lines of one section, without the sections nested in it. */
export interface Measure {
  /** Own lines before each page of entries, and after the last page. */
  readonly pageLines: number[];
  readonly nested: { readonly entry: number; readonly section: SectionId; readonly linesBefore: number }[];
  /** The index of the first of these in the order of all sections, in which they follow each other. */
  readonly firstNested: number;
  /** Lines of the head: what remains when the section is folded. */
  headLines: number;
  lines: number;
  done: boolean;
}

/** A section that was found. What the document tells of it is kept: asking it at every fold takes long. */
export interface Found {
  /** Its place in the order in which sections were found. */
  readonly index: number;
  readonly section: SectionId;
  /** Undefined for the root, which holds all others. */
  readonly own: FoldRule | undefined;
  readonly startBit: number;
  /** An estimate of its entries, and of the rows that they are with all that is in them. */
  entryCount: number;
  rowCount: number;
  /** Its lines, as far as they are measured. */
  measure: Measure | undefined;
}

type Size = Pick<Section, "entryCount" | "rowCount">;
/** How large a section is, before it is measured. */
export function sizeOf({ entryCount, rowCount = entryCount }: Size): Required<Size> {
  return { entryCount, rowCount };
}
/** The average number of lines of an entry in a section that is not measured. */
export function linesAnEntry(found: Found | undefined): number {
  return found ? found.rowCount / Math.max(1, found.entryCount) : 1;
}

/** Whether a section folds, if it has something to fold: asked for by the view. */
export function meantFolded({ section, own }: Found, view: FoldedView): boolean {
  return section !== ROOT && view.meantFolded(section, own);
}
