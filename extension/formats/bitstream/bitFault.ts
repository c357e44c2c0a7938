/** What a reader of bits throws. */
import type { ProblemCode } from "../../document/problem";

/**
 * A fault that stops reading. The reader catches it and turns it into an event. It is no Error because nobody needs its
 * stack trace.
 */
export class BitFault {
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
    /** Bits from the document's first byte. */
    readonly startBit: number,
    readonly endBit: number,
  ) {}
}
