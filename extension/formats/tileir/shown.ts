/** What the sections of a Tile IR file show: rows of tables, and pieces of the text. */
import type { Entry } from "../../document/section";
import type { TokenKind } from "../../document/token";
import type { Shown } from "./arrangement";
import type { Bytes } from "./model";
import type { ModulePiece } from "./print/module";

/** A range in bits. */
export function bits({ startByte, endByte }: Bytes): { readonly startBit: number; readonly endBit: number } {
  return { startBit: startByte * 8, endBit: endByte * 8 };
}
/** An entry with one row. */
export function row(range: Bytes, record: string, assembly: string, kind: TokenKind = "text"): Entry {
  const line = {
    kind: "row" as const,
    positionBit: range.startByte * 8,
    record: [{ text: record, kind: "text" as const }],
    assembly: assembly === "" ? [] : [{ text: assembly, kind }],
  };
  return { kind: "lines", ...bits(range), lines: [line] };
}

/** A row for each entry of a table. */
export function* listed<T extends Bytes>(
  all: readonly T[],
  name: string,
  text: (entry: T, index: number) => string,
): Generator<Entry, void, undefined> {
  for (const [i, entry] of all.entries()) yield row(entry, `${name} ${i}`, text(entry, i));
}
/** Pieces of the text, each with the record that it shows. */
export function* shownPieces(
  pieces: Iterable<ModulePiece>,
  record: (piece: ModulePiece) => string,
): Generator<Shown, void, undefined> {
  for (const piece of pieces) yield { kind: "piece", piece, record: record(piece) };
}
