/** The names of the values of a body: an isolated region, in which values are numbered anew. */
import type { Numbering } from "../ir/numbering";
import { ValueKind } from "../ir/numbering";

/** Names values by their printed numbers; in a large body, of which not all is read, by their numbers in the file. */
export class ValueNames {
  constructor(
    readonly numbering: Numbering,
    /** Whether the body is large: its values then have no printed numbers, and its blocks no known predecessors. */
    readonly large: boolean,
  ) {}

  /** The number in the name of a value that has its own. */
  number(value: number): number {
    return this.large ? this.numbering.numberInFile(value) : (this.numbering.numbers[value] ?? 0);
  }
  /** The name under which an op defines its results; `value` is the first. */
  headName(value: number): string {
    return this.name(value).replace("#0", "");
  }
  /** The name of a value where it is used. */
  name(value: number): string {
    const { numbering } = this;
    if (!this.large) return numbering.name(value);
    const kind: ValueKind = numbering.kinds[value] ?? 0;
    const member = kind === ValueKind.PackMember ? (numbering.numbers[value] ?? 0) : 0;
    const number = numbering.numberInFile(value - member);
    if (kind === ValueKind.EntryArgument) return `%arg${number}`;
    return kind === ValueKind.PackHead || kind === ValueKind.PackMember ? `%${number}#${member}` : `%${number}`;
  }
}
