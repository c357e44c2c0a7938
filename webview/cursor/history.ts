/** Where the user has been: back and forward over jumps. */
import type { Target } from "../../extension/session/protocol";

/** A row, and the token of it that the cursor was on. */
export type Visited = Omit<Target, "bit">;

/** Places kept. */
const KEPT = 100;

/** The places one has jumped from and to. */
export class History {
  private back: Visited[] = [];
  private forward: Visited[] = [];

  /** Notes where a jump starts. */
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
