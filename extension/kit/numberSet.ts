/** A set of small numbers: a byte each, which costs a fraction of what a set of objects does where most of them get in. */
export class NumberSet {
  private marks = new Uint8Array(16);
  /** One more than the highest number in it. */
  private end = 0;

  /** Puts a number in; whether it was not there before. */
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
  /** Takes all numbers out. */
  clear(): void {
    this.marks.fill(0, 0, this.end);
    this.end = 0;
  }
  private grow(number: number): void {
    const grown = new Uint8Array(Math.max(number + 1, this.marks.length * 2));
    grown.set(this.marks);
    this.marks = grown;
  }
}
