/** What MLIR's verifier refuses by the C++ of single ops of arith, complex and index. */
import assert from "node:assert/strict";
import { ARITHMETIC, SETTLED } from "../../../../extension/formats/mlir/verify/ops/arithmetic";
import { entries, typeList } from "../../../support/mlirOps";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { cast, op, testOpRows } from "../../../support/mlirRows";

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
const SPLAT = "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
const CONSTANTS: readonly OpRow[] = [
  ["arith.constant", constant("i32", "1 : i32")],
  ["arith.constant", constant("ui32", "1 : ui32"), "integer return type must be signless"],
  ["arith.constant", { ...constant("tensor<2xui32>", "dense<1> : tensor<2xui32>"), release: 22 }],
  [
    "arith.constant",
    { ...constant("tensor<2xui32>", "dense<1> : tensor<2xui32>"), release: 23 },
    "integer return type must be signless",
  ],
  ["arith.constant", constant("vector<2xi32>", "dense<[1, 2]> : vector<2xi32>")],
  ["arith.constant", constant("vector<[2]xi32>", "dense<1> : vector<[2]xi32>")],
  ["arith.constant", constant("vector<[2]xi32>", "dense<[1, 2]> : vector<[2]xi32>"), SPLAT],
  ["complex.constant", constant("complex<f32>", "[1.0 : f32, 2.0 : f32]")],
  [
    "complex.constant",
    constant("complex<f32>", "[1.0 : f32]"),
    "requires 'value' to be a complex constant, represented as array of two values",
  ],
  ["complex.constant", constant("complex<f64>", "[1.0 : f32, 2.0 : f64]"), elements("'f32', 'f64'")],
  [
    "complex.constant",
    constant("complex<f32>", '[1.0 : f32, "a"]'),
    "requires attribute's elements to be float or integer attributes",
  ],
  ["complex.bitcast", op("i64 -> complex<f32>")],
  ["complex.bitcast", op("complex<f32> -> complex<f32>")],
  ["complex.bitcast", op("i64 -> f64"), "requires that either input or output has a complex type"],
];

describe("checks of calculations", () => {
  testOpRows(ARITHMETIC, [...CAST, ...CONSTANTS]);
});

describe("types that settle checks", () => {
  it("are all of which arith.constant accepts any value", () => {
    const isSettled = (type: string): boolean | undefined => SETTLED["arith.constant"]?.(typeList([type]), entries);
    const types = ["i32", "f32", "vector<2xi32>", "tensor<2xf32>", "si32", "tensor<2xui32>", "vector<[2]xi32>"];
    assert.deepEqual(types.map(isSettled), [true, true, true, true, false, false, false]);
  });
});
