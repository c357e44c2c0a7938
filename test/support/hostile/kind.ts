/** Makes a hostile file; what is nested, chained, shared or repeated grows with `size`. */
export type Make = (size: number) => Uint8Array;
/** Kinds by name, with the usual file extension. */
export type Kinds = Readonly<Record<string, Make>>;

/** A list of `count` items, each made from its index. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
