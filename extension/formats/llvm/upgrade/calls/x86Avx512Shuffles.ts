/**
 * Upgrades intrinsics of AVX-512 that only move elements: shuffles, and selections by masks. Source:
 * UpgradeIntrinsicCall.
 */
import type { ValueId } from "../../ir/ids";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import { masked, maskedIf } from "./x86Masks";
import {
  bitsOfElement,
  broadcast,
  broadcastLoaded,
  countOf,
  extended,
  extracted,
  inserted,
  permuted,
  permutedByBits,
  permutedWords,
  places,
  shifted,
} from "./x86Shuffles";
import { quotient } from "../typeRelations";

type Expand = Expansion["expand"];

/** The bits of a lane; most moves stay within a lane. */
const LANE = 128;
function laneOf(r: Rewriting): number {
  return quotient(LANE, bitsOfElement(r));
}
/** A shuffle of the first two operands. */
function mixed(r: Rewriting, mask: readonly number[]): ValueId {
  return r.shuffle(r.argument(0), r.argument(1), mask);
}

/** Complete lanes of the first operand, then of the second, selected by the bits of the third. */
const shuffledLanes: Expand = (r) => {
  const [count, lane, control] = [countOf(r), laneOf(r), r.integerOf(r.argument(2))];
  const lanes = quotient(count, lane);
  const mask = places(count, (i) => {
    const at = Math.floor(i / lane);
    const from = ((control >> (at * (lanes / 2))) & (lanes - 1)) + (at >= lanes / 2 ? lanes : 0);
    return from * lane + (i % lane);
  });
  return mixed(r, mask);
};
const repeated: Expand = (r) => {
  const sourceCount = countOf(r, r.argument(0));
  return permuted(
    r,
    places(countOf(r), (i) => i % sourceCount),
  );
};

/** The end of one operand followed by the beginning of the other; with `lanes`, in each lane separately. */
function aligned(lanes: boolean): Expand {
  return (r) => {
    const count = countOf(r);
    let [upper, lower] = [r.argument(0), r.argument(1)];
    let shift = r.integerOf(r.argument(2));
    if (!lanes) shift &= count - 1;
    const zero = r.uniform("null", r.call.type);
    if (shift >= 32) return zero;
    if (shift > 16) [shift, lower, upper] = [shift - 16, upper, zero];
    const mask = places(count, (i) => {
      const at = (i % 16) + shift;
      return (lanes && at >= 16 ? at + count - 16 : at) + i - (i % 16);
    });
    return r.shuffle(lower, upper, mask, "palignr");
  };
}
/** A shift by more than two lanes results in zero, whatever the mask is. */
function alignedMasked(lanes: boolean): Expand {
  return (r) => {
    const beyond = lanes && r.integerOf(r.argument(2)) >= 32;
    return beyond ? r.uniform("null", r.call.type) : masked(aligned(lanes))(r);
  };
}

/** Permutes groups of four elements by the bits of the second operand. */
const permutedFours: Expand = (r) => {
  const control = r.integerOf(r.argument(1));
  return permuted(
    r,
    places(countOf(r), (i) => i - (i % 4) + ((control >> (2 * (i % 4))) & 3)),
  );
};
/** Half of each lane from one operand and half from the other, selected by the bits of the third. */
const shuffledHalves: Expand = (r) => {
  const [count, lane, control] = [countOf(r), laneOf(r), r.integerOf(r.argument(2))];
  const half = lane / 2;
  const mask = places(count, (i) => {
    const source = i % lane >= half ? count : 0;
    return i - (i % lane) + source + ((control >> ((i * half) % 8)) & ((1 << half) - 1));
  });
  return mixed(r, mask);
};
/** Duplicates every other element. */
function doubled(offset: number): Expand {
  return (r) =>
    permuted(
      r,
      places(countOf(r), (i) => i - (i % 2) + offset),
    );
}
/** Alternating elements of both operands, from the lower or the upper half of each lane. */
function interleaved(upper: boolean): Expand {
  return (r) => {
    const [count, lane] = [countOf(r), laneOf(r)];
    const start = upper ? lane / 2 : 0;
    const mask = places(count, (i) => {
      const within = i % lane;
      return start + i - within + Math.floor(within / 2) + count * (within % 2);
    });
    return mixed(r, mask);
  };
}

/** The rules, by the text after `llvm.x86.avx512.`. */
const RULES: readonly (readonly [from: string, expand: Expand])[] = [
  [String.raw`psll\.dq\.512$`, shifted(true, false)],
  [String.raw`psrl\.dq\.512$`, shifted(false, false)],
  [String.raw`vbroadcast\.s`, broadcastLoaded],
  [String.raw`(?:mask\.broadcast\.s|pbroadcast)`, maskedIf(3, broadcast)],
  [String.raw`mask\.broadcast[fi](?:32x[48]|64x[24])\.`, masked(repeated)],
  [String.raw`mask\.pmovsx`, masked(extended("sext"))],
  [String.raw`mask\.pmovzx`, masked(extended("zext"))],
  [String.raw`mask\.shuf\.[if]`, masked(shuffledLanes)],
  [String.raw`mask\.shuf\.p`, masked(shuffledHalves)],
  [String.raw`mask\.palignr\.`, alignedMasked(true)],
  [String.raw`mask\.valign\.`, alignedMasked(false)],
  [String.raw`mask\.insert`, masked(inserted)],
  [String.raw`mask\.vextract`, masked(extracted)],
  [String.raw`mask\.perm\.d[fi]\.`, masked(permutedFours)],
  [String.raw`mask\.(?:vpermil\.p|pshuf\.d\.)`, masked(permutedByBits)],
  [String.raw`mask\.pshufl\.w\.`, masked(permutedWords(false))],
  [String.raw`mask\.pshufh\.w\.`, masked(permutedWords(true))],
  [String.raw`mask\.mov(?:ddup|sldup)`, masked(doubled(0))],
  [String.raw`mask\.movshdup`, masked(doubled(1))],
  [String.raw`mask\.(?:punpckl|unpckl\.)`, masked(interleaved(false))],
  [String.raw`mask\.(?:punpckh|unpckh\.)`, masked(interleaved(true))],
];

/** The rules for AVX-512's moves. */
export const AVX512_SHUFFLES: readonly Expansion[] = RULES.map(([from, expand]) => ({
  name: from,
  from: new RegExp(`^llvm\\.x86\\.avx512\\.${from}`),
  expand,
}));
