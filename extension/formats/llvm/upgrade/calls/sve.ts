/**
 * Upgrades intrinsics of AArch64's SVE and of bfloats: tuples were wide vectors, and predicates of conversions had the
 * smaller elements. Source: upgradeArmOrAarch64IntrinsicFunction, UpgradeIntrinsicCall, upgradeAArch64IntrinsicCall.
 */
import { upTo } from "../../../../document/arrays";
import type { ValueId } from "../../ir/ids";
import type { FunctionType, Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Rewriting } from "./rewriting";
import type { Expansion, Replacement } from "./rules";
import { quotient } from "../typeRelations";

/** The parts of a tuple in one wide vector. */
function partOf(whole: Type, count: number, interner: TypeInterner): Type {
  if (whole.kind !== "vector") return whole;
  return interner.vector(whole.element, quotient(whole.count, count), whole.scalable);
}
function minimumCount(type: Type): number {
  return type.kind === "vector" ? type.count : 1;
}
/** How many parts the name mentions: `ld3`, `create4`. */
function partsOf(name: string): number {
  return Number(/(?:ld|create)([234])/.exec(name)?.[1] ?? 1);
}

/** Puts the parts of a tuple into one wide vector, one after another. */
function joined(r: Rewriting, partAt: (place: number) => ValueId): ValueId {
  const { type } = r.call;
  let result = r.uniform("poison", type);
  for (const place of upTo(partsOf(r.callee))) {
    const part = partAt(place);
    const partType = r.typeOf(part);
    const name = r.overloadedName("llvm.vector.insert", type, partType);
    result = r.callNamed(name, type, [result, part, r.integer(place * minimumCount(partType), r.interner.i64)]);
  }
  return result;
}

/** The type of a load that returns its parts as a struct. */
function loadedParts(type: FunctionType, interner: TypeInterner, name: string): FunctionType {
  const count = partsOf(name);
  const part = partOf(type.result, count, interner);
  return interner.function(interner.struct(Array<Type>(count).fill(part), false), type.params, false);
}
function loadName(name: string, type: FunctionType, naming: { mangled(type: Type): string }): string {
  const part = type.result.kind === "struct" ? type.result.elements?.[0] : undefined;
  return `llvm.aarch64.sve.ld${partsOf(name)}.sret.${part ? naming.mangled(part) : ""}`;
}
function callLoad(r: Rewriting, target: FunctionValue): ValueId {
  const made = r.callOf(target, r.call.operands);
  return joined(r, (place) => r.extractMember(made, place));
}

/** The number of an element, from that of a part of this type. */
function elementIndex(r: Rewriting, part: ValueId, type: Type): ValueId {
  return r.integer(r.integerOf(part) * minimumCount(type), r.interner.i64);
}

/** A predicate for elements of 32 bits from one for elements of 16. */
function widerPredicate(r: Rewriting, predicate: ValueId): ValueId {
  const { i1 } = r.interner;
  const all = r.interner.vector(i1, 16, true);
  const wide = r.interner.vector(i1, 4, true);
  const to = r.overloadedName("llvm.aarch64.sve.convert.to.svbool", r.typeOf(predicate));
  const from = r.overloadedName("llvm.aarch64.sve.convert.from.svbool", wide);
  return r.callNamed(from, wide, [r.callNamed(to, all, [predicate])]);
}

/** The rules; no two match the same function. */
export const SVE_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "loads of tuples return structs",
    since: 16,
    from: /^llvm\.aarch64\.sve\.ld[234](?:\.nxv[a-z0-9]+.*)?$/,
    type: loadedParts,
    to: loadName,
    call: callLoad,
    callsOthers: true,
  },
  {
    name: "getting a part of a tuple is vector.extract",
    since: 16,
    from: /^llvm\.aarch64\.sve\.tuple\.get/,
    type: ({ result, params }, interner) =>
      interner.function(result, [params[0] ?? interner.void, interner.i64], false),
    to: (_name, type, naming) => naming.overloaded("llvm.vector.extract", type, [0, 1]),
    call: (r, target) => r.callOf(target, [r.argument(0), elementIndex(r, r.argument(1), r.call.type)]),
  },
  {
    name: "setting a part of a tuple is vector.insert",
    since: 16,
    from: /^llvm\.aarch64\.sve\.tuple\.set/,
    isLate: true,
    type: ({ result, params: [whole, , part] }, interner) =>
      whole && part && interner.function(result, [whole, part, interner.i64], false),
    to: (_name, type, naming) => naming.overloaded("llvm.vector.insert", type, [1, 2]),
    call: (r, target) => {
      const [whole, index, part] = [0, 1, 2].map((place) => r.argument(place)) as [ValueId, ValueId, ValueId];
      return r.callOf(target, [whole, part, elementIndex(r, index, r.typeOf(part))]);
    },
  },
  {
    name: "making a tuple is vector.insert",
    since: 16,
    from: /^llvm\.aarch64\.sve\.tuple\.create[234](?:\.nxv[a-z0-9]+.*)?$/,
    type: ({ result, params: [part] }, interner) =>
      part && interner.function(result, [result, part, interner.i64], false),
    to: (_name, type, naming) => naming.overloaded("llvm.vector.insert", type, [0, 2]),
    call: (r) => joined(r, (place) => r.argument(place)),
  },
  {
    name: "lanes of bfloats are numbered by i32",
    since: 16,
    from: /^llvm\.aarch64\.sve\.bf(dot|mlalb|mlalt)\.lane$/,
    type: ({ result, params }, interner) => interner.function(result, [...params.slice(0, 3), interner.i32], false),
    to: "llvm.aarch64.sve.bf$1.lane.v2",
    call: (r, target) =>
      r.callOf(target, [...r.call.operands.slice(0, 3), r.integer(r.integerOf(r.argument(3)), r.interner.i32)]),
  },
  {
    name: "products of matrices of bfloats are those of any numbers",
    since: 23,
    from: /^llvm\.aarch64\.sve\.bfmmla$/,
    to: (_name, type, naming) => naming.overloaded("llvm.aarch64.sve.fmmla", type, [0, 2]),
  },
  {
    name: "outer products of FP8 numbers are of another intrinsic than those of other numbers",
    since: 23,
    from: /^llvm\.aarch64\.sme\.ftmopa\.(za16|za32)\.nxv16i8$/,
    to: "llvm.aarch64.sme.fp8.ftmopa.$1",
  },
  {
    name: "sums of floating-point numbers are faddqv",
    since: 19,
    from: /^llvm\.aarch64\.sve\.addqv/,
    to: (_name, type, naming) =>
      isFloating(scalarOf(type.result)) ? naming.overloaded("llvm.aarch64.sve.faddqv", type, [0, 2]) : undefined,
  },
];

/** A conversion whose predicate is for elements of 32 bits now. */
function convertedToBfloat(r: Rewriting): ValueId {
  const operands = [r.argument(0), widerPredicate(r, r.argument(1)), ...r.call.operands.slice(2)];
  return r.callNamed(`${r.callee}.v2`, r.call.type, operands, { name: r.name });
}

/** Four numbers of a type, by which they convert to and from four of another one. */
function four(r: Rewriting, element: Type): Type {
  return r.interner.vector(element, 4, false);
}

/** The rules for calls that become other instructions; no two match the same function. */
export const SVE_EXPANSIONS: readonly Expansion[] = [
  {
    name: "conversions to bfloat have a predicate of wide elements",
    since: 21,
    from: /^llvm\.aarch64\.sve\.fcvt(?:nt)?\.bf16f32$/,
    expand: convertedToBfloat,
  },
  {
    name: "a bfloat is a truncated float",
    since: 21,
    from: /^llvm\.aarch64\.neon\.bfcvt(?!n)/,
    expand: (r) => r.cast("fptrunc", r.argument(0), r.interner.simple("bfloat")),
  },
  {
    name: "bfloats are truncated floats",
    since: 21,
    from: /^llvm\.aarch64\.neon\.bfcvtn(?!2)/,
    expand: (r) => {
      const type = four(r, r.interner.simple("bfloat"));
      return r.shuffle(r.cast("fptrunc", r.argument(0), type), r.uniform("null", type), upTo(8));
    },
  },
  {
    name: "bfloats beside others are truncated floats",
    since: 21,
    from: /^llvm\.aarch64\.neon\.bfcvtn2/,
    expand: (r) => {
      const lower = r.shuffle(r.argument(0), r.uniform("poison", r.typeOf(r.argument(0))), upTo(4));
      return r.shuffle(lower, r.cast("fptrunc", r.argument(1), r.typeOf(lower)), upTo(8));
    },
  },
  {
    name: "halves are truncated floats",
    since: 23,
    from: /^llvm\.aarch64\.neon\.vcvtfp2hf$/,
    expand: (r) => {
      const halves = r.cast("fptrunc", r.argument(0), four(r, r.interner.simple("half")));
      return r.recast(halves, four(r, r.interner.integer(16)));
    },
  },
  {
    name: "floats are extended halves",
    since: 23,
    from: /^llvm\.aarch64\.neon\.vcvthf2fp$/,
    expand: (r) => {
      const halves = r.recast(r.argument(0), four(r, r.interner.simple("half")));
      return r.cast("fpext", halves, four(r, r.interner.simple("float")));
    },
  },
];
