/**
 * Line numbers of an arrangement with too many rows to count: estimated from bits. A row is where its bits are in the
 * file, so that half way down the scrollbar is half way through the file, from the first moment on.
 */
import type { SectionId } from "../../document/section";
import type { RowPlace } from "../protocol";
import type { FoldedView } from "./folds";
import type { Head, RowLayout } from "./rowLayout";
import { ROOT } from "./pages";
import { atBit, firstRow } from "./places";

/** The bits of a row, roughly: those of a short record. */
const BITS_PER_ROW = 48;

/** Estimates lines. Nothing is measured. */
export class EstimatedLayout implements RowLayout {
  readonly exact = false;
  readonly share = 1;
  readonly sections: readonly SectionId[] = [];

  measurePage(): boolean {
    return false;
  }
  total({ pages }: FoldedView): number {
    return Math.ceil(pages.bits / BITS_PER_ROW);
  }
  lineOf({ section, entry, line }: RowPlace, view: FoldedView): number {
    const { startBit } = view.pages.entry(section, entry) ?? { startBit: endOf(section, view) };
    return Math.min(this.total(view) - 1, Math.floor(startBit / BITS_PER_ROW) + line);
  }
  heads(): readonly Head[] {
    return [];
  }
  sectionFrom(): undefined {
    return undefined;
  }
  placeAt(line: number, view: FoldedView): RowPlace | undefined {
    if (line <= 0) return firstRow(view);
    const place = atBit(line * BITS_PER_ROW, view);
    // A folded section shows its head only.
    return place && { line: 0, ...view.unhidden(place) };
  }
}

function endOf(section: SectionId, { pages }: FoldedView): number {
  return section === ROOT ? pages.bits : (pages.section(section)?.endBit ?? pages.bits);
}
