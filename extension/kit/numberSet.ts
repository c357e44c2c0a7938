/** The bytes of a set at first: a file may have very many modules with several sets each, most of which stay empty. */
const NO_MARKS = new Uint8Array(0);
const FIRST_ROOM = 16;

/** A set of small non-negative integers, one byte each: much cheaper than a Set where most of the numbers are in it. */
export class NumberSet {
  private marks = NO_MARKS;
  /** One more than the highest number in it. */
  private end = 0;

  /** Adds a number; returns whether it is new. */
  add(number: number): boolean {
    if (number >= this.end) {
      if (number >= this.marks.length) this.grow(number);
      this.end = number + 1;
    }
    if (this.marks[number] === 1) return false;
    this.marks[number] = 1;
    return true;
  }
  has(number: number): boolean {
    return this.marks[number] === 1;
  }
  /** Removes all numbers. */
  clear(): void {
    this.marks.fill(0, 0, this.end);
    this.end = 0;
  }
  private grow(number: number): void {
    const grown = new Uint8Array(Math.max(FIRST_ROOM, number + 1, this.marks.length * 2));
    grown.set(this.marks);
    this.marks = grown;
  }
}
