/** What checks of emitc's ops by their place, their regions and the symbols that they name accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import {
  EMITC_BODIES,
  EMITC_PLACES,
  EMITC_REGIONS,
  EMITC_SYMBOLS,
  EMITC_VARIABLES,
} from "../../../../extension/formats/mlir/verify/ops/emitcNested";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { Row } from "../../../support/mlirRows";
import { op, switches, testRows } from "../../../support/mlirRows";

const VARIABLE = "!emitc.lvalue<i32>";

/** An op in an expression whose block has the arguments 0 and 1. @param first the number of its result */
const inner = (
  name: string,
  values: readonly number[],
  first: number,
  results: readonly string[] = ["i32"],
): NestedOp => placed(name, { operands: values.map(() => "i32"), values, results, first });
const yields = (value: number): NestedOp => placed("emitc.yield", { operands: ["i32"], values: [value] });
const expression = (last: NestedOp, ...ops: readonly NestedOp[]): Sketch => ({
  ...op("i32, i32 -> i32"),
  regions: [[block(["i32", "i32"], ...ops, last)]],
});
/** A loop of emitc. @param condition the ops of its second region */
const loop = (body: readonly NestedOp[], ...condition: readonly NestedOp[]): Sketch => ({
  regions: [[block([], ...body)], [block([], ...condition)]],
});
const calculated = (result: string): NestedOp => placed("emitc.expression", { results: [result] });
const given = (...values: readonly number[]): NestedOp =>
  placed("emitc.yield", { operands: values.map(() => "i1"), values });
const CALL = "emitc.call_opaque";

describe("regions of emitc's ops", () => {
  testRows(EMITC_REGIONS, {
    "emitc.switch": switches(placed("emitc.yield")),
    "emitc.do": [
      [loop([], calculated("i1"), given(9))],
      [loop([given()], calculated("i1"), given(9)), "body region must not contain terminator"],
      [
        loop([], given(0)),
        "condition region must contain exactly two operations: 'emitc.expression' followed by 'emitc.yield', but found 1 operations",
      ],
      [
        loop([], placed("emitc.literal", { results: ["i1"] }), given(9)),
        "expected first op in condition region to be 'emitc.expression', but got emitc.literal",
      ],
      [
        loop([], calculated("i32"), given(9)),
        "emitc.expression in condition region must return 'i1', but returns 'i32'",
      ],
      [
        loop([], calculated("i1"), placed("emitc.verbatim")),
        "expected last op in condition region to be 'emitc.yield', but got emitc.verbatim",
      ],
      [loop([], calculated("i1"), given()), "expected condition region to return 1 value, but it returns 0 values"],
      [
        loop([], calculated("i1"), given(3)),
        "error: 'emitc.yield' must return result of 'emitc.expression' from this condition region",
      ],
    ],
    "emitc.expression": [
      [expression(yields(9), inner("emitc.add", [0, 1], 9))],
      [expression(yields(10), inner(CALL, [0], 9), inner("emitc.add", [9, 1], 10))],
      [expression(yields(7), inner("emitc.add", [0, 1], 9)), UNKNOWN],
      [expression(placed("emitc.yield")), "must yield a value at termination"],
      [expression(yields(1)), "yielded value has no defining op"],
      [
        { ...expression(yields(9), inner("emitc.add", [0, 1], 9)), results: ["f32"] },
        "requires yielded type to match return type",
      ],
      ...([22, 23] as const).map((release): Row => {
        const sketch = { ...expression(yields(9), inner("emitc.variable", [], 9)), release };
        return [sketch, "contains an unsupported operation"];
      }),
      [{ ...expression(yields(9), inner("emitc.subscript", [], 9)), release: 22 }, "contains an unsupported operation"],
      [{ ...expression(yields(9), inner("emitc.subscript", [], 9)), release: 23 }],
      [expression(yields(9), inner(CALL, [0], 9, ["i32", "i32"])), "requires exactly one result for each operation"],
      [
        expression(yields(9), inner("emitc.add", [0, 1], 9), inner("emitc.rem", [0, 1], 10)),
        "contains an unused operation",
      ],
      [
        expression(yields(11), inner(CALL, [0], 9), inner("emitc.add", [9, 1], 10), inner("emitc.mul", [10, 9], 11)),
        "requires exactly one use for operations with side effects",
      ],
    ],
  });
});

/** A loop whose block has these arguments. */
const counted = (...args: readonly string[]): Sketch => ({
  operands: ["i32", "i32", "i32"],
  regions: [[block(args, placed("emitc.yield"))]],
});
/** An op that returns these values from a function. */
const returned = (...operands: readonly string[]): Sketch => ({
  operands,
  parent: placed("emitc.func", { properties: { sym_name: '"f"', function_type: "type () -> (i32)" } }),
});
const inClass = (words: string, ...results: readonly string[]): readonly Row[] => [
  [{ results, parent: placed("emitc.class") }],
  [
    { results, parent: placed("builtin.module"), release: 22 },
    `${words} must be nested within an emitc.class operation`,
  ],
];

describe("checks of emitc's ops in their place", () => {
  testRows(EMITC_BODIES, {
    "emitc.for": [
      [counted("i32")],
      [counted(), "expected body to have a single block argument for the induction variable"],
      [counted("i8"), "expected induction variable to be same type as bounds and step"],
    ],
  });
  testRows(EMITC_PLACES, {
    "emitc.return": [
      [returned("i32")],
      [returned(), "has 0 operands, but enclosing function (@f) returns 1"],
      [
        returned("f32"),
        "error: type of the return operand ('f32') doesn't match function result type ('i32') in function @f",
      ],
      [{ parent: placed("scf.if") }, UNKNOWN],
    ],
    "emitc.field": inClass("field"),
    "emitc.get_field": [
      ...inClass("", "i32"),
      [{ results: ["i32"], parent: placed("func.func"), release: 23 }, "expects ancestor op 'emitc.class'"],
    ],
  });
});

const VARIABLES = [["emitc.variable", "unit"]] as const;

describe("checks of emitc's assignments", () => {
  testRows(EMITC_VARIABLES, {
    "emitc.assign": [
      [op(`${VARIABLE}, i32`, {}, { constants: VARIABLES })],
      [op(`${VARIABLE}, i32`), "cannot assign to block argument"],
      [
        op(`${VARIABLE}, f32`, {}, { constants: VARIABLES }),
        "requires value's type ('f32') to match variable's type ('i32')",
      ],
    ],
  });
});

interface Found {
  /** What the symbol names. */
  readonly found?: NestedOp;
}
const checks = Object.fromEntries(
  Object.entries(EMITC_SYMBOLS).map(([name, check]) => [
    name,
    (use: NestedOp, { found }: Found): void => {
      check(use, () => found);
    },
  ]),
);
const FIELD = placed("emitc.field", { properties: { type: "type i32" } });
const func = (type: string): NestedOp => placed("emitc.func", { properties: { function_type: `type ${type}` } });
const called = (found: NestedOp | undefined, signature: string): Sketch & Found => {
  const use = op(signature, { callee: "@f" });
  return found ? { ...use, found } : use;
};
const got = (type: string | undefined, result: string): Sketch & Found => {
  const use = op(`-> ${result}`, { name: "@g" });
  return type === undefined ? use : { ...use, found: placed("emitc.global", { properties: { type: `type ${type}` } }) };
};

describe("checks of what emitc's ops name", () => {
  testRows<Found>(checks, {
    "emitc.call": [
      [called(func("(i32) -> (f32)"), "i32 -> f32")],
      [called(undefined, ""), "'f' does not reference a valid function"],
      [called(func("(i32) -> ()"), ""), "incorrect number of operands for callee"],
      [
        called(func("(i32) -> ()"), "f32"),
        "operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0",
      ],
      [called(func("() -> (f32)"), ""), "incorrect number of results for callee"],
      [called(func("() -> (f32)"), "-> i32"), "result type mismatch at index 0"],
    ],
    "emitc.declare_func": [
      [{ ...op("", { sym_name: "@g" }), found: func("() -> ()") }],
      [{ ...op("", { sym_name: "@g" }), found: FIELD }, "'g' does not reference a valid function"],
    ],
    "emitc.get_global": [
      [got("i32", "!emitc.lvalue<i32>")],
      [got("!emitc.array<2xi32>", "!emitc.array<2xi32>")],
      [got(undefined, "!emitc.lvalue<i32>"), "'g' does not reference a valid emitc.global"],
      [
        got("!emitc.array<2xi32>", "!emitc.array<3xi32>"),
        "on array type expects result type '!emitc.array<3xi32>' to match type '!emitc.array<2xi32>' of the global @g",
      ],
      [
        got("i32", "!emitc.array<2xi32>"),
        "on non-array type expects result type to be an lvalue type for the global @g",
      ],
      [
        got("i32", "!emitc.lvalue<f32>"),
        "on non-array type expects result inner type 'f32' to match type 'i32' of the global @g",
      ],
    ],
    "emitc.get_field": [
      [{ ...op("-> i32", { field_name: "@f" }), found: FIELD }],
      [op("-> i32", { field_name: "@f" }), "field '@f' not found in the class"],
      [
        { ...op("-> f32", { field_name: "@f" }), found: FIELD },
        "result type 'f32' does not match field '@f' type 'i32'",
      ],
    ],
  });
});
