/** Strings within quotes, as llvm-dis writes them. */
import type { Release } from "./releases";

const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * A byte string as it stands between quotes: a quote and every byte outside of 0x20 to 0x7E as `\XX`; a backslash doubled,
 * up to LLVM 9 as `\5C`. Source: llvm::printEscapedString.
 */
export function escaped(text: string, release: Release): string {
  if (PLAIN.test(text)) return text;
  let result = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c && release >= 11) result += "\\\\";
    else if (code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c) result += text.charAt(i);
    else result += `\\${code.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return result;
}
