/** What find's widget, which is over the right part of the first rows, hides of a row. */
import type { RowPlace } from "../../extension/session/protocol";
import { rangeOf } from "../rows/caret";
import type { RowPart } from "../rows/listing";
import type { RowView } from "../rows/rowView";

/** The rows on the screen. */
interface Shown {
  /** The height of a line, in pixels. */
  readonly height: number;
  viewOf(row: RowPlace): RowView | undefined;
}

/** The characters of a row, or of a part of it, on the screen. */
function boxOf(view: RowView, { column, start, end }: RowPart): DOMRect {
  if (column !== undefined && start !== undefined && end !== undefined)
    return rangeOf(view, column, start, end).getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(view.element.querySelector(".line-text") ?? view.element);
  return range.getBoundingClientRect();
}

/**
 * How many rows the widget covers at the top, if the row, or the part of it that matters, would be below it there: none where
 * its characters end before the widget begins, and none while it is closed. Of a row that is not on the screen nobody knows.
 */
export function rowsBelow(widget: HTMLElement, shown: Shown, row?: RowPlace, part: RowPart | undefined = row): number {
  const { offsetTop, offsetHeight } = widget;
  if (offsetHeight === 0) return 0;
  const view = row && shown.viewOf(row);
  if (view && part && boxOf(view, part).right <= widget.getBoundingClientRect().left) return 0;
  return Math.ceil((offsetTop + offsetHeight) / shown.height);
}
