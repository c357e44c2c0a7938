/** What mlir::shard's ops demand, of themselves and of the grid of devices that they name (ShardOps.cpp). */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";
import type { NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import type { OpChecks, OpView } from "../opView";
import { asSize } from "./shared";

/** A grid of devices. */
interface Grid {
  readonly name: string;
  readonly sizes: readonly number[];
}

/** The numbers of a property, none if the op has no such property. */
const numbersOf = (op: OpView, name: string): readonly number[] => op.attribute(name)?.integers ?? [];

/** The axes of the grid by which each dimension is split: `#shard<axisarray[[0], [1, 2]]>`. */
function splitAxes(op: OpView): readonly (readonly number[])[] {
  const [, list = ""] = /\[(.*)\]/.exec(known(op.attribute("split_axes")).text) ?? unknown();
  return partsOf(list).map((axes) => partsOf(axes.slice(1, -1)).map(Number));
}

const ofGrid =
  (check: (op: NestedOp, grid: Grid) => void): SymbolCheck =>
  (op, find) => {
    const reference = known(op.attribute("grid"));
    const [name = ""] = reference.path;
    const found = find(reference);
    refuseBare(found?.name !== "shard.grid", `Undefined required grid symbol "${name}".`);
    check(op, { name, sizes: known(found).integers("shape").map(asSize) });
  };

function axesFit(axes: readonly number[], { name, sizes }: Grid): void {
  refuseBare(new Set(axes).size < axes.length, "Grid axes contains duplicate elements.");
  for (const axis of axes)
    refuseBare(
      axis >= sizes.length || axis < 0,
      `0-based grid axis index ${axis} is out of bounds. The referenced grid "${name}" is of rank ${sizes.length}.`,
    );
}

/** Ops with a result for each axis. */
const perAxis = ofGrid((op, grid) => {
  const axes = numbersOf(op, "axes");
  axesFit(axes, grid);
  const [found, wanted] = [op.results.length, axes.length === 0 ? grid.sizes.length : axes.length];
  refuseBare(found !== wanted, `Unexpected number of results ${found}. Expected ${wanted}.`);
});

/** What an op on groups of devices asks: the axes that make the groups, and how many devices are in one. */
interface Group {
  readonly axes: readonly number[];
  readonly sizes: readonly number[];
  readonly count: number;
}

const product = (a: number, b: number): number => (a === ANY_SIZE || b === ANY_SIZE ? ANY_SIZE : a * b);
const quotient = (a: number, b: number): number => (a === ANY_SIZE || b === ANY_SIZE ? ANY_SIZE : Math.trunc(a / b));

/** @param device the property that names a device of the group */
const ofGroup = (device: string | undefined, check?: (op: NestedOp, group: Group) => void): SymbolCheck =>
  ofGrid((op, grid) => {
    const axes = numbersOf(op, "grid_axes");
    axesFit(axes, grid);
    const sizes = axes.map((axis) => known(grid.sizes[axis]));
    if (device !== undefined && op.has(device)) deviceFits(device, op.integers(device).map(asSize), sizes);
    check?.(op, { axes, sizes, count: sizes.reduce(product, 1) || unknown() });
  });

function deviceFits(name: string, device: readonly number[], sizes: readonly number[]): void {
  const words = `In-group device "${name}" has unexpected multi-index size ${device.length}. Expected ${sizes.length}.`;
  refuseBare(device.length !== sizes.length, words);
  device.forEach((place, i) => {
    const size = sizes[i] ?? ANY_SIZE;
    const range = `Got ${place}, but expected value in the range [0, ${size - 1}].`;
    const isOut = place !== ANY_SIZE && size !== ANY_SIZE && size <= place;
    refuseBare(isOut, `Out of bounds coordinate ${i} for in-group device "${name}". ${range}`);
  });
}

function sizeFits(expected: number, type: TypeView, axis: number): void {
  const found = known(type.shape[axis]);
  const words = `Expected ${expected === ANY_SIZE ? "dynamic" : expected}, but got ${found}.`;
  refuseBare(found !== ANY_SIZE && found !== expected, `Dimension size mismatch for result axis ${axis}. ${words}`);
}

function gathered(op: NestedOp, { count }: Group): void {
  const [input, result, axis] = [op.operand(0), op.result(), op.integer("gather_axis")];
  const isOut = axis < 0 || axis >= result.rank;
  refuseBare(isOut, `Gather axis ${axis} is out of bounds [0, ${result.rank}).`);
  input.shape.forEach((size, i) => {
    sizeFits(i === axis ? product(count, size) : size, result, i);
  });
}

/** @param property the dimension that is divided among the devices; its name may change with the release */
const scattered =
  (...properties: readonly string[]) =>
  (op: NestedOp, { count }: Group): void => {
    const [input, result] = [op.operand(0), op.result()];
    const axis = op.integer(properties.find((name) => op.has(name)) ?? unknown());
    input.shape.forEach((size, i) => {
      if (i !== axis) sizeFits(size, result, i);
    });
    const size = known(input.shape[axis]);
    const isWhole = size === ANY_SIZE || count === ANY_SIZE || size % count === 0;
    const words = `is not divisible by collective device group size ${count} for tensor axis ${axis}.`;
    refuseBare(!isWhole, `Operand dimension size ${size} ${words}`);
    sizeFits(quotient(size, count), result, axis);
  };

function exchanged(op: NestedOp, { count }: Group): void {
  const [input, result] = [op.operand(0), op.result()];
  const [split, concat] = [op.integer("split_axis"), op.integer("concat_axis")];
  input.shape.forEach((size, i) => {
    if ((i !== split && i !== concat) || split === concat) sizeFits(size, result, i);
  });
  if (split === concat) return;
  sizeFits(product(known(input.shape[concat]), count), result, concat);
  const size = known(input.shape[split]);
  const part = quotient(size, count);
  sizeFits(part !== ANY_SIZE && size % count !== 0 ? ANY_SIZE : part, result, split);
}

const sharding = ofGrid((op, { sizes }) => {
  const offsets = numbersOf(op, "static_sharded_dims_offsets").map(asSize);
  if (offsets.length === 0) return;
  const words = "sharded dims offsets are not allowed for device grids with dynamic shape.";
  refuseBare(sizes.includes(ANY_SIZE), words);
  let start = 0;
  for (const axes of splitAxes(op).filter(({ length }) => length > 0)) {
    const shards = axes.reduce((sum, axis) => sum + known(sizes[axis]), 0);
    let least = 0;
    for (const offset of offsets.slice(start, start + shards + 1)) {
      if (offset === ANY_SIZE) continue;
      refuseBare(offset < least, "sharded dims offsets must be non-decreasing.");
      least = offset;
    }
    refuseBare(offsets.length <= start + shards, "sharded dims offsets has wrong size.");
    start += shards + 1;
  }
});

/** By the names of ops. */
export const SHARD: OpChecks = {
  "shard.grid": (op) => {
    const sizes = op.integers("shape").map(asSize);
    refuse(sizes.length === 0, "rank of grid is expected to be a positive integer");
    const isNegative = sizes.some((size) => size < 0 && size !== ANY_SIZE);
    refuse(isNegative, "dimension size of a grid is expected to be non-negative or dynamic");
  },
  "shard.sharding": (op) => {
    const split = splitAxes(op);
    const axes = split.flat();
    refuseBare(
      axes.some((axis) => axis < 0),
      "grid axis is expected to be non-negative",
    );
    refuseBare(new Set(axes).size < axes.length, "grid axis duplicated");
    const halos = numbersOf(op, "static_halo_sizes").length;
    const hasOffsets = numbersOf(op, "static_sharded_dims_offsets").length > 0;
    refuse(halos > 0 && hasOffsets, "halo sizes and shard offsets are mutually exclusive");
    const count = split.filter(({ length }) => length > 0).length;
    refuseBare(halos > 0 && halos !== 2 * count, "halo sizes must be specified for all split axes.");
  },
};

/** Uses of grids. */
export const SHARD_SYMBOLS: SymbolChecks = {
  "shard.all_gather": ofGroup(undefined, gathered),
  "shard.all_reduce": ofGroup(undefined),
  "shard.all_slice": ofGroup(undefined, scattered("slice_axis")),
  "shard.all_to_all": ofGroup(undefined, exchanged),
  "shard.broadcast": ofGroup("root"),
  "shard.gather": ofGroup("root", gathered),
  "shard.grid_shape": perAxis,
  "shard.neighbors_linear_indices": ofGrid(() => undefined),
  "shard.process_linear_index": ofGrid(() => undefined),
  "shard.process_multi_index": perAxis,
  "shard.recv": ofGroup("source"),
  "shard.reduce": ofGroup("root"),
  "shard.reduce_scatter": ofGroup(undefined, scattered("scatter_axis", "scatter_dim")),
  "shard.scatter": ofGroup("root", scattered("scatter_axis", "scatter_dim")),
  "shard.send": ofGroup("destination"),
  "shard.sharding": sharding,
  "shard.shift": ofGroup(undefined, (op, { axes }) => {
    const axis = op.integer("shift_axis");
    refuseBare(!axes.includes(axis), `Invalid shift axis ${axis}. It must be one of the grouping grid axes.`);
  }),
  "shard.update_halo": ofGrid(() => undefined),
};
