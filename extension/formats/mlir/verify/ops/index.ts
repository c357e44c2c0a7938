/** The checks of single ops, by dialect. */
import type { OpCheck } from "../opView";
import { ARITHMETIC, SHAPES } from "./arithmetic";
import { LINALG } from "./linalg";
import { LLVM } from "./llvm";
import { NVVM } from "./nvvm";
import { NVVM_MATRICES } from "./nvvmMatrices";
import { SHAPED } from "./shaped";
import { SPIRV } from "./spirv";
import { SPIRV_IMAGES } from "./spirvImages";
import { SPIRV_MATRICES } from "./spirvMatrices";
import { TOSA } from "./tosa";
import { TOSA_BLOCKS } from "./tosaBlocks";
import { TOSA_IMAGES } from "./tosaImages";

/** By the names of ops. */
export const OP_CHECKS: ReadonlyMap<string, OpCheck> = new Map<string, OpCheck>(
  [
    ARITHMETIC,
    LINALG,
    LLVM,
    NVVM,
    NVVM_MATRICES,
    SHAPED,
    SHAPES,
    SPIRV,
    SPIRV_IMAGES,
    SPIRV_MATRICES,
    TOSA,
    TOSA_BLOCKS,
    TOSA_IMAGES,
  ].flatMap(Object.entries),
);
