/** Compares the types of ops. */

/** A list of types, by their indices. */
export interface TypeList {
  readonly length: number;
  at(index: number): number;
}

/** The types as an array. */
export function listed(types: TypeList): readonly number[] {
  const all: number[] = [];
  for (let i = 0; i < types.length; i++) all.push(types.at(i));
  return all;
}

/**
 * A number that no other signature has: types as digits from 1 on, with a 0 between results and operands. Past 2^53
 * it is not unique; Infinity for a signature with an unknown type.
 * @param count number of types in the file
 */
export function signatureKey(count: number, operands: TypeList, results: TypeList): number {
  const base = count + 1;
  let key = 0;
  for (let i = 0; i < results.length; i++) key = key * base + results.at(i) + 1;
  key *= base;
  for (let i = 0; i < operands.length; i++) {
    const type = operands.at(i);
    if (type < 0) return Infinity;
    key = key * base + type + 1;
  }
  return key;
}
