/** The ops that define values, four numbers for each value: a large file has millions. */
import type { Op } from "../ir/op";
import type { TypeList } from "../model/signatureKey";

/** What is kept of an op; -1 for attributes or properties that it does not have. */
export type DefinerFields = Pick<Op, "name" | "attributes" | "properties">;

const FIELDS = 4;

/** Ops by the numbers of their results. */
export class Definers {
  /**
   * By value: name, attributes and properties, each plus one, and the place of its op's operands; 0 for a name: no op defines
   * the value.
   */
  private fields = new Int32Array(0);
  /** How many operands an op has, and their values; the first is for ops whose operands are not kept. */
  private readonly lists: number[] = [0];
  private list = 0;

  /** Keeps the operands of the op whose results are set next. @param values by the operands' numbers in their scope */
  take(operands: TypeList, values: ArrayLike<number>): void {
    this.list = this.lists.length;
    this.lists.push(operands.length);
    for (let i = 0; i < operands.length; i++) this.lists.push(values[operands.at(i)] ?? -1);
  }

  /** Notes the op that defines a value. */
  set(value: number, { name, attributes, properties }: DefinerFields): void {
    const at = value * FIELDS;
    if (at + FIELDS > this.fields.length) this.grow(at + FIELDS);
    this.fields[at] = name + 1;
    this.fields[at + 1] = attributes + 1;
    this.fields[at + 2] = properties + 1;
    this.fields[at + 3] = this.list;
  }
  /** The op that defines a value; undefined if none has been noted. */
  get(value: number): DefinerFields | undefined {
    const at = value * FIELDS;
    const name = (this.fields[at] ?? 0) - 1;
    if (name < 0) return undefined;
    return { name, attributes: (this.fields[at + 1] ?? 0) - 1, properties: (this.fields[at + 2] ?? 0) - 1 };
  }
  /** The values that the op which defines a value takes; -1 for one that is not defined yet; undefined if they are not kept. */
  operands(value: number): readonly number[] | undefined {
    const list = this.fields[value * FIELDS + 3] ?? 0;
    return list === 0 ? undefined : this.lists.slice(list + 1, list + 1 + (this.lists[list] ?? 0));
  }
  private grow(needed: number): void {
    const grown = new Int32Array(Math.max(needed, this.fields.length * 2));
    grown.set(this.fields);
    this.fields = grown;
  }
}
