/** Where the records of types and attribute groups are, for what a line shows of them. */
import type { AttributeSet } from "../ir/attributes";
import type { Type } from "../ir/types";
import type { LoadedModule } from "../read/module";

/** First bits of the records of one module's tables. Types that reading has made have none. */
export class Origins {
  private types: ReadonlyMap<object, number> | undefined;
  constructor(private readonly module: LoadedModule) {}

  /**
   * The first bit of the record of a type or of a set of attributes.
   * @param place whose attributes they are: 0 the return value's, 1 the first parameter's, …
   */
  bitOf(thing: object, place = 0): number | undefined {
    this.types ??= new Map(this.module.types.map((type: Type, index) => [type, index]));
    const index = this.types.get(thing);
    return index === undefined
      ? this.module.attributes.bitOf(thing as AttributeSet, place)
      : this.module.typeBits[index];
  }
}
