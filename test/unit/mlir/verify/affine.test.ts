/** What checks of dimensions and symbols accept and refuse. */
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { AFFINE, AFFINE_VALUES } from "../../../../extension/formats/mlir/verify/ops/affine";
import type { Sketch } from "../../../support/mlirOps";
import { placed } from "../../../support/mlirOps";
import type { OpRow, Properties, Row } from "../../../support/mlirRows";
import { each, op, testOpRows, testRows } from "../../../support/mlirRows";

/** A function with value 0, in it a loop with the counter 1 and the value 2, and in that one another with the counter 3. */
const LOOP = placed("affine.for", { parent: placed("func.func") });
const INNER = placed("affine.for", { parent: LOOP, regionStart: 1 });
const NESTED = placed("scf.for", { parent: LOOP, regionStart: 1 });
const UNREGISTERED = placed("unregistered.op", { parent: placed("func.func") });
/** An op in the inner loop. @param definers of the values 0, 1, 2, … */
const inside = (sketch: Sketch, definers: Sketch["constants"] = [], parent: NestedOp = INNER): Sketch => ({
  ...{ ...sketch, parent, regionStart: 3, constants: definers },
});
const [MAP, DIM, SYMBOL] = [
  "affine_map<(d0)[s0] -> (d0 + s0)>",
  "affine_map<(d0) -> (d0)>",
  "affine_map<()[s0] -> (s0)>",
];
const [AS_DIM, AS_SYMBOL] = ["operand cannot be used as a dimension id", "operand cannot be used as a symbol"];

/** The definer of value 2. @param operands the values that it takes */
const second = (name: string, ...operands: readonly number[]): Sketch["constants"] => [
  ...[undefined, undefined],
  [name, "0 : i64", operands],
];
/** Value 2 is a size of value 3, which is read. @param size what defines value 4, which tells the size */
const sizeOf = (size: string): Sketch["constants"] => [
  ...(second("tensor.dim", 3, 4) ?? []),
  ["memref.load", "", [0]],
  [size, "0 : index"],
];
/** A load at a value. @param values of the map's operands */
const load = (map: string, values: readonly number[], definers?: Sketch["constants"], parent?: NestedOp): Sketch => {
  const operands = ["memref<4xf32>", ...values.map(() => "index")];
  return inside({ operands, values: [0, ...values], properties: { map } }, definers, parent);
};
/** Rows of an op whose map's operands follow `others`. */
const mapped = (...others: readonly string[]): readonly Row[] => {
  const at = (values: readonly number[], definers?: Sketch["constants"]): Sketch => {
    const sketch = { operands: [...others, ...values.map(() => "index")], properties: { map: MAP } };
    return inside({ ...sketch, values: [...others.map(() => 0), ...values] }, definers);
  };
  return [[at([1, 0])], [at([3, 1]), AS_SYMBOL], [at([2, 0], second("memref.load", 0)), AS_DIM]];
};
const chosen = (values: readonly number[]): Sketch => {
  const properties = { condition: "affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 >= 0)>" };
  return inside({ operands: ["index", "index"], values, properties });
};
const bounded = (maps: readonly [lower: string, upper: string], values: readonly number[]): Sketch => {
  const [lowerBoundMap, upperBoundMap] = maps;
  const properties = { lowerBoundMap, upperBoundMap, lowerBoundsMap: lowerBoundMap, upperBoundsMap: upperBoundMap };
  return inside({ operands: values.map(() => "index"), values, properties, groups: [1, values.length - 1] });
};
const moved = (values: readonly [src: number, dst: number, tag: number]): Sketch => {
  const [src, dst, tag] = values;
  const properties = { src_map: DIM, dst_map: DIM, tag_map: DIM };
  const operands = ["memref<4xf32>", "index", "memref<4xf32, 2>", "index", "memref<1xi32>", "index", "index"];
  return inside({ operands, values: [0, src, 0, dst, 0, tag, 0], properties }, second("memref.load"));
};
const index = (word: string): string => `${word}index must be a valid dimension or symbol identifier`;

describe("a value that an affine op uses", () => {
  testRows(AFFINE_VALUES, {
    "affine.apply": [
      [inside({ operands: ["index"], values: [0], properties: { map: SYMBOL } })],
      [
        inside({ operands: ["index"], values: [1], properties: { map: SYMBOL } }),
        "error: dimensional operand cannot be used as a symbol",
      ],
    ],
    "affine.load": [
      ...mapped("memref<4xf32>"),
      // What arith calculates is a symbol if all that it takes is.
      [load(SYMBOL, [2], second("arith.addi", 0, 0))],
      [load(DIM, [2], second("arith.addi", 0, 1)), AS_DIM],
      [load(DIM, [2], second("affine.apply", 0, 1))],
      [load(SYMBOL, [2], second("affine.apply", 0, 1)), AS_SYMBOL],
      [load(SYMBOL, [2], second("arith.constant"))],
      // Of other ops, and of those that are not known to be a scope, nothing is told.
      [load(DIM, [2], second("memref.cast", 0))],
      [load(DIM, [2], second("arith.addi", 0, 1), placed("t.op", { parent: placed("func.func") }))],
      // An op that its dialect does not have is no scope, and its values are no dimensions.
      [load(DIM, [3], [], UNREGISTERED), AS_DIM],
      [load(DIM, [2], second("unregistered.op", 0)), AS_DIM],
      // The size of a value of the scope is a symbol; of another, it may be one if it is known which size it is.
      [load(SYMBOL, [2], second("memref.dim", 0, 1))],
      [load(DIM, [2], second("memref.dim", 1, 0)), AS_DIM],
      [load(DIM, [2], sizeOf("memref.load")), AS_DIM],
      [load(DIM, [2], sizeOf("arith.constant"))],
      // Only an affine loop counts with dimensions.
      [load(DIM, [3], [], NESTED), AS_DIM],
      // A chain of many values is not followed to its end.
      [load(DIM, [2], second("arith.addi", 2, 2))],
    ],
    "affine.store": mapped("f32", "memref<4xf32>"),
    "affine.vector_load": mapped("memref<4xf32>"),
    "affine.vector_store": mapped("vector<4xf32>", "memref<4xf32>"),
    "affine.if": [[chosen([1, 0])], [chosen([1, 3]), AS_SYMBOL]],
    "affine.for": [
      [bounded([DIM, SYMBOL], [1, 0])],
      [bounded([SYMBOL, DIM], [1, 0]), AS_SYMBOL],
      [bounded([DIM, SYMBOL], [0, 1]), AS_SYMBOL],
    ],
    "affine.parallel": [
      [bounded([DIM, MAP], [1, 1, 0])],
      [bounded([DIM, MAP], [1, 1, 1]), AS_SYMBOL],
      [bounded([SYMBOL, MAP], [1, 1, 0]), AS_SYMBOL],
    ],
    "affine.prefetch": [[load(DIM, [1])], [load(DIM, [2], second("memref.load")), index("")]],
    "affine.dma_start": [
      [moved([0, 1, 3])],
      [moved([2, 1, 3]), index("src ")],
      [moved([0, 2, 3]), index("dst ")],
      [moved([0, 1, 2]), index("tag ")],
    ],
    "affine.dma_wait": [
      [inside({ operands: ["memref<1xi32>", "index"], values: [0, 1], properties: { tag_map: DIM } })],
      [
        inside(
          { operands: ["memref<1xi32>", "index"], values: [0, 2], properties: { tag_map: DIM } },
          second("memref.load"),
        ),
        index(""),
      ],
    ],
  });
});

const counted = (signature: string, map: string): Sketch => op(signature, { map: `affine_map<${map}>` });
const MAP_COUNT = "operand count and affine map dimension and symbol count must match";
const loop = (lower: string, upper: string, step = 1): Sketch =>
  op(
    "",
    { lowerBoundMap: `affine_map<${lower}>`, upperBoundMap: `affine_map<${upper}>`, step: `${step} : index` },
    {
      groups: [0, 0, 0],
    },
  );
const basis = (list: string): Sketch["properties"] => ({ static_basis: `array<i64: ${list}>` });
const IDENTITY = { map: "affine_map<(d0) -> (d0)>" };
const SAME_ELEMENTS = "requires memref and vector types of the same elemental type";
/** A loop of one dimension. */
const parallel = (properties: Properties, ...results: readonly string[]): OpRow[1] =>
  op(`-> ${results.join(", ")}`, {
    ...{ lowerBoundsGroups: "dense<1> : tensor<1xi32>", upperBoundsGroups: "dense<1> : tensor<1xi32>" },
    ...{ lowerBoundsMap: "affine_map<() -> (0)>", upperBoundsMap: "affine_map<() -> (7)>", reductions: "[]" },
    ...properties,
  });
const reduced = (kind: number, type: string): OpRow[1] => parallel({ reductions: `[${kind} : i64]` }, type);
const MISMATCH = "result type cannot match reduction attribute";

describe("checks of affine ops", () => {
  testOpRows(AFFINE, [
    ["affine.apply", counted("index, index -> index", "(d0)[s0] -> (d0 + s0)")],
    ["affine.apply", counted("index -> index", "(d0, d1) -> (d0 + d1)"), MAP_COUNT],
    ["affine.apply", counted("index -> index", "(d0) -> (d0, d0)"), "mapping must produce one value"],
    ...each(
      ["affine.min", "affine.max"],
      [counted("index -> index", "(d0) -> (d0, 4)")],
      [counted("index -> index", "() -> (4)"), MAP_COUNT],
      [counted("index -> index", "(d0) -> ()"), "affine map expect at least one result"],
    ),
    ["affine.for", loop("() -> (0)", "() -> (4)")],
    ["affine.for", { ...loop("() -> (0)", "() -> (4)", 0), release: 22 }],
    [
      "affine.for",
      { ...loop("() -> (0)", "() -> (4)", 0), release: 23 },
      "expected step to be a positive integer, got 0",
    ],
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
    ["affine.load", op("memref<8xf32>, index -> f32", IDENTITY)],
    ["affine.load", op("memref<8x8xf32>, index -> f32", IDENTITY), "affine map num results must equal memref rank"],
    [
      "affine.load",
      op("memref<8xf32>, index, index -> f32", IDENTITY),
      "expects as many subscripts as affine map inputs",
    ],
    ["affine.store", op("f32, memref<8xf32>", IDENTITY), "expects as many subscripts as affine map inputs"],
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
    ["affine.parallel", parallel({})],
    ["affine.parallel", reduced(0, "f32")],
    ["affine.parallel", reduced(1, "i32")],
    ["affine.parallel", reduced(3, "index")],
    ["affine.parallel", reduced(6, "si32")],
    ["affine.parallel", reduced(0, "i32"), MISMATCH],
    ["affine.parallel", reduced(1, "f32"), MISMATCH],
    ["affine.parallel", reduced(6, "ui32"), MISMATCH],
    ...[reduced(5, "f32"), reduced(9, "f32"), reduced(15, "i32")].flatMap((sketch): readonly OpRow[] => [
      ["affine.parallel", { ...sketch, release: 22 }, MISMATCH],
      ["affine.parallel", { ...sketch, release: 23 }],
    ]),
    ["affine.parallel", { ...reduced(15, "f32"), release: 23 }, MISMATCH],
    ["affine.parallel", parallel({}, "f32"), "a reduction must be specified for each output"],
    [
      "affine.parallel",
      parallel({ lowerBoundsGroups: "dense<0> : tensor<1xi32>" }),
      "expected lower bound map to have at least one result",
    ],
    [
      "affine.parallel",
      parallel({ upperBoundsMap: "affine_map<() -> (7, 8)>" }),
      "expected upper bounds map to have 1 results",
    ],
  ]);
});
