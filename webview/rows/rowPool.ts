/** The elements of the rows on the screen: made when a row comes into view, dropped when it leaves the view. */
import type { Column, ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Row, RowPlace } from "../../extension/session/protocol";
import { keyOf } from "./buffer";
import type { Mark } from "./columnText";
import type { RowLook } from "./rowLook";
import type { RowView } from "./rowView";
import { columnOf, makeRow } from "./rowView";

/** A token (or a cell) of a row on the screen. */
export interface Spot {
  readonly row: Row;
  readonly column: Column | "fold";
  /** Index of the token in its column; -1 if no token is there. */
  readonly token: number;
  readonly element: HTMLElement;
}

/** Something drawn over rows; each part of the editor adds its own. */
export interface Decorator {
  /** Marks in a row's text. `key` changes when they do. */
  marks?(row: Row): readonly Mark[];
  /** Sets classes of a row and of its tokens, on every draw. `line` is the row's line number. */
  decorate?(view: RowView, line: number): void;
}

/** A box between the rows (peek): below row `after`, with its height in pixels. */
export interface Inset {
  readonly after: RowPlace;
  readonly element: HTMLElement;
  readonly height: number;
}

/** The elements of rows. */
export class RowPool {
  private readonly views = new Map<string, RowView>();
  private readonly decorators: Decorator[] = [];
  private readonly ids = new WeakMap<Element, RowView>();
  /** Heights of wrapped rows, valid for the present width of the view. */
  private heights = new WeakMap<Row, number>();
  lineHeight = 18;
  wraps = false;
  inset: Inset | undefined;

  constructor(
    private readonly parent: HTMLElement,
    private settings: ViewSettings,
    private readonly look: RowLook,
  ) {}

  add(decorator: Decorator): void {
    this.decorators.push(decorator);
  }
  /** Applies settings; rows are made again. */
  apply(settings: ViewSettings): void {
    this.settings = settings;
    this.clear();
  }
  clear(): void {
    for (const view of this.views.values()) view.element.remove();
    this.views.clear();
    this.forgetHeights();
  }
  forgetHeights(): void {
    this.heights = new WeakMap();
  }
  /** All rows on the screen, in no particular order. */
  all(): Iterable<RowView> {
    return this.views.values();
  }

  /** The height of a row in pixels, with the box below it. */
  heightOf(row: Row | undefined): number {
    if (!row) return this.lineHeight;
    const { inset } = this;
    const below = inset && keyOf(inset.after) === keyOf(row) ? inset.height : 0;
    return this.ownHeight(row) + below;
  }
  /** The height of a row without the box below it. */
  ownHeight(row: Row): number {
    if (!this.wraps) return this.lineHeight;
    const known = this.heights.get(row);
    if (known !== undefined) return known;
    const view = this.view(row);
    if (!view.element.isConnected) this.parent.append(view.element);
    const height = view.element.offsetHeight;
    if (height === 0) return this.lineHeight;
    this.heights.set(row, height);
    return height;
  }

  /** The elements of a row, made again if its marks have changed. */
  view(row: Row): RowView {
    const marks = this.decorators.flatMap((decorator) => decorator.marks?.(row) ?? []);
    const marked = marks.map((m) => `${m.column}${m.start}-${m.end}${m.current ? "!" : ""}`).join();
    const key = `${marked} ${this.look.key(row)}`;
    const known = this.views.get(keyOf(row));
    if (known?.key === key && known.row === row) return known;
    known?.element.remove();
    const view = makeRow(row, key, { marks, laid: this.look.layOut(row), settings: this.settings });
    this.views.set(keyOf(row), view);
    this.ids.set(view.element, view);
    return view;
  }
  decorate(view: RowView, line: number): void {
    for (const decorator of this.decorators) decorator.decorate?.(view, line);
  }
  /** Drops all rows but these. */
  keep(needed: ReadonlySet<RowView>): void {
    for (const [key, view] of this.views) {
      if (needed.has(view)) continue;
      view.element.remove();
      this.views.delete(key);
    }
  }

  /** The view of a row on the screen. */
  viewOf(place: RowPlace): RowView | undefined {
    return this.views.get(keyOf(place));
  }
  /** The row of a pointer event's target. */
  rowOf(target: EventTarget | null): Row | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>(".row") : null;
    return element ? this.ids.get(element)?.row : undefined;
  }
  /** The token or cell at a pointer event's target. */
  spot(target: EventTarget | null): Spot | undefined {
    if (!(target instanceof Element)) return undefined;
    const element = target.closest<HTMLElement>(".row");
    const column = columnOf(target);
    const view = element && this.ids.get(element);
    if (!view || !column) return undefined;
    const token = target.closest<HTMLElement>(".t");
    return { row: view.row, column, token: token ? Number(token.dataset.token) : -1, element: token ?? element };
  }
  /** The row at a height of the screen, or the nearest one. */
  viewNear(y: number): RowView | undefined {
    let nearest: RowView | undefined;
    let distance = Infinity;
    for (const view of this.views.values()) {
      const { top, bottom } = view.element.getBoundingClientRect();
      const away = y < top ? top - y : y > bottom ? y - bottom : 0;
      if (away >= distance) continue;
      distance = away;
      nearest = view;
    }
    return nearest;
  }
}
