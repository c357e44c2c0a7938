/** Fast-math flags of the instructions that replace a call. Source: UpgradeIntrinsicCall. */
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { fastMathSince } from "../../ir/types";

/** The first release in which what replaces a call has its fast-math flags. */
const KEPT_FAST_MATH: Release = 23;
/** Instructions other than select and call that may have such flags (FPMathOperator). */
const FAST_MATH = /^(?:f(?:neg|add|sub|mul|div|rem|cmp|ptrunc|pext)|[su]itofp)$/;
/** How many of these flags there are besides any one of them; with all of them, the text is `fast`. */
const OTHER_FLAGS = 6;

/** The flags of a call that an instruction made for it takes over. */
export function keptFlags(flags: string, opcode: string, type: Type, release: Release): string {
  if (flags === "" || release < KEPT_FAST_MATH) return "";
  const byType = opcode === "call" || opcode === "select";
  return (byType ? fastMathSince(type) !== undefined : FAST_MATH.test(opcode)) ? flags : "";
}

/** The flags that a call for another one has if it approximates: `afn`, the last in the order of the text, and those kept. */
export function approximating(flags: string, release: Release): string {
  if (flags === "" || release < KEPT_FAST_MATH) return "afn";
  if (/\b(?:fast|afn)\b/.test(flags)) return flags;
  return flags.split(" ").length === OTHER_FLAGS ? "fast" : `${flags} afn`;
}
