/** Spellings that are being written, each inside the one before it, and where their entries are in the text. */
import type { Piece } from "./piece";

/**
 * Reports where an entry, or its alias, is in a text: from one character to another. The parts of an entry are reported
 * before it.
 */
export type EntryNotes = (kind: "attribute" | "type", index: number, from: number, to: number) => void;

/** A spelling that is being written. */
export interface Frame {
  /** -1 for a fragment, which is not kept. */
  readonly key: number;
  readonly pieces: readonly Piece[];
  next: number;
  /** The number of characters written before it; -1 for one that is not to be reported. */
  from: number;
  text: string;
  /** Whether part of it was yielded already, or it must not be kept. */
  partial: boolean;
}

/** Reports the entry that was spelled, unless it is a fragment. */
export function noteEntry(notes: EntryNotes, key: number, from: number, to: number): void {
  if (key >= 0) notes(key % 2 === 1 ? "type" : "attribute", key >> 3, from, to);
}

/** Reports a piece that was written: an entry with an alias, or one whose spelling begins here. */
export function noteUse(
  notes: EntryNotes,
  piece: Piece,
  stack: readonly Frame[],
  written: number,
  length: number,
): void {
  if (typeof piece !== "object") return;
  const begun = stack.at(-1);
  if (length === 0 && begun?.next === 0) begun.from = written;
  else if (piece.kind === "attribute" || piece.kind === "type")
    notes(piece.kind, piece.index, written, written + length);
}

/** Does not report the spelling that begins here, if one does. */
export function leaveUnnoted(stack: readonly Frame[]): void {
  const begun = stack.at(-1);
  if (begun?.next === 0) begun.from = -1;
}

/** Takes the text gathered in the frames, outermost first. */
export function gathered(stack: readonly Frame[]): string {
  let text = "";
  for (const frame of stack) {
    text += frame.text;
    frame.text = "";
    frame.partial = true;
  }
  return text;
}
