/** Long work of a decoder that is continued after others have had their turn. */
import type { ByteWindow } from "../document/window";
import { Unfinished } from "../document/window";

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
      if (!this.window.due?.()) continue;
      this.set(about, work);
      throw new Unfinished();
    }
  }
}
