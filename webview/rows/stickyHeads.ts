/**
 * The heads of the sections that began above the view, over its first rows: VS Code's sticky scroll. What they look like
 * and how many there may be is the user's setting for the editor.
 */
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Folds, Row, RowPlace, SectionInfo } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { make } from "../base/dom";
import type { RowBuffer } from "./buffer";
import { makeRow } from "./rowView";

/** The most of the view that they cover. */
const MOST_OF_VIEW = 0.25;

/** The rows as they are scrolled. */
interface Scrolled {
  readonly buffer: RowBuffer;
  readonly rowsElement: HTMLElement;
  /** The index of the first row that is completely in view. */
  readonly firstWhole: number;
  readonly pageRows: number;
  readonly draw: () => void;
}

/** The first row of a section. */
function headOf(section: number): RowPlace {
  return { section, entry: 0, line: 0 };
}
/** Whether a row begins a section that is open: a run of items has no such row, but one in its place while it is folded. */
function isHead({ fold, ...row }: Row, section: number): boolean {
  return row.section === section && row.entry === 0 && row.line === 0 && fold !== "closed";
}
/** The sections around a row that have a head: all but the outermost, which is the file or the module. */
export function around(row: Row, buffer: Pick<RowBuffer, "path">): readonly SectionInfo[] {
  return buffer.path(row).filter(({ parent }) => parent !== undefined);
}
/**
 * The sections whose heads are above the view, outermost first: a row that a head would cover is in its section, and
 * does not begin it.
 * @param first the index of the first row that is completely in view
 * @param most how many there may be
 */
export function sectionsAbove(
  buffer: Pick<RowBuffer, "rows" | "path">,
  first: number,
  most: number,
): readonly SectionInfo[] {
  const found: SectionInfo[] = [];
  while (found.length < most) {
    const row = buffer.rows[first + found.length];
    const section = row && around(row, buffer)[found.length];
    if (!section || isHead(row, section.id)) break;
    found.push(section);
  }
  return found;
}

/** These heads, as elements over the rows. */
export class StickyHeads {
  readonly element = make("div", "sticky");
  /** Heads that have been read, by section, for the rows that are loaded; undefined while one is being read. */
  private heads = new Map<number, Row | undefined>();
  private of: readonly Row[] | undefined;
  private shown: readonly Row[] = [];

  constructor(
    private readonly host: Pick<Host, "rows">,
    private readonly listing: Scrolled,
    private readonly folds: () => Folds,
    private readonly settings: () => ViewSettings,
    goTo: (place: RowPlace) => void,
  ) {
    // They repeat rows that a screen reader has.
    this.element.setAttribute("aria-hidden", "true");
    for (const name of ["mousedown", "click", "dblclick"])
      this.element.addEventListener(name, (event) => {
        // The row below is not meant, and the keyboard stays where it is.
        event.stopPropagation();
        event.preventDefault();
        const head = event.target instanceof Element ? event.target.closest<HTMLElement>(".head") : null;
        if (event.type === "click" && head) goTo(headOf(Number(head.dataset.section)));
      });
  }

  /** How many rows they would cover above a row that is scrolled to the top. */
  readonly over = (row: Row | undefined): number =>
    row ? Math.min(this.most, around(row, this.listing.buffer).length) : 0;

  /** Shows those of the present view. */
  update(): void {
    const { buffer, firstWhole } = this.listing;
    if (this.of !== buffer.rows) this.heads = new Map();
    this.of = buffer.rows;
    const rows = buffer.isOutdated ? [] : sectionsAbove(buffer, firstWhole, this.most).map(({ id }) => this.head(id));
    const known = rows.filter((row) => row !== undefined);
    if (known.length === this.shown.length && known.every((row, index) => row === this.shown[index])) return;
    this.shown = known;
    this.element.replaceChildren(...known.map((row) => this.elementOf(row)));
  }
  /** They are made again: the settings, or what rows look like, have changed. */
  forget(): void {
    this.of = undefined;
    this.shown = [];
    this.element.replaceChildren();
  }
  private get most(): number {
    return Math.min(this.settings().stickyLines, Math.floor(this.listing.pageRows * MOST_OF_VIEW));
  }

  private head(section: number): Row | undefined {
    const { heads } = this;
    if (!heads.has(section)) {
      const { buffer } = this.listing;
      const loaded = buffer.rows[buffer.indexOfRow(headOf(section))];
      heads.set(section, loaded && isHead(loaded, section) ? loaded : undefined);
      if (!heads.get(section)) void this.read(section, heads);
    }
    return heads.get(section);
  }
  private async read(section: number, heads: Map<number, Row | undefined>): Promise<void> {
    // Its rows are shown, so it is open, whatever the folds are until those that a jump has changed are known.
    const anchor = { kind: "place", place: headOf(section), unhide: true } as const;
    const answer = await this.host.rows({ anchor, before: 0, after: 0, folds: this.folds() });
    const row = answer.rows[answer.anchor];
    if (!row || !isHead(row, section) || heads !== this.heads) return;
    heads.set(section, row);
    this.listing.draw();
  }
  private elementOf(row: Row): HTMLElement {
    const { element } = makeRow(row, "", {
      marks: [],
      laid: { hidden: [], inserts: [], hang: 0 },
      settings: this.settings(),
    });
    for (const name of ["id", "role", "aria-level", "aria-expanded"]) element.removeAttribute(name);
    element.className = "head";
    element.dataset.section = String(row.section);
    element.querySelector(".fold")?.classList.remove("open");
    element.querySelector(".source")?.remove();
    return element;
  }
}
