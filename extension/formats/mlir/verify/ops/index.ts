/** The checks of single ops, by dialect. */
import type { OpCheck } from "../opView";
import { LINALG } from "./linalg";
import { LLVM } from "./llvm";
import { NVVM } from "./nvvm";
import { SHAPED, SHAPES } from "./shaped";
import { SPIRV } from "./spirv";
import { TOSA } from "./tosa";

/** By the names of ops. */
export const OP_CHECKS: ReadonlyMap<string, OpCheck> = new Map<string, OpCheck>(
  [LINALG, LLVM, NVVM, SHAPED, SHAPES, SPIRV, TOSA].flatMap(Object.entries),
);
