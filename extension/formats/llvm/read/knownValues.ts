/** The values of a module that an earlier reading has found, stretch by stretch: see `moduleIndex.ts`. */
import type { BitPositions, Words } from "../../../kit/numbers";
import type { PackedReader } from "../../../kit/packed";
import { Unfitting } from "../../../kit/packed";
import type { Type } from "../ir/types";
import { MOST_PASSED } from "./moduleIndex";

/** Reads values in the order of their records. */
export class KnownValues {
  /** The first bit of the next value's record; -1 if there is none. */
  bit = 0;
  /** How many values the stretch has from there on. */
  private left = 0;
  private types: readonly Type[] | undefined;

  /** @param makeTypes makes the types by their numbers in the index, once those of the module have been read */
  constructor(
    private readonly from: PackedReader,
    private readonly makeTypes: () => readonly Type[],
  ) {
    this.begin();
  }
  /** Begins the next stretch, which comes after the last one. */
  private begin(): void {
    const { from } = this;
    this.left = from.atEnd ? 0 : from.number();
    this.bit = this.left === 0 ? -1 : this.bit + from.number();
  }
  /**
   * Appends the next values of a stretch, not too many, to the bits and the serial types of all. Returns the bit where the
   * record of the last one ends.
   */
  take(bits: BitPositions, serials: Words): number {
    const { from } = this;
    const types = (this.types ??= this.makeTypes());
    const count = Math.min(this.left, MOST_PASSED);
    for (let i = 0; i < count; i++) {
      const type = types[from.number()];
      if (!type) throw new Unfitting("a value has a type that is not listed");
      bits.push(this.bit);
      serials.push(type.serial);
      this.bit += from.number();
    }
    this.left -= count;
    const endBit = this.bit;
    if (this.left === 0) this.begin();
    return endBit;
  }
}
