/** Quoted strings as llvm-dis writes them. */
import type { Release } from "./releases";

const BACKSLASH = 0x5c;
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * A byte string as it is written between quotes: a quote and every byte outside 0x20 to 0x7E as `\XX`; a backslash
 * doubled, up to LLVM 9 as `\5C`. Source: llvm::printEscapedString.
 */
export function escaped(text: string, release: Release): string {
  if (PLAIN.test(text)) return text;
  const escapes = release >= DOUBLED ? ESCAPES : OLD_ESCAPES;
  let result = "";
  let plain = 0;
  for (let i = 0; i < text.length; i++) {
    const escape = escapes[text.charCodeAt(i)] ?? "";
    if (escape === "") continue;
    result += text.slice(plain, i) + escape;
    plain = i + 1;
  }
  return result + text.slice(plain);
}

/** The first release that doubles a backslash. */
const DOUBLED: Release = 11;

/** The escape sequence of each byte; empty for bytes that are written as they are. */
const OLD_ESCAPES: readonly string[] = Array.from({ length: 256 }, (_, code) =>
  PLAIN.test(String.fromCharCode(code)) ? "" : `\\${code.toString(16).toUpperCase().padStart(2, "0")}`,
);
const ESCAPES = OLD_ESCAPES.map((escape, code) => (code === BACKSLASH ? "\\\\" : escape));
