/** Noise that the user has hidden: lines that are left out, and tokens that are blank. */
import type { Line, NoiseKind, Token } from "../../document/token";

/** Kinds of noise that are tokens within lines: hiding them does not change the rows. */
const IN_LINES: ReadonlySet<NoiseKind> = new Set<NoiseKind>(["location", "attachment"]);

/** Replaces a token that is left out, so that the other tokens keep their indexes. */
const BLANK: Token = { text: "", kind: "text" };

/** Those of the hidden kinds that leave out complete lines. */
export function lineNoise(hidden: readonly NoiseKind[]): readonly NoiseKind[] {
  return hidden.filter((kind) => !IN_LINES.has(kind));
}

/** Whether this kind of noise is tokens within lines. */
export function isOfTokens(kind: NoiseKind): boolean {
  return IN_LINES.has(kind) || kind === "attribute";
}

/** Whether a line is left out completely. */
export function isNoise({ noise }: Line, hidden: readonly NoiseKind[]): boolean {
  return noise?.some((kind) => hidden.includes(kind)) ?? false;
}

/** The tokens of a line, blank where they are left out; the same array if none is. */
export function withoutNoise(tokens: readonly Token[], hidden: readonly NoiseKind[] = []): readonly Token[] {
  const isHidden = ({ noise }: Token): boolean => noise !== undefined && hidden.includes(noise);
  return hidden.length > 0 && tokens.some(isHidden) ? tokens.map((token) => (isHidden(token) ? BLANK : token)) : tokens;
}
