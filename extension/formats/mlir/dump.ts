/** The container's dump. */
import type { OpReader } from "./text/values";
export function* dumpText(_reader: OpReader): Generator<string, void, undefined> {
  yield "";
}
