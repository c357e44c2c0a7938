/** What MLIR's verifier refuses by the C++ of single ops of memref, tensor and bufferization. */
import { SHAPED } from "../../../../extension/formats/mlir/verify/ops/shaped";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, cast, changed, each, incompatible, op, testOpRows } from "../../../support/mlirRows";

type Properties = Sketch["properties"];
/** An op whose definition has these lists of operands. */
const lists = (signature: string, groups: readonly number[], properties?: Properties): Sketch =>
  op(signature, properties, { groups });
const sizes = (found: number, expected: number): string =>
  `incorrect number of dynamic sizes, has ${found}, expected ${expected}`;
const indices = (expected: number, found: number): string =>
  `invalid number of indices for accessed memref, expected ${expected} but got ${found}`;
const ELEMENTS = "source element type ('f32') does not match result element type ('i32')";

const MADE: readonly OpRow[] = [
  ...each(
    ["memref.alloc", "memref.alloca"],
    [lists("index -> memref<?x4xf32>", [1, 0])],
    [lists("-> memref<?x4xf32>", [0, 0]), sizes(0, 1)],
    [lists("index -> memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>", [0, 1])],
    [
      lists("-> memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>", [0, 0]),
      "symbol operand count does not equal memref symbol count: expected 1, got 0",
    ],
  ),
  ["tensor.empty", lists("index -> tensor<?xf32>", [1])],
  ["tensor.empty", lists("index -> tensor<2xf32>", [1]), sizes(1, 0)],
  ["tensor.generate", lists("index -> tensor<?xf32>", [1])],
  ["tensor.generate", lists("index -> tensor<?x?xf32>", [1]), sizes(1, 2)],
  ["tensor.splat", lists("f32, index -> tensor<?xf32>", [1, 1])],
  ["tensor.splat", lists("f32 -> tensor<?xf32>", [1, 0]), sizes(0, 1)],
  ["bufferization.alloc_tensor", lists("index -> tensor<?xf32>", [1, 0, 0])],
  ["bufferization.alloc_tensor", lists("tensor<?xf32> -> tensor<?xf32>", [0, 1, 0])],
  ["bufferization.alloc_tensor", lists("-> tensor<?xf32>", [0, 0, 0]), sizes(0, 1)],
  [
    "bufferization.alloc_tensor",
    lists("index, tensor<?xf32> -> tensor<?xf32>", [1, 1, 0]),
    bare("dynamic sizes not needed when copying a tensor"),
  ],
  ["bufferization.dealloc", lists("memref<2xf32>, i1", [1, 1, 0])],
  [
    "bufferization.dealloc",
    lists("memref<2xf32>", [1, 0, 0]),
    "must have the same number of conditions as memrefs to deallocate",
  ],
  [
    "bufferization.dealloc",
    lists("memref<2xf32>, i1, memref<2xf32>", [1, 1, 1]),
    "must have the same number of updated conditions (results) as retained operands",
  ],
  ["memref.view", lists("memref<8xi8>, index, index -> memref<?xf32>", [1, 1, 1])],
  ["memref.view", lists("memref<8xi8>, index -> memref<?xf32>", [1, 1, 0]), sizes(0, 1)],
  [
    "memref.view",
    lists("memref<8xi8>, index -> memref<2xf32, 1>", [1, 1, 0]),
    bare(
      "different memory spaces specified for base memref type 'memref<8xi8>' and view memref type 'memref<2xf32, 1>'",
    ),
  ],
  [
    "memref.view",
    lists("memref<8xi8>, index -> memref<2x2xf32, affine_map<(d0, d1) -> (d0, d1 mod 2)>>", [1, 1, 0]),
    bare("unsupported map for result memref type 'memref<2x2xf32, affine_map<(d0, d1) -> (d0, d1 mod 2)>>'"),
  ],
  ["memref.realloc", op("memref<?xf32> -> memref<4xf32>")],
  [
    "memref.realloc",
    op("memref<6xi8, affine_map<(d0) -> (d0 mod 2)>> -> memref<2xi8>"),
    bare("unsupported layout for source memref type 'memref<6xi8, affine_map<(d0) -> (d0 mod 2)>>'"),
  ],
  [
    "memref.realloc",
    op("memref<6xi8, 1> -> memref<2xi8>"),
    bare(
      "different memory spaces specified for source memref type 'memref<6xi8, 1>' and result memref type 'memref<2xi8>'",
    ),
  ],
  ["memref.realloc", op("memref<4xf32>, index -> memref<?xf32>")],
  ...changed(
    "memref.realloc",
    op("memref<4xf32> -> memref<8xi32>"),
    bare(
      "different element types specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xi32>'",
    ),
    ELEMENTS,
  ),
  [
    "memref.realloc",
    op("memref<4xf32>, index -> memref<8xf32>"),
    bare("unnecessary dimension operand for result type 'memref<8xf32>'"),
  ],
  [
    "memref.realloc",
    op("memref<4xf32> -> memref<?xf32>"),
    bare("missing dimension operand for result type 'memref<?xf32>'"),
  ],
  ["memref.assume_alignment", op("memref<4xf32> -> memref<4xf32>", { alignment: "16 : i32" })],
  [
    "memref.assume_alignment",
    op("memref<4xf32> -> memref<4xf32>", { alignment: "12 : i32" }),
    "alignment must be power of 2",
  ],
  ["memref.distinct_objects", op("memref<4xf32>, memref<2xf32> -> memref<4xf32>, memref<2xf32>")],
  ["memref.distinct_objects", op("->"), "expected at least one operand"],
  [
    "memref.distinct_objects",
    op("memref<4xf32>, memref<4xf32> -> memref<4xf32>"),
    "operand types and result types must match",
  ],
  ["memref.distinct_objects", op("memref<4xf32> -> memref<2xf32>"), "operand types and result types must match"],
];

const reassociate = (signature: string, groups: string, shape?: string): Sketch =>
  op(
    signature,
    {
      reassociation: `[${groups.replace(/\d+/g, "$& : i64")}]`,
      ...(shape === undefined ? {} : { static_output_shape: `array<i64: ${shape}>` }),
    },
    shape === undefined ? {} : { groups: [1, 0] },
  );

const CAST: readonly OpRow[] = [
  cast("memref.cast", "memref<?xf32>", "memref<4xf32>"),
  cast("memref.cast", "memref<*xf32>", "memref<4xf32>"),
  cast("memref.cast", "memref<2xf32>", "memref<4xf32>", true),
  cast("memref.cast", "memref<2xf32>", "memref<2xi32>", true),
  cast("memref.cast", "memref<2xf32>", "memref<2xf32, 1>", true),
  ["memref.cast", op("memref<*xf32> -> memref<*xf32>", {}, { release: 23 })],
  [
    "memref.cast",
    op("memref<*xf32> -> memref<*xf32>", {}, { release: 22 }),
    incompatible("memref<*xf32>", "memref<*xf32>"),
  ],
  cast("memref.cast", "memref<2xf32, strided<[2]>>", "memref<2xf32, strided<[?], offset: ?>>"),
  cast("memref.cast", "memref<2xf32, strided<[2]>>", "memref<2xf32, strided<[3]>>", true),
  cast("memref.cast", "memref<2xf32, strided<[1], offset: 1>>", "memref<2xf32, strided<[1], offset: 2>>", true),
  cast("tensor.cast", "tensor<?xf32>", "tensor<4xf32>"),
  cast("tensor.cast", "tensor<2xf32>", "tensor<4xf32>", true),
  cast("tensor.cast", "tensor<2xf32>", "tensor<2xi32>", true),
  ["tensor.expand_shape", reassociate("tensor<6xf32> -> tensor<2x3xf32>", "[0, 1]", "2, 3")],
  [
    "tensor.expand_shape",
    reassociate("tensor<6xf32> -> tensor<2x3xf32>", "[0, 1]", "2"),
    "expected number of static shape dims to be equal to the output rank (2) but found 1 inputs instead",
  ],
  [
    "tensor.expand_shape",
    reassociate("tensor<7xf32> -> tensor<2x3xf32>", "[0, 1]", "2, 3"),
    "expected dimension 0 of collapsed type to be static value of 6",
  ],
  ["tensor.collapse_shape", reassociate("tensor<2x3xf32> -> tensor<6xf32>", "[0, 1]")],
  [
    "tensor.collapse_shape",
    reassociate("tensor<2x3xf32> -> tensor<6xf32>", "[], [0, 1]"),
    "reassociation indices must not be empty",
  ],
  [
    "tensor.collapse_shape",
    reassociate("tensor<2x3xf32> -> tensor<7xf32>", "[0, 1]"),
    "expected dimension 0 of collapsed type to be static value of 6",
  ],
  ["tensor.collapse_shape", reassociate("tensor<?x3xf32> -> tensor<?xf32>", "[0, 1]")],
  [
    "tensor.collapse_shape",
    reassociate("tensor<?x4xf32> -> tensor<8xf32>", "[0, 1]"),
    "expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic",
  ],
  [
    "tensor.collapse_shape",
    reassociate("tensor<2x4xf32> -> tensor<8xf32>", "[0, 7]"),
    "expected reassociation map #0 to have size equal to the expanded rank (2), but it is  8.",
  ],
  [
    "tensor.collapse_shape",
    reassociate("tensor<2x4x3xf32> -> tensor<8x3xf32>", "[0, 2], [1]"),
    "expected reassociation map #0 to be valid and contiguous.",
  ],
  [
    "tensor.collapse_shape",
    reassociate("tensor<2x4xf32> -> tensor<8xf32>", "[0], [1]"),
    "expected collapsed rank (1) to equal the number of reassociation maps (2).",
  ],
  [
    "tensor.collapse_shape",
    reassociate("tensor<8xf32> -> tensor<2x4xf32>", "[0], [1]"),
    "expected the expanded type, 'tensor<8xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<2x4xf32>'.",
  ],
  ["memref.expand_shape", reassociate("memref<6xf32> -> memref<2x3xf32>", "[0, 1]", "2, 3")],
  [
    "memref.expand_shape",
    reassociate("memref<6xf32> -> memref<2x3xf32>", "[0, 1]", "2"),
    "expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead",
  ],
  [
    "memref.expand_shape",
    reassociate("memref<6xf32> -> memref<2x3xf32>", "[0], [1]", "2, 3"),
    "invalid number of reassociation groups: found 2, expected 1",
  ],
  [
    "memref.expand_shape",
    reassociate("memref<?xf32> -> memref<2x3xf32>", "[0, 1]", "2, 3"),
    "collapsed dim (0) must be dynamic if and only if reassociation group is dynamic",
  ],
  [
    "memref.expand_shape",
    reassociate("memref<7xf32> -> memref<2x3xf32>", "[0, 1]", "2, 3"),
    "collapsed dim size (7) must equal reassociation group size (6)",
  ],
  [
    "memref.expand_shape",
    reassociate("memref<6xf32> -> memref<2x3xf32>", "[0, 1]", "3, 2"),
    "invalid output shape provided at pos 0",
  ],
  ["memref.expand_shape", reassociate("memref<?xf32> -> memref<?x3xf32>", "[0, 1]", "7, 3")],
  [
    "tensor.expand_shape",
    { ...reassociate("tensor<6xf32> -> tensor<2x3xf32>", "[0, 1]", "2, 4"), release: 23 },
    "invalid output shape provided at pos 1",
  ],
  ["tensor.expand_shape", { ...reassociate("tensor<6xf32> -> tensor<2x3xf32>", "[0, 1]", "2, 4"), release: 22 }],
  ["memref.expand_shape", reassociate("memref<f32> -> memref<1x1xf32>", "", "1, 1")],
  [
    "memref.expand_shape",
    reassociate("memref<f32> -> memref<1x2xf32>", "", "1, 2"),
    "rank 0 memrefs can only be extended/collapsed with/from ones",
  ],
  ["memref.collapse_shape", reassociate("memref<2x3xf32> -> memref<6xf32>", "[0, 1]")],
  [
    "memref.collapse_shape",
    reassociate("memref<6xf32> -> memref<2x3xf32>", "[0], [1]"),
    "has source rank 1 and result rank 2. This is not a collapse (1 < 2).",
  ],
  [
    "memref.collapse_shape",
    reassociate("memref<2x3xf32> -> memref<6xf32>", "[1, 0]"),
    "reassociation indices must be contiguous",
  ],
  [
    "memref.collapse_shape",
    reassociate("memref<2x3xf32> -> memref<6xf32>", "[0, 1, 2]"),
    "reassociation index 2 is out of bounds",
  ],
  [
    "memref.collapse_shape",
    reassociate("memref<2x3x1xf32> -> memref<6xf32>", "[0, 1]"),
    "expanded rank (3) inconsistent with number of reassociation indices (2)",
  ],
  [
    "memref.expand_shape",
    reassociate("memref<1x6xf32> -> memref<6xf32>", "[0], [0]", "6"),
    "has source rank 2 and result rank 1. This is not an expansion (2 > 1).",
  ],
  [
    "memref.collapse_shape",
    reassociate("memref<2x3xf32> -> memref<7xf32>", "[0, 1]"),
    "collapsed dim size (7) must equal reassociation group size (6)",
  ],
];

const reinterpret = (to: string, offset = "0", size = "6", stride = "1"): Sketch =>
  lists(`memref<2x3xf32> -> ${to}`, [1, 0, 0, 0], {
    static_offsets: `array<i64: ${offset}>`,
    static_sizes: `array<i64: ${size}>`,
    static_strides: `array<i64: ${stride}>`,
  });
const gather = (result: string, dims = "1", indices = "tensor<5x1xindex>"): Sketch =>
  op(`tensor<2x3xf32>, ${indices} -> ${result}`, { gather_dims: `array<i64${dims && `: ${dims}`}>` });
const scatter = (source: string, dims = "1", unique: Properties = { unique: "unit" }): Sketch =>
  op(`${source}, tensor<2x3xf32>, tensor<5x1xindex> -> tensor<2x3xf32>`, {
    scatter_dims: `array<i64${dims && `: ${dims}`}>`,
    ...unique,
  });
const concat = (signature: string, dim: number): Sketch => op(signature, { dim: `${dim} : i64` });
const global = (type: string, value: string): Sketch =>
  op("->", { sym_name: '"a"', type: `type ${type}`, initial_value: value });
const transpose = (map: string): Sketch =>
  op("memref<2x3xf32> -> memref<3x2xf32, strided<[1, 3]>>", { permutation: `affine_map<${map}>` });

const ACCESSED: readonly OpRow[] = [
  ["memref.reinterpret_cast", reinterpret("memref<6xf32, strided<[1]>>")],
  ["memref.reinterpret_cast", reinterpret("memref<6xf32>")],
  ["memref.reinterpret_cast", reinterpret("memref<6xf32>", "0, 0"), bare("expected 1 offset values, got 2")],
  [
    "memref.reinterpret_cast",
    reinterpret("memref<6xf32>", "2"),
    bare("expected result type with offset = 2 instead of 0"),
  ],
  [
    "memref.reinterpret_cast",
    reinterpret("memref<6xf32>", "0", "6", "10"),
    bare("expected result type with stride = 10 instead of 1 in dim = 0"),
  ],
  [
    "memref.reinterpret_cast",
    reinterpret("memref<6xf32, 1>"),
    bare(
      "different memory spaces specified for source type 'memref<2x3xf32>' and result memref type 'memref<6xf32, 1>'",
    ),
  ],
  ...changed(
    "memref.reinterpret_cast",
    reinterpret("memref<6xi32>"),
    bare("different element types specified for source type 'memref<2x3xf32>' and result memref type 'memref<6xi32>'"),
    ELEMENTS,
  ),
  [
    "memref.reinterpret_cast",
    reinterpret("memref<5xf32>"),
    bare("expected result type with size = 6 instead of 5 in dim = 0"),
  ],
  [
    "memref.reinterpret_cast",
    reinterpret("memref<6xf32, strided<[1], offset: 2>>", "1"),
    bare("expected result type with offset = 1 instead of 2"),
  ],
  [
    "memref.reinterpret_cast",
    reinterpret("memref<6xf32, strided<[2]>>"),
    bare("expected result type with stride = 1 instead of 2 in dim = 0"),
  ],
  ["memref.load", lists("memref<2x3xf32>, index, index -> f32", [1, 2])],
  ...changed(
    "memref.load",
    lists("memref<2x3xf32>, index -> f32", [1, 1]),
    "incorrect number of indices for load, expected 2 but got 1",
    indices(2, 1),
  ),
  ["memref.store", lists("f32, memref<2xf32>, index", [1, 1, 1])],
  ...changed(
    "memref.store",
    lists("f32, memref<2xf32>", [1, 1, 0]),
    "store index operand count not equal to memref rank",
    indices(1, 0),
  ),
  ["tensor.extract", lists("tensor<2xf32>, index -> f32", [1, 1])],
  ["tensor.extract", lists("tensor<2xf32> -> f32", [1, 0]), "incorrect number of indices for extract_element"],
  ["tensor.insert", lists("f32, tensor<2xf32>, index -> tensor<2xf32>", [1, 1, 1])],
  ["tensor.insert", lists("f32, tensor<2xf32> -> tensor<2xf32>", [1, 1, 0]), "incorrect number of indices"],
  ["memref.atomic_rmw", lists("f32, memref<2xf32>, index -> f32", [1, 1, 1], { kind: "0 : i64" })],
  ["memref.atomic_rmw", lists("i32, memref<2xi32>, index -> i32", [1, 1, 1], { kind: "6 : i64" })],
  ["memref.atomic_rmw", lists("f32, memref<2xf32>, index -> f32", [1, 1, 1], { kind: "3 : i64" })],
  ["memref.atomic_rmw", { ...lists("f32, memref<2xf32>, index -> f32", [1, 1, 1], { kind: "9 : i64" }), release: 21 }],
  [
    "memref.atomic_rmw",
    { ...lists("f32, memref<2xf32>, index -> f32", [1, 1, 1], { kind: "12 : i64" }), release: 21 },
    "with kind 'andi' expects an integer type",
  ],
  [
    "memref.atomic_rmw",
    lists("i32, memref<2xi32>, index -> i32", [1, 1, 1], { kind: "0 : i64" }),
    "with kind 'addf' expects a floating-point type",
  ],
  [
    "memref.atomic_rmw",
    lists("f32, memref<2xf32>, index -> f32", [1, 1, 1], { kind: "15 : i64" }),
    "with kind 'xori' expects an integer type",
  ],
  ...changed(
    "memref.atomic_rmw",
    lists("f32, memref<2xf32> -> f32", [1, 1, 0], { kind: "0 : i64" }),
    "expects the number of subscripts to be equal to memref rank",
    indices(1, 0),
  ),
  ["memref.dma_wait", lists("memref<1xi32>, index, index", [1, 1, 1])],
  [
    "memref.dma_wait",
    lists("memref<1xi32>, index", [1, 0, 1]),
    "expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 0",
  ],
  ["memref.global", global("memref<2xf32>", "dense<1.0> : tensor<2xf32>")],
  [
    "memref.global",
    global("memref<2xf32>", "dense<1> : tensor<2xi32>"),
    "initial value element expected to be of type 'f32', but was of type 'i32'",
  ],
  [
    "memref.global",
    global("memref<2x3xf32>", "dense<1.0> : tensor<6xf32>"),
    "initial value shape expected to be 2, 3 but was 6",
  ],
  ["memref.transpose", transpose("(d0, d1) -> (d1, d0)")],
  ["memref.transpose", transpose("(d0, d1) -> (d1, d1)"), "expected a permutation map"],
  ["memref.transpose", transpose("(d0) -> (d0)"), "expected a permutation map of same rank as the input"],
  ["tensor.concat", concat("tensor<2x3xf32>, tensor<2x?xf32> -> tensor<2x?xf32>", 1)],
  ["tensor.concat", concat("-> tensor<2xf32>", 0), "requires at least one input"],
  [
    "tensor.concat",
    concat("tensor<2xf32> -> tensor<1x2xf32>", 0),
    "rank of concatenated inputs must match result rank",
  ],
  ["tensor.concat", concat("tensor<2xf32> -> tensor<2xf32>", 1), "concatenation dim must be less than the tensor rank"],
  ["tensor.concat", concat("tensor<2xf32> -> tensor<2xi32>", 0), "inputs and result element type must match"],
  [
    "tensor.concat",
    concat("tensor<2x3xf32>, tensor<2x4xf32> -> tensor<4x3xf32>", 0),
    "static concatenation size mismatch along non-concatenated dimension 1",
  ],
  [
    "tensor.concat",
    concat("tensor<2xf32>, tensor<2xf32> -> tensor<5xf32>", 0),
    "result type 'tensor<5xf32>'does not match inferred shape 'tensor<4xf32>' static sizes",
  ],
  ["tensor.gather", gather("tensor<5x2x1xf32>")],
  ["tensor.gather", gather("tensor<5x2xf32>")],
  ["tensor.gather", gather("tensor<5x2xf32>", ""), "gather_dims must be non-empty"],
  ["tensor.gather", gather("tensor<5x2xf32>", "0, 1, 2"), "gather_dims overflow source rank"],
  ["tensor.gather", gather("tensor<5x2xf32>", "-1"), "gather_dims value must be non-negative"],
  ["tensor.gather", gather("tensor<5x2xf32>", "2"), "gather_dims value must be smaller than source rank"],
  [
    "tensor.gather",
    gather("tensor<5xf32>", "1, 0", "tensor<5x2xindex>"),
    "gather_dims values must be strictly increasing",
  ],
  [
    "tensor.gather",
    gather("tensor<5x2xf32>", "0, 1"),
    "gather_dims length must match the size of last dimension of indices",
  ],
  ["tensor.scatter", scatter("tensor<5x2x1xf32>")],
  ["tensor.scatter", scatter("tensor<5x2xf32>", "1", {}), "requires 'unique' attribute to be set"],
  ["tensor.scatter", scatter("tensor<5x2xf32>", ""), "scatter_dims must be non-empty"],
  ["tensor.scatter", scatter("tensor<5x2xf32>", "0, 1, 2"), "scatter_dims overflow dest rank"],
];

describe("checks of ops on values with shapes", () => {
  testOpRows(SHAPED, [...MADE, ...CAST, ...ACCESSED]);
});
