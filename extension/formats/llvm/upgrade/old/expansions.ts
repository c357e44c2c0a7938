/** Intrinsics of LLVM 2.x whose calls are expanded into other instructions. Source: LLVM 3.0's UpgradeIntrinsicCall. */
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { TypeInterner } from "../../ir/interner";
import { Naming } from "../calls/mangling";
import type { Rewriting } from "../calls/rewriting";
import type { Expansion } from "../calls/rules";

/** The prefix of the names of upgraded instructions. */
export const UPGRADED = "upgraded.";

type Pair = readonly [ValueId, ValueId];

/** Extends operands: `l` (long) both, `w` (wide) only the second; `s` and `u` tell how. */
function widened(r: Rewriting, first: number): Pair {
  const [, width, sign] = /^llvm\.arm\.neon\.v...([lw]?)([su])/.exec(r.callee) ?? [];
  const extend = sign === "s" ? "sext" : "zext";
  const { type } = r.call;
  const left = r.argument(first);
  return [width === "l" ? r.cast(extend, left, type) : left, r.cast(extend, r.argument(first + 1), type)];
}

function arithmetic(opcode: "add" | "sub"): (r: Rewriting) => ValueId {
  return (r) => r.plain(opcode, r.call.type, widened(r, 0), UPGRADED + r.name);
}
function accumulated(opcode: "add" | "sub"): (r: Rewriting) => ValueId {
  return (r) => {
    const product = r.plain("mul", r.call.type, widened(r, 1));
    return r.plain(opcode, r.call.type, [r.argument(0), product], UPGRADED + r.name);
  };
}

/** A vector type whose elements have half the bits. */
function halved(type: Type, interner: TypeInterner): Type {
  if (type.kind !== "vector" || type.element.kind !== "integer") return type;
  return interner.vector(interner.integer(type.element.width >>> 1), type.count, type.scalable);
}

/** The vabd that all kinds of absolute differences start with; long ones work on elements of half the width. */
function difference(r: Rewriting, first: number): ValueId {
  const [, long, sign] = /^llvm\.arm\.neon\.vab[ad](l?)([su])/.exec(r.callee) ?? [];
  const type = long === "l" ? halved(r.call.type, r.interner) : r.call.type;
  const name = `llvm.arm.neon.vabd${sign ?? "u"}.${new Naming(false, r.host.release).mangled(type)}`;
  return r.callNamed(name, type, [r.argument(first), r.argument(first + 1)], { name: UPGRADED + r.name });
}

function expandAbsoluteAccumulate(r: Rewriting): ValueId {
  const plain = difference(r, 1);
  const wide = r.callee.startsWith("llvm.arm.neon.vabal") ? r.cast("zext", plain, r.call.type) : plain;
  return r.plain("add", r.call.type, [r.argument(0), wide], UPGRADED + r.name);
}

/** A shuffle of two vectors of two or four elements. */
function shuffle(r: Rewriting, left: ValueId, right: ValueId, mask: readonly number[]): ValueId {
  return r.plain("shufflevector", r.call.type, [left, right, r.vector(mask, r.interner.i32)], UPGRADED);
}
function shuffled(...mask: readonly number[]): (r: Rewriting) => ValueId {
  return (r) => shuffle(r, r.argument(0), r.argument(1), mask);
}

/** Inserts a double from memory into one half of a vector. */
function loadedHalf(...mask: readonly number[]): (r: Rewriting) => ValueId {
  return (r) => {
    const double = r.interner.simple("double");
    const vector = r.typeOf(r.argument(0));
    const address = r.cast("bitcast", r.argument(1), r.interner.pointer(double, 0), UPGRADED);
    const loaded = r.load(address, double, 8, UPGRADED);
    const operands = [r.uniform("undef", vector), loaded, r.integer(0, r.interner.i32)];
    const inserted = r.plain("insertelement", vector, operands, UPGRADED);
    return shuffle(r, r.argument(0), inserted, mask);
  };
}

function expandShufflePd(r: Rewriting): ValueId {
  const mask = r.integerOf(r.argument(2));
  return shuffle(r, r.argument(0), r.argument(1), [mask & 1, ((mask >> 1) & 1) + 2]);
}

/** palignr of `bytes` bytes: a shuffle of bytes; beyond one vector a shift right, beyond two vectors zero. */
function alignedRight(bytes: 8 | 16): (r: Rewriting) => ValueId {
  return (r) => {
    const { interner, call } = r;
    const shift = r.integerOf(r.argument(2));
    if (shift <= bytes) {
      const vector = interner.vector(interner.integer(8), bytes, false);
      const low = r.recast(r.argument(1), vector);
      const high = r.recast(r.argument(0), vector);
      const mask = Array.from({ length: bytes }, (_, i) => shift + i);
      const operands = [low, high, r.vector(mask, interner.i32)];
      return r.recast(r.plain("shufflevector", vector, operands, "palignr"), call.type);
    }
    return shift < 2 * bytes ? shiftedRight(r, bytes, shift) : r.uniform("null", call.type);
  };
}

/** A right shift of a whole vector, by bits. */
function shiftedRight(r: Rewriting, bytes: 8 | 16, shift: number): ValueId {
  const { interner } = r;
  const i64 = interner.integer(64);
  const source = r.recast(r.argument(0), interner.vector(i64, bytes / 8, false), "cast");
  const bits = (shift - bytes) * 8;
  if (bytes === 16) {
    const operands = [source, r.integer(bits, interner.i32)];
    return r.callNamed("llvm.x86.sse2.psrl.dq", r.typeOf(source), operands, { name: "palignr" });
  }
  const mmx = interner.simple("x86_mmx");
  const target = r.host.intrinsic("llvm.x86.mmx.psrl.q", interner.function(mmx, [mmx, mmx], false));
  return r.callOf(target, [source, r.vector([bits], i64)], { name: "palignr" });
}

function expandUnalignedLoad(r: Rewriting): ValueId {
  const wide = r.interner.integer(128);
  const address = r.recast(r.argument(0), r.interner.pointer(wide, 0), "cast");
  return r.recast(r.load(address, wide, 1, r.name), r.call.type, "new.cast");
}

function cast(opcode: string): (r: Rewriting) => ValueId {
  return (r) => r.cast(opcode, r.argument(0), r.call.type, UPGRADED + r.name);
}

/** The rules; the first that matches applies. */
export const EXPANSIONS: readonly Expansion[] = [
  { name: "NEON vmovl signed is sext", from: /^llvm\.arm\.neon\.vmovls\./, expand: cast("sext") },
  { name: "NEON vmovl unsigned is zext", from: /^llvm\.arm\.neon\.vmovlu\./, expand: cast("zext") },
  { name: "NEON vmovn is trunc", from: /^llvm\.arm\.neon\.vmovn\./, expand: cast("trunc") },
  { name: "NEON vaddl, vaddw", from: /^llvm\.arm\.neon\.vadd[lw][su]\./, expand: arithmetic("add") },
  { name: "NEON vsubl, vsubw", from: /^llvm\.arm\.neon\.vsub[lw][su]\./, expand: arithmetic("sub") },
  { name: "NEON vmlal", from: /^llvm\.arm\.neon\.vmlal[su]\./, expand: accumulated("add") },
  { name: "NEON vmlsl", from: /^llvm\.arm\.neon\.vmlsl[su]\./, expand: accumulated("sub") },
  {
    name: "NEON vabdl is a widened vabd",
    from: /^llvm\.arm\.neon\.vabdl[su]\./,
    expand: (r) => r.cast("zext", difference(r, 0), r.call.type, UPGRADED + r.name),
  },
  {
    name: "NEON vaba, vabal add a vabd",
    from: /^llvm\.arm\.neon\.vabal?[su]\./,
    expand: expandAbsoluteAccumulate,
  },
  { name: "SSE2 loadh.pd", from: /^llvm\.x86\.sse2\.loadh\.pd/, expand: loadedHalf(0, 2) },
  { name: "SSE2 loadl.pd", from: /^llvm\.x86\.sse2\.loadl\.pd/, expand: loadedHalf(2, 1) },
  {
    name: "SSE2 movl.dq clears the upper half",
    from: /^llvm\.x86\.sse2\.movl\.dq/,
    expand: (r) => shuffle(r, r.vector([0, 0, 0, 0], r.interner.i32), r.argument(0), [4, 5, 2, 3]),
  },
  { name: "SSE2 movs.d", from: /^llvm\.x86\.sse2\.movs\.d/, expand: shuffled(2, 1) },
  { name: "SSE2 shuf.pd", from: /^llvm\.x86\.sse2\.shuf\.pd/, expand: expandShufflePd },
  { name: "SSE2 unpckh", from: /^llvm\.x86\.sse2\.(?:unpckh\.pd|punpckh\.qdq)/, expand: shuffled(1, 3) },
  { name: "SSE2 unpckl", from: /^llvm\.x86\.sse2\.(?:unpckl\.pd|punpckl\.qdq)/, expand: shuffled(0, 2) },
  {
    name: "SSE4.1 pmulld is mul",
    from: /^llvm\.x86\.sse41\.pmulld/,
    expand: (r) => r.plain("mul", r.call.type, [r.argument(0), r.argument(1)], r.name),
  },
  {
    name: "SSSE3 palign.r.128",
    from: /^llvm\.x86\.ssse3\.palign\.r\.128/,
    expand: alignedRight(16),
  },
  { name: "SSSE3 palign.r", from: /^llvm\.x86\.ssse3\.palign\.r/, expand: alignedRight(8) },
  {
    name: "SSE unaligned loads",
    from: /^llvm\.x86\.(?:sse\.loadu\.ps|sse2\.loadu\.(?:dq|pd))/,
    expand: expandUnalignedLoad,
  },
];
