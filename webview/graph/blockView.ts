/** A block of a control flow graph as an element: a box of rows, which are filled in when they come into view. */
import type { FlowBlock, Row } from "../../extension/session/protocol";
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import { make } from "../base/dom";
import { t } from "../base/l10n";
import { PLAIN } from "../rows/rowLook";
import { makeRow } from "../rows/rowView";
import type { Size } from "./grid";

/** Most rows and characters that a box shows. */
export const MOST_ROWS = 24;
const MOST_CHARACTERS = 80;
/** Space within a box, with its border, in pixels. */
const PADDING = { x: 12, y: 7 };
/** Narrowest box in pixels. */
const NARROWEST = 60;

/** The size of a character of the editor's font in pixels. */
export type Character = Size;

/** The size of a block's box in pixels. */
export function sizeOf({ rows, width, indent }: FlowBlock, character: Character): Size {
  const shown = Math.min(rows, MOST_ROWS) + (rows > MOST_ROWS ? 1 : 0);
  return {
    width: Math.max(NARROWEST, Math.ceil(Math.min(width - indent, MOST_CHARACTERS) * character.width) + 2 * PADDING.x),
    height: shown * character.height + 2 * PADDING.y,
  };
}

/** The box of a block. */
export class BlockView {
  readonly element = make("div", "block");
  /** Its rows; undefined until they are asked for. */
  rows: readonly Row[] | undefined;
  private shown: readonly HTMLElement[] = [];

  constructor(
    readonly block: FlowBlock,
    index: number,
    targets: readonly string[],
  ) {
    this.element.id = `block-${index}`;
    this.element.dataset.block = String(index);
    this.element.setAttribute("role", "option");
    const name = nameOf(block);
    const said =
      targets.length === 0 ? t("{0}, leads nowhere", name) : t("{0}, leads to {1}", name, targets.join(", "));
    // Screen readers read this, then the rows.
    this.element.append(make("span", "unseen", `${said}. `));
    if (block.beyond > 0) {
      const more = make("span", "beyond", t("… {0} more", block.beyond));
      more.title = t("Blocks that lead here or follow, which this graph leaves out");
      this.element.append(more);
    }
  }

  /** Shows the rows, the cursor's marked. */
  fill(rows: readonly Row[], settings: ViewSettings): void {
    this.rows = rows;
    const body = make("div", "block-rows");
    // The blanks that all rows begin with tell nothing here.
    body.style.marginInlineStart = `${-this.block.indent}ch`;
    this.shown = rows.map((row, index) => {
      const { element } = makeRow(row, "", { marks: [], laid: PLAIN, settings });
      // The listing may show the same row, and here a row is a part of its block.
      for (const name of ["id", "role", "aria-level", "aria-expanded"]) element.removeAttribute(name);
      element.dataset.row = String(index);
      element.title = row.assembly
        .map(({ text }) => text)
        .join("")
        .trim();
      return element;
    });
    body.append(...this.shown);
    const left = this.block.rows - rows.length;
    if (left > 0) body.append(make("div", "more", left === 1 ? t("… 1 more row") : t("… {0} more rows", left)));
    this.element.querySelector(".block-rows")?.remove();
    this.element.append(body);
  }
  /** Marks the row of the cursor, if it is here. */
  mark(cursor: Row | undefined): void {
    this.rows?.forEach((row, index) => {
      const isCursor = cursor !== undefined && row.startBit === cursor.startBit && row.endBit === cursor.endBit;
      this.shown[index]?.classList.toggle("cursor", isCursor);
    });
  }
}

/** What a block is called. */
export function nameOf({ label }: FlowBlock): string {
  return label === "" ? t("entry block") : t("block {0}", label);
}
