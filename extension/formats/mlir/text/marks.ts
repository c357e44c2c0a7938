/** Marks that tell which field each part of a printed text shows; printers set them only on request. */
import { countBefore } from "../../../kit/sortedSearch";

/** What a part of a text shows: an operand of its line's record, or what starts at a byte of the file. */
export type Shown = { readonly operand: number } | { readonly byte: number };

/** A part of a text. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly shown: Shown;
}

/** Numbers stored per mark: its start, its end, and what it shows: twice the byte, or twice the operand plus one. */
const FIELDS = 3;

/** Marks in the order of their ends: a mark inside another one comes before it. */
export class Marks {
  private numbers = new Float64Array(FIELDS * 64);
  length = 0;

  /** Marks `from` to `to` as showing what starts at a byte of the file. */
  byte(from: number, to: number, byte: number): void {
    this.add(from, to, byte * 2);
  }
  /** Marks `from` to `to` as showing an operand of its line's record. */
  operand(from: number, to: number, operand: number): void {
    this.add(from, to, operand * 2 + 1);
  }
  private add(from: number, to: number, shown: number): void {
    if (to <= from) return;
    const at = this.length++ * FIELDS;
    if (at >= this.numbers.length) {
      const grown = new Float64Array(this.numbers.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[at] = from;
    this.numbers[at + 1] = to;
    this.numbers[at + 2] = shown;
  }
  private number(mark: number, field: number): number {
    return this.numbers[mark * FIELDS + field] ?? 0;
  }

  private firstEndingAfter(place: number): number {
    return countBefore(this.length, (mark) => this.number(mark, 1) > place);
  }

  /** Moves the marks of another text from a position on, as that text is copied to position `at`. */
  move(other: Marks, from: number, at: number): void {
    const first = other.firstEndingAfter(from);
    for (let mark = first; mark < other.length; mark++)
      this.add(other.number(mark, 0) - from + at, other.number(mark, 1) - from + at, other.number(mark, 2));
    other.length = first;
  }
  /** The marks so far, copied to an array of the right size; then starts without any. */
  take(): Marks {
    const taken = new Marks();
    taken.numbers = this.numbers.slice(0, this.length * FIELDS);
    taken.length = this.length;
    this.length = 0;
    return taken;
  }
  /** The marks completely within a range, inner ones before those around them. */
  within(start: number, end: number): readonly Mark[] {
    const found: Mark[] = [];
    for (let mark = this.firstEndingAfter(start); mark < this.length && this.number(mark, 1) <= end; mark++) {
      const code = this.number(mark, 2);
      const shown = code % 2 === 1 ? { operand: (code - 1) / 2 } : { byte: code / 2 };
      found.push({ from: this.number(mark, 0), to: this.number(mark, 1), shown });
    }
    return found;
  }
}
