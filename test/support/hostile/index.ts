/**
 * Kinds of hostile files, by format: nested without limit, or sharing their content so that it doubles with each step.
 */
import { BOXES } from "./boxes";
import { BOXES_SHARED } from "./boxesShared";
import { BYTECODE } from "./bytecode";
import { IREE } from "./iree";
import type { Kinds } from "./kind";
import { LLVM_MODULES } from "./llvm";
import { LLVM_BODIES } from "./llvmBodies";
import { LLVM_INTRINSICS } from "./llvmIntrinsics";
import { LLVM_REPEATED } from "./llvmRepeated";
import { LLVM_SHARED } from "./llvmShared";
import { MLIR } from "./mlir";
import { NUMEROUS } from "./numerous";
import { PNACL } from "./pnacl";

/** Each kind of hostile file, by a name with the usual file extension. */
export const HOSTILE: Kinds = {
  ...LLVM_MODULES,
  ...LLVM_BODIES,
  ...LLVM_SHARED,
  ...LLVM_REPEATED,
  ...LLVM_INTRINSICS,
  ...BYTECODE,
  ...MLIR,
  ...IREE,
  ...PNACL,
  ...NUMEROUS,
  ...BOXES,
  ...BOXES_SHARED,
};
