/**
 * Whether a module's debug info is invalid, by the rules of the reference's verifier that the module's own metadata
 * decide. The reference then drops all of it, with the warning "ignoring invalid debug info".
 */
import { isValid } from "../dwarf/expression";
import type { MetadataId, ValueId } from "../ir/ids";
import type { Attachment, NamedMetadata } from "../ir/metadata";
import { Code } from "../spec/metadataCodes";
import { fieldOf } from "./classes";
import { combinedSubprogram, isDefinition } from "./decode";
import { NodeCheck } from "./debugInfoNodes";
import { DescribedParts } from "./describedParts";
import { MdKind } from "./kinds";
import type { NodeUpgrades } from "./upgrades";

const UNITS = "llvm.dbg.cu";
const RESERVED_NAMES = "llvm.dbg.";
/** What may be attached as `dbg` to a variable, and to a function. */
const ATTACHED: ReadonlySet<string> = new Set(["DIGlobalVariableExpression", "DISubprogram"]);

/** What the check reads of a module, after its upgrades. */
export interface DebugInfo {
  readonly upgrades: NodeUpgrades;
  readonly named: readonly NamedMetadata[];
  readonly attachments: ReadonlyMap<ValueId, readonly Attachment[]>;
}

/** The count of elements of an array that has no bounds. */
const UNKNOWN_COUNT = -1n;

/** Whether the verifier refuses the debug info of a module. It decodes only expressions and subprograms of old layouts. */
export function isInvalid({ upgrades, named, attachments }: DebugInfo): boolean {
  if (named.some(({ name }) => name.startsWith(RESERVED_NAMES) && name !== UNITS)) return true;
  const listed = listedUnits(named);
  for (const id of listed) if (!isUnit(upgrades, id)) return true;
  for (const [value, list] of attachments)
    for (const { kind, node } of list) if (kind === MdKind.dbg && !isAttachable(upgrades, node, value)) return true;
  const { size } = upgrades.table.store;
  const nodes = new NodeCheck(upgrades.table.store, upgrades.release);
  const parts = new DescribedParts(upgrades);
  for (let id = 0; id < size; id++) {
    if (nodes.isInvalid(id) || isInvalidNode(upgrades, id, listed)) return true;
    if (upgrades.table.store.code(id) === Code.GLOBAL_VAR_EXPR && parts.isOutsideGlobal(id)) return true;
  }
  return false;
}

/** The compile units that a module lists. */
export function listedUnits(named: readonly NamedMetadata[]): ReadonlySet<MetadataId> {
  return new Set(named.filter(({ name }) => name === UNITS).flatMap(({ nodes }) => nodes));
}

/** Whether an expression, a unit, a range or a subprogram is invalid. @param units those that the module lists */
export function isInvalidNode(upgrades: NodeUpgrades, id: MetadataId, units: ReadonlySet<MetadataId>): boolean {
  const { store } = upgrades.table;
  switch (store.code(id)) {
    case Code.EXPRESSION: {
      const node = upgrades.node(id);
      return node?.kind === "expression" && !isValid(node.elements, upgrades.release);
    }
    case Code.COMPILE_UNIT:
      return !units.has(id);
    case Code.SUBRANGE:
      return (countOf(upgrades, id) ?? 0n) < UNKNOWN_COUNT;
    case Code.SUBPROGRAM: {
      const { definition, unit } = subprogram(upgrades, id);
      return definition ? !isUnit(upgrades, unit) : unit !== undefined;
    }
    default:
      return false;
  }
}

/** How many elements a range has, if that is a number. */
function countOf(upgrades: NodeUpgrades, id: MetadataId): bigint | undefined {
  const node = upgrades.node(id);
  const count = node?.kind === "record" ? fieldOf(node, "count") : undefined;
  return typeof count === "number" ? upgrades.integerOf(count) : typeof count === "bigint" ? count : undefined;
}

/** Whether a subprogram is a definition, and its unit: only and all definitions have one. */
function subprogram(
  upgrades: NodeUpgrades,
  id: MetadataId,
): { readonly definition: boolean; readonly unit: MetadataId | undefined } {
  const combined = combinedSubprogram(upgrades.table.view(id), upgrades.release);
  if (combined) {
    const { spFlags, unit } = combined;
    return { definition: isDefinition(spFlags), unit: typeof unit === "number" ? unit : undefined };
  }
  const node = upgrades.node(id);
  if (node?.kind !== "record") return { definition: false, unit: undefined };
  const spFlags = fieldOf(node, "spFlags");
  return { definition: isDefinition(spFlags), unit: upgrades.fieldOf(node, "unit") };
}

function isUnit({ table: { store } }: NodeUpgrades, id: MetadataId | undefined): boolean {
  return id !== undefined && id < store.size && store.code(id) === Code.COMPILE_UNIT;
}

/** Whether a node may be attached to a global: a function without a body has no subprogram of its own. */
function isAttachable(upgrades: NodeUpgrades, id: MetadataId, value: ValueId): boolean {
  const node = upgrades.node(id);
  if (node?.kind !== "record" || !ATTACHED.has(node.name)) return false;
  return node.name !== "DISubprogram" || !node.distinct || upgrades.wrapped(value) !== undefined;
}
