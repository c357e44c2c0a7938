/** Where the user has been: back and forward over jumps. */
import type { RowPlace } from "../extension/session/protocol";

/** Places kept. */
const KEPT = 100;

/** The places one has jumped from and to. */
export class History {
  private back: RowPlace[] = [];
  private forward: RowPlace[] = [];

  /** Notes where a jump starts. */
  leave(from: RowPlace | undefined): void {
    if (!from) return;
    this.back.push(from);
    if (this.back.length > KEPT) this.back.shift();
    this.forward = [];
  }
  /** The place to go back to from `now`. */
  goBack(now: RowPlace | undefined): RowPlace | undefined {
    const place = this.back.pop();
    if (place && now) this.forward.push(now);
    return place;
  }
  goForward(now: RowPlace | undefined): RowPlace | undefined {
    const place = this.forward.pop();
    if (place && now) this.back.push(now);
    return place;
  }
}
