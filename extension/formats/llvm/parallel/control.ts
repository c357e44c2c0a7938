/** What the threads that print one module share: who does which job, and how much text waits to be taken. */

/** Places of the shared numbers; behind them stand the bytes under way, by share, then who has each job. */
const SIGNAL = 0;
const TYPES_DONE = 1;
const SHARES = 2;
const HEAD = 3;

/** Bytes of text that a thread may be ahead of its reader. */
const MOST_AHEAD = 8 << 20;
/** Longest time in ms that the thread which owns the text waits at once: its own host wants a turn now and then. */
const PATIENCE = 5;

/** One table of jobs, as each of its threads sees it. Share 0 is the thread that owns the text. */
export class Control {
  private readonly numbers: Int32Array;
  private readonly jobsFrom: number;
  /** Jobs before this one have been taken, or are not for the share that asks. */
  private next = 0;

  private constructor(readonly memory: SharedArrayBuffer) {
    this.numbers = new Int32Array(memory);
    this.jobsFrom = HEAD + (this.numbers[SHARES] ?? 0);
  }
  static of(memory: SharedArrayBuffer): Control {
    return new Control(memory);
  }
  /** @param shares threads that take part */
  static make(jobs: number, shares: number): Control {
    const memory = new SharedArrayBuffer((HEAD + shares + jobs) * 4);
    new Int32Array(memory)[SHARES] = shares;
    return new Control(memory);
  }

  /** Takes the first job that nobody has and that is for this share; undefined where none is left. */
  claim(share: number, isFor: (job: number) => boolean = () => true): number | undefined {
    for (const jobs = this.numbers.length - this.jobsFrom; this.next < jobs;) {
      const job = this.next++;
      if (isFor(job) && Atomics.compareExchange(this.numbers, this.jobsFrom + job, 0, share + 1) === 0) return job;
    }
    return undefined;
  }
  /** Whether a share has taken any job. */
  hasClaimed(share: number): boolean {
    return this.numbers.subarray(this.jobsFrom).includes(share + 1);
  }

  /** Says that no more types have to be looked for. */
  endTypes(): void {
    Atomics.store(this.numbers, TYPES_DONE, 1);
  }
  get wantsTypes(): boolean {
    return Atomics.load(this.numbers, TYPES_DONE) === 0;
  }

  /** A share has sent so many bytes. */
  sent(share: number, bytes: number): void {
    Atomics.add(this.numbers, HEAD + share, bytes);
    Atomics.add(this.numbers, SIGNAL, 1);
    Atomics.notify(this.numbers, SIGNAL);
  }
  /** So many bytes of a share were taken on. */
  taken(share: number, bytes: number): void {
    Atomics.sub(this.numbers, HEAD + share, bytes);
    Atomics.notify(this.numbers, HEAD + share);
  }
  /** Whether a share is as far ahead as it may be. */
  isAhead(share: number): boolean {
    return Atomics.load(this.numbers, HEAD + share) > MOST_AHEAD;
  }
  /** Waits until a share is no longer too far ahead. */
  waitForReader(share: number): void {
    for (;;) {
      const ahead = Atomics.load(this.numbers, HEAD + share);
      if (ahead <= MOST_AHEAD) return;
      Atomics.wait(this.numbers, HEAD + share, ahead);
    }
  }

  /** What {@link waitForText} takes: how often something was sent. */
  get signal(): number {
    return Atomics.load(this.numbers, SIGNAL);
  }
  /** Waits until something was sent since `signal` was asked for, for a few milliseconds at most. */
  waitForText(signal: number): void {
    Atomics.wait(this.numbers, SIGNAL, signal, PATIENCE);
  }
}
