/** What MLIR's verifier refuses by the C++ of single ops of arith, complex, index, affine, vector and shape. */
import { ARITHMETIC, SHAPES } from "../../../../extension/formats/mlir/verify/ops/arithmetic";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { each, op, testOpRows } from "../../../support/mlirRows";

type Properties = Sketch["properties"];
/** An op whose definition has these lists of operands. */
const lists = (signature: string, groups: readonly number[], properties?: Properties): Sketch =>
  op(signature, properties, { groups });
const incompatible = (from: string, to: string): string =>
  `operand type '${from}' and result type '${to}' are cast incompatible`;
/** A row of a cast of types. */
const cast = (name: string, from: string, to: string, isRefused = false): OpRow => [
  name,
  op(`${from} -> ${to}`),
  isRefused ? incompatible(from, to) : undefined,
];

const CAST: readonly OpRow[] = [
  ...(
    [
      ["bitcast", "i32", "f32"],
      ["extsi", "i8", "i32"],
      ["extui", "i8", "i32"],
      ["extf", "f16", "f32"],
      ["truncf", "f32", "f16"],
      ["trunci", "i32", "i8"],
      ["index_cast", "i32", "index"],
      ["index_castui", "i32", "index"],
    ] as const
  ).flatMap(([name, from, to]): readonly OpRow[] => [
    [`arith.${name}`, op(`${from} -> ${to}`)],
    [`arith.${name}`, op(`tensor<2x${from}> -> tensor<2x${to}>`)],
    [
      `arith.${name}`,
      op(`tensor<?x${from}> -> tensor<2x${to}>`),
      "failed to verify that input and output have the same tensor dimensions",
    ],
    [
      `arith.${name}`,
      op(`tensor<3x${from}> -> tensor<2x${to}>`),
      "failed to verify that input and output have the same tensor dimensions",
    ],
  ]),
  ...["index.casts", "index.castu"].flatMap((name): readonly OpRow[] => [
    cast(name, "i32", "index"),
    cast(name, "index", "index", true),
  ]),
  ["arith.select", op("i1, f32, f32 -> f32")],
  ["arith.select", op("tensor<2xi1>, tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>")],
  [
    "arith.select",
    op("tensor<3xi1>, tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>"),
    "failed to verify that condition is signless i1 or has matching shape",
  ],
  [
    "arith.select",
    op('tensor<2xi1>, tensor<2xf32, "a">, tensor<2xf32, "a"> -> tensor<2xf32, "a">'),
    "expected condition type to have the same shape as the result type, expected 'tensor<2xi1, \"a\">', but got 'tensor<2xi1>'",
  ],
];

const constant = (type: string, value: string): Sketch => op(`-> ${type}`, { value });
const elements = (found: string): string =>
  `requires attribute's element types (${found}) to match the element type of the op's return type ('f64')`;
const CONSTANTS: readonly OpRow[] = [
  ["complex.constant", constant("complex<f32>", "[1.0 : f32, 2.0 : f32]")],
  [
    "complex.constant",
    constant("complex<f32>", "[1.0 : f32]"),
    "requires 'value' to be a complex constant, represented as array of two values",
  ],
  ["complex.constant", constant("complex<f64>", "[1.0 : f32, 2.0 : f64]"), elements("'f32', 'f64'")],
  ["complex.bitcast", op("i64 -> complex<f32>")],
  ["complex.bitcast", op("complex<f32> -> complex<f32>")],
  ["complex.bitcast", op("i64 -> f64"), "requires that either input or output has a complex type"],
];

const mapped = (signature: string, map: string): Sketch => op(signature, { map: `affine_map<${map}>` });
const MAP_COUNT = "operand count and affine map dimension and symbol count must match";
const loop = (lower: string, upper: string): Sketch =>
  op(
    "",
    { lowerBoundMap: `affine_map<${lower}>`, upperBoundMap: `affine_map<${upper}>`, step: "1 : index" },
    {
      groups: [0, 0, 0],
    },
  );
const basis = (list: string): Properties => ({ static_basis: `array<i64: ${list}>` });
const IDENTITY = { map: "affine_map<(d0) -> (d0)>" };
const SAME_ELEMENTS = "requires memref and vector types of the same elemental type";
const scan = (initial: string, axis: number, kind = "add", from = "vector<2x3xf32>"): Sketch =>
  op(`${from}, ${initial} -> ${from}, ${initial}`, {
    kind: `#vector.kind<${kind}>`,
    reduction_dim: `${axis} : i64`,
    inclusive: "true",
  });

const AFFINE: readonly OpRow[] = [
  ["affine.apply", mapped("index, index -> index", "(d0)[s0] -> (d0 + s0)")],
  ["affine.apply", mapped("index -> index", "(d0, d1) -> (d0 + d1)"), MAP_COUNT],
  ["affine.apply", mapped("index -> index", "(d0) -> (d0, d0)"), "mapping must produce one value"],
  ...each(
    ["affine.min", "affine.max"],
    [mapped("index -> index", "(d0) -> (d0, 4)")],
    [mapped("index -> index", "() -> (4)"), MAP_COUNT],
    [mapped("index -> index", "(d0) -> ()"), "affine map expect at least one result"],
  ),
  ["affine.for", loop("() -> (0)", "() -> (4)")],
  ["affine.for", loop("() -> ()", "() -> (4)"), "expected lower bound map to have at least one result"],
  ["affine.for", loop("() -> (0)", "() -> ()"), "expected upper bound map to have at least one result"],
  ["affine.delinearize_index", op("index -> index, index", basis("2, 3"), { groups: [1, 0] })],
  [
    "affine.delinearize_index",
    op("index -> index, index", basis("2, 0"), { groups: [1, 0] }),
    "no basis element may be statically non-positive",
  ],
  [
    "affine.delinearize_index",
    op("index -> index", basis("2, 3"), { groups: [1, 0] }),
    "should return an index for each basis element and up to one extra index",
  ],
  ["affine.linearize_index", op("index, index -> index", basis("3"), { groups: [2, 0] })],
  [
    "affine.linearize_index",
    op("index, index -> index", basis("2, 3, 4"), { groups: [2, 0] }),
    "should be passed a basis element for each index except possibly the first",
  ],
  ["affine.vector_load", op("memref<8xf32>, index -> vector<4xf32>", IDENTITY)],
  ["affine.vector_load", op("memref<8xf32>, index -> vector<4xi32>", IDENTITY), SAME_ELEMENTS],
  ["affine.vector_store", op("vector<4xf32>, memref<8xf32>, index", IDENTITY)],
  ["affine.vector_store", op("vector<4xi32>, memref<8xf32>, index", IDENTITY), SAME_ELEMENTS],
  ["affine.store", op("f32, memref<8xf32>, index", IDENTITY)],
  [
    "affine.store",
    op("i32, memref<8xf32>, index", IDENTITY),
    "value to store must have the same type as memref element type",
  ],
  ["vector.load", lists("memref<8xf32>, index -> vector<4xf32>", [1, 1])],
  ["vector.load", lists("memref<8xf32>, index -> vector<4xi32>", [1, 1]), "base and result element types should match"],
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
  ["shape.cstr_broadcastable", op("!shape.shape, !shape.shape -> !shape.witness")],
  ["shape.cstr_broadcastable", op("!shape.shape -> !shape.witness"), "required at least 2 input shapes"],
  ["shape.assuming_all", op("!shape.witness -> !shape.witness")],
  ["shape.assuming_all", op("-> !shape.witness"), "no operands specified"],
];

const errors = (type: string): string =>
  `if at least one of the operands can hold error values then the result must be of type \`${type}\` to propagate them`;
const ERRORS: readonly OpRow[] = [
  ...each(
    ["add", "mul", "div"].map((name) => `shape.${name}`),
    [op("!shape.size, index -> !shape.size")],
    [op("index, index -> index")],
    [op("!shape.size, index -> index"), errors("size")],
  ),
  ["shape.get_extent", op("!shape.shape, index -> !shape.size")],
  ["shape.get_extent", op("!shape.shape, index -> index"), errors("size")],
  ...each(
    ["shape.num_elements", "shape.rank"],
    [op("!shape.shape -> !shape.size")],
    [op("tensor<?xindex> -> index")],
    [op("!shape.shape -> index"), errors("size")],
  ),
  ["shape.shape_of", op("!shape.value_shape -> !shape.shape")],
  ["shape.shape_of", op("!shape.value_shape -> tensor<?xindex>"), errors("shape")],
  ["shape.broadcast", op("!shape.shape, !shape.shape -> !shape.shape")],
  ["shape.broadcast", op("!shape.shape, !shape.shape -> tensor<?xindex>"), errors("shape")],
];

describe("checks of calculations", () => {
  testOpRows({ ...ARITHMETIC, ...SHAPES }, [...CAST, ...CONSTANTS, ...AFFINE, ...ERRORS]);
});
