/** Tells from a row whether it only declares what it names: the definition is in another module. */
import type { Token } from "../../document/token";

/** The words with which a row begins that declares a function: in LLVM and PNaCl, and in IREE. */
const BEFORE = /^\s*(?:declare|vm\.import) /;
/** What follows the name of a global that is only declared. */
const AFTER = /^ = (?:external|extern_weak) /;
/** Tokens after a name that are looked at. */
const FEW = 3;

/** Whether a row's assembly declares what its token `index`, a definition, names. */
export function isDeclaration(assembly: readonly Token[], index: number): boolean {
  const textOf = (from: number): string =>
    assembly
      .slice(from, from + FEW)
      .map(({ text }) => text)
      .join("");
  return BEFORE.test(textOf(0)) || AFTER.test(textOf(index + 1));
}
