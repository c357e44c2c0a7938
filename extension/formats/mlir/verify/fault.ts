/**
 * How a check of an op ends: with the first fault, thrown as a {@link Fault}, or with {@link UNKNOWN} where the file does not
 * tell what is asked; the op is then accepted.
 */
import type { ByteRange } from "../../../document/window";

/** Thrown where the file does not tell what is asked. */
export const UNKNOWN: unique symbol = Symbol("unknown");

/** An op that a fault is of. */
export interface FaultyOp {
  readonly name: string;
  readonly place: ByteRange;
}

/** Thrown by a check that finds a fault. */
export class Fault {
  /**
   * @param words in the reference's words, without the op's name
   * @param isBare whether the reference leaves it out too
   * @param op the op that the reference says it of, if it is another than the one that is checked
   */
  constructor(
    readonly words: string,
    readonly isBare = false,
    readonly op?: FaultyOp,
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

/** As {@link refuse}, for what the reference says of an op in the one that is checked. */
export function refuseInner(op: FaultyOp, when: boolean, words: string): void {
  if (when) throw new Fault(words, false, op);
}

/** As {@link refuseInner}, without the op's name. */
export function refuseInnerBare(op: FaultyOp, when: boolean, words: string): void {
  if (when) throw new Fault(words, true, op);
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
  return fault && spoken(fault, name);
}

/** The op that has the fault which a check finds, and the fault as the reference says it; undefined if none is certain. */
export function placedFault(checked: FaultyOp, check: () => void): readonly [op: FaultyOp, fault: string] | undefined {
  const fault = found(check);
  const op = fault?.op ?? checked;
  return fault && [op, spoken(fault, op.name)];
}

const spoken = ({ words, isBare }: Fault, name: string): string => (isBare ? words : `'${name}' op ${words}`);

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
