/** Measures the memory that objects keep. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** Collects all garbage. */
export const collect = runInNewContext("gc") as () => void;

/** Bytes in use without garbage: objects and buffers. */
export function bytesInUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The bytes that a result keeps. It is made twice, so that what is made only once in a process does not count. */
export function bytesKept(make: () => unknown): number {
  make();
  const before = bytesInUse();
  const made = make();
  const kept = bytesInUse() - before;
  // Used here, so that it is not collected before.
  return made === undefined ? 0 : kept;
}
