/** The data layout of a module: `e-P1-p:16:8-…`. */

/** The address space of functions, from a data layout's `P`. */
export function programAddressSpace(dataLayout: string): number {
  return Number(/(?:^|-)P(\d+)/.exec(dataLayout)?.[1] ?? 0);
}
