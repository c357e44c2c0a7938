/** The user's earlier positions: back and forward over jumps. */
import type { Target } from "../../extension/session/protocol";

/** A row, and the token of it that the cursor was on. */
export type Visited = Omit<Target, "bit">;

/** How many positions are kept. */
const KEPT = 100;

/** The positions from which and to which the user has jumped. */
export class History {
  private back: Visited[] = [];
  private forward: Visited[] = [];

  /** Stores the start of a jump. */
  leave(from: Visited | undefined): void {
    if (!from) return;
    this.back.push(from);
    if (this.back.length > KEPT) this.back.shift();
    this.forward = [];
  }
  /** The place to go back to from `now`. */
  goBack(now: Visited | undefined): Visited | undefined {
    return step(this.back, this.forward, now);
  }
  goForward(now: Visited | undefined): Visited | undefined {
    return step(this.forward, this.back, now);
  }
}

/** Takes the last of `from` that is elsewhere than `now`: a key that leads nowhere would seem broken. */
function step(from: Visited[], to: Visited[], now: Visited | undefined): Visited | undefined {
  let place = from.pop();
  while (place && isSame(place, now)) place = from.pop();
  if (place && now) to.push(now);
  return place;
}
function isSame(a: Visited, b: Visited | undefined): boolean {
  const isRow = a.section === b?.section && a.entry === b.entry && a.line === b.line;
  return isRow && a.column === b.column && a.token === b.token;
}
