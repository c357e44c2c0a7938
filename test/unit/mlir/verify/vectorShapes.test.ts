/** What checks of the shapes of vector's operands accept and refuse. */
import { VECTOR_SHAPES } from "../../../../extension/formats/mlir/verify/ops/vectorShapes";
import { each, op, testOpRows } from "../../../support/mlirRows";

describe("checks of the shapes of vectors", () => {
  testOpRows(VECTOR_SHAPES, [
    ...each(
      ["vector.broadcast"],
      [op("f32 -> vector<4xf32>")],
      [op("vector<1x4xf32> -> vector<2x3x4xf32>")],
      [op("vector<1xf32> -> vector<[4]xf32>")],
      [op("f64 -> vector<4xf32>"), "source type is not a vector"],
      [op("vector<2x4xf32> -> vector<4xf32>"), "source rank higher than destination rank"],
      [op("vector<3xf32> -> vector<4xf32>"), "dimension mismatch (3 vs. 4)"],
      [op("vector<[1]xf32> -> vector<[4]xf32>"), "dimension mismatch ([1] vs. [4])"],
      [op("vector<4xf32> -> vector<[4]xf32>"), "dimension mismatch (4 vs. [4])"],
    ),
    ...each(
      ["vector.shape_cast"],
      [op("vector<2x[4]xf32> -> vector<[8]xf32>")],
      [op("vector<8xf32> -> vector<8xi32>"), "has different source and result element types"],
      [op("vector<8xf32> -> vector<9xf32>"), "has different number of elements at source (8) and result (9)"],
      [op("vector<[8]xf32> -> vector<8xf32>"), "has different number of scalable dims at source (1) and result (0)"],
    ),
    ...each(
      ["vector.bitcast"],
      [op("vector<2x4xf32> -> vector<2x8xf16>")],
      [op("vector<2x4xf32> -> vector<4x4xf16>"), "dimension size mismatch at: 0"],
      [op("vector<4xf32> -> vector<4xf16>"), "source/result bitwidth of the minor 1-D vectors must be equal"],
      [op("vector<f32> -> vector<f16>"), "source/result bitwidth of the 0-D vector element types must be equal"],
    ),
    ...each(
      ["vector.outerproduct"],
      [op("vector<4xf32>, vector<[4]xf32> -> vector<4x[4]xf32>")],
      [op("vector<[4]xf32>, f32 -> vector<[4]xf32>")],
      [op("vector<2x4xf32>, f32 -> vector<4xf32>"), "expected 1-d vector for operand #1"],
      [op("vector<4xf32>, vector<2x4xf32> -> vector<4x4xf32>"), "expected 1-d vector for operand #2"],
      [op("vector<4xf32>, vector<4xf32> -> vector<4xf32>"), "expected 2-d vector result"],
      [op("vector<4xf32>, vector<3xf32> -> vector<4x4xf32>"), "expected #2 operand dim to match result dim #2"],
      [
        op("vector<[4]xf32>, vector<4xf32> -> vector<[4]x4xf32>"),
        "expected either both or only #2 operand dim to be scalable",
      ],
      [op("vector<4xf32>, f32, vector<3xf32> -> vector<4xf32>"), "expected operand #3 of same type as result type"],
    ),
    ...each(
      ["vector.maskedload", "vector.expandload"],
      [op("memref<?xf32>, index, vector<4xi1>, vector<4xf32> -> vector<4xf32>")],
      [
        op("memref<?xf64>, index, vector<4xi1>, vector<4xf32> -> vector<4xf32>"),
        "base and result element type should match",
      ],
      [op("memref<?x?xf32>, index, vector<4xi1>, vector<4xf32> -> vector<4xf32>"), "requires 2 indices"],
      [
        op("memref<?xf32>, index, vector<4xi1>, vector<3xf32> -> vector<4xf32>"),
        "expected pass_thru of same type as result type",
      ],
    ),
    [
      "vector.maskedload",
      op("memref<?xf32>, index, vector<3xi1>, vector<4xf32> -> vector<4xf32>"),
      "expected result shape to match mask shape",
    ],
    ...each(
      ["vector.maskedstore", "vector.compressstore"],
      [op("memref<?xf32>, index, vector<4xi1>, vector<4xf32>")],
      [op("memref<?xf64>, index, vector<4xi1>, vector<4xf32>"), "base and valueToStore element type should match"],
    ),
    [
      "vector.compressstore",
      op("memref<?xf32>, index, vector<3xi1>, vector<4xf32>"),
      "expected valueToStore dim to match mask dim",
    ],
    ["vector.gather", op("memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32> -> vector<4xf32>")],
    [
      "vector.gather",
      op("memref<?xf32>, index, vector<3xi32>, vector<4xi1>, vector<4xf32> -> vector<4xf32>"),
      "expected result dim to match indices dim",
    ],
    ["vector.scatter", op("memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>")],
    [
      "vector.scatter",
      op("memref<?xf32>, index, vector<4xi32>, vector<3xi1>, vector<4xf32>"),
      "expected valueToStore dim to match mask dim",
    ],
    ["vector.create_mask", op("index, index -> vector<2x4xi1>")],
    ["vector.create_mask", op("index -> vector<i1>")],
    ["vector.create_mask", op("index -> vector<2x4xi1>"), "must specify an operand for each result vector dimension"],
    ["vector.create_mask", op("-> vector<i1>"), "must specify exactly one operand for 0-D create_mask"],
  ]);
});
