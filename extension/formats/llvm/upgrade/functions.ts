/**
 * Intrinsics that reading replaces by others: renamed, or with more operands than before. Each rule belongs to the releases
 * whose reader has it. Source: UpgradeIntrinsicFunction, UpgradeIntrinsicCall, UpgradeARCRuntime.
 */
import type { Instruction } from "../ir/function";
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import type { FunctionValue, ValueId } from "../ir/values";
import type { FunctionBody } from "../read/function";
import type { TypeInterner } from "../read/types";
import type { ValueTable } from "../read/values";
import type { OldDebugValue } from "./debugIntrinsics";

interface Rule {
  readonly name: string;
  readonly since: Release;
  readonly from: RegExp;
  /** What stands in the name's place. */
  readonly to: string;
  /** Boolean operands that are false where the file does not have them: the whole count of operands. */
  readonly operands?: number;
}

const RULES: readonly Rule[] = [
  { name: "flt.rounds is get.rounding", since: 16, from: /^llvm\.flt\.rounds$/, to: "llvm.get.rounding" },
  { name: "ARC's use is an intrinsic", since: 9, from: /^clang\.arc\.use$/, to: "llvm.objc.clang.arc.use" },
  {
    name: "AArch64's rev is vector.reverse",
    since: 16,
    from: /^llvm\.aarch64\.sve\.rev(\.nxv\d+\w+)$/,
    to: "llvm.vector.reverse$1",
  },
  {
    name: "vector.reverse has left the experiment",
    since: 19,
    from: /^llvm\.experimental\.vector\.(reverse|splice|interleave2|deinterleave2)(\..*)$/,
    to: "llvm.vector.$1$2",
  },
  {
    name: "vector.extract has left the experiment",
    since: 14,
    from: /^llvm\.experimental\.vector\.(extract|insert)(\..*)$/,
    to: "llvm.vector.$1$2",
  },
  {
    name: "reductions have left the experiment",
    since: 13,
    from: /^llvm\.experimental\.vector\.reduce\.(add|mul|and|or|xor|smax|smin|umax|umin|fmax|fmin)(\..*)$/,
    to: "llvm.vector.reduce.$1$2",
  },
  {
    name: "stepvector has left the experiment",
    since: 21,
    from: /^llvm\.experimental\.stepvector(\..*)$/,
    to: "llvm.stepvector$1",
  },
  {
    name: "objectsize knows unknown sizes of null and dynamic sizes",
    since: 9,
    from: /^(llvm\.objectsize\..*)$/,
    to: "$1",
    operands: 4,
  },
  { name: "ctlz and cttz say what zero gives", since: 9, from: /^(llvm\.(?:ctlz|cttz)\..*)$/, to: "$1", operands: 2 },
];

/** What became of a function, and how many operands its calls have to have. */
export interface ReplacedFunction {
  readonly function: FunctionValue;
  readonly operands: number;
  /** What it was, if it is llvm.dbg.value now. */
  readonly debugValue?: OldDebugValue;
}

/** The function that a release puts in this one's place; undefined where it leaves it. */
export function replacedFunction(
  global: FunctionValue,
  release: Release,
  interner: TypeInterner,
): ReplacedFunction | undefined {
  const rule = RULES.find((r) => release >= r.since && r.from.test(global.name));
  const type = global.valueType;
  if (!rule || !global.declaration || type.kind !== "function") return undefined;
  const operands = rule.operands ?? type.params.length;
  const name = global.name.replace(rule.from, rule.to);
  if (name === global.name && type.params.length >= operands) return undefined;
  const valueType = extended(type, operands, interner);
  return { function: { ...global, name, valueType, attributes: undefined }, operands };
}

function extended(type: FunctionType, count: number, interner: TypeInterner): FunctionType {
  const params: Type[] = [...type.params];
  while (params.length < count) params.push(interner.i1);
  return interner.function(type.result, params, type.vararg);
}

/** Gives calls of replaced functions the operands that they lack. */
export function upgradeCalls(
  body: FunctionBody,
  replaced: ReadonlyMap<ValueId, ReplacedFunction>,
  values: ValueTable,
  interner: TypeInterner,
): void {
  for (const block of body.blocks) {
    block.instructions.forEach((instruction, at) => {
      const upgraded = upgradeCall(instruction, replaced, values, interner);
      if (upgraded) block.instructions[at] = upgraded;
    });
  }
}

/**
 * The parameter of exclusive loads and stores whose pointee the attribute `elementtype` tells, by the intrinsic's name.
 * Source: BitcodeReader::propagateAttributeTypes.
 */
const ELEMENT_TYPED: readonly (readonly [RegExp, number])[] = [
  [/^llvm\.(?:aarch64\.lda?xr|arm\.lda?ex|arm\.ldrex)\./, 0],
  [/^llvm\.(?:aarch64\.stl?xr|arm\.stl?ex|arm\.strex)\./, 1],
  [/^llvm\.preserve\.(?:array|struct)\.access\.index\./, 0],
];
/** Since when it is filled in. */
const ELEMENT_TYPES: Release = 14;

/** The parameter that gets `elementtype` in calls of this function, or undefined. */
export function elementTypedParameter(name: string, release: Release): number | undefined {
  return release < ELEMENT_TYPES ? undefined : ELEMENT_TYPED.find(([pattern]) => pattern.test(name))?.[1];
}

function upgradeCall(
  call: Instruction,
  replaced: ReadonlyMap<ValueId, ReplacedFunction>,
  values: ValueTable,
  interner: TypeInterner,
): Instruction | undefined {
  if (call.kind !== "call") return undefined;
  const target = replaced.get(call.callee);
  if (!target || call.operands.length >= target.operands) return undefined;
  const { startBit, endBit } = call;
  const operands = [...call.operands];
  while (operands.length < target.operands) {
    operands.push(values.pushExtra({ kind: "integer", value: 0, type: interner.i1, startBit, endBit }, interner.i1));
  }
  const functionType = extended(call.functionType, target.operands, interner);
  return { ...call, operands, functionType, attributes: undefined };
}
