/** What is wrong with a file, and where. */
import type { BitRange } from "./bits";

/** Stable codes of the kinds of damage; the README explains each. */
export type ProblemCode =
  | "unknown-format"
  | "bad-signature"
  | "truncated"
  | "bad-abbreviation"
  | "bad-block"
  | "bad-record"
  | "bad-section"
  | "bad-table"
  | "bad-instruction"
  | "bad-reference"
  | "bad-type"
  | "bad-value"
  | "bad-string"
  | "bad-encoding"
  | "bad-compression"
  | "bad-container"
  | "unsupported"
  | "limit"
  | "fault"
  | "trailing-bytes"
  | "invalid-ir";

/** One problem. `path` names the containers around it, outermost first (`module`, `function @f0`). */
export interface Problem extends BitRange {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: readonly string[];
}
