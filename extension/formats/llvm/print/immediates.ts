/**
 * Comments before immediate arguments of intrinsics that explain them. Source: Intrinsic::printImmArg of the releases.
 */
import { floatClassesText } from "../attributes/text";
import type { Release } from "../ir/releases";
import { NVVM_REDUCTIONS, NVVM_ROUNDINGS } from "../operations";

/** An immediate argument: its index (-1 is the last one), and the comment for its value. */
interface Immediate {
  /** The intrinsic's name; if it ends in a dot, the types of the overload follow. */
  readonly name: string;
  readonly since: Release;
  readonly index: number;
  text(value: number): string;
}

/** A comment of `key=` and the word for the value. */
function words(name: string, index: number, key: string, list: string, since: Release = 22): Immediate {
  const texts = list === "" ? [] : list.split("|");
  return { name: `llvm.nvvm.${name}`, since, index, text: (value) => `${key}=${texts[value] ?? ""}` };
}

/** What a copy takes for valid data. */
const PATTERNS = "disabled|per_16bytes::80000000|per_16bytes::8000|per_16bytes::80|per_16bytes::8|per_element::ff";

const IMMEDIATES: readonly Immediate[] = [
  { name: "llvm.is.fpclass.", since: 23, index: 1, text: (value) => `(${floatClassesText(BigInt(value))})` },
  words("st.async.gpu.", 2, "isMultimem", "", 23),
  words("st.async.sys.", 2, "isMultimem", "", 23),
  words("cp.async.bulk.global.to.shared.", -1, "flag_valid_pattern", PATTERNS, 24),
  words("cp.async.bulk.tensor.g2s.", -1, "flag_valid_pattern", PATTERNS, 24),
  words("cp.async.bulk.tensor.reduce.", -2, "red_op", NVVM_REDUCTIONS.join("|"), 24),
  words("fadd.", 2, "rnd", NVVM_ROUNDINGS.join("|"), 24),
  words("fmul.", 2, "rnd", NVVM_ROUNDINGS.join("|"), 24),
  words("mbarrier.init.", 2, "layout", "v0|v1", 24),
  words("tcgen05.alloc.", 2, "is_exclusive", "", 24),
  words("tcgen05.dealloc.", 2, "is_exclusive", "", 24),
  words("tcgen05.mma.tensor", 5, "kind", "f16|tf32|f8f6f4|i8"),
  words("tcgen05.mma.tensor", 6, "cta_group", ""),
  words("tcgen05.mma.tensor", 7, "collector", "discard|lastuse|fill|use"),
  words(
    "tensormap.replace.elemtype.",
    1,
    "elemtype",
    "u8|u16|u32|s32|u64|s64|f16|f32|f32.ftz|f64|bf16|tf32|tf32.ftz|b4x16|b4x16_p64|b6x16_p32",
  ),
  words("tensormap.replace.fill.mode.", 1, "fill_mode", "Zero fill|OOB-NaN fill"),
  words("tensormap.replace.interleave.layout.", 1, "interleave_layout", "No interleave|16B interleave|32B interleave"),
  words("tensormap.replace.swizzle.atomicity.", 1, "swizzle_atomicity", "16B|32B|32B + 8B flip|64B"),
  words(
    "tensormap.replace.swizzle.mode.",
    1,
    "swizzle_mode",
    "No swizzling|32B swizzling|64B swizzling|128B swizzling|96B swizzling",
  ),
];

/** The first release with such comments. */
export const EXPLAINED: Release = 22;
const NONE: readonly Immediate[] = [];

/** The immediates of an intrinsic that the release comments on. */
export function explainedImmediates(name: string, release: Release): readonly Immediate[] {
  if (release < EXPLAINED || !name.startsWith("llvm.")) return NONE;
  return IMMEDIATES.filter(
    (of) => release >= of.since && (of.name.endsWith(".") ? name.startsWith(of.name) : name === of.name),
  );
}
