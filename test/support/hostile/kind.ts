/** A kind of hostile file: what grows with `size` is nested, chained, shared or repeated that often. */
export type Make = (size: number) => Uint8Array;
/** Kinds by name, which ends as the files do. */
export type Kinds = Readonly<Record<string, Make>>;

/** A list of what a number makes. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Bytes one after the other. */
export function joined(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
