/** The checks of single ops, by dialect. */
import type { OpCheck } from "../opView";
import { ACC } from "./acc";
import { ACC_CODEGEN } from "./accCodegen";
import { AFFINE } from "./affine";
import { AMDGPU } from "./amdgpu";
import { AMX } from "./amx";
import { ARITHMETIC } from "./arithmetic";
import { ARM } from "./arm";
import { ASYNC } from "./async";
import { byName } from "./combined";
import { EMITC } from "./emitc";
import { GPU } from "./gpu";
import { IRDL } from "./irdl";
import { LINALG, LINALG_NAMED } from "./linalg";
import { LLVM } from "./llvm";
import { LLVM_MEMORY } from "./llvmMemory";
import { NVGPU } from "./nvgpu";
import { NVGPU_FLOATS } from "./nvgpuFloats";
import { NVVM } from "./nvvm";
import { NVVM_MATRICES } from "./nvvmMatrices";
import { NVVM_MMA } from "./nvvmMma";
import { OMP } from "./omp";
import { OTHER_OPS } from "./otherOps";
import { PDL } from "./pdl";
import { PTR } from "./ptr";
import { QUANT } from "./quant";
import { RESHAPES } from "./reshapes";
import { SHAPE } from "./shape";
import { SHAPED } from "./shaped";
import { SCF } from "./scf";
import { SHARD } from "./shard";
import { SPARSE } from "./sparse";
import { SPIRV } from "./spirv";
import { SPIRV_CONSTANT_OPS } from "./spirvConstants";
import { SPIRV_IMAGES } from "./spirvImages";
import { SPIRV_MATRICES } from "./spirvMatrices";
import { TOSA } from "./tosa";
import { TOSA_BLOCKS } from "./tosaBlocks";
import { TOSA_BROADCAST } from "./tosaBroadcast";
import { TOSA_IMAGES } from "./tosaImages";
import { TRANSFORM } from "./transform";
import { TRANSFORM_EXTENSIONS } from "./transformExtensions";
import { VECTOR } from "./vector";
import { VECTOR_SHAPES } from "./vectorShapes";
import { XEGPU } from "./xegpu";
import { XEVM } from "./xevm";

/** By the names of ops. */
export const OP_CHECKS: ReadonlyMap<string, OpCheck> = byName(
  ACC,
  ACC_CODEGEN,
  AFFINE,
  AMDGPU,
  AMX,
  ARITHMETIC,
  ARM,
  ASYNC,
  EMITC,
  GPU,
  IRDL,
  LINALG,
  LINALG_NAMED,
  LLVM,
  LLVM_MEMORY,
  NVGPU,
  NVGPU_FLOATS,
  NVVM,
  NVVM_MATRICES,
  NVVM_MMA,
  OMP,
  OTHER_OPS,
  PDL,
  PTR,
  QUANT,
  RESHAPES,
  SHAPE,
  SHAPED,
  SCF,
  SHARD,
  SPARSE,
  SPIRV,
  SPIRV_CONSTANT_OPS,
  SPIRV_IMAGES,
  SPIRV_MATRICES,
  TOSA,
  TOSA_BLOCKS,
  TOSA_BROADCAST,
  TOSA_IMAGES,
  TRANSFORM,
  TRANSFORM_EXTENSIONS,
  VECTOR,
  VECTOR_SHAPES,
  XEGPU,
  XEVM,
);
