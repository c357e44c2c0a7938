/** A host that asks about the arrangement that an editor shows. */
import type { ArrangementName } from "../../extension/document/arrangement";
import type { Host } from "../base/connection";

/** A host that adds the present arrangement to questions about places; folds contain theirs already. */
export function askArranged(host: Host, now: () => ArrangementName): Host {
  const about = <Q extends object>(query: Q): Q & { arrangement: ArrangementName } => ({
    ...query,
    arrangement: now(),
  });
  const asked: Partial<Host> = {
    hover: (query, options) => host.hover(about(query), options),
    uses: (query, options) => host.uses(about(query), options),
    calls: (query, options) => host.calls(about(query), options),
    definition: (query, options) => host.definition(about(query), options),
    locate: (query, options) => host.locate(about(query), options),
    placeOf: (query, options) => host.placeOf(about(query), options),
    sourceOf: (query, options) => host.sourceOf(about(query), options),
    rowOfRange: (query, options) => host.rowOfRange(about(query), options),
    again: (query, options) => host.again(about(query), options),
    sectionsAt: (query, options) => host.sectionsAt(about(query), options),
    copy: (query, options) => host.copy(about(query), options),
  };
  return new Proxy(host, { get: (_host, method: keyof Host) => asked[method] ?? host[method] });
}
