/** The line between the rows and the graph: it is dragged, or moved with the arrow keys. */
import { make } from "../base/dom";
import { t } from "../base/l10n";

/** The least and the greatest share of the graph, that of a new one, and a step, in percent. */
const LEAST = 15;
const MOST = 85;
const FIRST = 50;
const STEP = 5;

/** A divider before a pane; the pane's share of the room is its `--share`. */
export class Divider {
  readonly element = make("div", "divider hidden");
  private share: number;

  /** @param keep called with the share that the reader has chosen, in percent */
  constructor(
    private readonly pane: HTMLElement,
    share: number | undefined,
    private readonly keep: (share: number) => void,
  ) {
    this.share = share ?? FIRST;
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "separator");
    this.element.setAttribute("aria-label", t("Width of the graph"));
    this.element.setAttribute("aria-valuemin", String(LEAST));
    this.element.setAttribute("aria-valuemax", String(MOST));
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows it if the pane is shown. */
  update(): void {
    this.element.classList.toggle("hidden", this.pane.classList.contains("hidden"));
    this.element.setAttribute("aria-orientation", this.isAcross ? "horizontal" : "vertical");
    this.set(this.share);
  }
  /** Whether the pane is below the rows. */
  private get isAcross(): boolean {
    const { parentElement } = this.element;
    return parentElement !== null && getComputedStyle(parentElement).flexDirection === "column";
  }
  private set(share: number): void {
    this.share = Math.min(MOST, Math.max(LEAST, share));
    this.pane.style.setProperty("--share", `${this.share}%`);
    this.element.setAttribute("aria-valuenow", String(Math.round(this.share)));
  }
  private press(event: PointerEvent): void {
    const { element } = this;
    const room = element.parentElement?.getBoundingClientRect();
    if (event.button !== 0 || !room) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const across = this.isAcross;
    const move = ({ clientX, clientY }: PointerEvent): void =>
      this.set(100 * (across ? (room.bottom - clientY) / room.height : (room.right - clientX) / room.width));
    element.addEventListener("pointermove", move);
    element.addEventListener(
      "lostpointercapture",
      () => {
        element.removeEventListener("pointermove", move);
        this.keep(this.share);
      },
      { once: true },
    );
  }
  private key(event: KeyboardEvent): void {
    const by = { ArrowLeft: STEP, ArrowUp: STEP, ArrowRight: -STEP, ArrowDown: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.set(this.share + by);
    this.keep(this.share);
  }
}
