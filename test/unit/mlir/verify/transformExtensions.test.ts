/** What checks of the ops that linalg and affine add to the transform dialect accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import {
  TRANSFORM_EXTENSION_PLACES,
  TRANSFORM_EXTENSION_REGIONS,
  TRANSFORM_EXTENSIONS,
} from "../../../../extension/formats/mlir/verify/ops/transformExtensions";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties, Row } from "../../../support/mlirRows";
import { each, op, testOpRows, testRows } from "../../../support/mlirRows";

const [ANY, PARAM] = ["!transform.any_op", "!transform.param<i64>"];
const one = (properties: Properties): OpRow[1] => op(ANY, properties);
const NOT_PERMUTED = (name: string): string => `expects ${name} to be a permutation, found 1, 1`;
const permuted = (name: string, property: string): readonly OpRow[] => [
  [name, one({ [property]: "array<i64: 1, 0>" })],
  [name, one({ [property]: "array<i64: 1, 1>" }), NOT_PERMUTED(property)],
];
const greedy = (order: string, sizes: string, multiples: string): OpRow[1] =>
  one({
    matmul_inner_dims_order: `array<i64: ${order}>`,
    static_matmul_packed_sizes: `array<i64: ${sizes}>`,
    matmul_padded_sizes_next_multiple_of: `array<i64${multiples}>`,
  });
const padded = (flags: string, dimensions: string, transposes: string): OpRow[1] =>
  one({ nofold_flags: flags, padding_dimensions: dimensions, transpose_paddings: transposes });
const split = (size: string, ...dynamic: readonly string[]): OpRow[1] =>
  op([ANY, ...dynamic].join(", "), { static_chunk_sizes: `${size} : i64` });
const tiled = (sizes: string, scalable: string, ...loops: readonly string[]): OpRow[1] =>
  op(`${ANY} -> ${[ANY, ...loops].join(", ")}`, {
    static_sizes: `array<i64: ${sizes}>`,
    scalable_sizes: `array<i1: ${scalable}>`,
  });
const chosen = (list: string, properties: Properties = {}): OpRow[1] =>
  one({ raw_position_list: `array<i64${list}>`, raw_dim_list: `array<i64${list}>`, ...properties });
const result = (type: string, ...words: readonly string[]): OpRow[1] =>
  op(`${ANY} -> ${type}`, Object.fromEntries(words.map((word) => [word, "unit"])));
const RESULT = "expects either the any/single keyword or the type value handle result type";

/** An op that matches, whose block takes value 5. */
const matching = (...args: readonly string[]): ReturnType<typeof placed> =>
  placed("transform.match.structured", { regions: [[{ ...block(args), firstValue: 5 }]] });
const PREDICATE: readonly Row[] = [
  [{ operands: [ANY], values: [5], parent: matching(ANY) }],
  [{ operands: [ANY], values: [4], parent: matching() }],
  [
    { operands: [ANY], values: [4], parent: matching(ANY) },
    "expected predicate to apply to the surrounding structured op",
  ],
  [{ operands: [ANY], parent: placed("transform.sequence") }, "expects parent op to be 'transform.match.structured'"],
];
const inside = (args: readonly string[], ...names: readonly string[]): Row[0] => ({
  regions: [[block(args, ...names.map((name) => placed(name)), placed("transform.match.structured.yield"))]],
});

describe("checks of ops that are added to the transform dialect", () => {
  testOpRows(TRANSFORM_EXTENSIONS, [
    ["transform.gpu.map_forall_to_blocks", one({})],
    ["transform.gpu.map_forall_to_blocks", one({ grid_dims: "array<i64: 1, 2, 3>" })],
    [
      "transform.gpu.map_forall_to_blocks",
      one({ grid_dims: "array<i64: 50, 16>" }),
      "transform requires empty or size-3 grid_dims",
    ],
    ...permuted("transform.structured.interchange", "iterator_interchange"),
    [
      "transform.structured.interchange",
      one({ iterator_interchange: "array<i64: -3, 1>" }),
      "attribute 'iterator_interchange' failed to satisfy constraint: i64 dense array attribute whose value is non-negative",
    ],
    ...permuted("transform.structured.hoist_pad", "transpose"),
    ...permuted("transform.structured.hoist_pad.build_packing_loop_nest", "transpose"),
    ...each(
      ["transform.structured.multitile_sizes", "transform.structured.continuous_tile_sizes"],
      [op(`${ANY} -> ${PARAM}, ${PARAM}`)],
      [op(`${ANY} -> ${PARAM}, ${ANY}`), "expects all results type to be the same"],
    ),
    ["transform.structured.pack_greedily", greedy("2, 0, 1", "8, 0, 32", ": 0, 1, 0")],
    ["transform.structured.pack_greedily", greedy("2, 0, 1", "8, 0, 32", "")],
    [
      "transform.structured.pack_greedily",
      greedy("1, 1, 0", "8, 0, 32", ""),
      '"matmul_inner_dims_order" is not a valid permutation',
    ],
    [
      "transform.structured.pack_greedily",
      greedy("0, 1, 2", "1, 1, 1", ": 1, 1, 1"),
      "at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul strategy",
    ],
    ["transform.structured.pack_transpose", one({ inner_perm: "array<i64: 1, 0>" })],
    [
      "transform.structured.pack_transpose",
      one({ inner_perm: "array<i64: 1, 1>" }),
      '"inner_perm" is not a valid permutation',
    ],
    [
      "transform.structured.pack_transpose",
      one({ outer_perm: "array<i64: 1, 1>" }),
      '"outer_perm" is not a valid permutation',
    ],
    ["transform.structured.pad", padded("[0 : i64, 1 : i64]", "[1 : i64]", "[[1 : i64, 0 : i64]]")],
    [
      "transform.structured.pad",
      padded("[1 : i64, 7 : i64]", "[]", "[]"),
      "expects nofold_flags to contain booleans (0/1), found [1 : i64, 7 : i64]",
    ],
    [
      "transform.structured.pad",
      padded("[]", "[-7 : i64]", "[]"),
      "expects padding_dimensions to contain positive integers, found [-7 : i64]",
    ],
    [
      "transform.structured.pad",
      padded("[]", "[]", "[[1 : i64, 1 : i64]]"),
      "expects transpose_paddings to be a permutation, found [1 : i64, 1 : i64]",
    ],
    ["transform.structured.split", split("4")],
    ["transform.structured.split", split("-9223372036854775808", ANY)],
    [
      "transform.structured.split",
      split("-9223372036854775808"),
      "expects either a dynamic or a static split point to be provided",
    ],
    ["transform.structured.tile_using_for", tiled("4, 0", "false, false", ANY)],
    [
      "transform.structured.tile_using_for",
      tiled("4, 4", "false", ANY, ANY),
      "expected same number of sizes (2) and scalable sizes (1)",
    ],
    [
      "transform.structured.tile_using_for",
      tiled("4, 4", "false, false", ANY),
      "expected number of loops to tile (2) to match number of `loops` results (1)",
    ],
    ["transform.match.structured.body", one({ passthrough: "unit" })],
    [
      "transform.match.structured.body",
      one({ passthrough: "unit", elementwise: "unit" }),
      'only one of {"reduction_position", "passthrough", "elementwise", "contraction"} is allowed',
    ],
    ["transform.match.structured.dim", chosen(": 0, 1")],
    [
      "transform.match.structured.dim",
      chosen("", { is_all: "unit", parallel: "unit", reduction: "unit" }),
      "cannot request the same dimension to be both parallel and reduction",
    ],
    ...each(
      ["transform.match.structured.dim", "transform.match.structured.input", "transform.match.structured.init"],
      [
        chosen("", { is_all: "unit", is_inverted: "unit" }),
        "cannot request both 'all' and 'inverted' values in the list",
      ],
      [chosen(": 0", { is_all: "unit" }), "cannot both request 'all' and specific values in the list"],
      [chosen(""), "must request specific values in the list if 'all' is not specified"],
      [chosen(": 0, 0"), "expected the listed values to be unique"],
    ),
    ...each(
      ["transform.match.structured.input", "transform.match.structured.init"],
      [{ ...chosen(": 1"), results: [ANY] }],
      [{ ...chosen(": 0, 1"), results: [ANY] }, "cannot bind multiple inputs/inits to the same value"],
      [
        chosen(": 0", { permutation: "unit", projected_permutation: "unit" }),
        '"permutation" and "projected_permutation" are mutually exclusive',
      ],
    ),
    ["transform.match.structured.result", result(ANY, "any")],
    ["transform.match.structured.result", result("!transform.any_value")],
    ["transform.match.structured.result", result(ANY), RESULT],
    ["transform.match.structured.result", result("!transform.any_value", "single"), RESULT],
    ["transform.match.structured.result", result(ANY, "any", "single"), "'any' and 'single' are mutually exclusive"],
    [
      "transform.affine.simplify_bounded_affine_ops",
      op(`${ANY}, ${ANY}`, { lower_bounds: "array<i64: 0>", upper_bounds: "array<i64: 5>" }),
    ],
    [
      "transform.affine.simplify_bounded_affine_ops",
      op(ANY, { lower_bounds: "array<i64>", upper_bounds: "array<i64: 5>" }),
      "incorrect number of upper bounds, expected 0 but found 1",
    ],
  ]);
});

describe("a predicate of a match", () => {
  testRows(
    TRANSFORM_EXTENSION_PLACES,
    Object.fromEntries(Object.keys(TRANSFORM_EXTENSION_PLACES).map((name) => [name, PREDICATE])),
  );
});

describe("a region of the transform dialect", () => {
  testRows(TRANSFORM_EXTENSION_REGIONS, {
    "transform.match.structured": [
      [inside([ANY], "transform.match.structured.rank", "transform.get_result")],
      [inside([]), "expected one body argument"],
      [inside(["i32"]), "expected body argument to implement TransformHandleTypeInterface"],
      [inside([ANY], "transform.apply_cse"), "expects nested operations to implement MatchOpInterface"],
      [{}, UNKNOWN],
    ],
    "transform.structured.replace": [
      [{ regions: [[block([], placed("t.new"))]] }],
      [{ regions: [[block([]), block([])]] }, "expected one block"],
      [{ regions: [[block([])]] }, "expected one operation in block"],
      [
        { regions: [[block(["i1"], placed("t.new", { operands: ["i1"] }))]] },
        "error: 't.new' op expected replacement without operands",
      ],
    ],
  });
});
