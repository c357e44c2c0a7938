/**
 * Definitions of MLIR ops that the user provides: a file made by tools/mlir-ods.mjs and named in the setting
 * `bitscope.dialects`.
 */

/**
 * How ops of some dialects lay out what they store; the lines of `dialects` are documented in
 * formats/mlir/properties/tables.ts.
 */
export interface DialectDefinitions {
  /** The name of the set of definitions: `MLIR 22`, `IREE 3.13`. */
  readonly release: string;
  /** A file of the same form that these definitions are the differences from. */
  readonly base?: string;
  readonly defaults: readonly string[];
  readonly enums: readonly string[];
  readonly dialects: Readonly<Record<string, string>>;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/**
 * Reads a file of definitions.
 * @param text its JSON
 * @throws Error that states what is wrong with it
 */
export function readDefinitions(text: string): DialectDefinitions {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("no definitions of dialects");
  const { release, base, defaults, enums, dialects } = value as Readonly<Record<string, unknown>>;
  if (typeof release !== "string" || !isTexts(defaults) || !isTexts(enums))
    throw new Error("no definitions of dialects: release, defaults and enums have to be texts");
  if (typeof dialects !== "object" || dialects === null || !isTexts(Object.values(dialects)))
    throw new Error("no definitions of dialects: each dialect has to be a text, a line an op");
  if (base !== undefined)
    throw new Error(`the definitions say the differences to ${String(base)}; make them without --base`);
  return { release, defaults, enums, dialects: dialects as Readonly<Record<string, string>> };
}
