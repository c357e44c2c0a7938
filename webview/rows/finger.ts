/** A finger on the rows scrolls them; lifted while it moves, it lets them run on. A tap is left to the browser: it is a click. */

/** Pixels that a finger moves before it scrolls, so that a tap is none. */
const SLOP = 8;
/** Time in which the rows lose most of their speed (ms): that of the touch screens that readers know. */
const SLOWING = 325;
/** Rows that are slower stand still (pixels per ms). */
const SLOWEST = 0.03;
/** The speed of a finger is that of its last moves (ms). */
const RECENT = 100;

/** Scrolls by pixels. */
type Pan = (across: number, down: number) => void;

/** A place of the finger. */
interface Moment {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}
const momentOf = ({ clientX: x, clientY: y, timeStamp: time }: PointerEvent): Moment => ({ x, y, time });

/** One finger at a time; further ones are the browser's, which zooms. */
class Finger {
  private id: number | undefined;
  private moments: Moment[] = [];
  /** In which direction it scrolls, from its first moves on. */
  private axis: "x" | "y" | undefined;
  private frame = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly pan: Pan,
  ) {
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.leave());
    // The wheel and keys take over from rows that run on.
    element.addEventListener("wheel", () => this.stop(), { passive: true });
    element.addEventListener("keydown", () => this.stop());
  }

  private down(event: PointerEvent): void {
    this.stop();
    if (event.pointerType !== "touch") return;
    // A box within the rows scrolls by itself; a second finger zooms.
    if (!event.isPrimary || (event.target as Element).closest(".inset")) return this.leave();
    this.id = event.pointerId;
    this.moments = [momentOf(event)];
    this.axis = undefined;
  }
  private move(event: PointerEvent): void {
    const last = this.moments.at(-1);
    if (event.pointerId !== this.id || !last) return;
    const now = momentOf(event);
    if (this.axis === undefined) {
      const [across, down] = [Math.abs(now.x - last.x), Math.abs(now.y - last.y)];
      if (Math.max(across, down) < SLOP) return;
      this.axis = across > down ? "x" : "y";
      // It may leave the rows, and still scrolls them.
      this.element.setPointerCapture(event.pointerId);
    }
    this.moments = [...this.moments.filter(({ time }) => now.time - time < RECENT), now];
    this.panBy(last[this.axis] - now[this.axis]);
  }
  private up(event: PointerEvent): void {
    if (event.pointerId !== this.id) return;
    const { axis, moments } = this;
    const [first, last] = [moments[0], moments.at(-1)];
    this.leave();
    if (axis === undefined || !first || !last || event.timeStamp - last.time > RECENT) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.axis = axis;
    this.runOn((first[axis] - last[axis]) / Math.max(1, last.time - first.time), performance.now());
  }
  /** Goes on at a speed (pixels per ms), which becomes less. */
  private runOn(speed: number, before: number): void {
    if (Math.abs(speed) < SLOWEST) return;
    this.frame = requestAnimationFrame((now) => {
      const time = Math.max(0, now - before);
      this.panBy(speed * time);
      this.runOn(speed * Math.exp(-time / SLOWING), now);
    });
  }
  private panBy(pixels: number): void {
    if (this.axis === "x") this.pan(pixels, 0);
    else this.pan(0, pixels);
  }
  private leave(): void {
    this.id = undefined;
    this.moments = [];
    this.axis = undefined;
  }
  private stop(): void {
    cancelAnimationFrame(this.frame);
  }
}

/** Lets fingers on an element scroll, as long as the page is open. @param pan scrolls by pixels */
export function listenToFingers(element: HTMLElement, pan: Pan): void {
  new Finger(element, pan);
}
