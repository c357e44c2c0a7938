/** What the checks of single ops of the linalg dialect accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { LINALG } from "../../../../extension/formats/mlir/verify/ops/linalg";
import type { Sketch } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { testRows } from "../../../support/mlirRows";

const tensor = (sizes: string): string => `tensor<${sizes === "" ? "" : `${sizes}x`}f32>`;
const maps = (...list: readonly string[]): string => `[${list.map((map) => `affine_map<${map}>`).join(", ")}]`;

/** An op with one output, which is its last operand and its result if it is a tensor. */
function into(operands: readonly string[], properties: Properties, ...outs: readonly string[]): Sketch {
  const results = outs.filter((type) => type.startsWith("tensor"));
  return { operands: [...operands, ...outs], results, properties, groups: [operands.length, outs.length] };
}
/** @param loops how many parallel loops there are */
const generic = (loops: number, list: readonly string[], input: string, output: string): Sketch => {
  const types = Array<string>(loops).fill("#linalg.iterator_type<parallel>").join(", ");
  return into([input], { indexing_maps: maps(...list), iterator_types: `[${types}]` }, output);
};
const SAME = "(d0, d1) -> (d0, d1)";

/** An op that multiplies. @param dims its loops @param list the results of the maps */
const multiplied = (dims: string, list: readonly string[], ...sizes: readonly string[]): Sketch => {
  const [a = "", b = "", c = ""] = sizes.map(tensor);
  return into([a, b], { indexing_maps: maps(...list.map((result) => `(${dims}) -> (${result})`)) }, c);
};
const matmul = (list: readonly string[], ...sizes: readonly string[]): Sketch =>
  multiplied("d0, d1, d2", list, ...sizes);
const batch = (list: readonly string[], ...sizes: readonly string[]): Sketch =>
  multiplied("d0, d1, d2, d3", list, ...sizes);
const PLAIN = ["d0, d2", "d2, d1", "d0, d1"];

/** What is refused of all ops on batches of matrices. @param output the plain map of the output, and its sizes */
const batches = (output: string, sizes: string): readonly Row[] => {
  const of = (a: string, b: string, left: string, right: string, c = output): Sketch =>
    batch([a, b, c], left, right, sizes);
  return [
    [of("d0, d1, d3", "d0, d3, d2", "2x3x4", "2x4x5")],
    [of("d3", "d0, d3, d2", "4", "2x4x5")],
    [of("d0, d3", "d0, d3, d2", "2x4", "2x4x5")],
    [of("d0, d1, d3", "d3, d2", "2x3x4", "4x5")],
    [
      of("d0, d1, d2", "d0, d3, d2", "2x3x5", "2x4x5"),
      "Unexpected result dim expression (outside the set of default result dims).",
    ],
    [of("d0, d1, d3, d3", "d0, d3, d2", "2x3x4x4", "2x4x5"), "no. of result dim expressions exceeds 3."],
    [of("d1, d0, d3", "d0, d3, d2", "3x2x4", "2x4x5"), "Invalid batch dimension expression."],
    [batch(["d0, d1, d3", "d0, d3, d2"], "2x3x4", "2x4x5", sizes), "Indexing_map attribute must have 3 affine maps."],
    [of("d0, d1", "d0, d3, d2", "2x3", "2x4x5"), "Invalid broadcast requested."],
    [of("d0, d1, d3", "d2, d3", "2x3x4", "5x4"), "Invalid broadcast requested."],
    [
      of("d0, d1, d3", "d0, d3, d2", "2x3x4", "2x4x6"),
      `inferred input/output operand #2 has shape's dimension #${sizes.split("x").length - 1} to be 6, but found 5`,
    ],
  ];
};

const dimensions = (list: string): Properties => ({ dimensions: `array<i64: ${list}>` });
const reduced = (list: string, inputs: readonly string[], ...outs: readonly string[]): Sketch =>
  into(inputs.map(tensor), dimensions(list), ...outs.map(tensor));
const broadcast = (list: string, input: string, init: string): Sketch =>
  into([tensor(input)], dimensions(list), tensor(init));
const transposed = (list: string, input: string, init: string): Sketch =>
  into([tensor(input)], { permutation: `array<i64: ${list}>` }, tensor(init));
const winograd = (input: string, output: string): Sketch => ({
  ...{ operands: [tensor(input), tensor(output)], results: [tensor(output)] },
  properties: { fmr: "1 : i32" },
});
/** @param list the results of the maps */
const contracted = (list: readonly string[], a: string, b: string, c: string, loops?: number): Sketch => {
  const most = Math.max(
    0,
    ...(list
      .join()
      .match(/\d+/g)
      ?.map((dim) => Number(dim) + 1) ?? []),
  );
  const dims = Array.from({ length: loops ?? most }, (_, i) => `d${i}`).join(", ");
  return {
    operands: [tensor(a), tensor(b), tensor(c)],
    properties: { indexing_maps: maps(...list.map((results) => `(${dims}) -> (${results})`)) },
  };
};
const SHAPE = "the output shape is not expected";

/** `linalg.pack` or `linalg.unpack`. @param padding the type of the padding */
const packed = (
  [inner, tiles, outer]: readonly [inner: string, tiles: string, outer?: string],
  source: string,
  dest: string,
  ...padding: readonly string[]
): Sketch => ({
  operands: [tensor(source), tensor(dest), ...padding],
  results: [tensor(dest)],
  groups: [1, 1, padding.length, 0],
  properties: {
    inner_dims_pos: `array<i64: ${inner}>`,
    static_inner_tiles: `array<i64: ${tiles}>`,
    ...(outer === undefined ? {} : { outer_dims_perm: `array<i64: ${outer}>` }),
  },
});
const TILES = "error: mismatch in inner tile sizes specified";
/** Ops that do not work element by element. */
const OTHERS =
  /\.(?:generic|.*matmul|contract|elementwise|fill|broadcast|reduce|transpose|winograd.*|.*pack|softmax|map)$/;
const ELEMENTWISE: readonly Row[] = [
  [into([tensor("2x3")], {}, tensor("2x3"))],
  [into(["f32"], {}, tensor("2x3"))],
  [into([tensor("3")], {}, tensor("2x3")), "expected operand #0 rank (1) to match the result rank of indexing_map (2)"],
  [
    into([tensor("2x4")], {}, tensor("2x3")),
    "inferred input/output operand #1 has shape's dimension #1 to be 4, but found 3",
  ],
];
/** What both refuse. @param order puts the plain type and the tiled one in the op's order */
const packings = (order: (plain: string, tiled: string) => readonly [string, string]): readonly Row[] => {
  const of = (lists: Parameters<typeof packed>[0], plain: string, tiled: string): Sketch =>
    packed(lists, ...order(plain, tiled));
  return [
    [of(["1", "4"], "3x8", "3x2x4")],
    [of(["1", "4", "1, 0"], "3x8", "2x3x4")],
    [of(["1", "4"], "3x?", "3x?x4")],
    [of(["1", "0"], "3x8", "3x2x0"), "error: invalid zero tile factor"],
    [of(["2", "4"], "3x8", "3x2x4"), "error: invalid inner_dims_pos vector"],
    [of(["1, 1", "4, 4"], "3x8", "3x2x4x4"), "error: invalid inner_dims_pos vector"],
    [of(["1", "4", "1, 1"], "3x8", "3x2x4"), "error: invalid outer_dims_perm vector"],
    [of(["1", "4", "1"], "3x8", "3x2x4"), "error: outer_dims_perm must be a permutation or empty"],
    [
      of(["1, 0", "4, 1, 1"], "3x8", "3x2x4x1x1"),
      "error: tiling factors must be less than or equal to the input rank for pack or output rank for unpack",
    ],
    [of(["1", "4, 1"], "3x8", "3x2x4x1"), "error: tiling factors must equal the number of dimensions to tile"],
    [of(["1", "4"], "3x8", "3x2x4x1"), "error: packed rank != (unpacked rank + num tiling factors), got 4 != 3"],
    [{ ...of(["1", "4"], "3x8", "3x3x4"), release: 21 }],
    [
      { ...of(["1", "4"], "3x8", "3x1x4"), release: 21 },
      "error: the shape of output is not large enough to hold the packed data. Expected at least 'tensor<3x2x4xf32>', got 'tensor<3x1x4xf32>'",
    ],
    [{ ...of(["1", "4"], "3x8", "3x2x5"), release: 22 }, `${TILES} and shaped of tiled dimension in the packed type`],
    [
      { ...of(["1", "4"], "3x8", "3x2x5"), release: 23 },
      `${TILES} and shaped of tiled dimension in the packed type at index 0: got 5 != 4`,
    ],
    [
      { ...of(["1", "4"], "3x8", "3x2x?"), release: 23 },
      `${TILES} and shaped of tiled dimension in the packed type at index 0: got -9223372036854775808 != 4`,
    ],
    [
      { ...of(["1", "-9223372036854775808"], "3x8", "3x2x4"), release: 23 },
      `${TILES} at index 0: got static shape 4 but dynamic tile size`,
    ],
    [
      of(["1", "4"], "3x8", "3x3x4"),
      "error: expected 'tensor<3x2x4xf32>' for the packed domain value, got 'tensor<3x3x4xf32>'",
    ],
  ];
};

describe("a single op of the linalg dialect", () => {
  testRows(LINALG, {
    "linalg.generic": [
      [generic(2, [SAME, "(d0, d1) -> (d1, d0)"], tensor("2x3"), tensor("3x2"))],
      [generic(2, [SAME, SAME], tensor("2x?"), tensor("?x3"))],
      [generic(2, ["(d0, d1) -> ()", SAME], "f32", tensor("2x3"))],
      [generic(2, [SAME, SAME], "memref<2x3xf32>", tensor("2x3")), "expected to have pure tensor or buffer semantics"],
      [
        { ...generic(2, [SAME, SAME], tensor("2x3"), tensor("2x3")), results: [] },
        "expected the number of tensor results (0) to be equal to the number of output tensors (1)",
      ],
      [
        { ...generic(2, [SAME, SAME], tensor("2x3"), tensor("2x3")), results: [tensor("2x?")] },
        "expected type of operand #1 ('tensor<2x3xf32>') to match type of corresponding result ('tensor<2x?xf32>')",
      ],
      [
        generic(2, [SAME], tensor("2x3"), tensor("2x3")),
        "expected the number of indexing_map (1) to be equal to the number of input/output operands (2)",
      ],
      [
        generic(2, ["(d0, d1)[s0] -> (d0, d1)", SAME], tensor("2x3"), tensor("2x3")),
        "unexpected symbols in indexing_map #0",
      ],
      [
        generic(1, ["(d0) -> (d0)", SAME], tensor("2"), tensor("2x3")),
        "expected indexing_map #1 to have 1 dim(s) to match the number of loops",
      ],
      [
        generic(2, [SAME, SAME], tensor("2"), tensor("2x3")),
        "expected operand #0 rank (1) to match the result rank of indexing_map (2)",
      ],
      [
        generic(2, [SAME, SAME], tensor("2x3"), tensor("2x4")),
        "inferred input/output operand #1 has shape's dimension #1 to be 3, but found 4",
      ],
      [generic(2, ["(d0, d1) -> (d0 * 2 + d1)", SAME], tensor("6"), tensor("3x2"))],
      [
        generic(2, ["(d0, d1) -> (d0 * 2 + d1)", SAME], tensor("5"), tensor("3x2")),
        "inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 6, but found 5",
      ],
      [generic(1, ["(d0) -> (-d0 + 3)", "(d0) -> (d0)"], tensor("4"), tensor("4"))],
      [
        generic(1, ["(d0) -> (-d0 + 3)", "(d0) -> (d0)"], tensor("5"), tensor("5")),
        "unexpected result less than 0 at expression #0 in (d0) -> (-d0 + 3)",
      ],
      [generic(1, ["(d0) -> (d0)", "(d0) -> (d0)"], tensor("4"), tensor("0"))],
      [generic(1, ["(d0) -> (d0 floordiv 0)", "(d0) -> (d0)"], tensor("4"), tensor("4")), UNKNOWN],
    ],
    "linalg.matmul": [
      [matmul(PLAIN, "2x3", "3x4", "2x4")],
      [matmul(["d2, d0", "d2, d1", "d0, d1"], "3x2", "3x4", "2x4")],
      [matmul(["d2", "d2, d1", "d0, d1"], "3", "3x4", "2x4")],
      [matmul(["d0, d2", "d2, d1", "d1, d0"], "2x3", "3x4", "4x2")],
      [
        matmul(PLAIN.slice(0, 2), "2x3", "3x4", "2x4"),
        "expected the number of indexing_map (2) to be equal to the number of input/output operands (3)",
      ],
      [matmul(["d0, d1", "d2, d1", "d0, d1"], "2x4", "3x4", "2x4"), "Unexpected dim expression in map result."],
      [matmul(["d0", "d2, d1", "d0, d1"], "2", "3x4", "2x4"), "Invalid broadcast requested, should be (d2)."],
      [
        matmul(PLAIN, "2x3", "5x4", "2x4"),
        "inferred input/output operand #1 has shape's dimension #0 to be 3, but found 5",
      ],
    ],
    "linalg.batch_matmul": [
      ...batches("d0, d1, d2", "2x3x5"),
      [batch(["d0, d1, d3", "d3, d2", "d0, d1"], "2x3x4", "4x5", "2x3"), "expects 3 dims, but got (2)."],
      [batch(["d0, d1, d3", "d3, d2", "d1, d0, d2"], "2x3x4", "4x5", "3x2x5"), "Invalid output map result dimension."],
    ],
    "linalg.batch_reduce_matmul": [
      ...batches("d1, d2", "3x5"),
      [batch(["d0, d1, d3", "d3, d2", "d1"], "2x3x4", "4x5", "3"), "expects 2 dims, but got (1)."],
    ],
    "linalg.elementwise": [
      [
        into([tensor("2x3")], { kind: "#linalg.elementwise_kind<exp>" }, tensor("2x3")),
        "expected the number of indexing_map (0) to be equal to the number of input/output operands (2)",
      ],
      [
        into(
          [tensor("2x3")],
          { kind: "#linalg.elementwise_kind<exp>", indexing_maps: maps(SAME, SAME) },
          tensor("2x3"),
        ),
      ],
      [
        into(
          [tensor("2x3")],
          { kind: "#linalg.elementwise_kind<exp>", indexing_maps: maps("(d0, d1) -> (d0)", SAME) },
          tensor("2x3"),
        ),
        "expected operand #0 rank (2) to match the result rank of indexing_map (1)",
      ],
    ],
    "linalg.contract": [
      [contracted(["d0, d2", "d2, d1", "d0, d1"], "2x3", "3x4", "2x4")],
      [contracted(["d0", "d0", ""], "2", "2", "")],
      [
        contracted(["d0, d0", "d2, d1", "d0, d1"], "2x3", "3x4", "2x4"),
        "error: provided affine_map is not a projected permutation",
      ],
      [
        contracted(["d0", "d2, d1", "d0, d1"], "2x3", "3x4", "2x4"),
        "error: ranks of shaped operand and results of corresponding affine_map differ",
      ],
      [
        { ...contracted(["d0", "d0", "d1"], "2", "2", "2"), operands: [tensor("2"), tensor("2"), "f32"] },
        "error: affine_map specifies shaped access while operand has non-shaped type",
      ],
      [
        {
          ...contracted([], "2", "2", ""),
          properties: { indexing_maps: maps("(d0) -> (d0)", "(d0, d1) -> (d0)", "(d0) -> ()") },
        },
        "error: iteration spaces of provided affine_maps differ",
      ],
      [
        contracted(["d0", "d0", ""], "2", "2", "", 2),
        "error: iteration space dim at index 1 not used to access any operand",
      ],
      [
        contracted(["d0, d1", "d1", ""], "2x3", "3", ""),
        "error: iteration space dim at index 0 is neither a contracting dim nor of parallel iteration type",
      ],
      [
        contracted(["d0", "d1", "d0, d1"], "2", "3", "2x3"),
        "error: 'indexing_maps' do not specify a contracting dimension",
      ],
    ],
    "linalg.fill": [
      [into(["f32"], {}, tensor("2"))],
      [{ ...into(["i32"], {}, tensor("2")), release: 21 }],
      [into(["i32"], {}, tensor("2")), "expected fill value type ('i32') to match output element type ('f32')"],
      [
        { ...into(["f32"], {}, tensor("2")), results: [tensor("3")] },
        "expected type of operand #1 ('tensor<2xf32>') to match type of corresponding result ('tensor<3xf32>')",
      ],
    ],
    "linalg.broadcast": [
      [broadcast("1", "2x4", "2x3x4")],
      [
        broadcast("1", "2", "2x3x4"),
        "input rank plus added dimensions does not match init rank. input rank: 1, dimensions size: 1, init rank: 3",
      ],
      [broadcast("3", "2x4", "2x3x4"), "dimension 0 is out of range. expected range: [0, 2], got: 3"],
      [broadcast("1", "2x5", "2x3x4"), "input dim 1 should match init dim 2. input: 5, init: 4"],
    ],
    "linalg.reduce": [
      [reduced("1", ["2x3x4"], "2x4")],
      [reduced("0, 1", ["2x3", "2x3"], "", "")],
      [
        reduced("1, 0", ["2x3x4"], "4"),
        "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order",
      ],
      [
        reduced("0", ["2x3", "3x2"], "3", "3"),
        "expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.",
      ],
      [
        reduced("0", ["2x3", "2x3"], "3", "4"),
        "expects all outputs to have the same shapes. Shape at output-index 1 is not equal to the shape at output-index 0.",
      ],
      [reduced("2", ["2x3"], "2"), "dimensions for reduction should be in the range [0, 1]."],
      [reduced("0", ["2x3"], ""), "number of dimensions after reduction 1 doesn't match the init rank 0"],
      [reduced("0", ["2x3x4"], "3x5"), "init dimensions [3, 5] doesn't match input dimensions after reduction [3, 4]"],
    ],
    "linalg.transpose": [
      [transposed("1, 0", "2x3", "3x2")],
      [transposed("1, 1", "2x3", "3x2"), "permutation is not valid"],
      [{ ...transposed("1, 0", "2x3", "3x2x1"), release: 22 }, "input rank 2 does not match init rank 3"],
      [{ ...transposed("1, 0", "2x3", "3x2x1"), release: 23 }, "input rank (2) does not match init rank (3)"],
      [transposed("0", "2x3", "3x2"), "size of permutation 1 does not match the argument rank 2"],
      [transposed("1, 0", "2x3", "2x3"), "dim(result, 0) = 2 doesn't match dim(input, permutation[0]) = 3"],
    ],
    "linalg.winograd_filter_transform": [
      [winograd("2x3x3x5", "6x6x5x2")],
      [winograd("2x1x3x5", "1x6x5x2")],
      [winograd("2x2x3x5", "6x6x5x2"), "expect filter height either equals to r or 1"],
      [winograd("2x3x2x5", "6x6x5x2"), "expect filter width either equals to r or 1"],
      [winograd("2x1x1x5", "6x6x5x2"), "expect either filter height or width equals to r"],
      [winograd("2x3x3x5", "6x6x2x5"), SHAPE],
    ],
    "linalg.winograd_input_transform": [
      [winograd("2x10x10x5", "6x6x2x2x2x5")],
      [winograd("2x?x10x5", "6x6x?x2x2x5")],
      [winograd("2x10x10x5", "6x6x3x2x2x5"), SHAPE],
    ],
    "linalg.winograd_output_transform": [
      [winograd("6x6x2x2x2x5", "2x8x8x5")],
      [winograd("1x6x2x2x2x5", "2x2x8x5")],
      [winograd("5x6x2x2x2x5", "2x8x8x5"), "expect input height equals to input tile size"],
      [winograd("6x5x2x2x2x5", "2x8x8x5"), "expect input width equals to input tile size"],
      [winograd("6x6x2x2x2x5", "2x8x9x5"), SHAPE],
    ],
    "linalg.pack": [
      ...packings((plain, tiled) => [plain, tiled]),
      [packed(["1", "4"], "3x7", "3x2x4", "f32")],
      [packed(["1", "4"], "3x7", "3x2x4", "i32"), "expected padding_value has 'f32' but got: 'i32'"],
      [packed(["1", "-9223372036854775808"], "3x8", "3x2x?")],
      [
        packed(["1", "-9223372036854775808"], "3x7", "3x2x?"),
        "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
      ],
      [
        packed(["1, 0", "-9223372036854775808, -9223372036854775808", "1, 0"], "6x8", "5x3x?x?"),
        "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
      ],
      [
        packed(["1", "4"], "3x7", "3x2x4"),
        "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
      ],
    ],
    "linalg.unpack": packings((plain, tiled) => [tiled, plain]),
    ...Object.fromEntries(
      Object.keys(LINALG)
        .filter((name) => !OTHERS.test(name))
        .map((name): [string, readonly Row[]] => [name, ELEMENTWISE]),
    ),
    "linalg.softmax": [
      [{ ...into([tensor("2x3")], {}, tensor("2x?")), properties: { dimension: "1 : i64" } }],
      [
        { ...into([tensor("2x3")], {}, tensor("2x4")), properties: { dimension: "1 : i64" } },
        "incompatible output shape",
      ],
      [{ operands: ["!x.y", tensor("2x4")] }, UNKNOWN],
    ],
    "linalg.map": [
      [into([tensor("2x3"), tensor("2x3")], {}, tensor("2x3"))],
      [into([tensor("2x4")], {}, tensor("2x3")), "expected shape of input (2, 4) to match shape of output (2, 3)"],
    ],
  });
});
