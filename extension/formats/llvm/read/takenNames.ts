/** The names that the globals of a module have taken. */
import { IndexSet, MIX } from "../../../kit/indexSet";

/** A name longer than this (characters) is not joined with its suffix only to be looked up. */
const JOINED = 256;
/** Characters at the end of a long name, and at places spread over the rest of it, by which it is looked up. */
const TAIL = 64;
const PLACES = 64;

/** A long name: what the file has, and the number appended to it. */
interface LongName {
  readonly name: string;
  readonly suffix: string;
}

/**
 * A set of names. Long ones are not copied: names in a file's string table may overlap, and be larger than the file in
 * total.
 */
export class TakenNames {
  private readonly short = new Set<string>();
  private readonly long: LongName[] = [];
  private readonly known = new IndexSet((index) => hashOf(this.long[index] as LongName));

  /** Takes a name with a suffix appended; returns whether it was free. */
  take(name: string, suffix: string): boolean {
    return name.length + suffix.length > JOINED ? this.takeLong({ name, suffix }) : this.takeShort(name + suffix);
  }
  private takeShort(name: string): boolean {
    if (this.short.has(name)) return false;
    this.short.add(name);
    return true;
  }
  private takeLong(name: LongName): boolean {
    if (this.known.find(hashOf(name), (index) => isSame(this.long[index] as LongName, name)) >= 0) return false;
    this.known.add(this.long.push(name) - 1);
    return true;
  }
}

/** A hash of a long name with its suffix: of its length, its end and characters spread over the rest. */
function hashOf({ name, suffix }: LongName): number {
  const rest = name.length + suffix.length - TAIL;
  let hash = rest;
  const add = (code: number): void => {
    hash = Math.imul(hash, MIX) + code;
  };
  for (let i = 0; i < PLACES; i++) add(name.charCodeAt(Math.floor((rest * i) / PLACES)));
  for (let i = rest; i < name.length; i++) add(name.charCodeAt(i));
  for (let i = 0; i < suffix.length; i++) add(suffix.charCodeAt(i));
  return hash;
}

function isSame(one: LongName, other: LongName): boolean {
  if (one.suffix.length === other.suffix.length) return one.suffix === other.suffix && one.name === other.name;
  const [shorter, longer] = one.name.length < other.name.length ? [one, other] : [other, one];
  return (
    longer.name.startsWith(shorter.name) && shorter.suffix === longer.name.slice(shorter.name.length) + longer.suffix
  );
}
