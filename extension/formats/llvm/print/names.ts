/** Spells names as llvm-dis does. Source: PrintLLVMName. */
import { escaped } from "../ir/escape";
import type { Release } from "../ir/releases";

/** Names that need no quotes, such as the empty one of a comdat. */
const BARE = /^(?:[A-Za-z._-][A-Za-z0-9._-]*)?$/;

/**
 * A name with its sigil (`@`, `%`, `$`; none for labels), in quotes if it starts with a digit or has other special
 * characters.
 */
export function nameText(sigil: string, name: string, release: Release): string {
  return BARE.test(name) ? sigil + name : `${sigil}"${escaped(name, release)}"`;
}
