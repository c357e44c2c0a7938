/** What the words of the assembly mean: the ops, and the letters of a calling convention. */
import type { Explanation } from "../../document/hover";
import type { Token } from "../../document/token";
import { explainOp } from "../words/mlir";
import { conventionTypes, parseConvention } from "./code/callingConvention";

/** Explains a token of a line. */
export function explainVm(token: Token, line: readonly Token[]): readonly Explanation[] {
  if (token.kind !== "string" || !line.some(({ text }) => text.trim() === "cconv")) return explainOp(token);
  const word = token.text.replaceAll('"', "");
  const convention = parseConvention(word);
  if (!convention) return [];
  const { arguments: given, results } = convention;
  return [{ word, meaning: `(${conventionTypes(given)}) -> (${conventionTypes(results)})` }];
}
