/** What MLIR's verifier refuses by the C++ of ops of sparse_tensor. */
import { SPARSE } from "../../../../extension/formats/mlir/verify/ops/sparse";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { NESTED_CHECKS, PLACE_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { bare, checksOf, each, op, testOpRows, testRows } from "../../../support/mlirRows";

const encoding = (levels: string, rest = ""): string => {
  const dims = Array.from({ length: levels.split(", ").length }, (_, i) => `d${i}`);
  const map = levels.split(", ").map((level, i) => `d${i} : ${level}`);
  return `#sparse_tensor.encoding<{ map = (${dims.join(", ")}) -> (${map.join(", ")})${rest} }>`;
};
const VECTOR = `tensor<8xf64, ${encoding("compressed")}>`;
const COO = `tensor<2x4xf64, ${encoding("compressed(nonunique), singleton")}>`;
const CSR = `tensor<2x4xf64, ${encoding("dense, compressed")}>`;
const NARROW = `tensor<2x4xf64, ${encoding("compressed(nonunique), singleton", ", posWidth = 32, crdWidth = 32")}>`;
const SPECIFIER = `!sparse_tensor.storage_specifier<${encoding("compressed, singleton")}>`;
const iterator = (of: string, levels: string): string =>
  `!sparse_tensor.${of}<${encoding("compressed")}, lvls = ${levels}>`;
const kind = (word: string, level?: number): Properties => ({
  specifierKind: `#sparse_tensor<kind ${word}>`,
  ...(level === undefined ? {} : { level: `${level} : index` }),
});
const at = (level: number): Properties => ({ level: `${level} : index` });
const sort = (map: string): Sketch =>
  op("index, memref<8xindex>, memref<4xf32>", { perm_map: `affine_map<${map}>`, ny: "1 : index" });

const ALONE: readonly OpRow[] = [
  ["sparse_tensor.assemble", op(`tensor<2xindex>, tensor<6xindex>, tensor<6xf64> -> ${VECTOR}`)],
  [
    "sparse_tensor.assemble",
    op(`tensor<2xindex>, tensor<6xindex>, tensor<6xf32> -> ${VECTOR}`),
    bare("input/output element-types don't match"),
  ],
  [
    "sparse_tensor.assemble",
    op(`tensor<6xindex>, tensor<6xf64> -> ${VECTOR}`),
    bare("inconsistent number of fields between input/output"),
  ],
  [
    "sparse_tensor.assemble",
    op(`tensor<2xindex>, tensor<6x1xindex>, tensor<6xf64> -> ${COO}`),
    bare("input/output trailing COO level-ranks don't match"),
  ],
  [
    "sparse_tensor.assemble",
    op(`tensor<2xindex> -> tensor<?xf64, ${encoding("compressed")}>`),
    bare("the sparse-tensor must have static shape"),
  ],
  [
    "sparse_tensor.disassemble",
    op(
      `${VECTOR}, tensor<2xindex>, tensor<6xindex>, tensor<6xf64> -> tensor<2xindex>, tensor<6xindex>, tensor<6xf64>, index, index, index`,
    ),
  ],
  [
    "sparse_tensor.disassemble",
    op(`${VECTOR}, tensor<2xindex>, tensor<6xindex>, tensor<6xf32> -> tensor<2xindex>, tensor<6xindex>, tensor<6xf64>`),
    bare("output values and return value type mismatch"),
  ],
  [
    "sparse_tensor.coiterate",
    op(`${iterator("iter_space", "0")}, f32 -> f32`, { crdUsedLvls: "1 : i64" }, { groups: [1, 1] }),
  ],
  [
    "sparse_tensor.coiterate",
    op(`${iterator("iter_space", "0")} ->`, { crdUsedLvls: "3 : i64" }, { groups: [1, 0] }),
    "required out-of-bound coordinates",
  ],
  ["sparse_tensor.compress", op(`f64, i1, index, index, ${COO}, index`)],
  ["sparse_tensor.compress", op(`f64, i1, index, index, ${COO}`), "incorrect number of coordinates"],
  ["sparse_tensor.concatenate", op(`tensor<2x4xf64>, tensor<3x4xf64> -> tensor<5x4xf64>`, { dimension: "0 : index" })],
  [
    "sparse_tensor.concatenate",
    op(`tensor<2x4xf64> -> tensor<2x4xf64>`, { dimension: "0 : index" }),
    bare("Need at least two tensors to concatenate."),
  ],
  [
    "sparse_tensor.concatenate",
    op(`tensor<2xf64>, tensor<3xf64> -> tensor<5xf64>`, { dimension: "1 : index" }),
    bare("Concat-dimension is out of bounds for dimension-rank (1 >= 1)"),
  ],
  [
    "sparse_tensor.concatenate",
    op(`tensor<?xf64>, tensor<3xf64> -> tensor<5xf64>`, { dimension: "0 : index" }),
    bare("Input tensor $0 has dynamic shape"),
  ],
  [
    "sparse_tensor.concatenate",
    op(`tensor<2xf64>, tensor<3x1xf64> -> tensor<5xf64>`, { dimension: "0 : index" }),
    bare("Input tensor $1 has a different rank (rank=2) from the output tensor (rank=1)."),
  ],
  [
    "sparse_tensor.concatenate",
    op(`tensor<2xf64>, tensor<3xf64> -> tensor<6xf64>`, { dimension: "0 : index" }),
    bare(
      "The concatenation dimension of the output tensor should be the sum of all the concatenation dimensions of the input tensors.",
    ),
  ],
  [
    "sparse_tensor.concatenate",
    op(`tensor<2x4xf64>, tensor<3x3xf64> -> tensor<5x4xf64>`, { dimension: "0 : index" }),
    bare("All dimensions (expect for the concatenating one) should be equal."),
  ],
  ["sparse_tensor.convert", op(`tensor<8xf64> -> ${VECTOR}`)],
  ["sparse_tensor.convert", op(`tensor<8x1xf64> -> ${VECTOR}`), bare("unexpected conversion mismatch in rank")],
  ["sparse_tensor.convert", op(`tensor<9xf64> -> ${VECTOR}`), bare("unexpected conversion mismatch in dimension 0")],
  ...each(
    ["sparse_tensor.coordinates", "sparse_tensor.positions"],
    [op(`${COO} -> memref<?xindex>`, at(1))],
    [op(`${NARROW} -> memref<?xi32>`, at(1))],
    [op(`${COO} -> memref<?xindex>`, at(2)), bare("requested level is out of bounds")],
  ),
  ["sparse_tensor.coordinates", op(`${COO} -> memref<?xi32>`, at(1)), bare("unexpected type for coordinates")],
  ["sparse_tensor.positions", op(`${COO} -> memref<?xi32>`, at(1)), bare("unexpected type for positions")],
  ["sparse_tensor.coordinates_buffer", op(`${COO} -> memref<?xindex>`)],
  [
    "sparse_tensor.coordinates_buffer",
    op(`${CSR} -> memref<?xindex>`),
    bare("expected sparse tensor with a COO region"),
  ],
  [
    "sparse_tensor.crd_translate",
    op("index, index -> index, index", {
      encoder: encoding("dense, compressed"),
      direction: "#sparse_tensor<CrdTransDirection dim_to_lvl>",
    }),
  ],
  [
    "sparse_tensor.crd_translate",
    op("index -> index, index", {
      encoder: encoding("dense, compressed"),
      direction: "#sparse_tensor<CrdTransDirection dim_to_lvl>",
    }),
    bare("Coordinate rank mismatch with encoding"),
  ],
  [
    "sparse_tensor.extract_iteration_space",
    op(`${VECTOR} -> ${iterator("iter_space", "0")}`, { loLvl: "0 : index", hiLvl: "1 : index" }),
  ],
  [
    "sparse_tensor.extract_iteration_space",
    op(`${VECTOR} -> ${iterator("iter_space", "1")}`, { loLvl: "1 : index", hiLvl: "2 : index" }),
    "parent iterator should be specified iff level lower bound equals 0",
  ],
  [
    "sparse_tensor.extract_iteration_space",
    op(`${VECTOR}, ${iterator("iterator", "0")} -> ${iterator("iter_space", "2")}`, {
      loLvl: "2 : index",
      hiLvl: "3 : index",
    }),
    "parent iterator should be used to extract an iteration space from a consecutive level.",
  ],
  ["sparse_tensor.extract_value", op(`${VECTOR}, ${iterator("iterator", "0")} -> f64`)],
  [
    "sparse_tensor.extract_value",
    op(`${VECTOR}, ${iterator("iterator", "0 to 2")} -> f64`),
    "must use last-level iterator to extract values. ",
  ],
  [
    "sparse_tensor.extract_value",
    op(`${CSR}, ${iterator("iterator", "0")} -> f64`),
    "mismatch in tensor encoding and iterator encoding.",
  ],
  ["sparse_tensor.iterate", op(`${iterator("iter_space", "0")}, f32 -> f32`, { crdUsedLvls: "1 : i64" })],
  [
    "sparse_tensor.iterate",
    op(`${iterator("iter_space", "0")}, f32 ->`, { crdUsedLvls: "1 : i64" }),
    "mismatch in number of loop-carried values and defined values",
  ],
  ["sparse_tensor.reinterpret_map", op(`${COO} -> ${COO}`)],
  ["sparse_tensor.reinterpret_map", op(`${COO} -> ${CSR}`), bare("Level type mismatch between source/dest tensors")],
  [
    "sparse_tensor.reinterpret_map",
    op(`${COO} -> ${NARROW}`),
    bare("Crd/Pos width mismatch between source/dest tensors"),
  ],
  ["sparse_tensor.reinterpret_map", op(`${COO} -> ${VECTOR}`), bare("Level rank mismatch between source/dest tensors")],
  ["sparse_tensor.reorder_coo", op(`${COO} -> ${COO}`)],
  ["sparse_tensor.reorder_coo", op(`${COO} -> ${CSR}`), bare("Expected COO sparse tensors only")],
  [
    "sparse_tensor.reorder_coo",
    op(`${COO} -> ${NARROW}`),
    bare("Unmatched storage format between input and result COO"),
  ],
  ...each(
    ["sparse_tensor.slice.offset", "sparse_tensor.slice.stride"],
    [op("tensor<2x8xf64>", { dim: "1 : index" })],
    [op("tensor<2x8xf64>", { dim: "2 : index" }), bare("requested dimension out of bound")],
  ),
  ["sparse_tensor.sort", sort("(d0, d1) -> (d1, d0)")],
  ["sparse_tensor.sort", sort("(d0, d1) -> (d0, d0)"), bare("Expected a permutation map, got (d0, d1) -> (d0, d0)")],
  ...each(
    ["sparse_tensor.storage_specifier.get", "sparse_tensor.storage_specifier.set"],
    [op(SPECIFIER, kind("crd_mem_sz", 1))],
    [op(SPECIFIER, kind("val_mem_sz", 0)), bare("redundant level argument for querying value memory size")],
    [op(SPECIFIER, kind("dim_offset", 0)), bare("requested slice data on non-slice tensor")],
    [op(SPECIFIER, kind("lvl_sz")), bare("missing level argument")],
    [op(SPECIFIER, kind("lvl_sz", 2)), bare("requested level is out of bounds")],
    [op(SPECIFIER, kind("pos_mem_sz", 1)), bare("requested position memory size on a singleton level")],
  ),
  ["sparse_tensor.values", op(`${VECTOR} -> memref<?xf64>`)],
  ["sparse_tensor.values", op(`${VECTOR} -> memref<?xf32>`), bare("unexpected mismatch in element types")],
];

const yields = (...types: readonly string[]): NestedOp => placed("sparse_tensor.yield", { operands: types });
/** An op by the arguments of its regions and the type that they give; `-` for a region without blocks. */
const formulas = (signature: string, ...regions: readonly (readonly [args: string, given: string] | "-")[]): Sketch =>
  op(
    signature,
    {},
    {
      regions: regions.map((region) =>
        region === "-" ? [] : [block(region[0] === "" ? [] : region[0].split(" "), yields(region[1]))],
      ),
    },
  );
const foreach = (
  args: readonly string[],
  results: readonly string[] = [],
  inits = results,
  given = results,
): Sketch => ({
  ...{ operands: [COO, ...inits], results, regions: [[block(args, yields(...given))]] },
});
const loop = (args: readonly string[], given: readonly string[]): Sketch => ({
  operands: [iterator("iter_space", "0"), "f32"],
  ...{ results: ["f32"], regions: [[block([...args, "index"], yields(...given))]] },
});
const constant = (value: number): NonNullable<Sketch["constants"]> => [["arith.constant", `${value} : index`]];

describe("ops of sparse_tensor", () => {
  describe("alone", () => {
    testOpRows(SPARSE, ALONE);
  });
  describe("with constants", () => {
    testRows(checksOf(PLACE_CHECKS, "sparse_tensor"), {
      "sparse_tensor.lvl": [
        [
          op(
            `${COO}, index`,
            {},
            {
              constants: [
                ["a.b", ""],
                ["arith.constant", "1 : index"],
              ],
            },
          ),
        ],
        [
          op(
            `${COO}, index`,
            {},
            {
              constants: [
                ["a.b", ""],
                ["arith.constant", "2 : index"],
              ],
            },
          ),
          bare("Level index exceeds the rank of the input sparse tensor"),
        ],
      ],
      "sparse_tensor.push_back": [
        [op("index, memref<?xf64>, f64")],
        [
          op("index, memref<?xf64>, f64, index", {}, { values: [1, 2, 3, 0], constants: constant(0) }),
          "n must be not less than 1",
        ],
      ],
      "sparse_tensor.sort": [
        [{ ...sort("(d0) -> (d0)"), constants: constant(4) }],
        [
          { ...sort("(d0) -> (d0)"), constants: constant(5) },
          bare("Expected dimension(xy) >= n * (rank(perm_map) + ny) got 8 < 10"),
        ],
      ],
    });
  });
  describe("with regions", () => {
    testRows(checksOf(NESTED_CHECKS, "sparse_tensor"), {
      "sparse_tensor.binary": [
        [formulas("f64, i64 -> f64", ["f64 i64", "f64"], ["f64", "f64"], "-")],
        [formulas("f64, i64 -> f64", ["f64", "f64"], "-", "-"), bare("overlap region must have exactly 2 arguments")],
        [formulas("f64, i64 -> f64", ["f64 f64", "f64"], "-", "-"), bare("overlap region argument 2 type mismatch")],
        [formulas("f64, i64 -> f64", "-", ["f64", "f32"], "-"), bare("left region yield type mismatch")],
        [
          { ...formulas("f64, i64 -> f64", "-", "-", "-"), properties: { right_identity: "unit" } },
          bare("right=identity requires second argument to have the same type as the output"),
        ],
      ],
      "sparse_tensor.coiterate": [
        [{ ...loop(["f32"], ["f32"]), properties: { cases: "[1 : i64]" } }],
        [
          { ...loop(["f32"], ["i32"]), properties: { cases: "[1 : i64]" } },
          "types mismatch between 0th yield value and defined value on 0th region",
        ],
        [{ ...loop(["f32"], ["f32"]), properties: { cases: "[1 : i64, 2 : i64]" } }, "contains duplicated cases."],
      ],
      "sparse_tensor.foreach": [
        [foreach(["index", "index", "f64"])],
        [foreach(["index", "f64"]), bare("Unmatched number of arguments in the block")],
        [foreach(["index", "f64", "f64"]), bare("Expecting Index type for argument at index 1")],
        [
          foreach(["index", "index", "f32"]),
          bare("Unmatched element type between input tensor and block argument, expected:f64, got: f32"),
        ],
        [
          foreach(["index", "index", "f64", "f32"], ["i32"], ["f32"]),
          bare("Mismatch in types of init arguments and results"),
        ],
        [
          foreach(["index", "index", "f64", "f32"], ["f32"], ["f32"], ["i32"]),
          bare("Mismatch in types of yield values and results"),
        ],
        [
          foreach(["index", "index", "f64", "f32"], [], ["f32"]),
          bare("Mismatch in number of init arguments and results"),
        ],
      ],
      "sparse_tensor.iterate": [
        [loop(["f32"], ["f32"])],
        [loop(["f32"], ["f32", "f32"]), "different number of region iter_args and yielded values: 1 != 2"],
        [loop(["f32"], ["i32"]), "0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'i32'"],
      ],
      "sparse_tensor.reduce": [
        [formulas("f64, f64, f64 -> f64", ["f64 f64", "f64"])],
        [formulas("f64, f64, f64 -> f64", ["f64", "f64"]), bare("reduce region must have exactly 2 arguments")],
      ],
      "sparse_tensor.select": [
        [formulas("f64 -> f64", ["f64", "i1"])],
        [formulas("f64 -> f64", ["f64", "f64"]), bare("select region yield type mismatch")],
      ],
      "sparse_tensor.unary": [
        [formulas("f64 -> f64", ["f64", "f64"], "-")],
        [formulas("f64 -> f64", "-", ["f64", "f64"]), bare("absent region must have exactly 0 arguments")],
      ],
    });
  });
});
