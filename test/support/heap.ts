/** Measures the memory that objects keep. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** Collects all garbage. */
export const collect = runInNewContext("gc") as () => void;

/** Node's figures once there is no garbage. */
function cleanMemory(): NodeJS.MemoryUsage {
  // The buffers that a collection finds unused are freed beside it; the next one waits for that.
  collect();
  collect();
  return process.memoryUsage();
}
/** Bytes in use without garbage: objects and buffers. */
export function bytesInUse(): number {
  const { heapUsed, external } = cleanMemory();
  return heapUsed + external;
}
/** Bytes of the buffers in use. */
export function bufferBytes(): number {
  return cleanMemory().arrayBuffers;
}

/** How often it is measured what a result keeps: compiled code and caches come and go meanwhile. */
const TIMES = 5;

/** The bytes that a result keeps: the median of several. It is made before, so that what is made only once does not count. */
export function bytesKept(make: () => unknown): number {
  make();
  const kept = Array.from({ length: TIMES }, () => {
    const before = bytesInUse();
    const made = make();
    const added = bytesInUse() - before;
    // Used here, so that it is not collected before.
    return made === undefined ? 0 : added;
  });
  return kept.sort((a, b) => a - b)[TIMES >> 1] as number;
}
