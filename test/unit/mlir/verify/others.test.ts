/** What checks of ops of dialects with few checks accept and refuse. */
import { OTHERS } from "../../../../extension/formats/mlir/verify/ops/others";
import { op, testOpRows } from "../../../support/mlirRows";

describe("checks of single ops of small dialects", () => {
  testOpRows(OTHERS, [
    ["builtin.unrealized_conversion_cast", op("i32 -> i64")],
    ["builtin.unrealized_conversion_cast", op("i32"), "expected at least one result for cast operation"],
    ["ml_program.global", op("", { value: "1 : i32" })],
    ["ml_program.global", op("", { is_mutable: "unit" })],
    ["ml_program.global", op(""), "immutable global must have an initial value"],
  ]);
});
