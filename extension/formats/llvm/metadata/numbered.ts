/** Tells which metadata the text lists with a number, and which it prints where it is used. */
import type { Metadata } from "../ir/metadata";
import { Code } from "../spec/metadataCodes";

/** Whether entries with this code are printed in place. */
export function isUnnumbered(code: number): boolean {
  return code === Code.STRING_OLD || code === Code.VALUE || code === Code.EXPRESSION || code === Code.ARG_LIST;
}

/** Whether entries with this code are tuples. */
export function isTuple(code: number): boolean {
  return code === Code.NODE || code === Code.DISTINCT_NODE;
}

/** Whether decoded metadata has a number of its own. */
export function isNumbered(metadata: Metadata | undefined): boolean {
  return metadata?.kind === "tuple" || metadata?.kind === "record";
}
