/**
 * Intrinsics of LLVM 2.x that are renamed or replaced by others, and how their calls change. Source: LLVM 3.0's
 * UpgradeIntrinsicFunction and UpgradeIntrinsicCall.
 */
import type { ValueId } from "../../ir/ids";
import { NO_VALUE } from "../../ir/function";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Call } from "../calls/host";
import type { Rewriting } from "../calls/rewriting";
import type { Renaming, Replacement } from "../calls/rules";
import { UPGRADED } from "./expansions";

/** Functions that are only renamed; the first rule that matches applies. */
export const RENAMINGS: readonly Renaming[] = [
  { name: "bswap has one type", from: /^llvm\.bswap\.[^.]*(\..*)$/, to: "llvm.bswap$1" },
  { name: "part.select has one type", from: /^llvm\.part\.select\.[^.]*(\..*)$/, to: "llvm.part.select$1" },
  { name: "part.set has two types", from: /^llvm\.part\.set\.[^.]*(\.[^.]*\..*)$/, to: "llvm.part.set$1" },
  { name: "atomic.lcs", from: /^llvm\.atomic\.lcs[^.]*\.(.*)$/, to: "llvm.atomic.cmp.swap.$1.p0$1" },
  { name: "atomic.las", from: /^llvm\.atomic\.las[^.]*\.(.*)$/, to: "llvm.atomic.load.add.$1.p0$1" },
  { name: "atomic.lss", from: /^llvm\.atomic\.lss[^.]*\.(.*)$/, to: "llvm.atomic.load.sub.$1.p0$1" },
  { name: "atomics name their pointer", from: /^(llvm\.atomic\.(?!.*\.p).*\.)([^.]*)$/, to: "$1$2.p0$2" },
  { name: "eh.selector gives an i32", from: /^llvm\.eh\.(selector|typeid\.for)\.i32$/, to: "llvm.eh.$1" },
  {
    name: "crc32 names both widths",
    from: /^llvm\.x86\.sse42\.crc(32|64)\.(8|16|32|64)$/,
    to: "llvm.x86.sse42.crc32.$1.$2",
  },
];

/** What a new call takes over from the old one: whether it is a tail call, and the calling convention. */
function takenOver(r: Rewriting, name: string): { name: string; tail: Call["tail"]; callingConvention: number } {
  return { name, tail: r.call.tail, callingConvention: r.call.callingConvention };
}

/** Adds a parameter, for which older calls get this value. */
function extended(width: 1 | 32, value: number, count: (name: string) => number): Pick<Replacement, "type" | "call"> {
  return {
    type: ({ result, params, vararg }, interner, name) =>
      params.length === count(name)
        ? interner.function(result, [...params, interner.integer(width)], vararg)
        : undefined,
    call: (r, target) => {
      const operands = [...r.call.operands, r.integer(value, r.interner.integer(width))];
      return r.callOf(target, operands, takenOver(r, r.name));
    },
  };
}

/** The number of operands of NEON's loads and stores before they had an alignment: the address, vectors, and a lane. */
function neonOperands(name: string): number {
  const [, operation, vectors, lane] = /\.v(ld|st)([1-4])(lane)?\./.exec(name) ?? [];
  return 1 + (operation === "st" || lane ? Number(vectors) : 0) + (lane ? 1 : 0);
}

/** The cast between integers of different width, or between types of equal size. */
function castOpcode(from: Type, to: Type, signed: boolean): string {
  if (from.kind !== "integer" || to.kind !== "integer" || from.width === to.width) return "bitcast";
  return to.width < from.width ? "trunc" : signed ? "sext" : "zext";
}

/** Calls the target, with a name made from the call's, and casts its result to the call's type if it is used. */
function callAndCast(r: Rewriting, target: FunctionValue, operands: readonly ValueId[], signed: boolean): ValueId {
  const made = r.callOf(target, operands, takenOver(r, UPGRADED + r.name));
  const { type } = r.call;
  if (made === NO_VALUE || r.typeOf(made) === type || !r.isUsed) return made;
  return r.cast(castOpcode(r.typeOf(made), type, signed), made, type, r.nameOf(made));
}
/**
 * The places of MMX intrinsics that are x86_mmx since LLVM 2.9: `m` for the result and each parameter, `=` for
 * unchanged ones; the last letter applies to all further parameters.
 */
const MMX: readonly (readonly [RegExp, string])[] = [
  [/^(?:pslli|psrli|psrai)/, "mm="],
  [/^(?:padd|psub|pmul|pmadd|pand|por|pxor|pavg|pmax|pmin|psad|psll|psrl|psra|pack|punpck|pcmp)/, "mmm"],
  [/^maskmovq/, "=mm="],
  [/^pmovmskb/, "=m"],
  [/^movnt/, "==m"],
  [/^palignr/, "mmm="],
  [/^pextr/, "=m="],
  [/^pinsr/, "mm=="],
  [/^cvtsi32\.si64/, "m="],
  [/^cvtsi64\.si32/, "=m"],
  [/^vec\.init/, "m="],
  [/^vec\.ext\.d/, "=m="],
];

function mmxType(type: FunctionType, interner: TypeInterner, name: string): FunctionType | undefined {
  const places = MMX.find(([pattern]) => pattern.test(name.slice("llvm.x86.mmx.".length)))?.[1];
  if (places === undefined) return undefined;
  const mmx = interner.simple("x86_mmx");
  const at = (place: number, old: Type): Type => ((places[place] ?? places.at(-1)) === "m" ? mmx : old);
  const made = interner.function(
    at(0, type.result),
    type.params.map((param, i) => at(i + 1, param)),
    type.vararg,
  );
  return made === type ? undefined : made;
}

function callMmx(r: Rewriting, target: FunctionValue): ValueId {
  const params = target.valueType.kind === "function" ? target.valueType.params : [];
  const operands = r.call.operands.map((id, i) => {
    const param = params[i];
    return param?.kind === "x86_mmx" ? r.cast("bitcast", id, param, UPGRADED) : id;
  });
  return callAndCast(r, target, operands, true);
}

/** Functions that are replaced by others; the first rule that matches applies. */
export const REPLACEMENTS: readonly Replacement[] = [
  {
    name: "NEON loads and stores have an alignment",
    from: /^llvm\.arm\.neon\.v(?:ld|st)[1-4](?:lane)?\./,
    ...extended(32, 1, neonOperands),
  },
  {
    name: "counts of bits have the type of their operand",
    from: /^llvm\.(?:ctpop|ctlz|cttz)/,
    type: ({ result, params }, interner) => {
      const [param] = params;
      return param && param !== result ? interner.function(param, [param], false) : undefined;
    },
    call: (r, target) => callAndCast(r, target, r.call.operands, false),
  },
  {
    name: "eh.selector and eh.typeid.for give an i32",
    from: /^llvm\.eh\.(selector|typeid\.for)\.i64$/,
    to: "llvm.eh.$1",
    type: ({ params, vararg }, interner) => interner.function(interner.i32, params, vararg),
    call: (r, target) => callAndCast(r, target, r.call.operands, true),
  },
  {
    name: "memcpy and memmove name their pointers and say whether they are volatile",
    from: /^llvm\.(memcpy|memmove)\.i(8|16|32|64).*$/,
    to: "llvm.$1.p0i8.p0i8.i$2",
    ...extended(1, 0, () => 4),
  },
  {
    name: "memset names its pointer and says whether it is volatile",
    from: /^llvm\.memset\.i(8|16|32|64).*$/,
    to: "llvm.memset.p0i8.i$1",
    ...extended(1, 0, () => 4),
  },
  { name: "prefetch tells data from instructions", from: /^llvm\.prefetch/, ...extended(32, 1, () => 3) },
  { name: "MMX intrinsics have a type of their own", from: /^llvm\.x86\.mmx\./, type: mmxType, call: callMmx },
];
