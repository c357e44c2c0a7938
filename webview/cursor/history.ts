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
    const place = this.back.pop();
    if (place && now) this.forward.push(now);
    return place;
  }
  goForward(now: Visited | undefined): Visited | undefined {
    const place = this.forward.pop();
    if (place && now) this.back.push(now);
    return place;
  }
}
