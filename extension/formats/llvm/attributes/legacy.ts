/** Attribute lists from before LLVM 3.3: pairs of an index and a 64-bit mask. */
import type { Release } from "../ir/releases";
import { Kind } from "./kinds";
import type { AttributeBuilder } from "./set";
import { addFlag, SINCE } from "./upgrade";

/** Kinds by bit of the unpacked mask; the missing bits are the two alignments (decodeLLVMAttributesForBitcode). */
const MASK_KINDS: ReadonlyMap<number, number> = new Map(
  (
    "0:34 1:24 2:17 3:5 4:29 5:18 6:9 7:3 8:8 9:20 10:21 11:14 12:2 13:19 14:26 15:27 21:11 22:16 23:13 24:7 25:4 29:23" +
    " 30:33 31:15 32:30 33:6 34:12 35:28 36:31 37:32 38:10 39:22 40:36 41:35 42:37 43:38 44:39 45:40 46:43 47:44 48:48" +
    " 49:49 50:50 51:46 52:47"
  )
    .split(" ")
    .map((pair) => pair.split(":").map(Number) as [number, number]),
);

/** Bits 26 to 28 of the unpacked mask: log2 of the stack alignment, plus one. */
const STACK_ALIGNMENT_SHIFT = 26n;

/**
 * Adds the attributes of a stored mask: 16 bits of flags, the alignment itself in bits 16 to 31, and above that the
 * flags that belong at bit 21 and up.
 */
export function addLegacyMask(builder: AttributeBuilder, stored: bigint, release: Release): void {
  const alignment = (stored >> 16n) & 0xffffn;
  if (alignment !== 0n) builder.number(Kind.align, alignment);
  const mask = ((stored & (0xfffffn << 32n)) >> 11n) | (stored & 0xffffn);
  for (const [bit, kind] of MASK_KINDS) if ((mask >> BigInt(bit)) & 1n) addFlag(builder, kind, release);
  // Unlike the flag of a group, the bit of a mask gets no number: later releases read it as a table of kind 0.
  if (release >= SINCE.uwtableKind && builder.get(Kind.uwtable)) builder.number(Kind.uwtable, 0n);
  const stack = (mask >> STACK_ALIGNMENT_SHIFT) & 7n;
  if (stack !== 0n) builder.number(Kind.alignstack, 1n << (stack - 1n));
}

/** Attributes of the function that LLVM 2.x stored at the index of the return value. */
const MOVED = (1n << 5n) | (1n << 2n) | (1n << 10n) | (1n << 9n);
const FUNCTION_INDEX = 0xffffffff;

/** An entry of a list: parameter index and stored mask. */
export interface LegacyEntry {
  readonly index: number;
  readonly mask: bigint;
}

/**
 * Before LLVM 2.4, index 0 also held the function's attributes: LLVM 3.0 moves them if the list has none for the
 * function.
 */
export function moveLegacyFunctionAttributes(
  entries: readonly LegacyEntry[],
  release: Release,
): readonly LegacyEntry[] {
  const atReturn = entries.find((e) => e.index === 0);
  const moved = (atReturn?.mask ?? 0n) & MOVED;
  if (release !== 3 || moved === 0n || entries.some((e) => e.index === FUNCTION_INDEX && e.mask !== 0n)) return entries;
  const rest = entries.filter((e) => e.index !== FUNCTION_INDEX);
  return [
    ...rest.map((e) => (e.index === 0 ? { index: 0, mask: e.mask & ~MOVED } : e)),
    { index: FUNCTION_INDEX, mask: moved },
  ];
}
