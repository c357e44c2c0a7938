/** What checks of mlir::shard's ops accept and refuse. */
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { SHARD, SHARD_SYMBOLS } from "../../../../extension/formats/mlir/verify/ops/shard";
import { placed } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { bare, op, testOpRows, testRows } from "../../../support/mlirRows";

const DYNAMIC = "-9223372036854775808";

describe("checks of shard's ops", () => {
  testOpRows(SHARD, [
    ["shard.grid", op("", { shape: `array<i64: 2, ${DYNAMIC}>` })],
    ["shard.grid", op("", { shape: "array<i64>" }), "rank of grid is expected to be a positive integer"],
    [
      "shard.grid",
      op("", { shape: "array<i64: -5>" }),
      "dimension size of a grid is expected to be non-negative or dynamic",
    ],
    ["shard.sharding", op("", { split_axes: "#shard<axisarray[[0], [], [1, 2]]>" })],
    ["shard.sharding", op("", { split_axes: "#shard<axisarray[[0]]>", static_halo_sizes: "array<i64: 1, 1>" })],
    [
      "shard.sharding",
      op("", { split_axes: "#shard<axisarray[[-1]]>" }),
      bare("grid axis is expected to be non-negative"),
    ],
    ["shard.sharding", op("", { split_axes: "#shard<axisarray[[0], [1, 0]]>" }), bare("grid axis duplicated")],
    [
      "shard.sharding",
      op("", { split_axes: "#shard<axisarray[[0], [1]]>", static_halo_sizes: "array<i64: 1, 1>" }),
      bare("halo sizes must be specified for all split axes."),
    ],
    [
      "shard.sharding",
      op("", {
        ...{ split_axes: "#shard<axisarray[[0]]>", static_halo_sizes: "array<i64: 1, 1>" },
        static_sharded_dims_offsets: "array<i64: 0, 1>",
      }),
      "halo sizes and shard offsets are mutually exclusive",
    ],
  ]);
});

interface Grid {
  /** The grid that the op names; undefined: there is none. */
  readonly grid?: string | undefined;
}
const checks = Object.fromEntries(
  Object.entries(SHARD_SYMBOLS).map(([name, check]) => [
    name,
    (use: NestedOp, { grid }: Grid): void => {
      const found = grid === undefined ? undefined : placed("shard.grid", { properties: { shape: grid } });
      check(use, () => found);
    },
  ]),
);

/** An op on groups of devices of a grid of two and four. */
const uses = (signature: string, properties: Properties, outcome?: string, grid = "array<i64: 2, 4>"): Row<Grid> => [
  { ...op(signature, { grid: "@g", grid_axes: "array<i16: 0>", ...properties }), grid },
  outcome === undefined ? undefined : bare(outcome),
];
const missing = (properties: Properties = {}): Row<Grid> => [
  op("", { grid: "@g", ...properties }),
  bare('Undefined required grid symbol "g".'),
];
const mismatch = (axis: number, expected: number | "dynamic", found: number): string =>
  `Dimension size mismatch for result axis ${axis}. Expected ${expected}, but got ${found}.`;
const out = (axis: number): string =>
  `0-based grid axis index ${axis} is out of bounds. The referenced grid "g" is of rank 2.`;

const AXES: readonly Row<Grid>[] = [
  uses("-> index, index", { axes: "array<i16>" }),
  uses("-> index", { axes: "array<i16: 1>" }),
  uses("-> index", { axes: "array<i16: 2>" }, out(2)),
  uses("-> index, index", { axes: "array<i16: 0, 0>" }, "Grid axes contains duplicate elements."),
  uses("-> index", { axes: "array<i16>" }, "Unexpected number of results 1. Expected 2."),
];
const GROUPS: readonly Row<Grid>[] = [uses("", {}), uses("", { grid_axes: "array<i16: -1>" }, out(-1)), missing()];
const ANY: readonly Row<Grid>[] = [uses("", {}), missing()];

/** An op that names a device of the group. */
const device = (name: string): readonly Row<Grid>[] => [
  uses("", { [name]: "array<i64: 1>" }),
  uses("", { [name]: `array<i64: ${DYNAMIC}>` }),
  uses("", { [name]: "array<i64: 1, 1>" }, `In-group device "${name}" has unexpected multi-index size 2. Expected 1.`),
  uses(
    "",
    { [name]: "array<i64: 2>" },
    `Out of bounds coordinate 0 for in-group device "${name}". Got 2, but expected value in the range [0, 1].`,
  ),
];
const gathers = (properties: Properties = {}): readonly Row<Grid>[] => {
  const along = (axis: number): Properties => ({ gather_axis: `${axis} : index`, ...properties });
  return [
    uses("tensor<3x5xf32> -> tensor<6x5xf32>", along(0)),
    uses("tensor<3x5xf32> -> tensor<?x5xf32>", along(0)),
    uses("tensor<3x5xf32> -> tensor<5x5xf32>", along(0), mismatch(0, 6, 5)),
    uses("tensor<3x5xf32> -> tensor<6x5xf32>", along(0), mismatch(0, "dynamic", 6), `array<i64: ${DYNAMIC}, 4>`),
    uses("tensor<3x5xf32> -> tensor<6x5xf32>", along(2), "Gather axis 2 is out of bounds [0, 2)."),
  ];
};
const scatters = (name: string, properties: Properties = {}): readonly Row<Grid>[] => {
  const along = { [name]: "0 : index", ...properties };
  const whole = "is not divisible by collective device group size 2 for tensor axis 0.";
  return [
    uses("tensor<6x5xf32> -> tensor<3x5xf32>", along),
    uses("tensor<6x5xf32> -> tensor<2x5xf32>", along, mismatch(0, 3, 2)),
    uses("tensor<6x5xf32> -> tensor<3x4xf32>", along, mismatch(1, 5, 4)),
    uses("tensor<5x5xf32> -> tensor<3x5xf32>", along, `Operand dimension size 5 ${whole}`),
  ];
};
const ROOT = { root: "array<i64: 0>" };
const exchange = (split: number, concat: number): Properties => ({
  ...{ split_axis: `${split} : index`, concat_axis: `${concat} : index` },
});
const sharded = (offsets: string, outcome?: string, grid?: string): Row<Grid> =>
  uses(
    "",
    { split_axes: "#shard<axisarray[[], [0]]>", static_sharded_dims_offsets: `array<i64${offsets}>` },
    outcome,
    grid,
  );

describe("checks of the grids that shard's ops name", () => {
  testRows(checks, {
    "shard.all_gather": gathers(),
    "shard.all_reduce": GROUPS,
    "shard.all_slice": scatters("slice_axis"),
    "shard.all_to_all": [
      uses("tensor<4x6xf32> -> tensor<2x12xf32>", exchange(0, 1)),
      uses("tensor<4x6xf32> -> tensor<4x6xf32>", exchange(0, 0)),
      uses("tensor<4x6xf32> -> tensor<5x6xf32>", exchange(0, 0), mismatch(0, 4, 5)),
      uses("tensor<4x6xf32> -> tensor<2x6xf32>", exchange(0, 1), mismatch(1, 12, 6)),
      uses("tensor<4x6xf32> -> tensor<4x12xf32>", exchange(0, 1), mismatch(0, 2, 4)),
      uses("tensor<3x6xf32> -> tensor<1x12xf32>", exchange(0, 1), mismatch(0, "dynamic", 1)),
    ],
    "shard.broadcast": device("root"),
    "shard.gather": gathers(ROOT),
    "shard.grid_shape": AXES,
    "shard.neighbors_linear_indices": ANY,
    "shard.process_linear_index": ANY,
    "shard.process_multi_index": AXES,
    "shard.recv": [...device("source"), uses("", {})],
    "shard.reduce": device("root"),
    "shard.reduce_scatter": [...scatters("scatter_axis"), ...scatters("scatter_dim")],
    "shard.scatter": scatters("scatter_dim", ROOT),
    "shard.send": device("destination"),
    "shard.sharding": [
      sharded(""),
      sharded(": 0, 3, 5"),
      sharded(": 0, 3", "sharded dims offsets has wrong size."),
      sharded(": 0, 3, 2", "sharded dims offsets must be non-decreasing."),
      sharded(
        ": 0, 3, 5",
        "sharded dims offsets are not allowed for device grids with dynamic shape.",
        `array<i64: ${DYNAMIC}>`,
      ),
    ],
    "shard.shift": [
      uses("", { shift_axis: "0 : index" }),
      uses("", { shift_axis: "1 : index" }, "Invalid shift axis 1. It must be one of the grouping grid axes."),
    ],
    "shard.update_halo": ANY,
  });
});
