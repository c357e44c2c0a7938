/**
 * Watches this thread's event loop: how much processor time each of its rounds takes. In a round the thread takes no
 * message, so a session that runs here would not answer meanwhile.
 */
import { threadClock } from "./threadClock";

/** What a piece of work took, in ms of this thread's processor time. */
export interface Cost {
  /** All of it. */
  readonly work: number;
  /** The longest time without a look at messages. */
  readonly step: number;
}

/** Rounds of the event loop, one after another. */
export class LoopWatch {
  private readonly now = threadClock();
  private longest = 0;
  private roundFrom = 0;
  private isOn = false;

  /** @param told called for each round with its time in ms, right after it */
  constructor(private readonly told: (round: number) => void = () => undefined) {}

  /** Watches from now on; keeps the process alive until {@link stop}. */
  start(): void {
    this.isOn = true;
    this.roundFrom = this.now();
    setImmediate(this.beat);
  }
  stop(): void {
    this.isOn = false;
  }
  private readonly beat = (): void => {
    const now = this.now();
    const round = now - this.roundFrom;
    this.roundFrom = now;
    this.longest = Math.max(this.longest, round);
    this.told(round);
    if (this.isOn) setImmediate(this.beat);
  };

  /** Runs work in a round of its own, and watches it to its end, that of its last round. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    await this.round();
    const from = this.now();
    this.longest = 0;
    await work();
    const spent = this.now() - from;
    await this.round();
    return { work: spent, step: this.longest };
  }
  /** Resolves at the beginning of the next round. */
  round(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
