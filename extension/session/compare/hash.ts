/** Hashes of texts. */
import { isBlank } from "./rules";

/** What hashes begin with, and the factors of their halves. */
const [LOW, HIGH] = [0xdeadbeef, 0x41c6ce57];
const [LOW_FACTOR, HIGH_FACTOR] = [2654435761, 1597334677];
const SPACE = 0x20;

/** A hash of a text as a number of 53 bits (two multiplicative hashes of its characters). */
export function hashText(text: string, seed = 0): number {
  let [low, high] = [LOW ^ seed, HIGH ^ seed];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, LOW_FACTOR);
    high = Math.imul(high ^ code, HIGH_FACTOR);
  }
  return joined(low, high);
}

/** Hashes a text given in pieces, as {@link hashText} hashes it `squeezed`. */
export class PiecesHash {
  private low = LOW;
  private high = HIGH;
  private isIndentation = true;
  /** How many blanks follow what is in the hash, and the last one. */
  private blanks = 0;
  private blank = SPACE;

  begin(): void {
    this.low = LOW;
    this.high = HIGH;
    this.isIndentation = true;
    this.blanks = 0;
  }
  /** Adds the characters of a text from `from` to before `to`. */
  add(text: string, from = 0, to = text.length): void {
    let { low, high } = this;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (isBlank(code)) {
        if (!this.isIndentation) {
          this.blank = code;
          this.blanks++;
          continue;
        }
      } else this.isIndentation = false;
      if (this.blanks > 0) {
        const between = this.takeBlanks();
        low = Math.imul(low ^ between, LOW_FACTOR);
        high = Math.imul(high ^ between, HIGH_FACTOR);
      }
      low = Math.imul(low ^ code, LOW_FACTOR);
      high = Math.imul(high ^ code, HIGH_FACTOR);
    }
    this.low = low;
    this.high = high;
  }
  end(): number {
    if (this.blanks === 0) return joined(this.low, this.high);
    const between = this.takeBlanks();
    return joined(Math.imul(this.low ^ between, LOW_FACTOR), Math.imul(this.high ^ between, HIGH_FACTOR));
  }
  /** The character that stands for a run of blanks. */
  private takeBlanks(): number {
    const between = this.blanks === 1 ? this.blank : SPACE;
    this.blanks = 0;
    return between;
  }
}

/** Mixes one more number into a hash. */
export function mixHash(hash: number, value: number): number {
  const low = Math.imul((hash | 0) ^ (value | 0), LOW_FACTOR);
  const high = Math.imul(((hash / 2 ** 32) | 0) ^ ((value / 2 ** 32) | 0) ^ low, HIGH_FACTOR);
  return joined(low ^ (hash | 0), high ^ Math.imul(low, 31));
}

function joined(low: number, high: number): number {
  const a = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const b = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b & 0x1fffff) * 2 ** 32 + (a >>> 0);
}
