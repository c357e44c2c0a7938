/** The checks of single ops, by dialect. */
import type { OpCheck } from "../opView";
import { AMDGPU } from "./amdgpu";
import { AMX } from "./amx";
import { ARITHMETIC, SHAPES } from "./arithmetic";
import { ARM } from "./arm";
import { EMITC } from "./emitc";
import { GPU } from "./gpu";
import { LINALG } from "./linalg";
import { LLVM } from "./llvm";
import { NVGPU } from "./nvgpu";
import { NVVM } from "./nvvm";
import { NVVM_MATRICES } from "./nvvmMatrices";
import { SHAPED } from "./shaped";
import { SHARD } from "./shard";
import { SPIRV } from "./spirv";
import { SPIRV_IMAGES } from "./spirvImages";
import { SPIRV_MATRICES } from "./spirvMatrices";
import { TOSA } from "./tosa";
import { TOSA_BLOCKS } from "./tosaBlocks";
import { TOSA_IMAGES } from "./tosaImages";
import { XEGPU } from "./xegpu";

/** By the names of ops. */
export const OP_CHECKS: ReadonlyMap<string, OpCheck> = new Map<string, OpCheck>(
  [
    AMDGPU,
    AMX,
    ARITHMETIC,
    ARM,
    EMITC,
    GPU,
    LINALG,
    LLVM,
    NVGPU,
    NVVM,
    NVVM_MATRICES,
    SHAPED,
    SHAPES,
    SHARD,
    SPIRV,
    SPIRV_IMAGES,
    SPIRV_MATRICES,
    TOSA,
    TOSA_BLOCKS,
    TOSA_IMAGES,
    XEGPU,
  ].flatMap(Object.entries),
);
