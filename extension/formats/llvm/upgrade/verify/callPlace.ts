/** Where the call is that the verifier looks at. */
import type { FunctionBody, Instruction } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { VerifiedNodes } from "./nodes";
import type { VerifiedValues } from "./values";

/** Where a call is. */
export interface CallPlace {
  readonly body: FunctionBody;
  readonly values: VerifiedValues;
  readonly nodes: VerifiedNodes;
  readonly release: Release;
  /** The instructions after it in its block. */
  readonly next: Instruction | undefined;
  readonly afterNext: Instruction | undefined;
  /** The alloca of the body that a value is the result of; undefined if it is that of something else. */
  allocaOf(id: ValueId | undefined): Instruction | undefined;
}
