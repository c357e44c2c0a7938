/** Noise that a reader has wished away: lines that are left out, and tokens that are blank. */
import type { Line, NoiseKind, Token } from "../../document/token";

/** Noise that is in lines only, as tokens: with it or without it there are the same rows. */
const IN_LINES: ReadonlySet<NoiseKind> = new Set<NoiseKind>(["location", "attachment"]);

/** What stands for a token that is left out: the others keep their places among the line's tokens. */
const BLANK: Token = { text: "", kind: "text" };

/** The kinds of noise that leave out whole lines. */
export function lineNoise(hidden: readonly NoiseKind[]): readonly NoiseKind[] {
  return hidden.filter((kind) => !IN_LINES.has(kind));
}

/** Whether tokens within lines are noise of this kind. */
export function isOfTokens(kind: NoiseKind): boolean {
  return IN_LINES.has(kind) || kind === "attribute";
}

/** Whether a line is left out as a whole. */
export function isNoise({ noise }: Line, hidden: readonly NoiseKind[]): boolean {
  return noise?.some((kind) => hidden.includes(kind)) ?? false;
}

/** The tokens of a line with those blank that are left out; the same array where there are none. */
export function withoutNoise(tokens: readonly Token[], hidden: readonly NoiseKind[] = []): readonly Token[] {
  const isHidden = ({ noise }: Token): boolean => noise !== undefined && hidden.includes(noise);
  return hidden.length > 0 && tokens.some(isHidden) ? tokens.map((token) => (isHidden(token) ? BLANK : token)) : tokens;
}
