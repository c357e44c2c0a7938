/** Lines of a module's head as entries and tokens. */
import type { Token } from "../../../document/token";
import { assemblyLine } from "../../../kit/lineSink";
import type { HeadLine } from "../print/head";
import type { LinesEntry } from "./run";

/**
 * A line of a module's head.
 * @param moduleBit where the module begins, for a line that shows no record
 */
export function headEntry({ text, range }: HeadLine, moduleBit: number): LinesEntry {
  const { startBit, endBit } = range ?? { startBit: moduleBit, endBit: moduleBit };
  return { kind: "lines", startBit, endBit, lines: [assemblyLine(headTokens(text), range?.startBit)] };
}
/** A comment, or keywords and strings. */
export function headTokens(text: string): readonly Token[] {
  if (text.startsWith(";")) return [{ kind: "comment", text }];
  // A quote in a string is escaped as `\22`.
  const parts = text.split(/("[^"]*")/).filter((part) => part !== "");
  return parts.map((part) => ({ kind: part.startsWith('"') ? "string" : "keyword", text: part }));
}
