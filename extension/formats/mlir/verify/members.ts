/** Which of an op's values belong to which operand or result of its definition (mlir-tblgen's getODSOperandIndexAndLength). */
import type { TypeList } from "../model/signatureKey";
import type { ValueRule } from "./table";

const NO_TYPES: TypeList = { length: 0, at: () => -1 };

/** The values of an op, by the members of its definition. One object serves all ops, and holds those divided last. */
export class MemberLists {
  types: TypeList = NO_TYPES;
  /** The first value of each member and the one after the last. */
  private starts = new Int32Array(16);

  /**
   * Divides an op's values.
   * @param sizes the members' sizes, if the op has them
   * @param equal whether all lists have equal sizes
   * @returns whether they can be divided
   */
  divide(
    members: readonly ValueRule[],
    types: TypeList,
    sizes: readonly bigint[] | undefined,
    equal: boolean,
  ): boolean {
    const { length } = members;
    if (length >= this.starts.length) this.starts = new Int32Array(2 * length);
    this.types = types;
    const { starts } = this;
    const size = sizes ? -1 : inferredSize(members, types.length, equal);
    if (size === undefined || (sizes && sizes.length !== length)) return false;
    for (let i = 0; i < length; i++) {
      const isOne = !sizes && (members[i] as ValueRule).many === "";
      const end = (starts[i] as number) + (isOne ? 1 : sizes ? Number(sizes[i]) : size);
      if (end > types.length || end < (starts[i] as number)) return false;
      starts[i + 1] = end;
    }
    return starts[length] === types.length;
  }

  /** The first value of a member. */
  start(member: number): number {
    return this.starts[member] ?? 0;
  }
  /** The value after a member's last. */
  end(member: number): number {
    return this.starts[member + 1] ?? 0;
  }
  /** The value of a member that has only one; -1 if it has another number. */
  onlyValue(member: number): number {
    const start = this.start(member);
    return this.end(member) - start === 1 ? start : -1;
  }
}

/** How many values each list has; undefined if that cannot be told. */
function inferredSize(members: readonly ValueRule[], count: number, equal: boolean): number | undefined {
  let lists = 0;
  for (const { many } of members) if (many !== "") lists++;
  const rest = count - (members.length - lists);
  if (lists === 0) return rest === 0 ? 0 : undefined;
  if (lists > 1 && !equal) return undefined;
  const size = rest / lists;
  return Number.isInteger(size) && size >= 0 ? size : undefined;
}
