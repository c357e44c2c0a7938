/**
 * Upgrades intrinsics of x86 up to AVX2, FMA and XOP that became plain instructions. Source:
 * UpgradeX86IntrinsicFunction and UpgradeIntrinsicCall of LLVM 9 and later.
 */
import type { ValueId } from "../../ir/ids";
import type { Attachment } from "../../ir/metadata";
import type { Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import { bitsOf, vectorOf } from "../typeRelations";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import { X86_SHUFFLES } from "./x86Shuffles";

type Expand = Expansion["expand"];

/** A comparison whose result is widened to all ones or zero. */
function compared(predicate: string): Expand {
  return (r) => r.cast("sext", r.compare(predicate, r.argument(0), r.argument(1)), r.call.type);
}
/** The greater or smaller operand. */
export function chosen(predicate: string): Expand {
  return (r) => r.select(r.compare(predicate, r.argument(0), r.argument(1)), r.argument(0), r.argument(1));
}
/** The intrinsic that LLVM 13 and later use for the same operation. */
export function intrinsic(stem: string): Expand {
  return (r) => r.callOverloaded(stem, r.call.type, [r.argument(0), r.argument(1)]);
}

/** The absolute value, by comparison and selection. */
export function absolute(r: Rewriting): ValueId {
  const value = r.argument(0);
  const zero = r.uniform("null", r.call.type);
  const positive = r.compare("sgt", value, zero);
  return r.select(positive, value, r.binary("sub", r.uniform("null", r.call.type), value));
}
/** The absolute value, by `llvm.abs`. */
export function absoluteIntrinsic(r: Rewriting): ValueId {
  return r.callOverloaded("llvm.abs", r.call.type, [r.argument(0), r.integer(0, r.interner.i1)]);
}

/** The product of the lower halves of 64-bit elements. */
export function product(signed: boolean): Expand {
  return (r) => {
    const type = vectorOf(r.call.type);
    const splat = (value: number): ValueId => r.vector(Array<number>(type.count).fill(value), r.interner.i64);
    const halves = [r.recast(r.argument(0), type), r.recast(r.argument(1), type)].map((half) =>
      signed ? r.binary("ashr", r.binary("shl", half, splat(32)), splat(32)) : r.binary("and", half, splat(0xffffffff)),
    );
    return r.binary("mul", halves[0] as ValueId, halves[1] as ValueId);
  };
}

/** An operation on the lowest elements; the others come from the first operand. */
function lowest(opcode: string): Expand {
  return (r) => {
    const { i32 } = r.interner;
    const left = r.extract(r.argument(0), 0, "", i32);
    const right = r.extract(r.argument(1), 0, "", i32);
    return r.insert(r.argument(0), r.binary(opcode, left, right), 0, "", i32);
  };
}
function lowestRoot(r: Rewriting): ValueId {
  const element = r.extract(r.argument(0), 0);
  return r.insert(r.argument(0), r.callOverloaded("llvm.sqrt", r.typeOf(element), [element]), 0);
}
/** A number converted into the lowest element. */
function lowestConverted(opcode: "sitofp" | "fpext"): Expand {
  return (r) => {
    const source = opcode === "fpext" ? r.extract(r.argument(1), 0) : r.argument(1);
    return r.insert(r.argument(0), r.cast(opcode, source, scalarOf(r.call.type)), 0);
  };
}
/** Converts as many elements as the result has. */
function converted(opcode: "sitofp" | "fpext", name: string): Expand {
  return (r) => {
    const type = vectorOf(r.call.type);
    const source = r.argument(0);
    const wide = vectorOf(r.typeOf(source)).count > type.count;
    return r.cast(opcode, wide ? r.shuffle(source, source, [0, 1]) : source, type, name);
  };
}

/** The attachment `!nontemporal !{i32 1}`. */
function nontemporal(r: Rewriting): readonly Attachment[] {
  const { metadata } = r.host;
  const one = metadata.make({ kind: "integer", bits: 32, value: 1n });
  return [{ kind: metadata.kindNumber("nontemporal"), node: metadata.tuple([one]) }];
}
/** A pointer cast to a pointer to `type`. */
export function pointerTo(r: Rewriting, pointer: ValueId, type: Type, name = "cast"): ValueId {
  return r.recast(pointer, r.interner.pointer(type, 0), name);
}
function storeWhole(alignment: (type: Type) => number, attachments: (r: Rewriting) => readonly Attachment[]): Expand {
  return (r) => {
    const type = r.typeOf(r.argument(1));
    r.store(r.argument(1), pointerTo(r, r.argument(0), type), alignment(type), attachments(r));
    return undefined;
  };
}
function storeLowest(r: Rewriting): undefined {
  const element = scalarOf(r.typeOf(r.argument(1)));
  const address = pointerTo(r, r.argument(0), element);
  r.store(r.extract(r.argument(1), 0, "extractelement"), address, 1, nontemporal(r));
}
function storeLowestQuad(r: Rewriting): undefined {
  const { i64 } = r.interner;
  const quads = r.recast(r.argument(1), r.interner.vector(i64, 2, false), "cast");
  const element = r.extract(quads, 0);
  r.store(element, pointerTo(r, r.argument(0), i64), 1);
}
function loadNontemporal(r: Rewriting): ValueId {
  const { type } = r.call;
  return r.load(pointerTo(r, r.argument(0), type), type, bitsOf(type) / 8, "", nontemporal(r));
}

/** A fused product and sum; `n` in the name negates the product, `sub` the sum; `s` means the lowest elements only. */
function fused(r: Rewriting): ValueId {
  const [, negated, sign, kind] = /vf(n?)m(add|sub)\.(.)/.exec(r.callee) ?? [];
  const scalar = kind === "s";
  const operands = [0, 1, 2].map((i) => (scalar ? r.extract(r.argument(i), 0) : r.argument(i)));
  const negate = (place: number): void => {
    const operand = operands[place] as ValueId;
    operands[place] = negation(r, operand);
  };
  if (negated === "n") negate(scalar ? 1 : 0);
  if (sign === "sub") negate(2);
  const made = r.callOverloaded("llvm.fma", r.typeOf(operands[0] as ValueId), operands);
  return scalar ? r.insert(r.argument(0), made, 0) : made;
}
/** The first release in which IRBuilder has an operator for negation. */
const UNARY_NEGATION = 11;
/** The negation of a floating-point value. Source: ConstantFP::getZeroValueForNegation. */
export function negation(r: Rewriting, operand: ValueId): ValueId {
  const type = r.typeOf(operand);
  if (r.host.release >= UNARY_NEGATION) return r.plain("fneg", type, [operand]);
  const zero = isFloating(scalarOf(type)) ? r.floating("-0", type) : r.uniform("null", type);
  return r.binary("fsub", zero, operand);
}
function fusedLowest(r: Rewriting): ValueId {
  const operands = [0, 1, 2].map((i) => r.extract(r.argument(i), 0));
  const made = r.callOverloaded("llvm.fma", r.typeOf(operands[0] as ValueId), operands);
  return r.insert(r.uniform("null", r.call.type), made, 0);
}
/** The first release in which alternating sums and differences stay an intrinsic. */
const KEPT_ALTERNATING = 11;
/**
 * Alternating sums and differences: before, both of these kinds were expanded; later, one is expressed by the other.
 */
function fusedAlternating(r: Rewriting): ValueId | undefined {
  const operands = [0, 1, 2].map((i) => r.argument(i));
  if (r.host.release >= KEPT_ALTERNATING) {
    const name = r.callee.replace("vfmsubadd", "vfmaddsub");
    return r.callNamed(name, r.call.type, [...operands.slice(0, 2), negation(r, operands[2] as ValueId)]);
  }
  const odd = r.callOverloaded("llvm.fma", r.call.type, operands);
  const negated = [...operands.slice(0, 2), negation(r, operands[2] as ValueId)];
  const even = r.callOverloaded("llvm.fma", r.call.type, negated);
  const { count } = vectorOf(r.call.type);
  const mask = Array.from({ length: count }, (_, i) => i + (i % 2) * count);
  return r.callee.includes("vfmsubadd") ? r.shuffle(odd, even, mask) : r.shuffle(even, odd, mask);
}

/** Halves, which were stored as i16, as floats. */
export function fromHalves(r: Rewriting): ValueId {
  const type = vectorOf(r.call.type);
  const source = r.argument(0);
  const words = vectorOf(r.typeOf(source)).count > type.count ? r.shuffle(source, source, [0, 1, 2, 3]) : source;
  const halves = r.recast(words, r.interner.vector(r.interner.simple("half"), type.count, false));
  return r.cast("fpext", halves, type, "cvtph2ps");
}

const CONDITIONS = ["lt", "le", "gt", "ge", "eq", "ne", "false", "true"];
/** XOP's comparison; the condition is in its name or its last operand. */
function comparedBy(r: Rewriting): ValueId {
  const [, named = "", unsigned] = /vpcom(lt|le|gt|ge|eq|ne|false|true)?(u?)[bwdq]$/.exec(r.callee) ?? [];
  const condition = named === "" ? r.integerOf(r.argument(2)) & 7 : CONDITIONS.indexOf(named);
  const { type } = r.call;
  if (condition === 6) return r.uniform("null", type);
  if (condition === 7) return r.vector(Array<number>(vectorOf(type).count).fill(-1), scalarOf(type));
  const predicate = CONDITIONS[condition] ?? "eq";
  const sign = condition < 4 ? (unsigned === "u" ? "u" : "s") : "";
  return r.cast("sext", r.compare(sign + predicate, r.argument(0), r.argument(1)), type);
}
function selectedBits(r: Rewriting): ValueId {
  const selector = r.argument(2);
  const type = vectorOf(r.call.type);
  const ones = r.vector(Array<number>(type.count).fill(-1), type.element);
  const others = r.binary("xor", selector, ones);
  return r.binary("or", r.binary("and", r.argument(0), selector), r.binary("and", r.argument(1), others));
}

/** A rotation, which is a funnel shift of a value with itself; a scalar amount applies to all elements. */
function rotated(r: Rewriting): ValueId {
  const type = vectorOf(r.call.type);
  const amount = r.argument(1);
  const bits = scalarOf(type).kind === "integer" ? BigInt(r.integerOf(amount)) & 255n : 0n;
  const splat =
    r.typeOf(amount) === type ? amount : r.vector(Array<number>(type.count).fill(Number(bits)), type.element);
  return r.callOverloaded("llvm.fshl", type, [r.argument(0), r.argument(0), splat]);
}

function checksum(r: Rewriting): ValueId {
  const { i32 } = r.interner;
  const short = r.cast("trunc", r.argument(0), i32);
  return r.cast("zext", r.callNamed("llvm.x86.sse42.crc32.32.8", i32, [short, r.argument(1)]), r.call.type);
}

/**
 * Addition or subtraction with carry: the sum is now a second result instead of being stored through the last operand.
 */
function carried(r: Rewriting): ValueId {
  const [, operation = "", width = ""] = /x86\.(addcarry|subborrow)x?\.u(32|64)$/.exec(r.callee) ?? [];
  const pair = r.interner.struct([r.interner.i8, r.interner.integer(Number(width))], false);
  const operands = [0, 1, 2].map((i) => r.argument(i));
  const made = r.callNamed(`llvm.x86.${operation}.${width}`, pair, operands);
  const sum = r.extractMember(made, 1);
  r.store(sum, pointerTo(r, r.argument(3), r.typeOf(sum), ""), 1);
  return r.extractMember(made, 0);
}

/** The first release in which minimum, maximum and absolute value are intrinsics of all targets. */
export const INTEGER_INTRINSICS = 13;
/** The first release in which scattering and gathering bits are intrinsics of all targets. */
const OF_ALL_TARGETS = 23;
/** A rule whose expansion changes with a later release. */
function changing(name: string, from: RegExp, expand: Expand, since: number, later: Expand): readonly Expansion[] {
  return [{ name, from, expand: (r) => (r.host.release >= since ? later(r) : expand(r)) }];
}

/** The rules; the first that matches applies. */
export const X86_EXPANSIONS: readonly Expansion[] = [
  { name: "pcmpeq", from: /^llvm\.x86\.(?:sse2|avx2)\.pcmpeq\./, expand: compared("eq") },
  { name: "pcmpgt", from: /^llvm\.x86\.(?:sse2|avx2)\.pcmpgt\./, expand: compared("sgt") },
  { name: "lowest square root", from: /^llvm\.x86\.sse2?\.sqrt\.s[sd]$/, expand: lowestRoot },
  {
    name: "square root",
    from: /^llvm\.x86\.(?:avx|sse2?)\.sqrt\.p/,
    expand: (r) => r.callOverloaded("llvm.sqrt", r.call.type, [r.argument(0)]),
  },
  { name: "lowest sum", from: /^llvm\.x86\.sse2?\.add\.s[sd]$/, expand: lowest("fadd") },
  { name: "lowest difference", from: /^llvm\.x86\.sse2?\.sub\.s[sd]$/, expand: lowest("fsub") },
  { name: "lowest product", from: /^llvm\.x86\.sse2?\.mul\.s[sd]$/, expand: lowest("fmul") },
  { name: "lowest quotient", from: /^llvm\.x86\.sse2?\.div\.s[sd]$/, expand: lowest("fdiv") },
  ...changing(
    "pabs",
    /^llvm\.x86\.(?:ssse3\.pabs\.[bwd]\.128|avx2\.pabs)/,
    absolute,
    INTEGER_INTRINSICS,
    absoluteIntrinsic,
  ),
  ...changing(
    "pmaxs",
    /^llvm\.x86\.(?:sse41\.pmaxs[bd]|sse2\.pmaxs\.w|avx2\.pmaxs)/,
    chosen("sgt"),
    INTEGER_INTRINSICS,
    intrinsic("llvm.smax"),
  ),
  ...changing(
    "pmaxu",
    /^llvm\.x86\.(?:sse41\.pmaxu[wd]|sse2\.pmaxu\.b|avx2\.pmaxu)/,
    chosen("ugt"),
    INTEGER_INTRINSICS,
    intrinsic("llvm.umax"),
  ),
  ...changing(
    "pmins",
    /^llvm\.x86\.(?:sse41\.pmins[bd]|sse2\.pmins\.w|avx2\.pmins)/,
    chosen("slt"),
    INTEGER_INTRINSICS,
    intrinsic("llvm.smin"),
  ),
  ...changing(
    "pminu",
    /^llvm\.x86\.(?:sse41\.pminu[wd]|sse2\.pminu\.b|avx2\.pminu)/,
    chosen("ult"),
    INTEGER_INTRINSICS,
    intrinsic("llvm.umin"),
  ),
  { name: "pmuludq", from: /^llvm\.x86\.(?:sse2|avx2)\.pmulu\.dq$/, expand: product(false) },
  { name: "pmuldq", from: /^llvm\.x86\.(?:sse41\.pmuldq|avx2\.pmul\.dq)$/, expand: product(true) },
  { name: "cvtsi2ss", from: /^llvm\.x86\.sse2?\.cvtsi(?:64)?2s[sd]$/, expand: lowestConverted("sitofp") },
  { name: "cvtss2sd", from: /^llvm\.x86\.sse2\.cvtss2sd$/, expand: lowestConverted("fpext") },
  {
    name: "cvtdq2pd",
    from: /^llvm\.x86\.(?:sse2\.cvtdq2p[ds]|avx\.cvtdq2\.p[ds]\.256)$/,
    expand: converted("sitofp", "cvt"),
  },
  {
    name: "cvtps2pd",
    from: /^llvm\.x86\.(?:sse2\.cvtps2pd|avx\.cvt\.ps2\.pd\.256)$/,
    expand: converted("fpext", "cvtps2pd"),
  },
  {
    name: "pmulh",
    since: 24,
    from: /^llvm\.x86\.(?:sse2|avx2|avx512)\.pmulh\.w(?:\.512)?$/,
    expand: intrinsic("llvm.smulh"),
  },
  {
    name: "pmulhu",
    since: 24,
    from: /^llvm\.x86\.(?:sse2|avx2|avx512)\.pmulhu\.w(?:\.512)?$/,
    expand: intrinsic("llvm.umulh"),
  },
  { name: "padds", from: /^llvm\.x86\.(?:sse2|avx2)\.padds\./, expand: intrinsic("llvm.sadd.sat") },
  { name: "psubs", from: /^llvm\.x86\.(?:sse2|avx2)\.psubs\./, expand: intrinsic("llvm.ssub.sat") },
  { name: "paddus", from: /^llvm\.x86\.(?:sse2|avx2)\.paddus\./, expand: intrinsic("llvm.uadd.sat") },
  { name: "psubus", from: /^llvm\.x86\.(?:sse2|avx2)\.psubus\./, expand: intrinsic("llvm.usub.sat") },
  { name: "crc32 of a byte in 64 bits", from: /^llvm\.x86\.sse42\.crc32\.64\.8$/, expand: checksum },
  { name: "carries", from: /^llvm\.x86\.(?:addcarryx?|subborrow)\.u(?:32|64)$/, expand: carried },
  {
    name: "unaligned store",
    from: /^llvm\.x86\.(?:sse2?|avx)\.storeu\./,
    expand: storeWhole(
      () => 1,
      () => [],
    ),
  },
  { name: "store of the low quad", from: /^llvm\.x86\.sse2\.storel\.dq$/, expand: storeLowestQuad },
  {
    name: "nontemporal store",
    from: /^llvm\.x86\.(?:avx\.movnt|avx512\.storent)\./,
    expand: storeWhole((type) => bitsOf(type) / 8, nontemporal),
  },
  { name: "nontemporal store of the lowest", from: /^llvm\.x86\.sse4a\.movnt\./, expand: storeLowest },
  { name: "nontemporal load", from: /^llvm\.x86\..*\.movntdqa$/, expand: loadNontemporal },
  { name: "differences and sums in turn", from: /^llvm\.x86\.fma\.vfmsubadd\.p/, expand: fusedAlternating },
  { name: "sums and differences in turn", until: 11, from: /^llvm\.x86\.fma\.vfmaddsub\.p/, expand: fusedAlternating },
  { name: "vcvtph2ps", since: 11, from: /^llvm\.x86\.vcvtph2ps\./, expand: fromHalves },
  { name: "fused", from: /^llvm\.x86\.fma\.vfn?m(?:add|sub)\./, expand: fused },
  { name: "fused lowest", from: /^llvm\.x86\.fma4\.vfmadd\.s/, expand: fusedLowest },
  { name: "vpcom", from: /^llvm\.x86\.xop\.vpcom(?!u?v)[a-z]+$/, expand: (r) => comparedBy(r) },
  { name: "vprot", from: /^llvm\.x86\.xop\.vprot/, expand: rotated },
  { name: "vpcmov", from: /^llvm\.x86\.xop\.vpcmov/, expand: selectedBits },
  { name: "pdep", since: OF_ALL_TARGETS, from: /^llvm\.x86\.bmi\.pdep\./, expand: intrinsic("llvm.pdep") },
  { name: "pext", since: OF_ALL_TARGETS, from: /^llvm\.x86\.bmi\.pext\./, expand: intrinsic("llvm.pext") },
  ...X86_SHUFFLES,
];
