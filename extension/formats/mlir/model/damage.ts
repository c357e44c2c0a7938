/** Damage found while reading: thrown inside the format, caught at the section, entry or op that it ends. */
import type { ProblemCode } from "../../../document/problem";

/** What stopped a reader, and the bytes concerned. Positions are bytes from the file's first byte. */
export class Damage {
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
    readonly startByte: number,
    readonly endByte: number,
  ) {}
}

/**
 * Runs `read`; passes damage to `onDamage`, which returns a replacement for the result.
 * @throws whatever `read` throws, except {@link Damage}
 */
export function guarded<T>(read: () => T, onDamage: (damage: Damage) => T): T {
  try {
    return read();
  } catch (thrown) {
    return onDamage(damageOf(thrown));
  }
}

/** What was thrown, if it is damage. @throws anything else again */
export function damageOf(thrown: unknown): Damage {
  if (thrown instanceof Damage) return thrown;
  throw thrown;
}
