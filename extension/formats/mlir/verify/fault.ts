/**
 * How a check of an op ends: with the first fault, thrown as a {@link Fault}, or with {@link UNKNOWN} where the file does not
 * tell what is asked; the op is then accepted.
 */

/** Thrown where the file does not tell what is asked. */
export const UNKNOWN: unique symbol = Symbol("unknown");

/** Thrown by a check that finds a fault. */
export class Fault {
  /** @param words in the reference's words, without the op's name @param isBare whether the reference leaves it out too */
  constructor(
    readonly words: string,
    readonly isBare = false,
  ) {}
}

/** Ends a check with a fault if a condition holds. */
export function refuse(when: boolean, words: string | (() => string)): void {
  if (when) throw new Fault(typeof words === "string" ? words : words());
}

/** As {@link refuse}, for what the reference says without the op's name. */
export function refuseBare(when: boolean, words: string): void {
  if (when) throw new Fault(words, true);
}

/** A value, which is unknown if it is undefined. */
export function known<Value>(value: Value | undefined): Value {
  return value === undefined ? unknown() : value;
}

/** Ends a check: what it needs to know is not told. */
export function unknown(): never {
  throw UNKNOWN;
}

/** The fault that a check finds, without the op's name; undefined if none is certain. */
export const faultOf = (check: () => void): string | undefined => found(check)?.words;

/** The fault that a check of an op finds, as the reference says it; undefined if none is certain. */
export function spokenFault(name: string, check: () => void): string | undefined {
  const fault = found(check);
  return fault && (fault.isBare ? fault.words : `'${name}' op ${fault.words}`);
}

function found(check: () => void): Fault | undefined {
  try {
    told(check);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown;
    throw thrown;
  }
}

/** What is asked; undefined where the file does not tell it. */
export function told<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch (thrown) {
    if (thrown === UNKNOWN) return undefined;
    throw thrown;
  }
}
