/** The names that the globals of a module have taken. */

/** A name longer than this (characters) is not joined with its suffix only to be looked up. */
const JOINED = 256;
/** Characters at the end of a long name, and at places spread over the rest of it, by which it is looked up. */
const TAIL = 64;
const PLACES = 64;
/** Multiplies a hash for the next character (FNV-1a, 32 bits). */
const PRIME = 0x01000193;

/** A long name: what the file has, and the number appended to it. */
interface LongName {
  readonly name: string;
  readonly suffix: string;
  /** Another name with the same hash. */
  readonly next: LongName | undefined;
}

/**
 * A set of names. Long ones are not copied: names in a file's string table may overlap, and be larger than the file in
 * total.
 */
export class TakenNames {
  private readonly short = new Set<string>();
  /** Long names by their hashes. */
  private readonly long = new Map<number, LongName>();

  /** Takes a name with a suffix appended; returns whether it was free. */
  take(name: string, suffix: string): boolean {
    return name.length + suffix.length > JOINED ? this.takeLong(name, suffix) : this.takeShort(name + suffix);
  }
  private takeShort(name: string): boolean {
    if (this.short.has(name)) return false;
    this.short.add(name);
    return true;
  }
  private takeLong(name: string, suffix: string): boolean {
    const hash = hashOf(name, suffix);
    const next = this.long.get(hash);
    for (let other = next; other; other = other.next) if (isSame(name, suffix, other)) return false;
    this.long.set(hash, { name, suffix, next });
    return true;
  }
}

/** A hash of a long name with its suffix: of its length, its end and characters spread over the rest. */
function hashOf(name: string, suffix: string): number {
  const rest = name.length + suffix.length - TAIL;
  let hash = rest;
  const add = (code: number): void => {
    hash = Math.imul(hash ^ code, PRIME);
  };
  for (let i = 0; i < PLACES; i++) add(name.charCodeAt(Math.floor((rest * i) / PLACES)));
  for (let i = rest; i < name.length; i++) add(name.charCodeAt(i));
  for (let i = 0; i < suffix.length; i++) add(suffix.charCodeAt(i));
  return hash;
}

function isSame(name: string, suffix: string, other: LongName): boolean {
  if (suffix.length === other.suffix.length) return suffix === other.suffix && name === other.name;
  const isShorter = name.length < other.name.length;
  const [shorter, longer] = isShorter ? [{ name, suffix }, other] : [other, { name, suffix }];
  return (
    longer.name.startsWith(shorter.name) && shorter.suffix === longer.name.slice(shorter.name.length) + longer.suffix
  );
}
