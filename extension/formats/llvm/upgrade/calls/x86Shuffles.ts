/**
 * Upgrades intrinsics of x86 that only move elements, to shuffles. Source: UpgradeIntrinsicCall of LLVM 9 and later.
 */
import type { ValueId } from "../../ir/ids";
import { scalarOf } from "../../ir/types";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import { quotient, vectorOf } from "../typeRelations";

/** The bytes of a lane; shifts and permutations stay within a lane. */
const LANE = 16;

/** The number of elements of a value, or of the call's result. */
export function countOf(r: Rewriting, id?: ValueId): number {
  return vectorOf(id === undefined ? r.call.type : r.typeOf(id)).count;
}
/** The bits of an element of the call's result. */
export function bitsOfElement(r: Rewriting): number {
  const scalar = scalarOf(r.call.type);
  return scalar.kind === "integer" ? scalar.width : scalar.kind === "double" ? 64 : 32;
}
/** A shuffle mask of `count` elements. */
export function places(count: number, place: (index: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, i) => place(i));
}
/** A shuffle of the first operand only. */
export function permuted(r: Rewriting, mask: readonly number[]): ValueId {
  return r.shuffle(r.argument(0), r.argument(0), mask);
}
/** The first release that uses poison as the second operand of a shuffle of one vector; before, undef. */
const POISON = 13;
/** The unused second operand of a shuffle. */
export function nothing(r: Rewriting, like: ValueId): ValueId {
  return r.uniform(r.host.release >= POISON ? "poison" : "undef", r.typeOf(like));
}

/** Shifts each lane by bytes and fills with zeros. */
export function shifted(left: boolean, inBits: boolean): Expansion["expand"] {
  return (r) => {
    const shift = Math.floor(r.integerOf(r.argument(1)) / (inBits ? 8 : 1));
    const { type } = r.call;
    const count = countOf(r) * 8;
    const bytes = r.interner.vector(r.interner.i8, count, false);
    const source = r.recast(r.argument(0), bytes, "cast");
    const zero = r.uniform("null", bytes);
    if (shift >= LANE) return r.uniform("null", type);
    const lane = (i: number): number => i - (i % LANE);
    const mask = places(count, (i) => {
      const at = (i % LANE) + (left ? count - shift : shift);
      if (left) return (at < count ? at - (count - LANE) : at) + lane(i);
      return (at >= LANE ? at + count - LANE : at) + lane(i);
    });
    const made = left ? r.shuffle(zero, source, mask) : r.shuffle(source, zero, mask);
    return r.recast(made, type, "cast");
  };
}

/** The lower elements, extended. */
export function extended(opcode: "sext" | "zext"): Expansion["expand"] {
  return (r) => {
    const source = r.argument(0);
    const low = r.shuffle(
      source,
      nothing(r, source),
      places(countOf(r), (i) => i),
    );
    return r.cast(opcode, low, r.call.type);
  };
}

/** The first release that inserts elements into poison. */
const POISON_AT_FIRST = 14;
/** The first release in which every load has an alignment. */
const ALIGNED_LOADS = 11;
/** One element from memory at all places. */
export function broadcastLoaded(r: Rewriting): ValueId {
  const element = scalarOf(r.call.type);
  const address = r.recast(r.argument(0), r.interner.pointer(element, 0));
  const loaded = r.load(address, element, r.host.release >= ALIGNED_LOADS ? bitsOfElement(r) / 8 : 0);
  let made = r.uniform(r.host.release >= POISON_AT_FIRST ? "poison" : "undef", r.call.type);
  for (let i = 0; i < countOf(r); i++) made = r.insert(made, loaded, i, "", r.interner.i32);
  return made;
}
/** Half a vector from memory in both halves. */
function broadcastHalf(r: Rewriting): ValueId {
  const half = quotient(countOf(r), 2);
  const type = r.interner.vector(scalarOf(r.call.type), half, false);
  const address = r.recast(r.argument(0), r.interner.pointer(type, 0));
  const loaded = r.load(address, type, 1);
  return r.shuffle(
    loaded,
    nothing(r, loaded),
    places(2 * half, (i) => i % half),
  );
}
/** The lowest element at all places. */
export function broadcast(r: Rewriting): ValueId {
  const source = r.argument(0);
  return r.shuffle(
    source,
    nothing(r, source),
    places(countOf(r), () => 0),
  );
}

/** Elements of one or the other operand, selected by the bits of the last. */
function blended(r: Rewriting): ValueId {
  const bits = r.integerOf(r.argument(2));
  const count = countOf(r);
  return r.shuffle(
    r.argument(0),
    r.argument(1),
    places(count, (i) => ((bits >> (i % 8)) & 1 ? i + count : i)),
  );
}

/** The first operand with the second inserted at the place given by the third. */
export function inserted(r: Rewriting): ValueId {
  const part = r.argument(1);
  const [count, partCount] = [countOf(r), countOf(r, part)];
  const at = (r.integerOf(r.argument(2)) % quotient(count, partCount)) * partCount;
  const wide = r.shuffle(
    part,
    nothing(r, part),
    places(count, (i) => Math.min(i, partCount)),
  );
  const mask = places(count, (i) => (i >= at && i < at + partCount ? i - at + count : i));
  return r.shuffle(r.argument(0), wide, mask);
}
/** The part of the first operand at the place given by the second. */
export function extracted(r: Rewriting): ValueId {
  const count = countOf(r);
  const at = (r.integerOf(r.argument(1)) % quotient(countOf(r, r.argument(0)), count)) * count;
  return permuted(
    r,
    places(count, (i) => i + at),
  );
}
/** Two halves, each from either operand or zero. */
function halves(r: Rewriting): ValueId {
  const bits = r.integerOf(r.argument(2));
  const count = countOf(r);
  const half = quotient(count, 2);
  const source = (nibble: number): ValueId =>
    nibble & 8 ? r.uniform("null", r.call.type) : r.argument(nibble & 2 ? 1 : 0);
  const start = (nibble: number): number => (nibble & 1 ? half : 0);
  const [low, high] = [bits & 15, (bits >> 4) & 15];
  const mask = places(count, (i) => (i < half ? start(low) + i : count + start(high) + i - half));
  return r.shuffle(source(low), source(high), mask);
}
/** Permutes elements within groups of two or four, by the bits of the last operand. */
export function permutedByBits(r: Rewriting): ValueId {
  const bits = r.integerOf(r.argument(1));
  const width = 64 / bitsOfElement(r);
  const mask = (1 << width) - 1;
  return permuted(
    r,
    places(countOf(r), (i) => ((bits >> ((i * width) % 8)) & mask) | (i & ~mask)),
  );
}
/** Permutes the lower or upper four words of each lane, by the bits of the last operand. */
export function permutedWords(upper: boolean): Expansion["expand"] {
  return (r) => {
    const bits = r.integerOf(r.argument(1));
    const mask = places(countOf(r), (i) => {
      const within = i % 8;
      if (within >= 4 !== upper) return i;
      return i - (i % 4) + ((bits >> (2 * (i % 4))) & 3);
    });
    return permuted(r, mask);
  };
}

/** The rules; no two match the same function. */
export const X86_SHUFFLES: readonly Expansion[] = [
  { name: "psll.dq", from: /^llvm\.x86\.(?:sse2|avx2)\.psll\.dq$/, expand: shifted(true, true) },
  { name: "psrl.dq", from: /^llvm\.x86\.(?:sse2|avx2)\.psrl\.dq$/, expand: shifted(false, true) },
  { name: "psll.dq.bs", from: /^llvm\.x86\.(?:sse2|avx2)\.psll\.dq\.bs$/, expand: shifted(true, false) },
  { name: "psrl.dq.bs", from: /^llvm\.x86\.(?:sse2|avx2)\.psrl\.dq\.bs$/, expand: shifted(false, false) },
  { name: "pmovsx", from: /^llvm\.x86\.(?:sse41|avx2)\.pmovsx/, expand: extended("sext") },
  { name: "pmovzx", from: /^llvm\.x86\.(?:sse41|avx2)\.pmovzx/, expand: extended("zext") },
  { name: "broadcast from memory", from: /^llvm\.x86\.avx\.vbroadcast\.s/, expand: broadcastLoaded },
  {
    name: "broadcast of halves",
    from: /^llvm\.x86\.(?:avx\.vbroadcastf128|avx2\.vbroadcasti128)/,
    expand: broadcastHalf,
  },
  { name: "broadcast", from: /^llvm\.x86\.avx2\.[pv]broadcast/, expand: broadcast },
  {
    name: "blend",
    from: /^llvm\.x86\.(?:sse41\.pblendw|sse41\.blendp[sd]|avx\.blend\.p|avx2\.pblendw|avx2\.pblendd\.)/,
    expand: blended,
  },
  { name: "insert half", from: /^llvm\.x86\.(?:avx\.vinsertf128\.|avx2\.vinserti128)/, expand: inserted },
  { name: "extract half", from: /^llvm\.x86\.(?:avx\.vextractf128\.|avx2\.vextracti128)/, expand: extracted },
  { name: "vperm2f128", from: /^llvm\.x86\.(?:avx\.vperm2f128\.|avx2\.vperm2i128)/, expand: halves },
  { name: "vpermil", from: /^llvm\.x86\.(?:avx\.vpermil\.|sse2\.pshuf\.d$)/, expand: permutedByBits },
  { name: "pshuflw", from: /^llvm\.x86\.sse2\.pshufl\.w$/, expand: permutedWords(false) },
  { name: "pshufhw", from: /^llvm\.x86\.sse2\.pshufh\.w$/, expand: permutedWords(true) },
];
