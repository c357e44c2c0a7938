/**
 * Whether a branch gives its blocks the arguments that they have (mlir::detail::verifyBranchSuccessorOperands). Which operands
 * belong to which successor is known for the ops of this table.
 */
import type { TypeList } from "../model/signatureKey";

/**
 * How operands belong to successors: `all` to each; or the list of operands, counted among the op's segments, of each; or from
 * `first` on a list for each of the others, whose sizes are in a property.
 */
type Division =
  | { readonly kind: "all" }
  | { readonly kind: "lists"; readonly lists: readonly number[] }
  | { readonly kind: "cases"; readonly first: number; readonly sizes: string };

const ALL: Division = { kind: "all" };
const TWO: Division = { kind: "lists", lists: [1, 2] };
const CASES: Division = { kind: "cases", first: 1, sizes: "case_operand_segments" };

const BRANCHES: ReadonlyMap<string, Division> = new Map<string, Division>([
  ["cf.br", ALL],
  ["llvm.br", ALL],
  ["spirv.Branch", ALL],
  ["cf.cond_br", TWO],
  ["llvm.cond_br", TWO],
  ["llvm.invoke", TWO],
  ["spirv.BranchConditional", TWO],
  ["cf.switch", CASES],
  ["llvm.switch", CASES],
]);

/** What is known of a branch. */
export interface Branch {
  readonly name: string;
  /** The types of its operands; -1: unknown. */
  readonly types: TypeList;
  readonly successors: TypeList;
  /** The numbers of a property that is an array of them. */
  integers(property: string): readonly bigint[] | undefined;
  /** How many arguments a block has; -1: unknown. */
  argumentCount(block: number): number;
  argumentType(block: number, index: number): number;
  isSame(type: number, other: number): boolean;
}

/** Whether an op with that name is checked. */
export const isBranch = (name: string): boolean => BRANCHES.has(name);

/** The fault of a branch, in the reference's words; undefined if none is certain. */
export function branchFault(branch: Branch): string | undefined {
  const { successors } = branch;
  const operandsOf = divided(branch);
  if (!operandsOf) return undefined;
  for (let successor = 0; successor < successors.length; successor++) {
    const block = successors.at(successor);
    const operands = operandsOf(successor);
    const expected = branch.argumentCount(block);
    if (!operands || expected < 0) continue;
    const [start, end] = operands;
    if (end - start !== expected)
      return `branch has ${end - start} operands for successor #${successor}, but target block has ${expected}`;
    for (let i = 0; i < expected; i++) {
      const [found, wanted] = [branch.types.at(start + i), branch.argumentType(block, i)];
      if (found >= 0 && wanted >= 0 && !branch.isSame(found, wanted))
        return `type mismatch for bb argument #${i} of successor #${successor}`;
    }
  }
  return undefined;
}

/** The first operand that each successor gets, and the one after the last; undefined if that cannot be told. */
function divided(branch: Branch): ((successor: number) => Range | undefined) | undefined {
  const division = BRANCHES.get(branch.name);
  const { length } = branch.types;
  if (!division || division.kind === "all") return division && (() => [0, length]);
  const segments = branch.integers("operandSegmentSizes")?.map(Number);
  if (!segments) return undefined;
  const starts = startsOf(segments);
  if (starts.at(-1) !== length) return undefined;
  if (division.kind === "lists") return (successor) => rangeOf(starts, division.lists[successor]);
  const cases = startsOf(branch.integers(division.sizes)?.map(Number) ?? []);
  const from = starts[division.first + 1];
  return (successor) => {
    if (successor === 0) return rangeOf(starts, division.first);
    const range = rangeOf(cases, successor - 1);
    return range && from !== undefined ? [from + range[0], from + range[1]] : undefined;
  };
}

type Range = readonly [start: number, end: number];

/** The places at which lists of these sizes start, and the end of the last one. */
function startsOf(sizes: readonly number[]): readonly number[] {
  let end = 0;
  return [0, ...sizes.map((size) => (end += size))];
}

function rangeOf(starts: readonly number[], list: number | undefined): Range | undefined {
  const [start, end] = list === undefined ? [] : [starts[list], starts[list + 1]];
  return start === undefined || end === undefined || end < start ? undefined : [start, end];
}
