/**
 * Upgrades RISC-V's cryptographic intrinsics: they take and return i32 only, also a selector that was an i8; one has
 * become an intrinsic of no target. Source:
 * upgradeIntrinsicFunction1, UpgradeIntrinsicCall.
 */
import type { ValueId } from "../../ir/ids";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";

function isOfWidth(type: Type | undefined, width: number): boolean {
  return type?.kind === "integer" && type.width === width;
}

/** The type with i32 everywhere, if it has a selector of another width or, with `whole`, an i64 as its result. */
function narrowed(selector: number | undefined, whole: boolean) {
  return ({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined => {
    const isOld = selector !== undefined && !isOfWidth(params[selector], 32);
    if (!isOld && !(whole && isOfWidth(result, 64))) return undefined;
    const { i32 } = interner;
    return interner.function(i32, Array<Type>(params.length).fill(i32), false);
  };
}

/** Calls with operands cut to 32 bits, and extends the result. */
function call(r: Rewriting, target: FunctionValue): ValueId {
  const { i32 } = r.interner;
  const operands = r.call.operands.map((id, place) => {
    if (place === 2) return r.integer(r.integerOf(id), i32);
    return isOfWidth(r.typeOf(id), 64) ? r.cast("trunc", id, i32) : id;
  });
  const made = r.callOf(target, operands);
  const { type } = r.call;
  if (isOfWidth(type, 32)) return made;
  const result = r.cast("sext", made, type);
  r.takeName(made);
  return result;
}

/** The rules; no two match the same function. */
export const RISCV_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "carry-less products belong to no target",
    since: 23,
    from: /^llvm\.riscv\.(clmul\.i\d+)$/,
    to: "llvm.$1",
  },
  {
    name: "selectors of AES are i32",
    since: 17,
    from: /^llvm\.riscv\.aes32[de]s(?:|m)i$/,
    type: narrowed(2, false),
    call,
  },
  {
    name: "SM4 has i32 only",
    since: 17,
    from: /^(llvm\.riscv\.sm4(?:ed|ks)).*$/,
    type: narrowed(2, true),
    to: "$1",
    call,
  },
  {
    name: "SHA-256 and SM3 have i32 only",
    since: 17,
    from: /^(llvm\.riscv\.(?:sha256(?:sig|sum)[01]|sm3p[01])).*$/,
    type: narrowed(undefined, true),
    to: "$1",
    call,
  },
];
