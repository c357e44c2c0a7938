/** Upgrades intrinsics of AVX-512 that later releases do not have. Source: UpgradeIntrinsicCall of LLVM 9 and later. */
import type { Release } from "../../ir/releases";
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import { AVX512_SHUFFLES } from "./x86Avx512Shuffles";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import {
  complement,
  joinedMasks,
  loadMasked,
  masked,
  maskedAt,
  maskedIf,
  maskOf,
  maskVector,
  ofMasks,
  rounds,
  selected,
  storeMasked,
  testedMasks,
} from "./x86Masks";
import { bitsOf, quotient, vectorOf } from "../typeRelations";
import {
  INTEGER_INTRINSICS,
  absolute,
  absoluteIntrinsic,
  chosen,
  fromHalves,
  intrinsic,
  pointerTo,
  product,
} from "./x86";
import { AVX512_FUSED } from "./x86Fused";
import { SHIFTS, shiftName, UNMASKED_NAMES, unmaskedName, withShape } from "./x86Unmasked";

type Expand = Expansion["expand"];

function binary(opcode: string): Expand {
  return (r) => r.binary(opcode, r.argument(0), r.argument(1));
}
/** The operand as a vector of integers. */
function asIntegers(r: Rewriting, id: ValueId): ValueId {
  const type = vectorOf(r.typeOf(id));
  return r.recast(id, r.interner.vector(r.interner.integer(quotient(bitsOf(type), type.count)), type.count, false));
}
/** A bitwise operation, also on floating-point vectors. */
function bits(opcode: string): Expand {
  return (r) => r.recast(r.binary(opcode, asIntegers(r, r.argument(0)), asIntegers(r, r.argument(1))), r.call.type);
}
const bitsWithout: Expand = (r) => {
  const others = complement(r, asIntegers(r, r.argument(0)));
  return r.recast(r.binary("and", others, asIntegers(r, r.argument(1))), r.call.type);
};

/** Floating-point arithmetic; for 512 bits an intrinsic with a rounding mode. */
function arithmetic(name: string): Expand {
  return maskedAt(3, (r) => {
    const [left, right] = [r.argument(0), r.argument(1)];
    if (!r.callee.endsWith(".512")) return r.binary(`f${name}`, left, right);
    return r.callNamed(withShape(name, r.call.type), r.call.type, [left, right, r.argument(4)]);
  });
}
/** The greater or smaller operand, for vectors of 512 bits. */
function extreme(name: string): Expand {
  return maskedAt(3, (r) =>
    r.callNamed(withShape(name, r.call.type), r.call.type, [r.argument(0), r.argument(1), r.argument(4)]),
  );
}
const root: Expand = (r) => {
  const { type } = r.call;
  const made = rounds(r, 3)
    ? r.callNamed(withShape("sqrt", type), type, [r.argument(0), r.argument(3)])
    : r.callOverloaded("llvm.sqrt", type, [r.argument(0)]);
  return selected(r, r.argument(2), made, r.argument(1));
};

/** Integer predicates by the number of a comparison; 3 means never, 7 always. */
const PREDICATES: readonly (readonly [signed: string, unsigned: string])[] = [
  ["eq", "eq"],
  ["slt", "ult"],
  ["sle", "ule"],
  ["", ""],
  ["ne", "ne"],
  ["sge", "uge"],
  ["sgt", "ugt"],
];
/** A comparison of integers, with its result as a mask. */
function compared(number: (r: Rewriting) => number, signed: boolean): Expand {
  return (r) => {
    const left = r.argument(0);
    const mask = r.argument(r.call.operands.length - 1);
    const predicate = PREDICATES[number(r) & 7]?.[signed ? 0 : 1] ?? "";
    if (predicate !== "") return maskOf(r, r.compare(predicate, left, r.argument(1)), mask);
    const { count } = vectorOf(r.typeOf(left));
    return maskOf(r, r.vector(Array<number>(count).fill((number(r) & 7) === 7 ? -1 : 0), r.interner.i1), mask);
  };
}
/** A call of an intrinsic that returns bits; its name depends on the vector's shape. */
function bitsOfNamed(name: (type: Type) => string, operands: readonly number[], mask: number): Expand {
  return (r) => {
    const type = vectorOf(r.typeOf(r.argument(0)));
    const count = r.callee.includes("vpshufbitqmb") ? bitsOf(type) / 8 : type.count;
    const taken = operands.filter((i) => i < r.call.operands.length).map((i) => r.argument(i));
    const vector = r.interner.vector(r.interner.i1, count, false);
    return maskOf(r, r.callNamed(name(type), vector, taken), r.argument(mask));
  };
}
/** Tests each element for common bits of both operands. */
function tested(predicate: string): Expand {
  return (r) => {
    const both = r.binary("and", r.argument(0), r.argument(1));
    return maskOf(r, r.compare(predicate, both, r.uniform("null", r.typeOf(both))), r.argument(2));
  };
}

/** A vector that repeats one value. Source: IRBuilder's CreateVectorSplat. */
function splat(r: Rewriting, value: ValueId, count: number): ValueId {
  const { i32, i64 } = r.interner;
  const type = r.interner.vector(r.typeOf(value), count, false);
  const known = r.valueOf(value)?.kind;
  if (known === "integer" || known === "null")
    return r.vector(Array<number>(count).fill(r.integerOf(value)), type.element);
  const empty = r.uniform(r.host.release >= POISON ? "poison" : "undef", type);
  const first = r.insert(empty, value, 0, ".splatinsert", r.host.release >= WIDE_INDEX ? i64 : i32);
  return r.shuffle(first, empty, Array<number>(count).fill(0), ".splat");
}
/** The first release in which a splat starts from poison. */
const POISON = 13;
/** The first release in which a splat names its first element with an i64. */
const WIDE_INDEX = 16;
const splatOfMask: Expand = (r) => {
  const wide = r.interner.integer(bitsOf(r.typeOf(r.argument(0))) === 8 ? 64 : 32);
  return splat(r, r.cast("zext", r.argument(0), wide), quotient(bitsOf(r.call.type), bitsOf(wide)));
};

/** The amount of a shift as a vector. */
function amountOf(r: Rewriting, place: number): ValueId {
  const type = vectorOf(r.call.type);
  const amount = r.argument(place);
  if (r.typeOf(amount) === type) return amount;
  return splat(r, r.integer(r.integerOf(amount), type.element), type.count);
}
function rotated(direction: "fshl" | "fshr"): Expand {
  return maskedIf(4, (r) =>
    r.callOverloaded(`llvm.${direction}`, r.call.type, [r.argument(0), r.argument(0), amountOf(r, 1)]),
  );
}
/** Shifts the concatenation of two elements. */
function concatenated(direction: "fshl" | "fshr"): Expand {
  return (r) => {
    const { type, operands } = r.call;
    const pair = [r.argument(0), r.argument(1)];
    if (direction === "fshr") pair.reverse();
    const made = r.callOverloaded(`llvm.${direction}`, type, [...pair, amountOf(r, 2)]);
    if (operands.length < 4) return made;
    const zero = r.callee.includes(".maskz.") ? r.uniform("null", type) : r.argument(0);
    return selected(r, r.argument(operands.length - 1), made, operands.length === 5 ? r.argument(3) : zero);
  };
}

/** Converts numbers, with an intrinsic if a rounding mode is taken. */
const converted: Expand = (r) => {
  const type = vectorOf(r.call.type);
  let source = r.argument(0);
  if (vectorOf(r.typeOf(source)).count > type.count) source = r.shuffle(source, source, [0, 1]);
  const unsigned = r.callee.includes("cvtu");
  const opcode = unsigned ? "uitofp" : "sitofp";
  const made = (): ValueId => {
    if (scalarOf(r.typeOf(source)).kind === "float") return r.cast("fpext", source, type, "cvtps2pd");
    if (!rounds(r, 3)) return r.cast(opcode, source, type, "cvt");
    const name = r.overloadedName(`llvm.x86.avx512.${opcode}.round`, type, r.typeOf(r.argument(0)));
    return r.callNamed(name, type, [source, r.argument(3)]);
  };
  return selected(r, r.argument(2), made(), r.argument(1));
};
const lowestConverted: Expand = (r) =>
  r.insert(r.argument(0), r.cast("uitofp", r.argument(1), scalarOf(r.call.type)), 0);

/** A load of consecutive elements into those of a vector that the mask selects. */
const expandedLoad: Expand = (r) => {
  const type = vectorOf(r.call.type);
  const pointer = pointerTo(r, r.argument(0), type.element, "");
  const operands = [pointer, maskVector(r, r.argument(2), type.count), r.argument(1)];
  return r.callOverloaded("llvm.masked.expandload", type, operands);
};
const compressedStore: Expand = (r) => {
  const type = vectorOf(r.typeOf(r.argument(1)));
  const pointer = pointerTo(r, r.argument(0), type.element, "");
  const operands = [r.argument(1), pointer, maskVector(r, r.argument(2), type.count)];
  r.callNamed(r.overloadedName("llvm.masked.compressstore", type), r.interner.void, operands);
  return undefined;
};
function packed(name: string): Expand {
  return (r) => {
    const mask = maskVector(r, r.argument(2), vectorOf(r.call.type).count);
    return r.callOverloaded(`llvm.x86.avx512.mask.${name}`, r.call.type, [r.argument(0), r.argument(1), mask]);
  };
}

/** The lowest element of one operand or the other, by the mask's lowest bit. */
const movedLowest: Expand = (r) => {
  const mask = r.argument(3);
  const bit = r.binary("and", mask, r.integer(1, r.typeOf(mask)));
  const isSet = r.compare("ne", bit, r.integer(0, r.typeOf(mask)));
  const [yes, no] = [1, 2].map((i) => r.extract(r.argument(i), 0)) as [ValueId, ValueId];
  return r.insert(r.argument(0), r.select(isSet, yes, no), 0);
};
const widenedMask: Expand = (r) =>
  r.cast("sext", maskVector(r, r.argument(0), vectorOf(r.call.type).count), r.call.type, "vpmovm2");
const storedLowest: Expand = (r) => {
  const mask = r.argument(2);
  return storeMasked(r, r.binary("and", mask, r.integer(1, r.typeOf(mask))), false);
};
const leadingZeros: Expand = (r) =>
  r.callOverloaded("llvm.ctlz", r.call.type, [r.argument(0), r.integer(0, r.interner.i1)]);

/** The first release in which the high halves of products are intrinsics of no target. */
const HIGH_HALVES: Release = 24;
/** Calls the intrinsic without a mask, with all operands except the last two. */
const unmasked: Expand = (r) => {
  const { type, operands } = r.call;
  const [, sign] = r.host.release < HIGH_HALVES ? [] : (/\.pmulh(u?)\.w/.exec(r.callee) ?? []);
  return sign === undefined
    ? r.callNamed(unmaskedName(r), type, operands.slice(0, -2))
    : r.callOverloaded(`llvm.${sign === "" ? "s" : "u"}mulh`, type, operands.slice(0, -2));
};
const shifted: Expand = (r) => r.callNamed(shiftName(r), r.call.type, [r.argument(0), r.argument(1)]);

function since13(before: Expand, later: Expand): Expand {
  return (r) => (r.host.release >= INTEGER_INTRINSICS ? later(r) : before(r));
}

/** The rules, by the text after `llvm.x86.avx512.`; the first that matches applies. */
const RULES: readonly (readonly [from: string, expand: Expand])[] = [
  [String.raw`mask\.store\.ss$`, storedLowest],
  [String.raw`mask\.storeu\.`, (r) => storeMasked(r, r.argument(2), false)],
  [String.raw`mask\.store\.[pbwdq]`, (r) => storeMasked(r, r.argument(2), true)],
  [String.raw`mask\.loadu\.`, loadMasked(false)],
  [String.raw`mask\.load\.`, loadMasked(true)],
  [String.raw`mask\.expand\.load\.`, expandedLoad],
  [String.raw`mask\.compress\.store\.`, compressedStore],
  [String.raw`mask\.expand\.[bwdqp]`, packed("expand")],
  [String.raw`mask\.compress\.[bwdqp]`, packed("compress")],
  ["broadcastm", splatOfMask],
  [String.raw`mask\.pbroadcast`, masked((r) => splat(r, r.argument(0), vectorOf(r.call.type).count))],
  [String.raw`mask\.sqrt\.p`, root],
  ["ptestm", tested("ne")],
  ["ptestnm", tested("eq")],
  ["kunpck", joinedMasks],
  [String.raw`kand\.w$`, ofMasks((r, left, right) => r.binary("and", left, right))],
  [String.raw`kandn\.w$`, ofMasks((r, left, right) => r.binary("and", complement(r, left), right))],
  [String.raw`kor\.w$`, ofMasks((r, left, right) => r.binary("or", left, right))],
  [String.raw`kxor\.w$`, ofMasks((r, left, right) => r.binary("xor", left, right))],
  [String.raw`kxnor\.w$`, ofMasks((r, left, right) => r.binary("xor", complement(r, left), right))],
  [String.raw`knot\.w$`, (r) => r.recast(complement(r, maskVector(r, r.argument(0), 16)), r.call.type)],
  [String.raw`kortest[cz]\.w$`, testedMasks],
  [String.raw`mask\.pcmpeq\.`, compared(() => 0, true)],
  [String.raw`mask\.pcmpgt\.`, compared(() => 6, true)],
  [String.raw`mask\.cmp\.[bdqw]`, compared((r) => r.integerOf(r.argument(2)), true)],
  [String.raw`mask\.ucmp\.`, compared((r) => r.integerOf(r.argument(2)), false)],
  [String.raw`mask\.vpshufbitqmb\.`, bitsOfNamed((type) => `llvm.x86.avx512.vpshufbitqmb.${bitsOf(type)}`, [0, 1], 2)],
  [String.raw`mask\.fpclass\.p`, bitsOfNamed((type) => withShape("fpclass", type), [0, 1], 2)],
  ["cvt[bwdq]2mask\\.", (r) => maskOf(r, r.compare("slt", r.argument(0), r.uniform("null", r.typeOf(r.argument(0)))))],
  [String.raw`cvtmask2`, widenedMask],
  [String.raw`mask\.pabs\.`, masked(since13(absolute, absoluteIntrinsic))],
  [String.raw`mask\.pmaxs`, masked(since13(chosen("sgt"), intrinsic("llvm.smax")))],
  [String.raw`mask\.pmaxu`, masked(since13(chosen("ugt"), intrinsic("llvm.umax")))],
  [String.raw`mask\.pmins`, masked(since13(chosen("slt"), intrinsic("llvm.smin")))],
  [String.raw`mask\.pminu`, masked(since13(chosen("ult"), intrinsic("llvm.umin")))],
  [String.raw`(?:mask\.)?pmulu\.dq\.`, maskedIf(4, product(false))],
  [String.raw`(?:mask\.)?pmul\.dq\.`, maskedIf(4, product(true))],
  [String.raw`cvtusi2sd$`, lowestConverted],
  [String.raw`mask\.cvt(?:u?dq2p[ds]\.|u?qq2pd\.|u?qq2ps\.(?:256|512)$|ps2pd\.(?:128|256)$)`, converted],
  [String.raw`(?:mask\.)?prol`, rotated("fshl")],
  [String.raw`(?:mask\.)?pror`, rotated("fshr")],
  [String.raw`(?:maskz?\.)?vpshldv?\.`, concatenated("fshl")],
  [String.raw`(?:maskz?\.)?vpshrdv?\.`, concatenated("fshr")],
  [String.raw`mask\.pmov\.(?:qd|wb)\.(?:256|512)$`, masked((r) => r.cast("trunc", r.argument(0), r.call.type))],
  [String.raw`(?:mask\.)?padds\.`, maskedIf(4, intrinsic("llvm.sadd.sat"))],
  [String.raw`(?:mask\.)?psubs\.`, maskedIf(4, intrinsic("llvm.ssub.sat"))],
  [String.raw`mask\.paddus\.`, masked(intrinsic("llvm.uadd.sat"))],
  [String.raw`mask\.psubus\.`, masked(intrinsic("llvm.usub.sat"))],
  [String.raw`mask\.p?and\.`, masked(bits("and"))],
  [String.raw`mask\.p?andn\.`, masked(bitsWithout)],
  [String.raw`mask\.p?or\.`, masked(bits("or"))],
  [String.raw`mask\.p?xor\.`, masked(bits("xor"))],
  [String.raw`mask\.padd\.`, masked(binary("add"))],
  [String.raw`mask\.psub\.`, masked(binary("sub"))],
  [String.raw`mask\.pmull\.`, masked(binary("mul"))],
  [String.raw`mask\.add\.p`, arithmetic("add")],
  [String.raw`mask\.sub\.p`, arithmetic("sub")],
  [String.raw`mask\.mul\.p`, arithmetic("mul")],
  [String.raw`mask\.div\.p`, arithmetic("div")],
  [String.raw`mask\.max\.p[sd]\.512$`, extreme("max")],
  [String.raw`mask\.min\.p[sd]\.512$`, extreme("min")],
  [String.raw`mask\.lzcnt\.`, masked(leadingZeros)],
  [String.raw`mask\.move\.s`, movedLowest],
];

/** The same comparison with a mask that takes all elements. */
const comparedWithAll: Expand = (r) => {
  const { type, operands } = r.call;
  const all = r.vector(Array<number>(vectorOf(type).count).fill(-1), scalarOf(type));
  const masked = [...operands.slice(0, 3), all, ...operands.slice(3)];
  return r.callNamed(r.callee.replace(".cmp.", ".mask.cmp."), type, masked);
};

/** The rules for AVX-512. */
export const AVX512_EXPANSIONS: readonly Expansion[] = [
  ...RULES.map(([from, expand]) => ({ name: from, from: new RegExp(`^llvm\\.x86\\.avx512\\.${from}`), expand })),
  {
    name: "comparisons of floating-point vectors",
    until: 13,
    from: /^llvm\.x86\.avx512\.mask\.cmp\.p/,
    expand: bitsOfNamed((type) => withShape("cmp", type), [0, 1, 2, 4], 3),
  },
  {
    name: "comparisons of floating-point vectors have a mask",
    since: 13,
    from: /^llvm\.x86\.avx512\.cmp\.p/,
    expand: comparedWithAll,
  },
  { name: "halves", since: 11, from: /^llvm\.x86\.avx512\.mask\.vcvtph2ps\.(?:128|256)$/, expand: masked(fromHalves) },
  { name: "shifts", from: SHIFTS, expand: masked(shifted) },
  ...AVX512_SHUFFLES,
  ...AVX512_FUSED,
  { name: "an intrinsic and a selection", from: UNMASKED_NAMES, expand: masked(unmasked) },
];
