/** One thing after another: each key acts on the state that the one before it has reached, though rows come later. */

/** What a key or a command does; a promise where it waits for rows. */
export type Action = () => unknown;

/** The next action waits at most so long (ms): a search that goes on must not hold up the keyboard. */
const PATIENCE = 2000;

/** Carries out actions in the order in which they were asked for; at once where none is under way. */
export class ActionQueue {
  private readonly waiting: (() => Promise<void> | undefined)[] = [];
  private busy = false;

  /** Adds an action. @returns when it is done; rejects as it does */
  push(action: Action): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => this.start(action, resolve, reject));
      if (!this.busy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      // What is done at once does not wait for a turn either.
      const ended = next();
      if (ended) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    }
    this.busy = false;
  }

  /** Starts an action; gives what settles (and never rejects) when it has ended, or nothing where it has. */
  private start(action: Action, resolve: () => void, reject: (error: unknown) => void): Promise<void> | undefined {
    try {
      const result = action();
      if (result instanceof Promise) return result.then(() => resolve(), reject);
      resolve();
    } catch (error) {
      reject(error);
    }
    return undefined;
  }
}
