/** What checks of vector's ops accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { VECTOR, VECTOR_REGIONS } from "../../../../extension/formats/mlir/verify/ops/vector";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { each, op, testOpRows, testRows } from "../../../support/mlirRows";

/** An op whose definition has these lists of operands. */
const lists = (signature: string, groups: readonly number[], properties: Properties = {}): Sketch =>
  op(signature, properties, { groups });
const scan = (initial: string, axis: number, kind = "add", from = "vector<2x3xf32>"): Sketch =>
  op(`${from}, ${initial} -> ${from}, ${initial}`, {
    kind: `#vector.kind<${kind}>`,
    reduction_dim: `${axis} : i64`,
    inclusive: "true",
  });

const slice = (sizes: string, from: string, to: string): OpRow[1] =>
  op(`${from} -> ${to}`, { offsets: "[0 : i64, 0 : i64]", sizes: `[${sizes}]`, strides: "[1 : i64, 1 : i64]" });
const base = (sizes: string): string =>
  `expected size at idx=1 to match the corresponding base size from the input vector (${sizes})`;
const contract = (element: string, ...results: readonly string[]): OpRow[1] => {
  const maps = results.map((list) => `affine_map<(d0, d1, d2) -> (${list})>`).join(", ");
  const types = results.map((list) => `vector<${list.replace(/d\d/g, "2").replaceAll(", ", "x")}x${element}>`);
  return op(`${types.join(", ")} -> ${types[2] ?? ""}`, { indexing_maps: `[${maps}]` });
};
const STRIDED = "memref<2x8xf32, strided<[16, 2]>>";
const UNIT = "most minor memref dim must have unit stride";

/** A mask around an op. @param values what is yielded; the op makes value 9 */
const masked = (mask: string, results: readonly string[], first: NestedOp, ...values: readonly number[]): Sketch => {
  const last = placed("vector.yield", { operands: values.map(() => "i32"), values });
  return { operands: [mask], results, regions: [[block([], first, last)]] };
};
const SUM = placed("vector.reduction", { operands: ["vector<8xi32>"], results: ["i32"] });
const READ = placed("vector.transfer_read", { operands: ["tensor<?xi32>"], results: ["vector<8xi32>"] });
const ADD = placed("arith.addf", { operands: ["f32", "f32"], results: ["f32"] });
const [MASK, WIDE] = ["vector<8xi1>", "vector<16xi1>"];

/** A position that is not in its dimension. */
const outside = (limit: string): string =>
  `expected position attribute #1 to be a non-negative integer smaller than the corresponding ${limit}`;

describe("checks of vectors", () => {
  testOpRows(VECTOR, [
    ["vector.load", lists("memref<8xf32>, index -> vector<4xf32>", [1, 1])],
    [
      "vector.load",
      lists("memref<8xf32>, index -> vector<4xi32>", [1, 1]),
      "base and result element types should match",
    ],
    [
      "vector.load",
      lists("memref<8xf32>, index -> vector<2x4xf32>", [1, 1]),
      "destination memref has lower rank than the result vector",
    ],
    ["vector.store", lists("vector<4xf32>, memref<8xf32>, index", [1, 1, 1])],
    [
      "vector.store",
      lists("vector<4xi32>, memref<8xf32>, index", [1, 1, 1]),
      "base and valueToStore element type should match",
    ],
    [
      "vector.store",
      lists("vector<2x4xf32>, memref<8xf32>, index", [1, 1, 1]),
      "source memref has lower rank than the vector to store",
    ],
    ["vector.scan", scan("vector<2xf32>", 1)],
    ["vector.scan", scan("vector<2xf32>", 2), "reduction dimension 2 has to be less than 2"],
    ["vector.scan", scan("vector<2x3xf32>", 1), "initial value rank 2 has to be equal to 1"],
    ["vector.scan", scan("vector<3xf32>", 1), "incompatible input/initial value shapes"],
    ["vector.scan", scan("vector<2xf32>", 1, "and"), "unsupported reduction type 'f32' for kind 'and'"],
    ["vector.deinterleave", op("vector<2x4xf32> -> vector<2x2xf32>, vector<2x2xf32>")],
    [
      "vector.deinterleave",
      op("vector<3xf32> -> vector<1xf32>, vector<1xf32>"),
      "failed to verify that the trailing dimension of the source vector has an even number of elements",
    ],
    [
      "vector.deinterleave",
      op("vector<4xf32> -> vector<4xf32>, vector<4xf32>"),
      "failed to verify that the trailing dimension of the results is half the width of source trailing dimension",
    ],
    ["vector.print", op("", { stringLiteral: '"a"', punctuation: "#vector.punctuation<newline>" })],
    [
      "vector.print",
      op("vector<4xf32>", { stringLiteral: '"a"', punctuation: "#vector.punctuation<newline>" }),
      "failed to verify that `source` or `punctuation` are not set when printing strings",
    ],
    ...each(
      ["vector.load"],
      [lists("memref<2x8xf32>, index, index -> vector<4xf32>", [1, 2])],
      [lists(`${STRIDED}, index, index -> vector<1xf32>`, [1, 2])],
      [lists(`${STRIDED}, index, index -> vector<4xf32>`, [1, 2]), UNIT],
    ),
    ["vector.store", lists(`vector<4xf32>, ${STRIDED}, index, index`, [1, 1, 2]), UNIT],
    ["vector.contract", contract("i32", "d0, d2", "d2, d1", "d0, d1")],
    ["vector.contract", contract("si8", "d0, d2", "d2, d1", "d0, d1"), "only supports signless integer types"],
    [
      "vector.contract",
      contract("i32", "d0, d2", "d2", "d1"),
      "expected all dimensions to be either a LHS or a RHS dimension",
    ],
    ["vector.insert_strided_slice", op("vector<1x[4]xi32>, vector<2x3x[4]xi32> -> vector<2x3x[4]xi32>")],
    [
      "vector.insert_strided_slice",
      op("vector<1x4xi32>, vector<2x3x[4]xi32> -> vector<2x3x[4]xi32>"),
      "mismatching scalable flags (at source vector idx=1)",
    ],
    [
      "vector.insert_strided_slice",
      op("vector<1x[2]xi32>, vector<2x3x[4]xi32> -> vector<2x3x[4]xi32>"),
      base("2 vs 4"),
    ],
    ["vector.extract_strided_slice", slice("1 : i64, 4 : i64", "vector<3x[4]xi32>", "vector<1x[4]xi32>")],
    ["vector.extract_strided_slice", slice("1 : i64, 2 : i64", "vector<3x4xi32>", "vector<1x2xi32>")],
    [
      "vector.extract_strided_slice",
      slice("1 : i64, 2 : i64", "vector<3x[4]xi32>", "vector<1x[2]xi32>"),
      base("2 vs 4"),
    ],
    [
      "vector.extract_strided_slice",
      slice("1 : i64, 5 : i64", "vector<3x4xi32>", "vector<1x5xi32>"),
      "expected sizes dimension 1 to be confined to [1, 5)",
    ],
    ["vector.extract", op("vector<3x4xi32> -> vector<4xi32>", { static_position: "array<i64: 2>" })],
    [
      "vector.extract",
      op("vector<3x4xi32>, index -> i32", { static_position: "array<i64: -9223372036854775808, -1>" }),
    ],
    [
      "vector.extract",
      op("vector<3xi32> -> i32", { static_position: "array<i64: 3>" }),
      outside("vector dimension or poison (-1)"),
    ],
    [
      "vector.extract",
      op("vector<3xi32> -> i32", { static_position: "array<i64: 0, 0>" }),
      "expected position attribute of rank no greater than vector rank",
    ],
    ["vector.insert", op("i32, vector<3xi32> -> vector<3xi32>", { static_position: "array<i64: 2>" })],
    ["vector.shuffle", op("vector<2xi32>, vector<2xi32> -> vector<2xi32>", { mask: "array<i64: -1, 3>" })],
    [
      "vector.shuffle",
      op("vector<2xi32>, vector<2xi32> -> vector<2xi32>", { mask: "array<i64: 0, 4>" }),
      "mask index #2 out of range",
    ],
    [
      "vector.insert",
      op("i32, vector<3xi32> -> vector<3xi32>", { static_position: "array<i64: -2>" }),
      outside("dest vector dimension"),
    ],
    [
      "vector.insert",
      op("i32, vector<3xi32> -> vector<3xi32>", { static_position: "array<i64>" }),
      "expected position attribute rank to match the dest vector rank",
    ],
    [
      "vector.insert",
      op("vector<4xi32>, vector<2x3x4xi32> -> vector<2x3x4xi32>", { static_position: "array<i64: 0>" }),
      "expected position attribute rank + source rank to match dest vector rank",
    ],
    ["vector.outerproduct", op("vector<4xf32>, vector<[4]xf32> -> vector<4x[4]xf32>")],
    ["vector.outerproduct", op("vector<[4]xf32>, f32 -> vector<[4]xf32>")],
    [
      "vector.outerproduct",
      op("vector<[4]xf32>, vector<4xf32> -> vector<[4]x4xf32>"),
      "expected either both or only #2 operand dim to be scalable",
    ],
  ]);
  testRows(VECTOR_REGIONS, {
    "vector.mask": [
      [masked(MASK, ["i32"], SUM, 9)],
      [{ operands: [MASK], regions: [[block([], placed("vector.yield"))]] }],
      [masked(WIDE, ["vector<8xi32>"], READ, 9), UNKNOWN],
      [masked(WIDE, ["i32"], SUM, 9), "expects a 'vector<8xi1>' mask for the maskable operation"],
      [
        { operands: [MASK], regions: [[block([], SUM, READ, placed("vector.yield"))]] },
        "expects only one operation to mask",
      ],
      [masked(MASK, ["f32"], ADD, 9), "expects a MaskableOpInterface within the mask region"],
      [masked(MASK, ["f32"], placed("t.op", { results: ["f32"] }), 9), UNKNOWN],
      [masked(MASK, [], SUM), "expects number of results to match maskable operation number of results"],
      [
        masked(MASK, ["i32"], SUM, 4),
        "expects all the results from the MaskableOpInterface to match all the values returned by the terminator",
      ],
      [masked(MASK, ["i64"], SUM, 9), "expects result type to match maskable operation result type"],
    ],
  });
});
