/**
 * Rules by the family of the functions that they match (`x86` of `llvm.x86.sse2.pmulu.dq`). There are hundreds of rules, and
 * to compile the regular expression of each one takes longer than to print a small file.
 */

/** The beginning of the source of an expression that matches names of one family only. */
const OF_FAMILY = /^\^llvm\\\.([a-z0-9]+)\\\./;
/** The family of a name. */
const FAMILY = /^llvm\.([a-z0-9]+)\./;

/** Finds the rules that a name has to be compared with. */
export class RulesByFamily<Rule extends { readonly from: RegExp }> {
  private readonly found = new Map<string, readonly Rule[]>();
  /** The families that have rules; all others have the same rules. */
  private readonly known: ReadonlySet<string>;

  /** @param all in the order in which they are tried */
  constructor(readonly all: readonly Rule[]) {
    this.known = new Set(all.map((rule) => familyOf(rule.from, "")));
  }

  /** All rules that may match this name, in their order. */
  for(name: string): readonly Rule[] {
    const own = FAMILY.exec(name)?.[1] ?? "";
    const family = this.known.has(own) ? own : "";
    let found = this.found.get(family);
    if (!found) this.found.set(family, (found = this.all.filter((rule) => familyOf(rule.from, family) === family)));
    return found;
  }
}

/** The only family whose names an expression matches; `any` if there is no such family. */
function familyOf(from: RegExp, any: string): string {
  return OF_FAMILY.exec(from.source)?.[1] ?? any;
}
