/** What a module's tables hold that is no value, type or metadata. */
import type { BitRange } from "../../../document/bits";
import type { Checkpoint } from "../../bitstream/reader";
import type { FunctionValue } from "./values";

/** `$name = comdat any`; kind is the number of COMDAT records. */
export interface Comdat {
  readonly name: string;
  readonly kind: number;
}

/** Module-level assembly: one text, or since LLVM 23 several, each with what it is assembled for (`target_features`, `target_cpu`). */
export interface AssemblyFragment {
  readonly text: string;
  readonly properties: ReadonlyMap<string, string>;
}

/** A FUNCTION_BLOCK: where a function's body is. */
export interface BodyRange extends BitRange {
  readonly function: FunctionValue;
}

/** A function's body, and the state of the reader at its start. */
export interface Body extends BodyRange {
  readonly checkpoint: Checkpoint;
}
