/** Upgrades intrinsics of x86 whose operands changed. Source: UpgradeX86IntrinsicFunction, UpgradeIntrinsicCall. */
import type { ValueId } from "../../ir/ids";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";
import { maskOf, maskVector } from "./x86Masks";

/** A function type with one parameter (0-based) changed; undefined if the parameter has that type already. */
function withParameter(type: FunctionType, at: number, to: Type, interner: TypeInterner): FunctionType | undefined {
  if (type.params[at] === to) return undefined;
  const params = type.params.map((param, i) => (i === at ? to : param));
  return interner.function(type.result, params, type.vararg);
}

/** The type with an 8-bit immediate, which was an i32. */
function narrowImmediate(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const last = type.params.length - 1;
  return type.params[last] === interner.i32 ? withParameter(type, last, interner.i8, interner) : undefined;
}
function callNarrowed(r: Rewriting, target: FunctionValue): ValueId {
  const last = r.call.operands.length - 1;
  const immediate = r.valueOf(r.argument(last));
  const { i8 } = r.interner;
  const narrowed =
    immediate?.kind === "integer"
      ? r.integer(Number(BigInt.asIntN(8, BigInt(immediate.value))), i8)
      : r.cast("trunc", r.argument(last), i8, "trunc");
  return r.callOf(target, [...r.call.operands.slice(0, last), narrowed]);
}

/** The type with a selector of integers, which were floating-point numbers. */
function integerSelector(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const selector = type.params[2];
  if (selector?.kind !== "vector" || selector.element.kind === "integer") return undefined;
  const element = interner.integer(selector.element.kind === "double" ? 64 : 32);
  return withParameter(type, 2, interner.vector(element, selector.count, false), interner);
}
/** Makes a call with each operand cast to the parameter's type. */
function callRecast(name: string) {
  return (r: Rewriting, target: FunctionValue): ValueId => {
    const params = target.valueType.kind === "function" ? target.valueType.params : [];
    return r.callOf(
      target,
      r.call.operands.map((id, i) => (params[i] ? r.recast(id, params[i], name) : id)),
    );
  };
}

/** The type of a test of vectors of i64, which were of floats. */
function quadOperands(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const [param] = type.params;
  if (param?.kind !== "vector" || param.element.kind !== "float") return undefined;
  const quads = interner.vector(interner.i64, 2, false);
  return interner.function(type.result, [quads, quads], false);
}

/** The type of rdtscp, which stored what is now a second result. */
function pairResult(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  if (type.params.length !== 1) return undefined;
  return interner.function(interner.struct([interner.i64, interner.i32], false), [], false);
}
function callPair(r: Rewriting, target: FunctionValue): ValueId {
  const pair = r.callOf(target, []);
  r.takeName(pair);
  const data = r.extractMember(pair, 1);
  r.store(data, r.recast(r.argument(0), r.interner.pointer(r.interner.i32, 0)), 1);
  return r.extractMember(pair, 0);
}

/** The type of AVX-512's comparisons of floating-point vectors: masks were numbers, and now are vectors of bits. */
function comparedBits(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const { result, params, vararg } = type;
  const [first] = params;
  if (result.kind === "vector" || first?.kind !== "vector" || params.length < 4) return undefined;
  const bits = interner.vector(interner.i1, first.count, false);
  return interner.function(bits, [...params.slice(0, 3), bits, ...params.slice(4)], vararg);
}
function callCompared(r: Rewriting, target: FunctionValue): ValueId {
  const { operands } = r.call;
  const type = r.typeOf(r.argument(0));
  const mask = maskVector(r, r.argument(3), type.kind === "vector" ? type.count : 0);
  const made = r.callOf(target, [...operands.slice(0, 3), mask, ...operands.slice(4)]);
  const result = maskOf(r, made);
  r.takeName(made);
  return result;
}

/** The rules; no two match the same function. */
export const X86_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "immediates of eight bits",
    from: /^llvm\.x86\.(?:sse41\.(?:insertps|dpp[sd]|mpsadbw)|avx\.dp\.ps\.256|avx2\.mpsadbw)$/,
    type: narrowImmediate,
    call: callNarrowed,
  },
  {
    name: "vpermil2's selector",
    from: /^llvm\.x86\.xop\.vpermil2p[sd](?:\.256)?$/,
    type: integerSelector,
    call: callRecast(""),
  },
  {
    name: "vfrcz of the lowest",
    from: /^llvm\.x86\.xop\.vfrcz\.s[sd]$/,
    type: ({ result, params }, interner) =>
      params.length === 2 ? interner.function(result, params.slice(1), false) : undefined,
    call: (r, target) => r.callOf(target, [r.argument(1)]),
  },
  { name: "ptest", from: /^llvm\.x86\.sse41\.ptest(?:c|z|nzc)$/, type: quadOperands, call: callRecast("cast") },
  {
    name: "comparisons with masks",
    since: 13,
    from: /^llvm\.x86\.avx512\.mask\.cmp\.p[sd]\.(?:128|256|512)$/,
    type: comparedBits,
    call: callCompared,
  },
  { name: "rdtscp", from: /^llvm\.x86\.rdtscp$/, type: pairResult, call: callPair },
];
