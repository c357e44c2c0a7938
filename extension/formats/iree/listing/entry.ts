/** What rows are made of. */
import type { Entry } from "../../../document/section";
import type { Line, Token } from "../../../document/token";
import { cString } from "../bytes";
import { ordinalSymbol } from "../symbols";

/** An entry that is no section. */
export type LinesEntry = Entry & { readonly kind: "lines" };

/** Elements of a list that a record shows unless it is wanted whole. */
const SHOWN_ELEMENTS = 16;

/** A list's numbers for the record column: the first 16, unless `full`. */
export function shownNumbers(numbers: readonly number[], full: boolean): string {
  if (full || numbers.length <= SHOWN_ELEMENTS) return `[${numbers.join(", ")}]`;
  return `[${numbers.slice(0, SHOWN_ELEMENTS).join(", ")}, …+${numbers.length - SHOWN_ELEMENTS}]`.replace("…", "...");
}

/** An entry of one row; bytes of the document. */
export function row(start: number, end: number, record: readonly Token[], assembly: readonly Token[]): LinesEntry {
  const lines: Line[] = [{ kind: "row", positionBit: start * 8, record, assembly }];
  return { kind: "lines", startBit: start * 8, endBit: end * 8, lines };
}

/** An entry that is shown with `--all` only. */
export function detail(entry: LinesEntry): LinesEntry {
  return { ...entry, lines: entry.lines.map((line) => ({ ...line, detail: true })) };
}

/** An entry of one row that has no position of its own; it stands at byte `at`. */
export function withoutPosition(at: number, assembly: readonly Token[]): LinesEntry {
  return { kind: "lines", startBit: at * 8, endBit: at * 8, lines: [{ kind: "row", record: [], assembly }] };
}

/** A token that names a function, with its symbol. */
export function functionToken(name: string, ordinal: number): Token {
  return { kind: "global", text: `@${cString(name)}`, symbol: ordinalSymbol("function", ordinal) };
}
