/** A list whose items may be made only when they are asked for; arrays are such lists too. */
export interface MadeList<T> extends Iterable<T> {
  readonly length: number;
  /** The item at an index from 0 on; undefined past the end. */
  at(index: number): T | undefined;
}

/** A list that is walked by its indexes. */
export abstract class Indexed<T> implements MadeList<T> {
  abstract readonly length: number;
  abstract at(index: number): T | undefined;
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }
}

/** A list of `length` items, each made whenever it is asked for. */
export class Made<T> extends Indexed<T> {
  constructor(
    readonly length: number,
    private readonly make: (index: number) => T,
  ) {
    super();
  }
  at(index: number): T | undefined {
    return index < this.length ? this.make(index) : undefined;
  }
}
