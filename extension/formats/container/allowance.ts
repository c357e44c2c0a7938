/** Keeps what the entries of a container may share in proportion to the container: names, strings, tables. */

/** Bytes that all entries may refer to together: so many, and so many for each byte of the container. */
const ALWAYS = 1 << 16;
const TIMES = 2;
/** Characters of a name for which no room is left. */
const SHORTEST = 16;

/** Counts the bytes that entries refer to by an offset: a few bytes may share a long name, or a table. */
export class Allowance {
  private left: number;
  /** Whether anything was cut or left out. */
  spent = false;

  /** @param bytes the container's size in bytes; entries that share no bytes never spend it */
  constructor(bytes: number) {
    this.left = ALWAYS + TIMES * bytes;
  }
  /** Takes an entry of `bytes` bytes, which others may share; false if no room is left. */
  takes(bytes: number): boolean {
    if (bytes > this.left) this.spent = true;
    this.left -= bytes;
    return !this.spent;
  }
  /** How many characters of a name of `length` characters may be read. */
  room(length: number): number {
    const room = Math.min(length, Math.max(SHORTEST, this.left));
    this.left -= room;
    if (room < length) this.spent = true;
    return room;
  }
}
