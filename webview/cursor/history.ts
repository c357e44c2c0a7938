/** The user's earlier positions: back and forward over jumps. */
import type { ArrangementName } from "../../extension/document/arrangement";
import type { Target } from "../../extension/session/protocol";

/** A row, and the token of it that the cursor was on. */
export type Visited = Omit<Target, "bit">;
/** The same with the arrangement that the row belongs to. */
export type Left = Visited & { readonly arrangement: ArrangementName };

/** How many positions are kept. */
const KEPT = 100;

/** The positions of a {@link History}, for the page that shows the editor next. */
export interface HistoryMemory {
  readonly back: readonly Left[];
  readonly forward: readonly Left[];
}

/** The positions from which and to which the user has jumped. */
export class History {
  private back: Left[] = [];
  private forward: Left[] = [];

  get memory(): HistoryMemory {
    const { back, forward } = this;
    return { back, forward };
  }
  restore({ back, forward }: HistoryMemory): void {
    this.back = [...back];
    this.forward = [...forward];
  }

  /** Stores the start of a jump. */
  leave(from: Left | undefined): void {
    if (!from) return;
    this.back.push(from);
    if (this.back.length > KEPT) this.back.shift();
    this.forward = [];
  }
  /** The place to go back to from `now`. */
  goBack(now: Left | undefined): Left | undefined {
    return step(this.back, this.forward, now);
  }
  goForward(now: Left | undefined): Left | undefined {
    return step(this.forward, this.back, now);
  }
}

/** Takes the last of `from` that is elsewhere than `now`: a key that leads nowhere would seem broken. */
function step(from: Left[], to: Left[], now: Left | undefined): Left | undefined {
  let place = from.pop();
  while (place && isSame(place, now)) place = from.pop();
  if (place && now) to.push(now);
  return place;
}
function isSame(a: Left, b: Left | undefined): boolean {
  const isRow = a.section === b?.section && a.entry === b.entry && a.line === b.line;
  return isRow && a.arrangement === b.arrangement && a.column === b.column && a.token === b.token;
}
