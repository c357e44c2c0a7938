/** What checks of mlir::acc's ops for the generation of code accept and refuse. */
import {
  ACC_CODEGEN,
  ACC_CODEGEN_BODIES,
  ACC_CODEGEN_PLACES,
  ACC_WIDTHS,
} from "../../../../extension/formats/mlir/verify/ops/accCodegen";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { op, testOpRows, testRows } from "../../../support/mlirRows";

const [ALONG, NOWHERE] = [{ par_dims: "#acc<par_dims[thread_x]>" }, { par_dims: "#acc<par_dims[]>" }];
const NO_DIMENSION = "par_dims must specify at least one parallel dimension";
const [SCALING, FIXED] = ["dynamic_shared_memory_scaling_bytes", "dynamic_shared_memory_fixed_bytes"];

const shared = (properties: Properties, outcome?: string, space = ", #gpu.address_space<workgroup>"): OpRow => [
  "acc.gpu_shared_memory",
  op(`-> memref<8xf32${space}>`, { num_copies: "1 : i64", ...properties }),
  outcome,
];

describe("acc's ops for the generation of code", () => {
  testOpRows(ACC_CODEGEN, [
    shared({}),
    shared({ [SCALING]: "4 : i64", [FIXED]: "24 : i64" }),
    shared({ [SCALING]: "4 : i64" }, `${SCALING} and ${FIXED} must both be present or both be absent`),
    shared({ [SCALING]: "-1 : i64", [FIXED]: "24 : i64" }, `${SCALING} must be non-negative`),
    shared({ [SCALING]: "4 : i64", [FIXED]: "-1 : i64" }, `${FIXED} must be non-negative`),
    shared({ num_copies: "0 : i64" }, "num_copies must be positive"),
    shared({}, "result memref must use #gpu.address_space<workgroup>", ""),
    shared({}, "result memref must use #gpu.address_space<workgroup>", ", 3"),
    ["acc.reduction_accumulate", op("i32, memref<i32>", ALONG)],
    ["acc.reduction_accumulate", op("i32, !llvm.ptr", ALONG)],
    ["acc.reduction_accumulate", op("f32, memref<i32>", ALONG), "pointer-like element type must match value type"],
    ["acc.reduction_accumulate", op("i32, memref<i32>", NOWHERE), NO_DIMENSION],
    ["acc.reduction_accumulate_array", op("memref<4xi32>", ALONG)],
    ["acc.reduction_accumulate_array", op("memref<4xi32>", NOWHERE), NO_DIMENSION],
  ]);
  testRows(ACC_WIDTHS, {
    "acc.compute_region": [
      [{ operands: ["index", "f32"], groups: [1, 1], definers: [["acc.par_width", {}]] }],
      [
        { operands: ["index"], groups: [1, 0], definers: [["arith.constant", {}]] },
        "launch arguments must be results of acc.par_width operations",
      ],
    ],
  });
  testRows(ACC_CODEGEN_PLACES, {
    "acc.predicate_region": [
      [{ parent: placed("scf.for", { parent: placed("acc.compute_region") }) }],
      [{ parent: placed("func.func") }, "must be nested within an acc.compute_region operation"],
    ],
  });
  testRows(ACC_CODEGEN_BODIES, {
    "acc.compute_region": [
      [{ operands: ["index", "f32"], groups: [1, 1], regions: [[block(["index", "f32"])]] }],
      [
        { operands: ["index"], groups: [1, 0], regions: [[block(["index", "f32"])]] },
        "expected 1 block arguments (launch + input), got 2",
      ],
    ],
    "acc.predicate_region": [
      [{ regions: [[block([])]] }],
      [{ regions: [[]] }, "region needs to have at least one block"],
      [{ regions: [[block(["index"])]] }, "region cannot have any arguments"],
    ],
  });
});
