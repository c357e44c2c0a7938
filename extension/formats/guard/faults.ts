/** Errors thrown by our own fault, as problems at a position. */
import type { BitRange } from "../../document/bits";
import type { Problem } from "../../document/problem";
import { NoSection } from "../../document/section";
import { MissingBytes, Unfinished, Unreadable } from "../../document/window";

/** The faults met so far in one document, each once. */
export class Faults {
  readonly problems: Problem[] = [];
  private readonly known = new Set<string>();

  /**
   * Records what was thrown while reading `what`, unless there is no such section: then the question is at fault.
   * @throws MissingBytes, Unfinished, Unreadable
   */
  note(thrown: unknown, what: string, range: BitRange): Problem {
    if (thrown instanceof MissingBytes || thrown instanceof Unfinished || thrown instanceof Unreadable) throw thrown;
    const message = `Bitscope could not read the ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    const { startBit, endBit } = range;
    const problem: Problem = { code: "fault", message, startBit, endBit, path: [] };
    const key = `${startBit} ${message}`;
    if (thrown instanceof NoSection) return problem;
    if (!this.known.has(key)) this.problems.push(problem);
    this.known.add(key);
    return problem;
  }
  /** The result of `work`, or what `instead` makes of the problem. */
  guard<T>(what: string, range: () => BitRange, work: () => T, instead: (problem: Problem) => T): T {
    try {
      return work();
    } catch (thrown) {
      return instead(this.note(thrown, what, range()));
    }
  }
  /** The pieces of a walk up to its first fault, and its result; undefined after a fault. */
  *walk<T, R>(
    what: string,
    range: () => BitRange,
    walk: () => Generator<T, R, undefined>,
  ): Generator<T, R | undefined, undefined> {
    try {
      return yield* walk();
    } catch (thrown) {
      this.note(thrown, what, range());
      return undefined;
    }
  }
}
