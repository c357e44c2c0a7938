/** A host that lets an editor store its state before it leads to another editor. */
import type { Host } from "./connection";

/** A host that calls `leaving` before each method that may lead out of the editor, whose page may end at once. */
export function tellLeaving(host: Host, leaving: () => void): Host {
  const leads: Partial<Host> = {
    run: (query, options) => (leaving(), host.run(query, options)),
    openMember: (query, options) => (leaving(), host.openMember(query, options)),
    openSource: (query, options) => (leaving(), host.openSource(query, options)),
  };
  return new Proxy(host, { get: (_host, method: keyof Host) => leads[method] ?? host[method] });
}
