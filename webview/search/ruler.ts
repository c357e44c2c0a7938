/** The overview ruler: functions, hits, problems and the cursor of the complete document, beside the scrollbar. */
import { make } from "../base/dom";

/** Marks of one kind: their positions (0 to 1), and the third of the ruler in which they are drawn. */
export interface RulerMarks {
  readonly shares: readonly number[];
  /** A VS Code colour variable. */
  readonly colour: string;
  readonly lane: "left" | "centre" | "right" | "full";
}

const LANES = { left: [0, 1 / 3], centre: [1 / 3, 1 / 3], right: [2 / 3, 1 / 3], full: [0, 1] } as const;
/** Height of a mark in pixels. */
const MARK = 3;

/** Draws on a canvas, so that thousands of marks are one element. */
export class Ruler {
  readonly element = make("canvas", "ruler");
  constructor() {
    this.element.setAttribute("aria-hidden", "true");
  }
  /** Draws all marks; `fill`: the share of the ruler's height that the document takes. */
  draw(fill: number, kinds: readonly RulerMarks[]): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const scale = devicePixelRatio;
    this.element.width = Math.round(width * scale);
    this.element.height = Math.round(height * scale);
    const context = this.element.getContext("2d");
    if (!context) return;
    context.scale(scale, scale);
    const style = getComputedStyle(this.element);
    for (const { shares, colour, lane } of kinds) {
      context.fillStyle = style.getPropertyValue(colour).trim() || style.color;
      const [x, w] = LANES[lane];
      for (const share of shares)
        context.fillRect(x * width, Math.min(height - MARK, share * fill * height), w * width, MARK);
    }
  }
}
