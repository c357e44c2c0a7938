/** What the reference's verifier asks of the nodes that a subprogram retains (`visitDISubprogram`). */
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";
import { LOCAL_SCOPES, TYPES } from "./debugInfoRules";
import { codeOf, membersOf, SCOPE, targetOf, valueAt } from "./nodeFields";
import { operandsOf } from "./operands";
import type { NodeRecords } from "./store";

/** The first releases in which a subprogram retains imports, only nodes of its own body, and other nodes too. */
const IMPORTS: Release = 17;
const OWN_NODES: Release = 22;
const ANY_NODES: Release = 23;

const IMPORT_SCOPE = operandsOf(Code.IMPORTED_ENTITY, ["scope"]).scope;
const VARIABLE = operandsOf(Code.GLOBAL_VAR_EXPR, ["var"]).var;
const GLOBAL_SCOPE = operandsOf(Code.GLOBAL_VAR, ["scope"]).scope;
const HAS_ALIGNMENT = 2;
const ARGUMENT = operandsOf(Code.LOCAL_VAR, ["arg"], HAS_ALIGNMENT).arg;

/** What a list of retained nodes has. */
interface Retained {
  readonly isInvalid: boolean;
  /** The subprogram of its nodes; -1 if they are of none, undefined if nothing tells it. */
  readonly owner: MetadataId | undefined;
}

/** Checks lists of retained nodes; each is looked at once, however many subprograms share it. */
export class RetainedNodes {
  private readonly lists = new Map<MetadataId, Retained>();
  /** The subprogram of each local scope that has been asked for. */
  private readonly subprograms = new Map<MetadataId, MetadataId>();

  constructor(
    private readonly store: NodeRecords,
    private readonly release: Release,
  ) {}

  /** Whether a subprogram may not retain the nodes of a list, which is -1 if it has none. */
  isInvalid(subprogram: MetadataId, list: MetadataId): boolean {
    if (list < 0) return false;
    let retained = this.lists.get(list);
    if (!retained) this.lists.set(list, (retained = this.retainedOf(list)));
    return retained.isInvalid || (retained.owner !== undefined && retained.owner !== subprogram);
  }

  private retainedOf(list: MetadataId): Retained {
    const { store, release } = this;
    const owners = new Set<MetadataId>();
    const args = new Map<number, MetadataId>();
    for (const member of membersOf(store, list)) {
      if (member >= store.size) continue;
      const code = codeOf(store, member);
      // Readers of LLVM 23 take types of other scopes off the list before.
      if (code !== undefined && release >= ANY_NODES && TYPES.has(code)) continue;
      if (!this.isRetainable(code) || this.isSecond(member, args)) return { isInvalid: true, owner: undefined };
      if (release >= OWN_NODES) owners.add(this.subprogramOf(this.scopeOf(member)));
    }
    return { isInvalid: owners.size > 1, owner: [...owners][0] };
  }

  private isRetainable(code: number | undefined): boolean {
    switch (code) {
      case Code.LOCAL_VAR:
      case Code.LABEL:
        return true;
      case Code.IMPORTED_ENTITY:
        return this.release >= IMPORTS;
      case Code.GLOBAL_VAR_EXPR:
        return this.release >= ANY_NODES;
      default:
        return false;
    }
  }
  /** Whether a node is a variable for the same argument as one before, which LLVM 23 is the first to refuse. */
  private isSecond(id: MetadataId, args: Map<number, MetadataId>): boolean {
    const { store } = this;
    if (this.release < ANY_NODES || store.code(id) !== Code.LOCAL_VAR) return false;
    if ((store.operand(id, 0) & HAS_ALIGNMENT) === 0) return false;
    const argument = valueAt(store, id, ARGUMENT);
    if (argument === 0) return false;
    const before = args.get(argument);
    args.set(argument, id);
    return before !== undefined && before !== id;
  }

  private scopeOf(id: MetadataId): MetadataId {
    const { store } = this;
    const code = store.code(id);
    if (code === Code.IMPORTED_ENTITY) return targetOf(store, id, IMPORT_SCOPE);
    if (code !== Code.GLOBAL_VAR_EXPR) return targetOf(store, id, SCOPE);
    const variable = targetOf(store, id, VARIABLE);
    return codeOf(store, variable) === Code.GLOBAL_VAR ? targetOf(store, variable, GLOBAL_SCOPE) : -1;
  }
  /** The subprogram of a local scope; -1 if there is none. */
  private subprogramOf(inner: MetadataId): MetadataId {
    const { store, subprograms } = this;
    const passed: MetadataId[] = [];
    let scope = inner;
    while (LOCAL_SCOPES.has(codeOf(store, scope) ?? -1)) {
      const known = store.code(scope) === Code.SUBPROGRAM ? scope : subprograms.get(scope);
      if (known !== undefined) {
        for (const one of passed) subprograms.set(one, known);
        return known;
      }
      // Until it is known there is none, which ends a cycle.
      subprograms.set(scope, -1);
      passed.push(scope);
      scope = targetOf(store, scope, SCOPE);
    }
    return -1;
  }
}
