/** `denormal_fpenv(…)` of LLVM 23, and the string attributes that it replaces. Source: LangRef, "denormal_fpenv". */
import type { AttributeBuilder } from "./set";
import { Kind } from "./kinds";

/** How denormal numbers are handled, by number. */
const MODES = ["ieee", "preservesign", "positivezero", "dynamic"];

/** A mode of four bits: results in the low two, operands in the high two. `|IN` is omitted if both are the same. */
function modeText(mode: number): string {
  const [results = "", operands = ""] = [MODES[mode & 3], MODES[(mode >> 2) & 3]];
  return results === operands ? results : `${results}|${operands}`;
}

/**
 * The text between its parentheses: the default mode, except `ieee` if float has another; and float's mode if it
 * differs.
 * @param value the default mode in bits 0 to 3, float's in bits 4 to 7
 */
export function denormalText(value: number): string {
  const [mode, float] = [value & 15, (value >> 4) & 15];
  if (mode === float) return modeText(mode);
  const ownFloat = `float: ${modeText(float)}`;
  return mode === 0 ? ownFloat : `${modeText(mode)}, ${ownFloat}`;
}

const DEFAULT_KEY = "denormal-fp-math";
const FLOAT_KEY = "denormal-fp-math-f32";
const WORDS: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["ieee", 0],
  ["preserve-sign", 1],
  ["positive-zero", 2],
  ["dynamic", 3],
]);

/** The mode of `"OUT,IN"`, or of a single word for both; undefined if a word is unknown. */
function parseMode(text: string): number | undefined {
  const comma = text.indexOf(",");
  const [out, operands] = comma < 0 ? [text, text] : [text.slice(0, comma), text.slice(comma + 1)];
  const [results, inputs] = [WORDS.get(out), WORDS.get(operands)];
  return results === undefined || inputs === undefined ? undefined : results | (inputs << 2);
}

/** Removes a string attribute and returns its mode; leaves the attribute alone if the mode cannot be parsed. */
function takeMode(builder: AttributeBuilder, key: string): number | undefined {
  const attribute = builder.get(key);
  const mode = attribute?.form === "string" ? parseMode(attribute.value ?? "") : undefined;
  if (mode !== undefined) builder.remove(key);
  return mode;
}

/** Replaces the two string attributes by denormal_fpenv. Returns whether there were any. */
export function upgradeDenormalModes(builder: AttributeBuilder): boolean {
  const mode = takeMode(builder, DEFAULT_KEY);
  const float = takeMode(builder, FLOAT_KEY);
  if (mode === undefined && float === undefined) return false;
  const all = mode ?? 0;
  builder.number(Kind.denormalFpEnv, BigInt(all | ((float ?? all) << 4)));
  return true;
}
