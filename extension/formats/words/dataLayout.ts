/** Explains a data layout string part by part (LLVM's language reference, Data Layout). */
import type { Explanation } from "../../document/hover";

/** How symbols are spelled in object files, by the letter after `m:`. */
const MANGLINGS: Readonly<Record<string, string>> = {
  a: "XCOFF",
  e: "ELF",
  l: "GOFF",
  m: "MIPS",
  o: "Mach-O",
  w: "Windows COFF",
  x: "32-bit Windows COFF",
};

/** Where something is, by the letter in front of an address space. */
const PLACES: Readonly<Record<string, string>> = {
  A: "stack slots are in",
  G: "globals are in",
  P: "functions are in",
};

/** What has a size and an alignment, by its letter. */
const SIZED: Readonly<Record<string, string>> = { f: "floating point", i: "integers", v: "vectors" };

/** A kind of part: its pattern, and what the parts of a match mean. */
type Rule = readonly [pattern: RegExp, meaning: (...groups: readonly string[]) => string | undefined];

const RULES: readonly Rule[] = [
  [/^e$/, () => "little-endian: the lowest byte comes first"],
  [/^E$/, () => "big-endian: the highest byte comes first"],
  [/^m:(.)$/, (letter = "") => MANGLINGS[letter] && `symbols are spelled as in ${MANGLINGS[letter]}`],
  [
    /^p([eu]*)(\d*):(\d+)(?::(\d+))?(?::(\d+))?(?::(\d+))?$/,
    (flags = "", space = "", size = "", least = "", preferred = "", index = "") =>
      `pointers${inSpace(space)}: ${size} bits${aligned(least, preferred)}` +
      (index === "" || index === size ? "" : `; offsets have ${index} bits`) +
      (flags.includes("u") ? "; their bits may change" : "") +
      (flags.includes("e") ? "; they have state outside of their bits" : ""),
  ],
  [
    /^([ifv])(\d+):(\d+)(?::(\d+))?$/,
    (letter = "", size = "", least = "", preferred = "") =>
      `${SIZED[letter] ?? ""} of ${size} bits${aligned(least, preferred)}`,
  ],
  [/^a\d*:(\d+)(?::(\d+))?$/, (least = "", preferred = "") => `structs and arrays${aligned(least, preferred)}`],
  [/^s\d*:(\d+)(?::(\d+))?$/, (least = "", preferred = "") => `stack slots${aligned(least, preferred)}`],
  [/^n([\d:]+)$/, (sizes = "") => `the processor's own integers have ${either(sizes)} bits`],
  [/^ni:([\d:]+)$/, (spaces = "") => `pointers of address space ${either(spaces)} are not integers`],
  [
    /^S(\d+)$/,
    (bits = "") => (bits === "0" ? "the stack's alignment is not given" : `the stack is aligned to ${bits} bits`),
  ],
  [/^([AGP])(\d+)$/, (letter = "", space = "") => `${PLACES[letter] ?? ""} address space ${space}`],
  [/^Fi(\d+)$/, (bits = "") => `function pointers are aligned to ${bits} bits, whatever the function's alignment`],
  [/^Fn(\d+)$/, (bits = "") => `function pointers are aligned to ${bits} bits times the function's alignment`],
];

function inSpace(space: string): string {
  return space === "" || space === "0" ? "" : ` of address space ${space}`;
}
function aligned(least: string, preferred: string): string {
  if (least === "") return "";
  const better = preferred === "" || preferred === least ? "" : `, preferably to ${preferred}`;
  return least === "0" ? better.replace(/^, /, ", aligned ") : `, aligned to ${least}${better}`;
}
/** `8, 16 or 32`. */
function either(list: string): string {
  return list
    .split(":")
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");
}

/** What each part of a data layout means; `text`: the string, with or without quotes. */
export function explainDataLayout(text: string): readonly Explanation[] {
  const parts = text.trim().replace(/^"|"$/g, "").split("-");
  return parts.flatMap((word) => {
    for (const [pattern, meaning] of RULES) {
      const match = pattern.exec(word);
      const explained = match && meaning(...match.slice(1).map((group: string | undefined) => group ?? ""));
      if (explained) return [{ word, meaning: explained }];
    }
    return [];
  });
}
