/** The scrolled and zoomed surface on which a graph is drawn. */
import { make } from "../base/dom";
import type { Size } from "./grid";

/** The least and the greatest zoom, and how much a step changes it. */
const LEAST = 0.08;
const MOST = 2;
const STEP = 1.25;
/** How much of the wheel's pixels change the zoom by the factor e. */
const WHEEL = 400;
/** The smallest zoom at which text is read. */
const READABLE = 0.75;

/** A rectangle of the drawing, in its own pixels. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** Whether two rectangles have pixels in common. */
export function overlap(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;
}

/** The surface; its content is scaled, and its scrollbars are the browser's. */
export class Canvas {
  readonly element = make("div", "graph-view");
  private readonly space = make("div", "graph-space");
  private readonly content = make("div", "graph-content");
  private size: Size = { width: 0, height: 0 };
  private zoom = 1;
  /** What was last brought into view; undefined once it has been scrolled out of it. */
  private held: Area | undefined;

  /** @param seen called when another part of the drawing has come into view */
  constructor(private readonly seen: () => void) {
    this.space.append(this.content);
    this.element.append(this.space);
    this.element.addEventListener("scroll", () => this.scrolled());
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.element.addEventListener("pointerdown", (event) => this.drag(event));
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  /** Shows another drawing, as large as it can be read while its width is in view. */
  show(size: Size, ...drawn: readonly Element[]): void {
    this.size = size;
    this.content.replaceChildren(...drawn);
    this.setZoom(Math.min(1, Math.max(READABLE, this.element.clientWidth / size.width)));
  }
  /** Changes the zoom by steps; the middle of the view stays. */
  zoomBy(steps: number): void {
    const { clientWidth, clientHeight } = this.element;
    this.zoomAround(this.zoom * STEP ** steps, clientWidth / 2, clientHeight / 2);
  }
  /** Shows all of the drawing, or with the least zoom what has room. */
  fit(): void {
    const { clientWidth, clientHeight } = this.element;
    this.setZoom(Math.min(1, clientWidth / this.size.width, clientHeight / this.size.height));
    this.seen();
  }
  /** Whether text is large enough to be read at all. */
  get isReadable(): boolean {
    return this.zoom > READABLE / 3;
  }
  /** The part of the drawing in view. */
  get view(): Area {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const { x, y } = this.offset;
    const { zoom } = this;
    return {
      x: (scrollLeft - x) / zoom,
      y: (scrollTop - y) / zoom,
      width: clientWidth / zoom,
      height: clientHeight / zoom,
    };
  }
  /** Scrolls an area into view, with some space around it; not if it is in view already. It stays there on resizing. */
  reveal(area: Area): void {
    const { element, zoom, offset, view } = this;
    const { x, y, width, height } = area;
    this.held = area;
    const isIn = x >= view.x && x + width <= view.x + view.width && y >= view.y && y + height <= view.y + view.height;
    if (isIn) return;
    const middle = (from: number, size: number, room: number): number =>
      size * zoom < room ? (from + size / 2) * zoom - room / 2 : from * zoom - READABLE * 16;
    element.scrollTo({
      left: middle(x, width, element.clientWidth) + offset.x,
      top: middle(y, height, element.clientHeight) + offset.y,
    });
  }

  private scrolled(): void {
    if (this.held && !overlap(this.held, this.view)) this.held = undefined;
    this.seen();
  }
  private resized(): void {
    if (this.held && this.element.clientWidth > 0) this.reveal(this.held);
    this.seen();
  }
  /** A drawing smaller than the view is in its middle. */
  private get offset(): { readonly x: number; readonly y: number } {
    const { width } = this.size;
    return { x: Math.max(0, (this.element.clientWidth - width * this.zoom) / 2), y: 0 };
  }
  private setZoom(zoom: number): void {
    this.zoom = Math.min(MOST, Math.max(LEAST, zoom));
    const { width, height } = this.size;
    this.space.style.width = `${width * this.zoom}px`;
    this.space.style.height = `${height * this.zoom}px`;
    this.content.style.transform = `scale(${this.zoom})`;
    this.content.style.width = `${width}px`;
    this.content.style.height = `${height}px`;
    this.element.classList.toggle("far", !this.isReadable);
  }
  /** Changes the zoom; a point of the view, in its pixels, stays. */
  private zoomAround(zoom: number, atX: number, atY: number): void {
    const { element } = this;
    const before = this.view;
    const [x, y] = [before.x + atX / this.zoom, before.y + atY / this.zoom];
    this.setZoom(zoom);
    element.scrollLeft = x * this.zoom - atX + this.offset.x;
    element.scrollTop = y * this.zoom - atY + this.offset.y;
    this.seen();
  }
  /** With Ctrl, which is also what pinching sends, the wheel zooms. */
  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = this.element.getBoundingClientRect();
    this.zoomAround(this.zoom * Math.exp(-event.deltaY / WHEEL), event.clientX - left, event.clientY - top);
  }
  /** Drags the drawing, held where there is no block. */
  private drag(event: PointerEvent): void {
    const { element } = this;
    const onBar = event.offsetX >= element.clientWidth || event.offsetY >= element.clientHeight;
    if (event.button !== 0 || (event.target as Element).closest(".block") || (event.target === element && onBar))
      return;
    const from = { x: event.clientX + element.scrollLeft, y: event.clientY + element.scrollTop };
    element.setPointerCapture(event.pointerId);
    element.classList.add("dragging");
    const move = ({ clientX, clientY }: PointerEvent): void => {
      element.scrollLeft = from.x - clientX;
      element.scrollTop = from.y - clientY;
    };
    const end = (): void => {
      element.classList.remove("dragging");
      element.removeEventListener("pointermove", move);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("lostpointercapture", end, { once: true });
  }
}
