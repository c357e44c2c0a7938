/**
 * The operations of Tile IR by opcode. data/operations.json is made by tools/tileir-ops.mjs from the dialect's public
 * definition; data/later.json has what came after it (docs/formats/tileir.md, "Versions 13.4 and 13.5").
 */
import later from "./data/later.json";
import table from "./data/operations.json";

/** Zero or one, or any number; absent: one. */
export type Count = "optional" | "variadic";

/** An attribute in an operation's definition; `kind` names its encoding. */
export interface AttributeDefinition {
  readonly name: string;
  readonly kind: string;
  /** The enumeration, and whether its keyword is printed bare or in angle brackets. */
  readonly enum?: string;
  readonly bare?: boolean;
  readonly optional?: boolean;
  /** The value if a file does not store the attribute; this value is not printed. */
  readonly default?: string;
  readonly since?: string;
}
/** An operand or a result in an operation's definition; `since` is the version that introduced it. */
export interface ValueDefinition {
  readonly name: string;
  readonly count?: Count;
  readonly since?: string;
}
/** The definition of an operation; `since` is the version that introduced it. */
export interface OperationDefinition {
  readonly opcode: number;
  readonly name: string;
  readonly since: string;
  /** Whether operand groups are stored one by one. */
  readonly segments?: boolean;
  readonly results: readonly ValueDefinition[];
  readonly attributes: readonly AttributeDefinition[];
  readonly operands: readonly ValueDefinition[];
  readonly regions: readonly string[];
  /** Another name that later versions have. */
  readonly renamed?: { readonly since: string; readonly name: string };
  /** MLIR's declarative assembly format; absent where the operation prints itself. */
  readonly format?: string;
}

const operations = new Map<number, OperationDefinition>();
for (const operation of [...table.operations, ...later.operations] as readonly OperationDefinition[])
  operations.set(operation.opcode, operation);

/** The operation with an opcode. */
export function operationOf(opcode: number): OperationDefinition | undefined {
  return operations.get(opcode);
}

const enums: Readonly<Record<string, readonly (readonly string[])[]>> = { ...table.enums, ...later.enums };

/** The keyword of an enumeration's value; the number itself if it has none. */
export function keywordOf(name: string, value: number): string {
  return enums[name]?.[value]?.[1] ?? String(value);
}
/** The number of an enumeration's value, by the name used in the definition's defaults. */
export function symbolValue(name: string, symbol: string): number {
  return enums[name]?.findIndex(([known]) => known === symbol) ?? -1;
}

/**
 * The bits of the flags field: the optional parts, grouped by version, attributes first
 * (getVersionOrderedBitAssignments).
 */
export interface Flags {
  readonly bits: ReadonlyMap<string, number>;
  /** The version that introduced the field. */
  readonly since: string | undefined;
}

const flagsOf = new Map<OperationDefinition, Flags>();

/** The flags of an operation; without bits if nothing in it is optional. */
export function operationFlags(operation: OperationDefinition): Flags {
  const known = flagsOf.get(operation);
  if (known) return known;
  const optional: readonly { readonly name: string; readonly since?: string }[] = [
    ...operation.attributes.filter((attribute) => attribute.optional),
    ...(operation.segments ? operation.operands.filter((operand) => operand.count === "optional") : []),
  ];
  const minor = ({ since }: { readonly since?: string }): number => Number((since ?? operation.since).split(".")[1]);
  const ordered = [...optional].sort((a, b) => minor(a) - minor(b));
  const bits = new Map(ordered.map(({ name }, bit) => [name, bit]));
  const flags = { bits, since: ordered[0] && (ordered[0].since ?? operation.since) };
  flagsOf.set(operation, flags);
  return flags;
}
