/** Which of an op's values belong to which operand or result of its definition (mlir-tblgen's getODSOperandIndexAndLength). */
import type { ValueRule } from "./table";

/** The values of an op, by the members of its definition. */
export class MemberLists {
  /** @param starts the first value of each member and the one after the last; undefined: each member is one value */
  private constructor(
    readonly types: readonly number[],
    private readonly starts: readonly number[] | undefined,
  ) {}

  /**
   * @param sizes returns the members' sizes, if the op has them
   * @param equal whether all lists have equal sizes
   * @returns undefined if the values cannot be divided
   */
  static of(
    members: readonly ValueRule[],
    types: readonly number[],
    sizes: () => readonly bigint[] | undefined,
    equal: boolean,
  ): MemberLists | undefined {
    if (members.every(({ many }) => many === ""))
      return types.length === members.length ? new MemberLists(types, undefined) : undefined;
    const counts = sizes()?.map(Number) ?? inferred(members, types.length, equal);
    if (counts?.length !== members.length) return undefined;
    const starts = [0];
    for (const count of counts) starts.push((starts.at(-1) ?? 0) + count);
    return starts.at(-1) === types.length ? new MemberLists(types, starts) : undefined;
  }

  /** The value of a member that has only one; -1 if it has another number. */
  onlyValue(member: number): number {
    if (!this.starts) return member;
    const start = this.starts[member] ?? 0;
    return (this.starts[member + 1] ?? 0) - start === 1 ? start : -1;
  }
  /** The first and the last value of a member, and the one after. */
  range(member: number): readonly [start: number, end: number] {
    return this.starts ? [this.starts[member] ?? 0, this.starts[member + 1] ?? 0] : [member, member + 1];
  }
}

function inferred(members: readonly ValueRule[], count: number, equal: boolean): readonly number[] | undefined {
  const lists = members.filter(({ many }) => many !== "").length;
  if (lists > 1 && !equal) return undefined;
  const rest = count - (members.length - lists);
  const size = lists === 0 ? 0 : rest / lists;
  return Number.isInteger(size) && size >= 0 ? members.map(({ many }) => (many === "" ? 1 : size)) : undefined;
}
