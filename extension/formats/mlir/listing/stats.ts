import type { StatsRow } from "../../../document/document";
import type { OpReader } from "../text/values";
export function stats(_r: OpReader): Iterable<StatsRow> {
  return [];
}
