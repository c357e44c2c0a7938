/** Long work of a decoder that is continued after others have had their turn. */
import type { ByteWindow } from "../document/window";
import { Unfinished } from "../document/window";
import { stepped } from "./steps";

/** Works that have begun and not ended, by what they are about. */
export class Continued<K, T, Y = void> extends Map<K, Generator<Y, T, undefined>> {
  constructor(private readonly window: Pick<ByteWindow, "due">) {
    super();
  }

  /** The result of a work; `begin` begins it. @throws Unfinished when others wait: the next call continues it */
  run(about: K, begin: () => Generator<Y, T, undefined>): T {
    const work = this.get(about) ?? begin();
    // If it throws, the generator has ended: the next call begins anew.
    this.delete(about);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      stepped();
      if (!this.window.due?.()) continue;
      this.set(about, work);
      throw new Unfinished();
    }
  }
}

/**
 * A step of long work that asks for other long work: if that stops because others wait, it is asked for again after
 * they have had their turn, so that only this step is repeated and not all of the work.
 */
export function* asked<T>(step: () => T): Generator<void, T, undefined> {
  for (;;) {
    try {
      return step();
    } catch (thrown) {
      if (!(thrown instanceof Unfinished)) throw thrown;
    }
    yield;
  }
}
