/** The ops that define values, three numbers for each value: a large file has millions. */
import type { Op } from "../ir/op";

/** What is kept of an op; -1 for attributes or properties that it does not have. */
export type DefinerFields = Pick<Op, "name" | "attributes" | "properties">;

const FIELDS = 3;

/** Ops by the numbers of their results. */
export class Definers {
  /** By value: name, attributes and properties, each plus one; 0 for a name: no op defines the value. */
  private fields = new Int32Array(0);

  /** Notes the op that defines a value. */
  set(value: number, { name, attributes, properties }: DefinerFields): void {
    const at = value * FIELDS;
    if (at + FIELDS > this.fields.length) this.grow(at + FIELDS);
    this.fields[at] = name + 1;
    this.fields[at + 1] = attributes + 1;
    this.fields[at + 2] = properties + 1;
  }
  /** The op that defines a value; undefined if none has been noted. */
  get(value: number): DefinerFields | undefined {
    const at = value * FIELDS;
    const name = (this.fields[at] ?? 0) - 1;
    if (name < 0) return undefined;
    return { name, attributes: (this.fields[at + 1] ?? 0) - 1, properties: (this.fields[at + 2] ?? 0) - 1 };
  }
  private grow(needed: number): void {
    const grown = new Int32Array(Math.max(needed, this.fields.length * 2));
    grown.set(this.fields);
    this.fields = grown;
  }
}
