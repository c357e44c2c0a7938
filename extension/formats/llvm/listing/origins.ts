/** Finds the records of types and attribute groups that a line shows. */
import type { AttributeSet } from "../ir/attributes";
import type { Type } from "../ir/types";
import type { LoadedModule } from "../read/module";

/** First bits of the records of one module's tables. Types made by upgrades have none. */
export class Origins {
  private types: ReadonlyMap<object, number> | undefined;
  constructor(private readonly module: LoadedModule) {}

  /**
   * The first bit of the record of a type or of a set of attributes.
   * @param place what the attributes belong to: 0 the return value, 1 the first parameter, …
   */
  bitOf(shown: object, place = 0): number | undefined {
    this.types ??= new Map(this.module.types.map((type: Type, index) => [type, index]));
    const index = this.types.get(shown);
    return index === undefined
      ? this.module.attributes.bitOf(shown as AttributeSet, place)
      : this.module.typeBits[index];
  }
}
