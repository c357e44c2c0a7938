/** The data layout of a module: `e-P1-p:16:8-…`. */

const ADDRESS_SPACES = { allocas: /(?:^|-)A(\d+)/, functions: /(?:^|-)P(\d+)/ };

/** The address space that a data layout gives to allocas (`A`) or functions (`P`). */
export function addressSpaceOf(what: keyof typeof ADDRESS_SPACES, dataLayout: string): number {
  return Number(ADDRESS_SPACES[what].exec(dataLayout)?.[1] ?? 0);
}
