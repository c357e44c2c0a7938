/**
 * Our own scrollbar, in units of lines (horizontally, pixels): Chromium limits an element to 33,554,428 pixels, which
 * is less than the height of a large module.
 */
import { make } from "../base/dom";

/** Smallest length of the thumb in pixels. */
const SHORTEST = 20;

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
    const { track, size, offset } = this.geometry();
    const along = this.orientation === "vertical" ? "height" : "width";
    this.thumb.style[along] = `${size}px`;
    const shift = Math.min(track - size, offset);
    this.thumb.style.transform = this.orientation === "vertical" ? `translateY(${shift}px)` : `translateX(${shift}px)`;
  }

  private geometry(): { track: number; size: number; offset: number; free: number } {
    const track = this.orientation === "vertical" ? this.element.clientHeight : this.element.clientWidth;
    const size = Math.max(SHORTEST, (track * this.page) / this.total);
    const free = Math.max(1, track - size);
    return { track, size, free, offset: (free * this.value) / Math.max(1, this.total - this.page) };
  }
  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const at = (e: PointerEvent): number => (this.orientation === "vertical" ? e.offsetY : e.offsetX);
    const client = (e: PointerEvent): number => (this.orientation === "vertical" ? e.clientY : e.clientX);
    const span = Math.max(0, this.total - this.page);
    if (event.target !== this.thumb) {
      const { size, free } = this.geometry();
      this.scrollTo(((at(event) - size / 2) / free) * span);
    }
    const start = client(event);
    const from =
      event.target === this.thumb ? this.value : ((at(event) - this.geometry().size / 2) / this.geometry().free) * span;
    const { free } = this.geometry();
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add("dragging");
    const move = (e: PointerEvent): void => this.scrollTo(from + ((client(e) - start) / free) * span);
    const end = (): void => {
      this.element.classList.remove("dragging");
      this.element.removeEventListener("pointermove", move);
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("lostpointercapture", end, { once: true });
  }
}
