/** What checks of llvm's accesses, fences and casts accept and refuse. */
import { LLVM_MEMORY } from "../../../../extension/formats/mlir/verify/ops/llvmMemory";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { each, op, testOpRows } from "../../../support/mlirRows";

const ordered = (types: string, ordering: number, properties: Properties = {}): OpRow[1] =>
  op(types, { ordering: `${ordering} : i64`, ...properties });
const ALIGNED: Properties = { alignment: "4 : i64" };
const offsets = (types: string, indices: string): OpRow[1] =>
  op(types, { rawConstantIndices: `array<i32: ${indices}>` });
const WIDTH = "error: integer width of the output type is smaller or equal to the integer width of the input type";

describe("checks of llvm's accesses and casts", () => {
  testOpRows(LLVM_MEMORY, [
    ...each(
      ["llvm.load"],
      [ordered("!llvm.ptr -> i1", 0)],
      [ordered("!llvm.ptr -> i32", 4, ALIGNED)],
      [ordered("!llvm.ptr -> !llvm.ptr", 4, ALIGNED)],
      [ordered("!llvm.ptr -> i32", 0, { syncscope: '"agent"' }), "expected syncscope to be null for non-atomic access"],
      [ordered("!llvm.ptr -> i33", 4, ALIGNED), "unsupported type 'i33' for atomic access"],
      [ordered("!llvm.ptr -> f80", 4, ALIGNED), "unsupported type 'f80' for atomic access"],
      [ordered("!llvm.ptr -> i32", 5, ALIGNED), "unsupported ordering 'release'"],
      [ordered("!llvm.ptr -> i32", 4), "expected alignment for atomic access"],
    ),
    ["llvm.store", ordered("i32, !llvm.ptr", 5, ALIGNED)],
    ["llvm.store", ordered("i32, !llvm.ptr", 4, ALIGNED), "unsupported ordering 'acquire'"],
    ["llvm.fence", ordered("", 7)],
    ["llvm.fence", ordered("", 2), "can be given only acquire, release, acq_rel, and seq_cst orderings"],
    ...each(
      ["llvm.bitcast"],
      [op("i32 -> f32")],
      [op("!llvm.ptr -> !llvm.ptr")],
      [op("!llvm.byte<64> -> !llvm.ptr")],
      [op("vector<2x!llvm.ptr> -> vector<2x!llvm.byte<64>>")],
      [op("!llvm.ptr -> i64"), "can only cast pointers from and to pointers"],
      [op("vector<1x!llvm.ptr> -> !llvm.ptr"), "cannot cast vector of pointers to pointer"],
      [
        op("!llvm.ptr<1> -> !llvm.ptr"),
        "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead",
      ],
    ),
    ...each(
      ["llvm.zext", "llvm.sext"],
      [op("i8 -> i32")],
      [op("vector<4xi8> -> vector<4xi32>")],
      [op("i32 -> i32"), WIDTH],
      [op("vector<4xi32> -> vector<4xi8>"), WIDTH],
      [op("vector<4xi8> -> vector<2xi32>"), "error: input and output vectors are of incompatible shape"],
      [op("i8 -> vector<2xi32>"), "error: input type is an integer but output type is a vector"],
      [op("vector<2xi8> -> i32"), "error: input type is a vector but output type is an integer"],
    ),
    ["llvm.getelementptr", offsets("!llvm.ptr, i64 -> !llvm.ptr", "1, -2147483648")],
    [
      "llvm.getelementptr",
      offsets("!llvm.ptr, i64 -> !llvm.ptr", "1, 2"),
      "expected as many dynamic indices as specified in 'rawConstantIndices'",
    ],
  ]);
});
