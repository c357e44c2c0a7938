/** What the ops of a function must respect: how many registers, types, functions there are, and calling conventions. */
import type { FunctionDef, Module } from "../module";
import { internalName, isVerified } from "../module";
import type { OpcodeTable } from "../opcodes";
import { IMPORT_BIT } from "../opcodes";
import { conventionOf } from "./callingConvention";
import type { Conventions } from "./calls";

/** The limits of ordinals and registers in a function; undefined: unknown, so not checked. */
export interface Limits {
  readonly i32Registers: number;
  readonly refRegisters: number;
  readonly blocks: number | undefined;
  readonly types: number | undefined;
  readonly imports: number;
  readonly functions: number;
  readonly rodata: number;
  /** The bytes of the module's globals, and how many references it keeps. */
  readonly globals: { readonly bytes: number; readonly refs: number } | undefined;
  /** The calling conventions that calls and returns must follow. */
  readonly conventions: Conventions | undefined;
  /** The feature bits that the function says it requires. */
  readonly features: number | undefined;
  /** Whether the name of an ordinal's target is short enough to be mentioned at an offset. */
  readonly fits: (of: "type" | "import" | "function", ordinal: number, at: number) => boolean;
}

/** The feature bit of each opcode set that needs one (FeatureBits). */
export const FEATURE_OF_SET: Readonly<Record<string, number>> = { ext_f32: 1, ext_f64: 2 };

/** A module without a state has no globals. */
const NO_STATE = { bytes: 0, refs: 0 };

/** The registers that a runtime makes room for: a power of two (verifier.c, since 2023-03). The stored count is an int16. */
export function roomFor(registers: number): number {
  return registers < 1 << 15 ? 2 ** Math.ceil(Math.log2(Math.max(1, registers))) : 1;
}

/**
 * The number of registers. In a narrow field it can be one too small: if it equals the greatest possible register
 * number, that register is included.
 */
function registerCount(count: number, bytes: number, refs: boolean, verified: boolean): number {
  const greatest = (1 << (8 * bytes - (refs ? 2 : 1))) - 1;
  if (count === greatest) return count + 1;
  return verified ? roomFor(count) : count;
}

/** The conventions of a function and of what it can call. */
function conventionsFor(module: Module, def: FunctionDef): Conventions {
  const { imports, signatures } = module;
  return {
    own: conventionOf(module, signatures?.[def.ordinal]),
    of: (ordinal) => {
      const isImport = ordinal >= IMPORT_BIT;
      const signature = isImport ? imports?.[ordinal - IMPORT_BIT]?.signature : signatures?.[ordinal];
      return signature && conventionOf(module, signature);
    },
  };
}

/** The limits that a function's ops must respect. */
export function limitsOf(module: Module, table: OpcodeTable, def: FunctionDef): Limits {
  const verified = isVerified(module);
  return {
    i32Registers: registerCount(def.i32Registers, table.registerBytes, false, verified),
    refRegisters: registerCount(def.refRegisters, table.registerBytes, true, verified),
    blocks: def.blocks,
    // Until 2019-12-13 there was no table of types: type ids were those of the runtime.
    types: module.revision.tables.has("TypeDef") ? (module.types?.length ?? 0) : undefined,
    imports: module.imports?.length ?? 0,
    functions: module.functions?.length ?? 0,
    rodata: module.rodata?.length ?? 0,
    globals: verified ? (module.state ?? NO_STATE) : undefined,
    conventions: verified ? conventionsFor(module, def) : undefined,
    features: verified ? def.requirements : undefined,
    fits: (of, ordinal, at) =>
      namesOf(module, of, ordinal).every((name) => module.mentions.fits(name, def.offset + at)),
  };
}

/** The names that a mention of a type, an import or a function shows. */
function namesOf(module: Module, of: "type" | "import" | "function", ordinal: number): readonly string[] {
  switch (of) {
    case "type":
      return [module.types?.[ordinal] ?? ""];
    case "import":
      return [module.imports?.[ordinal]?.name ?? ""];
    case "function":
      return [module.name, internalName(module, ordinal) ?? ""];
  }
}
