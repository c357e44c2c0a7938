/**
 * Limits how much of long attributes and types is printed. They are printed in full wherever an op uses them, so the
 * text of a file could grow with the square of its size; it is kept in proportion.
 */
import type { ProblemList } from "../container/problems";
import { SectionKind, sectionPath } from "../container/sections";

/** Characters that the uses of long attributes and types may take in any file, and how many more for each byte of it. */
const ALWAYS = 1 << 22;
const PER_BYTE = 128;
/** An attribute or a type no longer than this is printed at every use; of longer ones so many characters are left. */
export const SHORT = 256;
/** Characters of long attributes and types whose parts are marked in any text, and how many more for each byte. */
const MARKED = 1 << 18;
const MARKED_PER_BYTE = 8;
/** Characters that long types may take in one row of the records, and how much is shown of those after that. */
const IN_A_ROW = 1 << 20;
const BEGINNING = 64;
/** Stands for what is cut, as bytes. */
const ELLIPSIS = "\xE2\x80\xA6";

/** Limits how much of long texts is printed. */
export interface Room {
  /** Whether only the beginnings of long texts are printed from now on. */
  readonly full: boolean;
  /** Takes room for a text that is printed. What exceeds the room first is printed whole. */
  take(length: number): void;
  /** The text, or its beginning if there is no room for it. */
  fitting(text: string): string;
}

/** The room for long types in one row: an op may have any number of values that share a long type. */
export class RowRoom implements Room {
  private left = IN_A_ROW;

  /** Begins another row. */
  begin(): void {
    this.left = IN_A_ROW;
  }
  get full(): boolean {
    return this.left < 0;
  }
  take(length: number): void {
    if (length > SHORT) this.left -= length;
  }
  fitting(text: string): string {
    if (text.length <= SHORT) return text;
    if (this.full) return text.slice(0, BEGINNING) + ELLIPSIS;
    this.take(text.length);
    return text;
  }
}

/** The room for long attributes and types in one text. */
export class TextRoom implements Room {
  private left: number;
  private unmarked: number;
  /** The first byte of the op being printed. */
  at = 0;

  constructor(
    fileBytes: number,
    private readonly problems: ProblemList,
  ) {
    this.left = ALWAYS + PER_BYTE * fileBytes;
    this.unmarked = MARKED + MARKED_PER_BYTE * fileBytes;
  }

  /** Whether only the beginnings of long texts are printed from now on. */
  get full(): boolean {
    return this.left < 0;
  }
  /** Whether the parts of attributes and types are marked; later, only each as a whole. Marks take more than their text. */
  get marksParts(): boolean {
    return this.unmarked > 0;
  }
  /** Takes room for a text that is printed. What exceeds the room first is printed whole. */
  take(length: number): void {
    if (length <= SHORT || this.full) return;
    this.left -= length;
    this.unmarked -= length;
    if (!this.full) return;
    const message = "attributes and types are mentioned too often to be printed whole from here on";
    this.problems.add("limit", message, this.at, this.at, [sectionPath(SectionKind.ir)]);
  }
  /** The text, or its beginning if there is no room for it. */
  fitting(text: string): string {
    if (text.length <= SHORT) return text;
    if (this.full) return text.slice(0, SHORT) + ELLIPSIS;
    this.take(text.length);
    return text;
  }
  /** Pieces of a text, cut where the room ends. */
  *fittingPieces(pieces: Iterable<string>): Generator<string, void, undefined> {
    for (const piece of pieces) {
      if (this.full) {
        yield ELLIPSIS;
        return;
      }
      this.take(piece.length);
      yield piece;
    }
  }
}
