/**
 * Our own scrollbar, in units of lines (horizontally, pixels): Chromium limits an element to 33,554,428 pixels, which
 * is less than the height of a large module.
 */
import { make } from "../base/dom";
import type { Extent } from "./thumb";
import { dragged, thumbOf, valueAt } from "./thumb";

/**
 * A scrollbar. `value` is the first unit in view, `page` the number of units in view, `total` the number of all units.
 */
export class Scrollbar {
  readonly element = make("div", "scrollbar");
  private readonly thumb = make("div", "thumb");
  private value = 0;
  private page = 1;
  private total = 1;

  constructor(
    private readonly orientation: "vertical" | "horizontal",
    controls: string,
    private readonly scrollTo: (value: number) => void,
  ) {
    this.element.classList.add(orientation);
    this.element.setAttribute("role", "scrollbar");
    this.element.setAttribute("aria-orientation", orientation);
    this.element.setAttribute("aria-controls", controls);
    this.element.setAttribute("aria-valuemin", "0");
    this.element.append(this.thumb);
    this.element.addEventListener("pointerdown", (event) => this.press(event));
  }

  /** Draws it; hidden if everything is in view. */
  update(value: number, page: number, total: number): void {
    this.value = value;
    this.page = page;
    this.total = Math.max(1, total);
    const hidden = page >= total;
    this.element.classList.toggle("hidden", hidden);
    this.element.setAttribute("aria-valuenow", String(Math.round(value)));
    this.element.setAttribute("aria-valuemax", String(Math.max(0, Math.round(total - page))));
    if (hidden) return;
    const { size, offset } = thumbOf(this.track, this.extent);
    const along = this.orientation === "vertical" ? "height" : "width";
    this.thumb.style[along] = `${size}px`;
    this.thumb.style.transform =
      this.orientation === "vertical" ? `translateY(${offset}px)` : `translateX(${offset}px)`;
  }

  private get track(): number {
    return this.orientation === "vertical" ? this.element.clientHeight : this.element.clientWidth;
  }
  private get extent(): Extent {
    const { value, page, total } = this;
    return { value, page, total };
  }
  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const { track, extent } = this;
    const at = (e: PointerEvent): number => (this.orientation === "vertical" ? e.offsetY : e.offsetX);
    const client = (e: PointerEvent): number => (this.orientation === "vertical" ? e.clientY : e.clientX);
    const onThumb = event.target === this.thumb;
    const from = onThumb ? extent.value : valueAt(at(event), track, extent);
    if (!onThumb) this.scrollTo(from);
    const start = client(event);
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add("dragging");
    const move = (e: PointerEvent): void => this.scrollTo(from + dragged(client(e) - start, track, extent));
    const end = (): void => {
      this.element.classList.remove("dragging");
      this.element.removeEventListener("pointermove", move);
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("lostpointercapture", end, { once: true });
  }
}
