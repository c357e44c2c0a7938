/**
 * State shared by the threads that print one module: which thread does which job, and how much text has not been read
 * yet.
 */

/** Indices of the shared numbers. After them come the unread bytes of each share, then the owner of each job. */
const SIGNAL = 0;
const TYPES_DONE = 1;
const SHARES = 2;
const HEAD = 3;

/** How many bytes of text a thread may be ahead of the reader. */
const MOST_AHEAD = 8 << 20;
/** The longest time in ms that the thread that owns the text waits: its host needs a turn now and then. */
const PATIENCE = 5;

/** A table of jobs, as one of the threads accesses it. Share 0 is the thread that owns the text. */
export class Control {
  private readonly numbers: Int32Array;
  private readonly jobsFrom: number;
  /** All jobs before this one are taken, or not for the share that asks. */
  private next = 0;

  private constructor(readonly memory: SharedArrayBuffer) {
    this.numbers = new Int32Array(memory);
    this.jobsFrom = HEAD + (this.numbers[SHARES] ?? 0);
  }
  static of(memory: SharedArrayBuffer): Control {
    return new Control(memory);
  }
  /** Makes a table of jobs. @param shares the number of threads that take part */
  static make(jobs: number, shares: number): Control {
    const memory = new SharedArrayBuffer((HEAD + shares + jobs) * 4);
    new Int32Array(memory)[SHARES] = shares;
    return new Control(memory);
  }

  /** Takes the first free job that is for this share; undefined if there is none. */
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

  /** Tells all threads that no more types need to be found. */
  endTypes(): void {
    Atomics.store(this.numbers, TYPES_DONE, 1);
  }
  /** Whether types still have to be found. */
  get wantsTypes(): boolean {
    return Atomics.load(this.numbers, TYPES_DONE) === 0;
  }

  /** Records that a share has sent this many bytes. */
  sent(share: number, bytes: number): void {
    Atomics.add(this.numbers, HEAD + share, bytes);
    Atomics.add(this.numbers, SIGNAL, 1);
    Atomics.notify(this.numbers, SIGNAL);
  }
  /** Records that this many bytes of a share have been read. */
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

  /** A counter of messages, to pass to {@link waitForText}. */
  get signal(): number {
    return Atomics.load(this.numbers, SIGNAL);
  }
  /** Waits until something has been sent since `signal` was read, but at most a few milliseconds. */
  waitForText(signal: number): void {
    Atomics.wait(this.numbers, SIGNAL, signal, PATIENCE);
  }
}
