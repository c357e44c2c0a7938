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

const list = (numbers: readonly number[]): string => `[${numbers.map((number) => `${number} : i64`).join(", ")}]`;
const slice = (sizes: readonly number[], types: string, offsets = [0, 0], strides = [1, 1]): OpRow[1] =>
  op(types, { offsets: list(offsets), sizes: list(sizes), strides: list(strides) });
const insertion = (types: string, offsets = [0, 0, 0], strides = [1, 1]): OpRow[1] =>
  op(types, { offsets: list(offsets), strides: list(strides) });
const shuffle = (types: string, ...mask: readonly number[]): OpRow[1] =>
  op(types, { mask: `array<i64: ${mask.join(", ")}>` });
const transpose = (to: string, ...order: readonly number[]): OpRow[1] =>
  op(`vector<2x4xi32> -> ${to}`, { permutation: `array<i64: ${order.join(", ")}>` });
/** A vector of one element instead of the element. */
const FIRST = op("vector<3xi32> -> vector<1xi32>", { static_position: "array<i64: 0>" });
const PLANES = "vector<2x3x4xi32> -> vector<2x3x4xi32>";
const base = (sizes: string): string =>
  `expected size at idx=1 to match the corresponding base size from the input vector (${sizes})`;
const KINDS = ["parallel", "parallel", "reduction"].map((kind) => `#vector.iterator_type<${kind}>`);
const contract = (element: string, ...results: readonly string[]): OpRow[1] => {
  const maps = results.map((list) => `affine_map<(d0, d1, d2) -> (${list})>`).join(", ");
  const types = results.map((list) => `vector<${list.replace(/d\d/g, "2").replaceAll(", ", "x")}x${element}>`);
  return op(`${types.join(", ")} -> ${types[2] ?? ""}`, {
    indexing_maps: `[${maps}]`,
    iterator_types: `[${KINDS.join(", ")}]`,
  });
};
/** A transfer by a map. @param groups the sizes of the lists of operands */
const transfer = (signature: string, map: string, groups: readonly number[]): OpRow[1] =>
  op(signature, { permutation_map: `affine_map<${map}>` }, { groups });
const READS = [1, 2, 1, 0];
const READS_OF = "memref<4x4xf32>, index, index";
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
    ["vector.load", { ...lists("memref<8xf32>, index -> vector<2x4xf32>", [1, 1]), release: 20 }],
    [
      "vector.load",
      { ...lists("memref<8xf32>, index -> vector<2x4xf32>", [1, 1]), release: 21 },
      "destination memref has lower rank than the result vector",
    ],
    ["vector.store", lists("vector<4xf32>, memref<8xf32>, index", [1, 1, 1])],
    ["vector.store", lists("vector<4xf32>, memref<2x8xf32>, index", [1, 1, 1]), "requires 2 indices"],
    ["vector.load", lists("memref<8xf32>, index, index -> vector<4xf32>", [1, 2]), "requires 1 indices"],
    [
      "vector.store",
      lists("vector<4xi32>, memref<8xf32>, index", [1, 1, 1]),
      "base and valueToStore element type should match",
    ],
    ["vector.store", { ...lists("vector<2x4xf32>, memref<8xf32>, index", [1, 1, 1]), release: 20 }],
    [
      "vector.store",
      { ...lists("vector<2x4xf32>, memref<8xf32>, index", [1, 1, 1]), release: 21 },
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
    [
      "vector.contract",
      op("vector<2x3xi32>, vector<3x5xi32>, vector<2x4xi32> -> vector<2x4xi32>", {
        indexing_maps:
          "[affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]",
        iterator_types: `[${KINDS.join(", ")}]`,
      }),
      "invalid accumulator/result vector shape, expected: 'vector<2x5xi32>'",
    ],
    ["vector.transfer_read", transfer(`${READS_OF}, f32 -> vector<4xf32>`, "(d0, d1) -> (d1)", READS)],
    [
      "vector.transfer_read",
      transfer("tensor<4x4xvector<2xf32>>, index, index, f32 -> vector<2xf32>", "(d0) -> (d0)", READS),
    ],
    [
      "vector.transfer_read",
      transfer(`${READS_OF}, f32 -> vector<4xf32>`, "(d0, d1) -> (d0, d1)", READS),
      "requires a permutation_map with result dims of the same rank as the vector type",
    ],
    [
      "vector.transfer_read",
      transfer(`${READS_OF}, f32 -> vector<4xf32>`, "(d0) -> (d0)", READS),
      "requires a permutation_map with input dims of the same rank as the source type",
    ],
    [
      "vector.transfer_read",
      transfer(`${READS_OF}, tensor<f32> -> vector<4xf32>`, "(d0, d1) -> (d1)", READS),
      "requires valid padding vector elemental type",
    ],
    [
      "vector.transfer_read",
      transfer(`${READS_OF}, f16 -> vector<4xf32>`, "(d0, d1) -> (d1)", READS),
      "requires formal padding and source of the same elemental type",
    ],
    [
      "vector.transfer_write",
      transfer("vector<4xf32>, memref<4x4xf32>, index, index", "(d0, d1) -> (d1)", [1, 1, 2, 0]),
    ],
    [
      "vector.transfer_write",
      transfer("vector<4xf32>, memref<4x4xf32>, index, index", "(d0, d1)[s0] -> (d1)", [1, 1, 2, 0]),
      "requires permutation_map without symbols",
    ],
    ["vector.contract", contract("si8", "d0, d2", "d2, d1", "d0, d1"), "only supports signless integer types"],
    [
      "vector.contract",
      contract("i32", "d0, d2", "d2", "d1"),
      "expected all dimensions to be either a LHS or a RHS dimension",
    ],
    ...each(
      ["vector.contract"],
      [contract("i32", "d0, d2", "d2, d1"), "expected an indexing map for each vector operand"],
      [
        contract("i32", "d0, d2", "d2, d2", "d0, d1"),
        "expected indexing map 1 to be a projected permutation of its inputs",
      ],
      [contract("i32", "d0", "d1", "d0, d1"), "expected at least one contracting dimension pair"],
      [
        op("vector<2xi32>, vector<3xi32>, i32 -> i32", {
          indexing_maps: "[affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]",
          iterator_types: `[${KINDS[2] ?? ""}]`,
        }),
        "invalid contracting dimension map",
      ],
    ),
    ...each(
      ["vector.transfer_read"],
      [
        transfer("memref<4x4xf32>, index, f32 -> vector<4xf32>", "(d0, d1) -> (d1)", [1, 1, 1, 0]),
        "requires 2 indices",
      ],
      [transfer(`${READS_OF}, f32 -> vector<4xf32>`, "(d0, d1) -> (0)", READS)],
      [
        transfer(`${READS_OF}, f32 -> vector<4xf32>`, "(d0, d1) -> (d0 + d1)", READS),
        "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)",
      ],
      [
        transfer(`${READS_OF}, f32 -> vector<4x4xf32>`, "(d0, d1) -> (d1, d1)", READS),
        "requires a permutation_map that is a permutation (found one dim used more than once)",
      ],
      [
        op(
          `${READS_OF}, f32 -> vector<4xf32>`,
          { permutation_map: "affine_map<(d0, d1) -> (d1)>", in_bounds: "[true, true]" },
          { groups: READS },
        ),
        "expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2",
      ],
    ),
    [
      "vector.transfer_write",
      transfer("vector<4xf32>, memref<4x4xf32>, index, index", "(d0, d1) -> (0)", [1, 1, 2, 0]),
      "should not have broadcast dimensions",
    ],
    ...each(
      ["vector.insert_strided_slice"],
      [insertion("vector<1x[4]xi32>, vector<2x3x[4]xi32> -> vector<2x3x[4]xi32>")],
      [
        insertion("vector<1x4xi32>, vector<2x3x[4]xi32> -> vector<2x3x[4]xi32>"),
        "mismatching scalable flags (at source vector idx=1)",
      ],
      [insertion("vector<1x[2]xi32>, vector<2x3x[4]xi32> -> vector<2x3x[4]xi32>"), base("2 vs 4")],
      [insertion(`vector<2x4xi32>, ${PLANES}`, [0, 0]), "expected offsets of same size as destination vector rank"],
      [insertion(`vector<2x4xi32>, ${PLANES}`, [0, 0, 0], [1]), "expected strides of same size as source vector rank"],
      [insertion(`vector<2x4xi32>, ${PLANES}`, [0, 0, 0], [1, 2]), "expected strides to be confined to [1, 2)"],
      [insertion(`vector<2x4xi32>, ${PLANES}`, [0, 3, 0]), "expected offsets dimension 1 to be confined to [0, 3)"],
      [
        insertion(`vector<2x4xi32>, ${PLANES}`, [0, 2, 0]),
        "expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 4)",
      ],
    ),
    ...each(
      ["vector.extract_strided_slice"],
      [slice([1, 4], "vector<3x[4]xi32> -> vector<1x[4]xi32>")],
      [slice([1, 2], "vector<3x4xi32> -> vector<1x2xi32>")],
      [slice([2], "vector<3x4xi32> -> vector<2x4xi32>", [0], [1])],
      [slice([], "vector<i32> -> vector<i32>", [], [])],
      [slice([1, 2], "vector<3x[4]xi32> -> vector<1x[2]xi32>"), base("2 vs 4")],
      [slice([1, 5], "vector<3x4xi32> -> vector<1x5xi32>"), "expected sizes dimension 1 to be confined to [1, 5)"],
      [slice([2], "vector<3x4xi32> -> vector<2x3xi32>", [0], [1]), "expected result type to be 'vector<2x4xi32>'"],
      [slice([2], "vector<3x4xi32> -> vector<2x4xi32>"), "expected offsets, sizes and strides attributes of same size"],
      [
        slice([2, 2], "vector<3xi32> -> vector<2xi32>"),
        "expected offsets attribute of rank no greater than vector rank",
      ],
      [
        slice([2, 1], "vector<3x4xi32> -> vector<2x1xi32>", [2, 0]),
        "expected sum(offsets, sizes) dimension 0 to be confined to [1, 4)",
      ],
    ),
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
    ...each(
      ["vector.extract"],
      [
        op("vector<3xi32> -> vector<i32>", { static_position: "array<i64: 0>" }),
        "error: expected a scalar instead of a 0-d vector as the result type",
      ],
      [
        op("vector<3x[4]xi32> -> vector<[2]xi32>", { static_position: "array<i64: 0>" }),
        "inferred type(s) 'vector<[4]xi32>' are incompatible with return type(s) of operation 'vector<[2]xi32>'",
      ],
    ),
    ["vector.extract", { ...FIRST, release: 22 }],
    [
      "vector.extract",
      { ...FIRST, release: 23 },
      "inferred type(s) 'i32' are incompatible with return type(s) of operation 'vector<1xi32>'",
    ],
    ...each(
      ["vector.shuffle"],
      [shuffle("vector<2xi32>, vector<2xi32> -> vector<2xi32>", -1, 3)],
      [shuffle("vector<i32>, vector<i32> -> vector<2xi32>", 1, 0)],
      [shuffle("vector<2xi32>, vector<2xi32> -> vector<2xi32>", 0, 4), "mask index #2 out of range"],
      [shuffle("vector<2xi32>, vector<2xi32> -> vector<3xi32>", 0, 1), "mask length mismatch"],
      [shuffle("vector<2x4xi32>, vector<2x4xi32> -> vector<2xi32>", 1, 0), "rank mismatch"],
      [shuffle("vector<2x4xi32>, vector<2x4xi32> -> vector<2x3xi32>", 1, 0), "dimension mismatch"],
    ),
    ...each(
      ["vector.transpose"],
      [transpose("vector<4x2xi32>", 1, 0)],
      [transpose("vector<8xi32>", 1, 0), "vector result rank mismatch: 1"],
      [transpose("vector<4x2xi32>", 1), "transposition length mismatch: 1"],
      [transpose("vector<4x2xi32>", 1, 2), "transposition index out of range: 2"],
      [transpose("vector<4x4xi32>", 1, 1), "duplicate position index: 1"],
      [transpose("vector<4x3xi32>", 1, 0), "dimension size mismatch at: 0"],
    ),
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
