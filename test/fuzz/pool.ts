/** The files that fuzzing continues with: equal time for each format, and more for files that run quickly. */
import type { Random } from "./mutators";

/** A file that reached something new, and the time to try it (ms). */
interface Kept {
  readonly bytes: Uint8Array;
  readonly cost: number;
}
/** Number of candidates, of which the cheapest is taken. */
const CANDIDATES = 3;
/** Files in an unknown format are not fuzzed further. */
const UNKNOWN = "unknown";
/** Number of files found last that are preferred. */
const RECENT = 64;

/** The files of each format. */
export class Pool {
  private readonly formats = new Map<string, Kept[]>();
  private readonly spent = new Map<string, number>();
  size = 0;

  add(format: string, bytes: Uint8Array, cost: number): void {
    const kept = this.formats.get(format);
    if (kept) kept.push({ bytes, cost });
    else this.formats.set(format, [{ bytes, cost }]);
    this.size++;
  }
  /** Notes how long a file took that was made from one in `format`. */
  spend(format: string, cost: number): void {
    this.spent.set(format, (this.spent.get(format) ?? 0) + cost);
  }
  /** The format that has had the least time, among the named ones or all. */
  next(only: readonly string[]): string {
    const { spent } = this;
    const time = (format: string): number => spent.get(format) ?? 0;
    const all = [...this.formats.keys()].filter((format) => format !== UNKNOWN);
    const among = only.length > 0 ? all.filter((format) => only.includes(format)) : all;
    return among.reduce((least, format) => (time(format) < time(least) ? format : least), among[0] ?? UNKNOWN);
  }
  /** One of the files of a format. */
  choose(format: string, random: Random): Uint8Array {
    const files = this.formats.get(format) ?? [];
    const among = random(3) === 0 ? Math.min(RECENT, files.length) : files.length;
    let chosen = files[files.length - 1 - random(among)] as Kept;
    // Now and then any file: a large one may be the only one with some feature.
    for (let more = random(8) === 0 ? 0 : CANDIDATES - 1; more > 0; more--) {
      const other = files[files.length - 1 - random(among)] as Kept;
      if (other.cost < chosen.cost) chosen = other;
    }
    return chosen.bytes;
  }
  /** One of the files of any format. */
  any(random: Random): Uint8Array {
    const formats = [...this.formats.keys()];
    return this.choose(formats[random(formats.length)] as string, random);
  }
}
