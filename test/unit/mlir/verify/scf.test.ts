/** What checks of scf's loops accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import {
  SCF,
  SCF_BODIES,
  SCF_PLACES,
  SCF_REGIONS,
  SCF_VALUES,
} from "../../../../extension/formats/mlir/verify/ops/scf";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { op, switches, testOpRows, testRows } from "../../../support/mlirRows";

/** An op that ends a block with these values. */
const end = (name: string, ...operands: readonly string[]): NestedOp => placed(name, { operands });
const reduction = (args: readonly string[], last = end("scf.reduce.return", "f32")): Sketch => ({
  ...{ operands: ["f32"], regions: [[block(args, last)]] },
});
const TENSOR = "tensor<4xf32>";
/** A loop over one dimension that changes one tensor. @param args of its block, whose first is value 5 */
const forall = (...args: readonly string[]): Sketch => ({
  ...op(`${TENSOR} -> ${TENSOR}`, { staticLowerBound: "array<i64: 0>" }),
  regions: [[{ ...block(args), firstValue: 5 }]],
});
/** An op that inserts into a value at the end of such a loop. */
const inserting = (value: number): Sketch => ({
  operands: [TENSOR, TENSOR],
  values: [0, value],
  parent: placed("scf.forall.in_parallel", { parent: placed("scf.forall", forall("index", TENSOR)) }),
});
const mapped = (...mapping: readonly string[]): OpRow[1] =>
  op("index", { staticLowerBound: "array<i64: 0>", mapping: `[${mapping.join(", ")}]` });
const stepped = (step: string): Sketch => ({
  ...op("index, index, index", {}, { groups: [1, 1, 1, 0] }),
  constants: [undefined, undefined, ["arith.constant", `${step} : index`]],
});
const parallel = (...names: readonly string[]): Sketch => ({
  regions: [[block([], ...names.map((name) => placed(name)))]],
});
const body = (args: readonly string[], sketch: Sketch = {}): Sketch => ({ ...sketch, regions: [[block(args)]] });

describe("checks of scf's ops", () => {
  testOpRows(SCF, [
    ["scf.forall", mapped()],
    ["scf.forall", mapped("#gpu.thread<x>", "#gpu.mask<1>")],
    ["scf.forall", mapped("#gpu.block<x>", "#gpu.block<y>"), "mapping attribute size must match op rank"],
    [
      "scf.forall",
      mapped("#gpu.thread<x>", "#gpu.mask<1>", "#gpu.mask<2>"),
      '"mapping" supports at most one device masking attribute',
    ],
    ["scf.parallel", op("index, index, index", {}, { groups: [1, 1, 1, 0] })],
    [
      "scf.parallel",
      op("", {}, { groups: [0, 0, 0, 0] }),
      "needs at least one tuple element for lowerBound, upperBound and step",
    ],
  ]);
  testRows(SCF_VALUES, {
    "scf.parallel": [[stepped("1")], [stepped("0"), "constant step operand must be positive"]],
  });
  testRows(SCF_PLACES, {
    "tensor.parallel_insert_slice": [
      [inserting(6)],
      [inserting(5), "may only insert into an output block argument"],
      [inserting(2), "may only insert into an output block argument"],
      [{ operands: [TENSOR, TENSOR], parent: placed("scf.for") }, UNKNOWN],
    ],
  });
  testRows(SCF_BODIES, {
    "scf.execute_region": [[body([])], [body(["i32"]), "region cannot have any arguments"]],
    "scf.forall": [
      [forall("index", TENSOR)],
      [forall("index"), "region expects 1 arguments"],
      [forall("i32", TENSOR), "expects 0-th block argument to be an index"],
    ],
  });
  testRows(SCF_REGIONS, {
    "scf.reduce": [
      [reduction(["f32", "f32"])],
      [reduction(["f32"]), "expected two block arguments with type 'f32' in the 0-th reduction region"],
      [
        reduction(["f32", "f32"], end("scf.yield")),
        "reduction bodies must be terminated with an 'scf.reduce.return' op",
      ],
      [
        reduction(["f32", "f32"], end("scf.reduce.return", "i32")),
        "error: 'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)",
      ],
    ],
    "scf.index_switch": switches(placed("scf.yield")),
    "scf.forall.in_parallel": [
      [parallel("tensor.parallel_insert_slice")],
      [parallel("t.combine")],
      [parallel("tensor.extract"), "expected only ParallelCombiningOpInterface ops"],
    ],
  });
});
