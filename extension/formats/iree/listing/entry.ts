/** Builds the entries of the listing. */
import type { Entry } from "../../../document/section";
import type { Line, Token } from "../../../document/token";
import { cString } from "../bytes";
import type { MapObject } from "../flatbuffer/map";
import { ordinalSymbol } from "../symbols";

/** An entry that is not a section. */
export type LinesEntry = Entry & { readonly kind: "lines" };

/** Most elements of a list in a record, unless it is shown in full. */
const SHOWN_ELEMENTS = 16;

/** A list's numbers for the record column: the first 16, unless `full`. */
export function shownNumbers(numbers: readonly number[], full: boolean): string {
  if (full || numbers.length <= SHOWN_ELEMENTS) return `[${numbers.join(", ")}]`;
  return `[${numbers.slice(0, SHOWN_ELEMENTS).join(", ")}, …+${numbers.length - SHOWN_ELEMENTS}]`.replace("…", "...");
}

/** Whether an object's row is a detail: rows of other objects show what is in it. */
export function isDetail({ type }: MapObject): boolean {
  switch (type.kind) {
    case "root":
    case "vtable":
    case "string":
      return true;
    case "vector":
      return type.of.kind !== "scalar" || type.of.bytes === 1;
    default:
      return false;
  }
}

/** An entry with one row; `start` and `end` are bytes of the document. */
export function row(start: number, end: number, record: readonly Token[], assembly: readonly Token[]): LinesEntry {
  const lines: Line[] = [{ kind: "row", positionBit: start * 8, record, assembly }];
  return { kind: "lines", startBit: start * 8, endBit: end * 8, lines };
}

/** Makes an entry a detail, shown only with `--all`. */
export function detail(entry: LinesEntry): LinesEntry {
  return { ...entry, lines: entry.lines.map((line) => ({ ...line, detail: true })) };
}

/** An entry with one row that has no position of its own; it is at byte `at`. */
export function withoutPosition(at: number, assembly: readonly Token[]): LinesEntry {
  return { kind: "lines", startBit: at * 8, endBit: at * 8, lines: [{ kind: "row", record: [], assembly }] };
}

/** A token that names a function, with its symbol. */
export function functionToken(name: string, ordinal: number): Token {
  return { kind: "global", text: `@${cString(name)}`, symbol: ordinalSymbol("function", ordinal) };
}
