/** The result of the latest of several attempts. */

/** Attempts of which each replaces the one before: a file that has changed is opened again while it is being opened. */
export class Latest<T> {
  private attempt: Promise<T> | undefined;

  /**
   * Begins an attempt.
   * @returns its result; if it fails because a later one has begun, the result of that
   */
  async begin(attempt: Promise<T>): Promise<T> {
    this.attempt = attempt;
    for (let awaited = attempt; ; awaited = this.attempt) {
      try {
        return await awaited;
      } catch (error) {
        if (this.attempt === awaited) throw error;
      }
    }
  }
}
