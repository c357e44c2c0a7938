/** What checks of SPIR-V's constants that are known late, and of those with equal parts, accept and refuse. */
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import {
  SPIRV_CONSTANT_OPS,
  SPIRV_CONSTANT_REGIONS,
  SPIRV_CONSTANT_SYMBOLS,
} from "../../../../extension/formats/mlir/verify/ops/spirvConstants";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, op, testOpRows, testRows } from "../../../support/mlirRows";

const replicated = (value: string, type: string, words?: string): OpRow => [
  "spirv.EXT.ConstantCompositeReplicate",
  op(`-> ${type}`, { value }),
  words,
];
const expected = (types: string, found: string): string =>
  bare(`expected value attribute type ${types}, but got: '${found}'`);

interface Table {
  /** The constants by their names. */
  readonly symbols: Readonly<Record<string, NestedOp>>;
}
const checks = Object.fromEntries(
  Object.entries(SPIRV_CONSTANT_SYMBOLS).map(([name, check]) => [
    name,
    (use: NestedOp, { symbols }: Table): void => {
      check(use, ({ path: [first = ""] }) => symbols[first]);
    },
  ]),
);
const constant = (value: string): NestedOp => placed("spirv.SpecConstant", { properties: { default_value: value } });
const symbols = { a: constant("1 : i32"), b: constant("1.0 : f32"), c: placed("spirv.func") };
const composite = (type: string, ...constituents: readonly string[]): Sketch & Table => ({
  ...op("", { type: `type ${type}`, constituents: `[${constituents.join(", ")}]` }),
  symbols,
});
const repeated = (type: string, constituent: string): Sketch & Table => ({
  ...op("", { type: `type ${type}`, constituent }),
  symbols,
});
const calculated = (...names: readonly string[]): Sketch => ({
  regions: [[block([], ...names.map((name) => placed(name)))]],
});

describe("checks of constants with equal parts", () => {
  testOpRows(SPIRV_CONSTANT_OPS, [
    replicated("1 : i32", "vector<2xi32>"),
    replicated("1 : i32", "!spirv.array<2 x !spirv.array<3 x i32>>"),
    replicated("1.0 : f32", "!spirv.arm.tensor<2x3xf32>"),
    replicated("1 : i32", "vector<2xf32>", expected("'f32'", "i32")),
    replicated("1 : i32", "!spirv.arm.tensor<2x3xf32>", expected("'f32'", "i32")),
    replicated(
      "dense<[1, 2]> : vector<2xi32>",
      "!spirv.array<2 x vector<3xi32>>",
      expected("'vector<3xi32>' or 'i32'", "vector<2xi32>"),
    ),
  ]);
});

describe("checks of constants that are known late", () => {
  testRows<Table>(checks, {
    "spirv.SpecConstantComposite": [
      [composite("!spirv.struct<(i32, f32)>", "@a", "@b")],
      [composite("i32", "@a"), "error: result type must be a composite type, but provided 'i32'"],
      [
        composite("!spirv.coopmatrix<8x16xf32, Device, MatrixA>", "@a"),
        "error: unsupported composite type  '!spirv.coopmatrix<8x16xf32, Device, MatrixA>'",
      ],
      [
        composite("!spirv.struct<(i32, f32)>", "@a"),
        "error: has incorrect number of operands: expected 2, but provided 1",
      ],
      [
        composite("!spirv.struct<(i32, f32)>", "@a", "@a"),
        "error: has incorrect types of operands: expected 'f32', but provided 'i32'",
      ],
    ],
    "spirv.EXT.SpecConstantCompositeReplicate": [
      [repeated("!spirv.array<3 x i32>", "@a")],
      [repeated("i32", "@a"), "error: result type must be a composite type, but provided 'i32'"],
      [repeated("!spirv.array<3 x i32>", "@d"), "error: splat spec constant reference defining constituent not found"],
      [repeated("!spirv.array<3 x i32>", "@c"), "error: constituent is not a spec constant"],
      [
        repeated("!spirv.array<3 x i32>", "@b"),
        "error: constituent has incorrect type: expected 'i32', but provided 'f32'",
      ],
    ],
  });
  testRows(SPIRV_CONSTANT_REGIONS, {
    "spirv.SpecConstantOperation": [
      [calculated("spirv.IAdd", "spirv.mlir.yield")],
      [calculated("spirv.IAdd"), "expected exactly 2 nested ops"],
      [calculated("spirv.Load", "spirv.mlir.yield"), "invalid enclosed op"],
    ],
  });
});
