/** Parts of a module other than values, types and metadata. */
import type { BitRange } from "../../../document/bits";
import type { Checkpoint } from "../../bitstream/reader";
import type { Release } from "./releases";
import type { FunctionValue, GlobalValue } from "./values";

/** The globals of a module in the order of its text. An array is one; a large module makes them when they are asked for. */
export interface GlobalList extends Iterable<GlobalValue> {
  readonly length: number;
  entries(): Iterable<[number, GlobalValue]>;
  filter<T extends GlobalValue>(wanted: (global: GlobalValue) => global is T): T[];
  filter(wanted: (global: GlobalValue) => boolean): GlobalValue[];
  find(wanted: (global: GlobalValue) => boolean): GlobalValue | undefined;
}

/** `$name = comdat any`; kind is the number of COMDAT records. */
export interface Comdat {
  readonly name: string;
  readonly kind: number;
}

/**
 * Module-level assembly: a single text, or since LLVM 23 several, each with properties of its target
 * (`target_features`, `target_cpu`).
 */
export interface AssemblyFragment {
  readonly text: string;
  readonly properties: ReadonlyMap<string, string>;
  /** The ASM record. */
  readonly range: BitRange;
}
/** The first release that keeps every ASM record; before, the last one is the module's assembly. */
export const ASSEMBLY_FRAGMENTS: Release = 23;
/** The properties of fragments, in the order in which they are printed. */
export const ASSEMBLY_PROPERTIES: readonly string[] = ["target_features", "target_cpu"];

/** The records of a module that the first lines of its text show. */
export interface HeadRanges {
  readonly sourceFileName?: BitRange;
  readonly dataLayout?: BitRange;
  readonly triple?: BitRange;
}

/** The range of a FUNCTION_BLOCK, with the function whose body it is. */
export interface BodyRange extends BitRange {
  readonly function: FunctionValue;
}

/** A function's body, with the state of the reader at its start. */
export interface Body extends BodyRange {
  readonly checkpoint: Checkpoint;
}
