/** A kind of hostile file: what grows with `size` is nested, chained, shared or repeated that often. */
export type Make = (size: number) => Uint8Array;
/** Kinds by name, which ends as the files do. */
export type Kinds = Readonly<Record<string, Make>>;

/** A list of what a number makes. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
