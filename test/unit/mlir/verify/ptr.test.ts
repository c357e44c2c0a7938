/** What checks of ptr's ops accept and refuse. */
import { PTR } from "../../../../extension/formats/mlir/verify/ops/ptr";
import type { OpRow } from "../../../support/mlirRows";
import { bare, each, op, testOpRows } from "../../../support/mlirRows";

const [GENERIC, GLOBAL] = ["!ptr.ptr<#ptr.generic_space>", "!ptr.ptr<#llvm.address_space<1>>"];
const MEMREF = "memref<f32, #ptr.generic_space>";
const SPACE = bare("expected the input and output to have the same memory space");
const load = (pointer: string, type: string, alignment = "8"): OpRow[1] =>
  op(`${pointer} -> ${type}`, { alignment: `[${alignment} : i64]` });
const store = (pointer: string, type: string, alignment = "8"): OpRow[1] =>
  op(`${type}, ${pointer}`, { alignment: `[${alignment} : i64]` });
const unsized = (type: string): string => bare(`type must be LLVM type with size, but got '${type}'`);
const [NOT_POSITIVE, NOT_POWER] = [bare("alignment must be positive"), bare("alignment must be a power of 2")];
const CONTAINER = bare("expected the result to have the same container type as the operands when operands are shaped");

describe("checks of pointers", () => {
  testOpRows(PTR, [
    ["ptr.to_ptr", op(`${MEMREF} -> ${GENERIC}`)],
    ["ptr.to_ptr", op(`memref<f32> -> ${GENERIC}`), SPACE],
    ["ptr.to_ptr", op(`${GENERIC} -> ${GENERIC}`), bare("the input value cannot be of type `!ptr.ptr`")],
    ["ptr.from_ptr", op(`${GENERIC} -> ${MEMREF}`)],
    ["ptr.from_ptr", op(`${GENERIC} -> memref<f32>`), SPACE],
    ["ptr.from_ptr", op(`${GENERIC} -> ${GENERIC}`), bare("the result type cannot be `!ptr.ptr`")],
    ...each(
      ["ptr.load", "ptr.masked_load"],
      [load(GENERIC, "i64")],
      [load(GENERIC, "memref<f32>")],
      [op(`${GENERIC} -> i64`)],
      [load(GLOBAL, "memref<f32>"), unsized("memref<f32>")],
      [load(GENERIC, "i64", "3"), NOT_POWER],
      [load(GENERIC, "i64", "-4"), NOT_POSITIVE],
    ),
    ...each(
      ["ptr.store", "ptr.masked_store"],
      [store(GENERIC, "i64")],
      [store(GLOBAL, "tensor<2xf32>"), unsized("tensor<2xf32>")],
      [store(GENERIC, "i64", "3"), NOT_POWER],
    ),
    ["ptr.ptr_diff", op(`${GENERIC}, ${GENERIC} -> i64`)],
    ["ptr.ptr_diff", op(`tensor<8x${GENERIC}>, tensor<8x${GENERIC}> -> tensor<8xi64>`)],
    ["ptr.ptr_diff", op(`tensor<8x${GENERIC}>, tensor<8x${GENERIC}> -> vector<8xi64>`), CONTAINER],
  ]);
});
