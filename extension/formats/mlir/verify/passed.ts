/**
 * Whether the op that ends a region passes on the values that the op around gives or takes (mlir's RegionBranchOpInterface,
 * and the verifiers of affine.yield, linalg.yield and the like), for the ops of this table.
 */
import type { NumberList, Op } from "../ir/op";
import type { TypeList } from "../model/signatureKey";
import { listed } from "../model/signatureKey";
import type { SpelledEntries } from "./signature";
import { scalarOf } from "./signature";

/**
 * Whose types are passed: those of the results of the op around, of its operands, or of the elements of its results or of
 * its last operands, which it initializes.
 */
type Whose = "results" | "operands" | "elements" | "inits";

/** What a terminator passes on. `skipped`: how many of its first operands it keeps. */
interface Passing {
  readonly terminator: string;
  readonly whose: Whose;
  readonly skipped: number;
  readonly words: "flow" | "linalg" | "other";
}

const flow = (terminator: string, whose: Whose = "results", skipped = 0): Passing => ({
  terminator,
  whose,
  skipped,
  words: "flow",
});
const other = (terminator: string, whose: Whose = "results"): Passing => ({
  terminator,
  whose,
  skipped: 0,
  words: "other",
});
const LINALG: readonly Passing[] = [{ terminator: "linalg.yield", whose: "inits", skipped: 0, words: "linalg" }];
const SCF: readonly Passing[] = [flow("scf.yield")];
const AFFINE: readonly Passing[] = [other("affine.yield")];

/** By the op around. */
const PASSINGS: ReadonlyMap<string, readonly Passing[]> = new Map<string, readonly Passing[]>([
  ["scf.if", SCF],
  ["scf.for", SCF],
  ["scf.execute_region", SCF],
  ["scf.index_switch", SCF],
  ["scf.while", [flow("scf.condition", "results", 1), flow("scf.yield", "operands")]],
  ["scf.parallel", [other("scf.reduce")]],
  ["affine.if", AFFINE],
  ["affine.for", AFFINE],
  ["affine.parallel", AFFINE],
  ["memref.alloca_scope", [flow("memref.alloca_scope.return")]],
  ["memref.generic_atomic_rmw", [other("memref.atomic_yield")]],
  ["shape.reduce", [other("shape.yield")]],
  ["smt.solver", [other("smt.yield")]],
  ["smt.check", [other("smt.yield")]],
  ["tensor.generate", [other("tensor.yield", "elements")]],
  ["tensor.pad", [other("tensor.yield", "elements")]],
]);

/** All ops of linalg that have regions are structured ones. */
const passingsOf = (name: string): readonly Passing[] | undefined =>
  name.startsWith("linalg.") ? LINALG : PASSINGS.get(name);

/** How many of an op's operands it initializes. @param sizes of its segments, if it has any */
function initCount(name: string, length: number, sizes: readonly bigint[] | undefined): number | undefined {
  switch (name) {
    case "linalg.map":
    case "linalg.broadcast":
    case "linalg.transpose":
      return 1;
    case "linalg.reduce":
      return length / 2;
    default:
      return sizes?.length === 2 && Number(sizes[0]) + Number(sizes[1]) === length ? Number(sizes[1]) : undefined;
  }
}

/** An op whose regions are open. */
interface Opened {
  /** The number of ops around it. */
  readonly depth: number;
  readonly startByte: number;
  readonly name: string;
  readonly passings: readonly Passing[];
  readonly results: readonly number[];
  readonly operands: readonly number[];
  readonly inits: number | undefined;
}

/** Keeps the types of the ops of the table that are open, and compares what their regions pass on. */
export class PassedValues {
  private readonly opened: Opened[] = [];

  constructor(private readonly entries: Pick<SpelledEntries, "attribute" | "type" | "typeText" | "isSame">) {}

  /**
   * Begins an op's regions.
   * @param types the types of its operands, -1 for an unknown one
   * @param sizes the sizes of its segments of operands
   */
  enter(
    { name, op, depth }: { readonly name: string; readonly op: Op; readonly depth: number },
    types: NumberList,
    sizes: () => readonly bigint[] | undefined,
  ): void {
    this.cut(depth);
    const passings = passingsOf(name);
    if (!passings) return;
    const operands = listed(types);
    const { startByte } = op;
    const inits = passings === LINALG ? initCount(name, operands.length, sizes()) : undefined;
    this.opened.push({ depth, startByte, name, passings, results: listed(op.results), operands, inits });
  }

  /**
   * The fault of an op that ends a block, in the reference's words; undefined if none is certain.
   * @param around the first byte of the op around, and how many ops are around that
   */
  fault(
    name: string,
    types: TypeList,
    around: { readonly startByte: number; readonly depth: number },
  ): string | undefined {
    this.cut(around.depth + 1);
    const owner = this.opened.at(-1);
    if (!owner || owner.depth !== around.depth || owner.startByte !== around.startByte) return undefined;
    const passing = owner.passings.find(({ terminator }) => terminator === name);
    const wanted = passing && this.wanted(owner, passing.whose);
    if (!wanted) return undefined;
    const found = listed(types).slice(passing.skipped);
    if (found.length !== wanted.length) return countWords(owner.name, passing, found.length, wanted.length);
    const wrong = wanted.findIndex((type, i) => this.differ(found[i] ?? -1, type));
    if (wrong < 0) return undefined;
    const text = (type: number | undefined): string => this.entries.typeText(type ?? 0);
    return typeWords(owner.name, passing, wrong, [text(found[wrong]), text(wanted[wrong])]);
  }

  private differ(found: number, wanted: number): boolean {
    return found >= 0 && wanted >= 0 && !this.entries.isSame(found, wanted);
  }

  /** The types that must be passed, -1 for an unknown one; undefined if their number is not known. */
  private wanted({ results, operands, inits }: Opened, whose: Whose): readonly number[] | undefined {
    switch (whose) {
      case "results":
        return results;
      case "operands":
        return operands;
      case "elements":
        return results.map((type) => this.element(type));
      case "inits":
        return inits === undefined || !Number.isInteger(inits)
          ? undefined
          : operands.slice(operands.length - inits).map((type) => this.element(type));
    }
  }
  private element(type: number): number {
    return type < 0 ? -1 : (scalarOf(type, this.entries) ?? -1);
  }

  /** Forgets the ops that are deeper than `depth - 1`. */
  private cut(depth: number): void {
    while ((this.opened.at(-1)?.depth ?? -1) >= depth) this.opened.pop();
  }
}

/** The way of control in the reference's words, which also name a region that is the way's end. */
const edge = (parent: string, terminator: string): string =>
  `'${parent}' op along control flow edge from Operation ${terminator} to parent`;

function countWords(parent: string, { terminator, words }: Passing, found: number, wanted: number): string {
  switch (words) {
    case "flow":
      return `${edge(parent, terminator)}: region branch point has ${found} operands, but region successor needs ${wanted} inputs`;
    case "linalg":
      return `'${terminator}' op expected number of yield values (${found}) to match the number of inits / outs operands of the enclosing LinalgOp (${wanted})`;
    case "other":
      return `'${terminator}' op number of operands does not match number of results of its parent`;
  }
}

function typeWords(
  parent: string,
  { terminator, words }: Passing,
  index: number,
  [found, wanted]: readonly [string, string],
): string {
  switch (words) {
    case "flow":
      return `${edge(parent, terminator)}: successor operand type #${index} '${found}' should match successor input type #${index} '${wanted}'`;
    case "linalg":
      return `'${terminator}' op type of yield operand ${index + 1} ('${found}') doesn't match the element type of the enclosing linalg.generic op ('${wanted}')`;
    case "other":
      return `'${terminator}' op types mismatch between yield op: '${found}' and its parent: '${wanted}'`;
  }
}
