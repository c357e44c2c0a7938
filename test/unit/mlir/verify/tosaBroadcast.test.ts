/** What MLIR's verifier refuses in elementwise ops of tosa, whose operands are repeated. */
import { TOSA_BROADCAST } from "../../../../extension/formats/mlir/verify/ops/tosaBroadcast";
import type { OpRow } from "../../../support/mlirRows";
import { op, testOpRows } from "../../../support/mlirRows";

const MISMATCH = "operands don't have broadcast-compatible shapes";
const result = (found: string, wanted: string): string =>
  `result type '${found}' not broadcast compatible with broadcasted operands's shapes '${wanted}'`;

/** Signatures, and what is said of them; without words they are accepted. */
const ROWS: readonly (readonly [signature: string, words?: string])[] = [
  ["tensor<13x21x3xf32>, tensor<13x1x3xf32> -> tensor<13x21x3xf32>"],
  ["tensor<1x21xf32>, tensor<13x1xf32> -> tensor<13x21xf32>"],
  ["tensor<?x21xf32>, tensor<13x?xf32> -> tensor<13x21xf32>"],
  ["tensor<?x1xf32>, tensor<1x?xf32> -> tensor<4x5xf32>"],
  ["tensor<*xf32>, tensor<3xf32> -> tensor<3xf32>"],
  ["tensor<*xf32>, tensor<*xf32> -> tensor<3xf32>"],
  ["tensor<13x21x3xf32>, tensor<12x1x3xf32> -> tensor<13x21x3xf32>", MISMATCH],
  ["tensor<2xf32>, tensor<3xf32> -> tensor<*xf32>", MISMATCH],
  ["tensor<1x3xf32>, tensor<2x1xf32> -> tensor<1x3xf32>", result("1x3", "2x3")],
  ["tensor<?x3xf32>, tensor<2x3xf32> -> tensor<4x3xf32>", result("4x3", "2x3")],
];

testOpRows(TOSA_BROADCAST, [
  ...ROWS.map(([signature, words]): OpRow => ["tosa.add", op(signature), words]),
  ...Object.keys(TOSA_BROADCAST).flatMap((name): readonly OpRow[] => [
    [name, op("tensor<3xf32> -> tensor<?xf32>")],
    [name, op("tensor<2xf32> -> tensor<3xf32>"), result("3", "2")],
  ]),
  ["tosa.select", op("tensor<1xi1>, tensor<4xf32>, tensor<3xf32> -> tensor<4xf32>"), MISMATCH],
]);
