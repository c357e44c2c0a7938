/**
 * Upgrades NVIDIA's intrinsics that LLVM 24 overloads by their types, or whose name no longer tells what an operand tells now.
 * Found by what llvm-dis 24 makes of LLVM 23's.
 */
import type { FunctionType } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { ValueId } from "../../ir/ids";
import type { TypeInterner } from "../../ir/interner";
import { NVVM_REDUCTIONS, NVVM_ROUNDINGS } from "../../operations";
import type { Naming } from "./mangling";
import type { Rewriting } from "./rewriting";
import type { Expansion, Replacement } from "./rules";

/** Names an intrinsic without some words of its old name, after the types of its first parameters. */
function overloaded(words: RegExp, ...places: readonly number[]) {
  return (name: string, type: FunctionType, naming: Naming): string | undefined =>
    naming.overloaded(name.replace(words, ""), type, places);
}
/** A type of `count` parameters with one more, which says that something is not asked for. */
function withOperand(operand: "i1" | "i32", count: number) {
  return ({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined =>
    params.length === count ? interner.function(result, [...params, interner[operand]], false) : undefined;
}
function callWithNone(r: Rewriting, target: FunctionValue): ValueId {
  return r.callOf(target, r.operandsFor(target));
}

/** The number of the operation becomes the last operand but one. */
function callReduction(r: Rewriting, target: FunctionValue): ValueId {
  const [, operation = ""] = /\.reduce\.(\w+)\./.exec(r.callee) ?? [];
  const number = r.integer(NVVM_REDUCTIONS.indexOf(operation), r.interner.i32);
  return r.callOf(target, [...r.call.operands.slice(0, -1), number, ...r.call.operands.slice(-1)]);
}

/** The rules; no two match the same function. */
export const NVVM_OPERAND_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "mulhi is smulh or umulh",
    since: 24,
    from: /^llvm\.nvvm\.mulhi\.u?(?:s|i|ll)$/,
    to: (name, type, naming) => naming.overloaded(`llvm.${name.includes("hi.u") ? "u" : "s"}mulh`, type, [0]),
  },
  {
    name: "barriers in memory have a layout",
    since: 24,
    from: /^llvm\.nvvm\.mbarrier\.init(?:\.shared)?$/,
    type: withOperand("i32", 2),
    to: overloaded(/\.shared/, 1),
    call: callWithNone,
  },
  {
    name: "allocations of tensor memory may be exclusive",
    since: 24,
    from: /^llvm\.nvvm\.tcgen05\.alloc(?:\.shared)?\.cg[12]$/,
    type: withOperand("i1", 2),
    to: overloaded(/\.shared/, 1),
    call: callWithNone,
  },
  {
    name: "tensor memory may be freed exclusively",
    since: 24,
    from: /^llvm\.nvvm\.tcgen05\.dealloc\.cg[12]$/,
    type: withOperand("i1", 2),
    call: callWithNone,
  },
  {
    name: "commits to shared memory",
    since: 24,
    from: /^llvm\.nvvm\.tcgen05\.commit\.shared\.cg[12]$/,
    to: overloaded(/\.shared/, 1),
  },
  {
    name: "commits to the shared memory of several blocks",
    since: 24,
    from: /^llvm\.nvvm\.tcgen05\.commit\.mc\.shared\.cg[12]$/,
    to: overloaded(/\.shared/, 1, 2),
  },
  {
    name: "stores of bulk data",
    since: 24,
    from: /^llvm\.nvvm\.st\.bulk\.shared\.cta$/,
    to: overloaded(/\.shared\.cta/, 1, 2),
  },
  {
    name: "reductions of tensors",
    since: 24,
    from: /^llvm\.nvvm\.cp\.async\.bulk\.tensor\.reduce\.(?:add|min|max|inc|dec|and|x?or)\.(?:tile|im2col)\.[1-5]d$/,
    type: ({ result, params }, interner) =>
      interner.function(result, [...params.slice(0, -1), interner.i32, ...params.slice(-1)], false),
    to: (name) => name.replace(/\.reduce\.\w+/, ".reduce"),
    call: callReduction,
  },
];

/** Sums and products by how they are rounded, flushed and clamped. */
const ROUNDED = /^llvm\.nvvm\.(add|mul)\.(r[nzpm])((?:\.ftz)?(?:\.sat)?)\.(?:f|d|(?:v2)?f16)$/;

/** The rules for calls that are calls of others. */
export const NVVM_OPERAND_EXPANSIONS: readonly Expansion[] = [
  {
    name: "sums and products are rounded as an operand says",
    since: 24,
    from: ROUNDED,
    expand: (r) => {
      const [, operation = "", rounding = "", more = ""] = ROUNDED.exec(r.callee) ?? [];
      const { type, operands } = r.call;
      const number = r.integer(NVVM_ROUNDINGS.indexOf(rounding), r.interner.i32);
      return r.callOverloaded(`llvm.nvvm.f${operation}${more}`, type, [...operands, number]);
    },
  },
];
