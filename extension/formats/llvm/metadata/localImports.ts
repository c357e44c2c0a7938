/** Moves imports that belong to a function from its unit's list to the function's retained nodes (since LLVM 17). */
import type { MetadataId } from "../ir/ids";
import type { MetadataRecord, NamedMetadata } from "../ir/metadata";
import type { NodeUpgrades } from "./upgrades";

const LOCAL_SCOPES: ReadonlySet<string> = new Set(["DISubprogram", "DILexicalBlock", "DILexicalBlockFile"]);

/** The most levels of nested scopes; more means a cycle in a damaged file. */
const MAX_DEPTH = 10000;

function recordOf(upgrades: NodeUpgrades, id: MetadataId | undefined): MetadataRecord | undefined {
  const node = upgrades.node(id);
  return node?.kind === "record" ? node : undefined;
}

/** The subprogram that contains a local scope. */
function enclosingSubprogram(upgrades: NodeUpgrades, scope: MetadataId | undefined): MetadataId | undefined {
  let id = scope;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const record = recordOf(upgrades, id);
    if (!record || !LOCAL_SCOPES.has(record.name)) return undefined;
    if (record.name === "DISubprogram") return id;
    id = upgrades.fieldOf(record, "scope");
  }
  return undefined;
}

function moveOfUnit(upgrades: NodeUpgrades, unitId: MetadataId): void {
  const unit = recordOf(upgrades, unitId);
  const imports = unit && upgrades.node(upgrades.fieldOf(unit, "imports"));
  if (unit?.name !== "DICompileUnit" || imports?.kind !== "tuple") return;
  const kept: (MetadataId | undefined)[] = [];
  const moved = new Map<MetadataId, MetadataId[]>();
  for (const id of imports.operands) {
    const entity = recordOf(upgrades, id);
    const scope = entity && upgrades.fieldOf(entity, "scope");
    const local = LOCAL_SCOPES.has(recordOf(upgrades, scope)?.name ?? "");
    if (!local || id === undefined) kept.push(id);
    else {
      const owner = enclosingSubprogram(upgrades, scope);
      if (owner !== undefined) moved.set(owner, [...(moved.get(owner) ?? []), id]);
    }
  }
  if (kept.length === imports.operands.length) return;
  for (const [owner, entities] of moved) {
    const subprogram = recordOf(upgrades, owner);
    if (!subprogram) continue;
    const retained = upgrades.node(upgrades.fieldOf(subprogram, "retainedNodes"));
    const before = retained?.kind === "tuple" ? retained.operands : [];
    const retainedNodes = upgrades.tuple([...before, ...new Set(entities)]);
    upgrades.override(owner, upgrades.withFields(subprogram, { retainedNodes }));
  }
  upgrades.override(unitId, upgrades.withFields(unit, { imports: upgrades.tuple(kept) }));
}

/** Moves the local imports of all units listed in `llvm.dbg.cu`. */
export function moveLocalImports(upgrades: NodeUpgrades, named: readonly NamedMetadata[]): void {
  for (const unit of named.find((n) => n.name === "llvm.dbg.cu")?.nodes ?? []) moveOfUnit(upgrades, unit);
}
