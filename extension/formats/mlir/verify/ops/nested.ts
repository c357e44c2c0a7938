/** The checks of ops in their place, by dialect. */
import type { NestedCheck, NestedChecks, SymbolCheck, SymbolChecks } from "../nestedOp";
import { EMITC_REGIONS, EMITC_SYMBOL_OPS, EMITC_SYMBOLS, EMITC_VARIABLES } from "./emitcNested";
import { GPU_BODIES, GPU_PLACES, GPU_REGIONS, GPU_SYMBOL_OPS, GPU_SYMBOLS } from "./gpuNested";
import { LLVM_BODIES, LLVM_PLACES, LLVM_REGIONS, LLVM_SYMBOL_OPS, LLVM_SYMBOLS } from "./llvmNested";
import { OTHER_BODIES, OTHER_PLACES, OTHER_REGIONS, OTHER_SYMBOL_OPS, OTHER_SYMBOLS } from "./nestedOps";
import { SHARD_SYMBOLS } from "./shard";
import {
  SPIRV_BODIES,
  SPIRV_CONSTANTS,
  SPIRV_PLACES,
  SPIRV_REGIONS,
  SPIRV_SYMBOL_OPS,
  SPIRV_SYMBOLS,
  SPIRV_VARIABLES,
} from "./spirvNested";
import { TOSA_CONSTANTS, TOSA_REGIONS, TOSA_SYMBOLS } from "./tosaNested";

const byName = <Check>(...lists: readonly Readonly<Record<string, Check>>[]): ReadonlyMap<string, Check> =>
  new Map(lists.flatMap((list) => Object.entries(list)));

/** Checks that ask for the ops that define the operands. */
const DEFINED: readonly NestedChecks[] = [EMITC_VARIABLES, SPIRV_CONSTANTS, SPIRV_VARIABLES, TOSA_CONSTANTS];

/** Checks of ops by what is around them, and by what defines their operands. */
export const PLACE_CHECKS: ReadonlyMap<string, NestedCheck> = byName(
  ...DEFINED,
  GPU_PLACES,
  LLVM_PLACES,
  OTHER_PLACES,
  SPIRV_PLACES,
);
/** Checks of ops by their regions. */
export const NESTED_CHECKS: ReadonlyMap<string, NestedCheck> = byName(
  EMITC_REGIONS,
  GPU_REGIONS,
  LLVM_REGIONS,
  OTHER_REGIONS,
  SPIRV_REGIONS,
  TOSA_REGIONS,
);
/** Checks of ops by their blocks, without the ops in them. */
export const BODY_CHECKS: ReadonlyMap<string, NestedCheck> = byName(
  GPU_BODIES,
  LLVM_BODIES,
  OTHER_BODIES,
  SPIRV_BODIES,
);
/** Ops in whose files it must be known which op defines a value. */
export const DEFINERS_FOR: ReadonlySet<string> = new Set(DEFINED.flatMap((list) => Object.keys(list)));

const SYMBOLS: readonly SymbolChecks[] = [
  EMITC_SYMBOLS,
  GPU_SYMBOLS,
  LLVM_SYMBOLS,
  OTHER_SYMBOLS,
  SHARD_SYMBOLS,
  SPIRV_SYMBOLS,
  TOSA_SYMBOLS,
];
/** Checks of the symbols that ops use. */
export const SYMBOL_CHECKS: ReadonlyMap<string, SymbolCheck> = byName(...SYMBOLS);
/** Ops that such checks look up. */
export const SYMBOL_OPS: ReadonlySet<string> = new Set([
  ...EMITC_SYMBOL_OPS,
  ...GPU_SYMBOL_OPS,
  ...LLVM_SYMBOL_OPS,
  ...OTHER_SYMBOL_OPS,
  ...SPIRV_SYMBOL_OPS,
  "shard.grid",
  "tosa.variable",
]);
