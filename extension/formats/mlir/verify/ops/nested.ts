/** The checks of ops in their place, by dialect. */
import type { NestedCheck, NestedChecks, SymbolCheck, SymbolChecks } from "../nestedOp";
import { ACC_CODEGEN_BODIES, ACC_CODEGEN_PLACES, ACC_WIDTHS } from "./accCodegen";
import { ACC_DATA, ACC_PLACES, ACC_REGIONS, ACC_SYMBOL_OPS, ACC_SYMBOLS } from "./accNested";
import { AFFINE_VALUES } from "./affine";
import { ASYNC_PLACES } from "./async";
import { ATOMIC_BODIES, ATOMIC_REGIONS } from "./atomics";
import { byName } from "./combined";
import {
  EMITC_BODIES,
  EMITC_PLACES,
  EMITC_REGIONS,
  EMITC_SYMBOL_OPS,
  EMITC_SYMBOLS,
  EMITC_VARIABLES,
} from "./emitcNested";
import { FUNC_SYMBOLS } from "./functions";
import { GPU_BODIES, GPU_PLACES, GPU_REGIONS, GPU_SYMBOL_OPS, GPU_SYMBOLS } from "./gpuNested";
import { IRDL_REGIONS } from "./irdl";
import { LINALG_BODIES } from "./linalgBodies";
import { LLVM_BODIES, LLVM_PLACES, LLVM_REGIONS, LLVM_SYMBOL_OPS, LLVM_SYMBOLS, LLVM_VALUES } from "./llvmNested";
import { NVVM_TARGETS } from "./nvvmTargets";
import { OTHER_BODIES, OTHER_PLACES, OTHER_REGIONS, OTHER_SYMBOL_OPS, OTHER_SYMBOLS } from "./nestedOps";
import { OMP_MAPS, OMP_PLACES, OMP_SYMBOL_OPS, OMP_SYMBOLS } from "./ompPlaces";
import { OMP_REGIONS } from "./ompRegions";
import { PDL_BODIES, PDL_PLACES, PDL_REGIONS } from "./pdl";
import { SCF_BODIES, SCF_PLACES, SCF_REGIONS, SCF_VALUES } from "./scf";
import { SHARD_SYMBOLS } from "./shard";
import { SPARSE_CONSTANTS, SPARSE_REGIONS } from "./sparseNested";
import { SPIRV_CONSTANT_REGIONS, SPIRV_CONSTANT_SYMBOLS } from "./spirvConstants";
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
import { TRANSFORM_REGIONS } from "./transform";
import { TRANSFORM_EXTENSION_PLACES, TRANSFORM_EXTENSION_REGIONS } from "./transformExtensions";
import { TRANSFORM_SYMBOL_OPS, TRANSFORM_SYMBOLS } from "./transformSymbols";
import { VECTOR_REGIONS } from "./vector";

/** Checks that ask for the ops that define the operands. */
const DEFINED: readonly NestedChecks[] = [
  ACC_DATA,
  ACC_WIDTHS,
  AFFINE_VALUES,
  EMITC_VARIABLES,
  LLVM_VALUES,
  OMP_MAPS,
  SCF_VALUES,
  SPARSE_CONSTANTS,
  SPIRV_CONSTANTS,
  SPIRV_VARIABLES,
  TOSA_CONSTANTS,
];

/** Checks of ops by what is around them, and by what defines their operands. */
export const PLACE_CHECKS: ReadonlyMap<string, NestedCheck> = byName(
  ...DEFINED,
  ACC_PLACES,
  ACC_CODEGEN_PLACES,
  ASYNC_PLACES,
  EMITC_PLACES,
  GPU_PLACES,
  LLVM_PLACES,
  NVVM_TARGETS,
  OMP_PLACES,
  OTHER_PLACES,
  PDL_PLACES,
  SCF_PLACES,
  SPIRV_PLACES,
  TRANSFORM_EXTENSION_PLACES,
);
/** Checks of ops by their regions. */
export const NESTED_CHECKS: ReadonlyMap<string, NestedCheck> = byName(
  ACC_REGIONS,
  ATOMIC_REGIONS,
  EMITC_REGIONS,
  GPU_REGIONS,
  IRDL_REGIONS,
  LLVM_REGIONS,
  OMP_REGIONS,
  OTHER_REGIONS,
  PDL_REGIONS,
  SCF_REGIONS,
  SPARSE_REGIONS,
  SPIRV_CONSTANT_REGIONS,
  SPIRV_REGIONS,
  TOSA_REGIONS,
  TRANSFORM_EXTENSION_REGIONS,
  TRANSFORM_REGIONS,
  VECTOR_REGIONS,
);
/** Checks of ops by their blocks, without the ops in them. */
export const BODY_CHECKS: ReadonlyMap<string, NestedCheck> = byName(
  ACC_CODEGEN_BODIES,
  ATOMIC_BODIES,
  EMITC_BODIES,
  GPU_BODIES,
  LINALG_BODIES,
  LLVM_BODIES,
  OTHER_BODIES,
  PDL_BODIES,
  SCF_BODIES,
  SPIRV_BODIES,
);
/** Ops in whose files it must be known which op defines a value. */
export const DEFINERS_FOR: ReadonlySet<string> = new Set(DEFINED.flatMap((list) => Object.keys(list)));

/** Ops in whose files it must be known which values the op that defines a value takes. */
export const OPERANDS_FOR: ReadonlySet<string> = new Set(Object.keys(AFFINE_VALUES));

const SYMBOLS: readonly SymbolChecks[] = [
  ACC_SYMBOLS,
  EMITC_SYMBOLS,
  FUNC_SYMBOLS,
  GPU_SYMBOLS,
  LLVM_SYMBOLS,
  OMP_SYMBOLS,
  OTHER_SYMBOLS,
  SHARD_SYMBOLS,
  SPIRV_CONSTANT_SYMBOLS,
  SPIRV_SYMBOLS,
  TOSA_SYMBOLS,
  TRANSFORM_SYMBOLS,
];
/** Checks of the symbols that ops use. */
export const SYMBOL_CHECKS: ReadonlyMap<string, SymbolCheck> = byName(...SYMBOLS);
/** Ops that such checks look up, or that may have these inside: `@module::@sequence`. */
export const SYMBOL_OPS: ReadonlySet<string> = new Set([
  "builtin.module",
  ...ACC_SYMBOL_OPS,
  ...EMITC_SYMBOL_OPS,
  ...GPU_SYMBOL_OPS,
  ...LLVM_SYMBOL_OPS,
  ...OMP_SYMBOL_OPS,
  ...OTHER_SYMBOL_OPS,
  ...SPIRV_SYMBOL_OPS,
  "shard.grid",
  ...TRANSFORM_SYMBOL_OPS,
  "tosa.variable",
]);
