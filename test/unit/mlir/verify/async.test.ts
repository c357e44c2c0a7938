/** What checks of async's functions accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { ASYNC, ASYNC_PLACES } from "../../../../extension/formats/mlir/verify/ops/async";
import type { Sketch } from "../../../support/mlirOps";
import { placed } from "../../../support/mlirOps";
import { op, testOpRows, testRows } from "../../../support/mlirRows";

const [TOKEN, VALUE] = ["!async.token", "!async.value<f32>"];
const func = (...results: readonly string[]): Sketch => op("", { function_type: `type () -> (${results.join(", ")})` });
const OTHERS = "operand types do not match the types returned from the parent FuncOp";
const returned = (operands: readonly string[], ...results: readonly string[]): Sketch => ({
  ...{ operands, parent: placed("async.func", func(...results)) },
});

describe("checks of async functions", () => {
  testOpRows(ASYNC, [
    ["async.func", func(TOKEN, VALUE)],
    ["async.func", func(), "result is expected to be at least of size 1, but got 0"],
    ["async.func", func("f32"), "result type must be async value type or async token type, but got 'f32'"],
    [
      "async.func",
      func(VALUE, TOKEN),
      " results' (optional) async token type is expected to appear as the 1st return value, but got 2",
    ],
  ]);
  testRows(ASYNC_PLACES, {
    "async.return": [
      [returned(["f32"], TOKEN, VALUE)],
      [returned([], TOKEN)],
      [returned(["f32"], TOKEN), OTHERS],
      [returned(["i32"], VALUE), OTHERS],
      [returned(["f32"], "f32"), UNKNOWN],
    ],
  });
});
