/** Names of values as MLIR's printer gives them (SSANameState of AsmPrinter.cpp): numbers, or what the operation suggests. */
import type { Block, Op, Value } from "../model";
import type { OperationDefinition } from "../operations";
import { operationOf } from "../operations";

/** The names that an operation suggests for its results, by their index. */
type Suggest = (op: Op) => readonly (readonly [result: number, name: string])[];

/** A group of results that share a name: `%0:2`, used as `%0#1`. */
export interface ResultGroup {
  readonly name: string;
  readonly size: number;
}

/** The state of the numbering; a region continues that of the one around it. */
interface Counters {
  value: number;
  argument: number;
  conflict: number;
}

/** Names of single results (getAsmResultNames of CudaTile.cpp). */
const RESULT_NAMES: ReadonlyMap<string, string> = new Map([
  ["broadcast", "bcast"],
  ["for", "for"],
  ["make_tensor_view", "tview"],
  ["make_partition_view", "pview"],
  ["make_strided_view", "sview"],
  ["make_gather_scatter_view", "gsview"],
  ["reduce", "reduce"],
  ["reshape", "reshape"],
]);

/**
 * Names that an operation suggests, apart from constants and assumptions: several results get the names in their
 * definition.
 */
export function definedNames(definition: OperationDefinition, count: number): readonly (readonly [number, string])[] {
  if (count === 0) return [];
  const { name, results } = definition;
  if (results.length > 1) return results.map((result, i) => [i, result.name] as const);
  const own = RESULT_NAMES.get(name);
  return own === undefined ? [] : [[0, own]];
}

function argumentName(op: Op | undefined, index: number, count: number): string | undefined {
  const name = op && operationOf(op.code)?.name;
  if (name === "for") return index === 0 ? "loopIdx" : `iterArg${index - 1}`;
  if (name !== "reduce") return undefined;
  return `reduce_${index % 2 === 0 ? "lhs" : "rhs"}${count > 2 ? Math.floor(index / 2) : ""}`;
}

/** What is appended to the name of the first of several results. */
const FIRST = "#0";

/** The names of one function's values. */
export class ValueNames {
  /** By the numbers of the values: what follows `%`. Most names are numbers. */
  private readonly names: (string | number | undefined)[] = [];
  /** Of operations with several groups. */
  private readonly groups = new Map<Op, readonly ResultGroup[]>();

  constructor(private readonly suggest: Suggest) {}

  /** Names everything in a function. */
  function(block: Block): void {
    this.region([block], undefined, { value: 0, argument: 0, conflict: 0 }, new Set());
  }
  name(value: Value): string {
    const name = this.names[value.index];
    return name === undefined ? "%<unknown>" : `%${name}`;
  }
  results(op: Op): readonly ResultGroup[] {
    const groups = this.groups.get(op);
    if (groups) return groups;
    const size = op.results.length;
    const [first] = op.results;
    if (!first || this.names[first.index] === undefined) return [];
    const name = this.name(first);
    return [{ name: size === 1 ? name : name.slice(0, -FIRST.length), size }];
  }
  private set({ index }: Value, name: string | number): void {
    // Values of nested regions are named later: without gaps, the array stays one of consecutive elements.
    while (this.names.length <= index) this.names.push(undefined);
    this.names[index] = name;
  }

  private region(blocks: readonly Block[], parent: Op | undefined, from: Counters, outer: ReadonlySet<string>): void {
    const counters = { ...from };
    const used = new Set(outer);
    for (const [index, block] of blocks.entries()) {
      for (const [i, arg] of block.args.entries()) {
        const own = argumentName(parent, i, block.args.length);
        if (own !== undefined) this.set(arg, unique(own, used, counters));
        else if (index === 0) this.set(arg, unique(`arg${counters.argument++}`, used, counters));
        else this.set(arg, counters.value++);
      }
      for (const op of block.ops) this.results_(op, used, counters);
    }
    // A region's own values are numbered before those of nested regions.
    for (const block of blocks)
      for (const op of block.ops) for (const inner of op.regions) this.region(inner, op, counters, used);
  }

  private results_(op: Op, used: Set<string>, counters: Counters): void {
    const { results } = op;
    if (results.length === 0) return;
    const suggested = new Map(this.suggest(op));
    const starts = [...new Set([0, ...suggested.keys()])]
      .filter((start) => start < results.length)
      .sort((a, b) => a - b);
    const groups = starts.map((start, i): ResultGroup => {
      const size = (starts[i + 1] ?? results.length) - start;
      const own = suggested.get(start);
      const name = own === undefined ? counters.value++ : unique(own, used, counters);
      for (let k = 0; k < size; k++) {
        const value = results[start + k];
        if (value) this.set(value, size === 1 ? name : `${name}#${k}`);
      }
      return { name: `%${name}`, size };
    });
    if (groups.length > 1) this.groups.set(op, groups);
  }
}

/** A free name: with a number appended if the name is taken. */
function unique(name: string, used: Set<string>, counters: Counters): string {
  let found = name;
  while (used.has(found)) found = `${name}_${counters.conflict++}`;
  used.add(found);
  return found;
}
