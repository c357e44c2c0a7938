/**
 * Runs one action after another, so that each key acts on the state that the previous key has led to, even if its rows
 * arrive later.
 */

/** What a key or a command does; returns a promise if it waits for rows. */
export type Action = () => unknown;

/** The next action waits at most this long (ms): a long search must not block the keyboard. */
const PATIENCE = 2000;

/** Runs actions in the order in which they were pushed; at once if none is running. */
export class ActionQueue {
  private readonly waiting: (() => Promise<void> | undefined)[] = [];
  private busy = false;

  /** Adds an action. @returns a promise for its end; rejects if the action does */
  push(action: Action): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => this.start(action, resolve, reject));
      if (!this.busy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      // An action that ends at once does not wait for a turn.
      const ended = next();
      if (ended) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    }
    this.busy = false;
  }

  /**
   * Starts an action. Returns a promise that settles (and never rejects) at its end, or undefined if it has ended
   * already.
   */
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
