/**
 * Moves what belongs to a function from its unit's lists to the function's retained nodes: imports since LLVM 17,
 * static variables and enumerations since LLVM 23.
 */
import type { MetadataId } from "../ir/ids";
import type { MetadataRecord, NamedMetadata } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { NodeUpgrades } from "./upgrades";

const LOCAL_SCOPES: ReadonlySet<string> = new Set(["DISubprogram", "DILexicalBlock", "DILexicalBlockFile"]);

/** A unit's lists of what may belong to functions, in the order in which a function gets their members. */
const LISTS = ["globals", "imports", "enums"] as const;
type List = (typeof LISTS)[number];

/** Moves the function-local members of the lists of all units that `llvm.dbg.cu` lists. */
export function moveFunctionLocals(upgrades: NodeUpgrades, named: readonly NamedMetadata[]): void {
  const owners = new Owners(upgrades);
  for (const unit of named.find((n) => n.name === "llvm.dbg.cu")?.nodes ?? []) moveOfUnit(upgrades, unit, owners);
}

function isMoved(list: List, release: Release): boolean {
  return release >= (list === "imports" ? 17 : 23);
}

function moveOfUnit(upgrades: NodeUpgrades, unitId: MetadataId, owners: Owners): void {
  const unit = recordOf(upgrades, unitId);
  if (unit?.name !== "DICompileUnit") return;
  const moved: Moved = new Map();
  const changed: Partial<Record<List, MetadataId>> = {};
  for (const list of LISTS.filter((l) => isMoved(l, upgrades.release))) {
    const members = upgrades.node(upgrades.fieldOf(unit, list));
    if (members?.kind !== "tuple") continue;
    const kept = members.operands.filter((id) => !move(upgrades, id, moved, owners));
    if (kept.length < members.operands.length) changed[list] = upgrades.tuple(kept);
  }
  for (const [owner, entities] of moved) retain(upgrades, owner, entities);
  if (Object.keys(changed).length > 0) upgrades.override(unitId, upgrades.withFields(unit, changed));
}

/** What each subprogram gets; the entities of scopes without a subprogram are dropped. */
type Moved = Map<MetadataId, MetadataId[]>;

/** Notes an entity for its subprogram and returns true if its scope is in a function. */
function move(upgrades: NodeUpgrades, id: MetadataId | undefined, moved: Moved, owners: Owners): boolean {
  const scope = scopeOf(upgrades, id);
  if (id === undefined || !LOCAL_SCOPES.has(recordOf(upgrades, scope)?.name ?? "")) return false;
  const owner = owners.of(scope);
  if (owner === undefined) return true;
  const entities = moved.get(owner);
  if (!entities) moved.set(owner, [id]);
  else if (upgrades.release >= 23 || !entities.includes(id)) entities.push(id);
  return true;
}

function retain(upgrades: NodeUpgrades, owner: MetadataId, entities: readonly MetadataId[]): void {
  const subprogram = recordOf(upgrades, owner);
  if (!subprogram) return;
  const retained = upgrades.node(upgrades.fieldOf(subprogram, "retainedNodes"));
  const before = retained?.kind === "tuple" ? retained.operands : [];
  const retainedNodes = upgrades.tuple([...before, ...entities]);
  upgrades.override(owner, upgrades.withFields(subprogram, { retainedNodes }));
}

function recordOf(upgrades: NodeUpgrades, id: MetadataId | undefined): MetadataRecord | undefined {
  const node = upgrades.node(id);
  return node?.kind === "record" ? node : undefined;
}

/** The scope of an import or a type, or of an expression's variable. */
function scopeOf(upgrades: NodeUpgrades, id: MetadataId | undefined): MetadataId | undefined {
  const record = recordOf(upgrades, id);
  const expression = record?.name === "DIGlobalVariableExpression";
  const scoped = expression ? recordOf(upgrades, upgrades.fieldOf(record, "var")) : record;
  return scoped && upgrades.fieldOf(scoped, "scope");
}

/** Finds the subprogram that contains a local scope. What was found on the way is kept: thousands may share deep scopes. */
class Owners {
  private readonly known = new Map<MetadataId, MetadataId | undefined>();
  constructor(private readonly upgrades: NodeUpgrades) {}

  of(scope: MetadataId | undefined): MetadataId | undefined {
    const passed: MetadataId[] = [];
    let id = scope;
    let owner: MetadataId | undefined;
    while (id !== undefined) {
      if (this.known.has(id)) {
        owner = this.known.get(id);
        break;
      }
      const record = recordOf(this.upgrades, id);
      if (!record || !LOCAL_SCOPES.has(record.name)) break;
      if (record.name === "DISubprogram") {
        owner = id;
        break;
      }
      // Until it is known there is none, which ends a cycle in a damaged file.
      this.known.set(id, undefined);
      passed.push(id);
      id = this.upgrades.fieldOf(record, "scope");
    }
    for (const one of passed) this.known.set(one, owner);
    return owner;
  }
}
