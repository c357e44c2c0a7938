/** The checks of single ops, by dialect. */
import type { OpCheck } from "../opView";
import { ACC } from "./acc";
import { AMDGPU } from "./amdgpu";
import { AMX } from "./amx";
import { ARITHMETIC, SHAPES } from "./arithmetic";
import { ARM } from "./arm";
import { EMITC } from "./emitc";
import { GPU } from "./gpu";
import { IRDL } from "./irdl";
import { LINALG } from "./linalg";
import { LLVM } from "./llvm";
import { NVGPU } from "./nvgpu";
import { NVVM } from "./nvvm";
import { NVVM_MATRICES } from "./nvvmMatrices";
import { OMP } from "./omp";
import { OTHER_OPS } from "./otherOps";
import { PDL } from "./pdl";
import { QUANT } from "./quant";
import { SHAPED } from "./shaped";
import { SHARD } from "./shard";
import { SPARSE } from "./sparse";
import { SPIRV } from "./spirv";
import { SPIRV_IMAGES } from "./spirvImages";
import { SPIRV_MATRICES } from "./spirvMatrices";
import { TOSA } from "./tosa";
import { TOSA_BLOCKS } from "./tosaBlocks";
import { TOSA_IMAGES } from "./tosaImages";
import { TRANSFORM } from "./transform";
import { XEGPU } from "./xegpu";

/** By the names of ops. */
export const OP_CHECKS: ReadonlyMap<string, OpCheck> = new Map<string, OpCheck>(
  [
    ACC,
    AMDGPU,
    AMX,
    ARITHMETIC,
    ARM,
    EMITC,
    GPU,
    IRDL,
    LINALG,
    LLVM,
    NVGPU,
    NVVM,
    NVVM_MATRICES,
    OMP,
    OTHER_OPS,
    PDL,
    QUANT,
    SHAPED,
    SHAPES,
    SHARD,
    SPARSE,
    SPIRV,
    SPIRV_IMAGES,
    SPIRV_MATRICES,
    TOSA,
    TOSA_BLOCKS,
    TOSA_IMAGES,
    TRANSFORM,
    XEGPU,
  ].flatMap(Object.entries),
);
