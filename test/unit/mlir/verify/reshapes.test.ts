/** What checks of reshapes by a list of sizes accept and refuse. */
import { RESHAPES } from "../../../../extension/formats/mlir/verify/ops/reshapes";
import { each, op, testOpRows } from "../../../support/mlirRows";

describe("checks of reshapes", () => {
  testOpRows(RESHAPES, [
    ...each(
      ["memref.reshape"],
      [op("memref<4xf32>, memref<2xindex> -> memref<2x2xf32>")],
      [op("memref<*xf32>, memref<?xindex> -> memref<*xf32>")],
      [
        op("memref<4xf32>, memref<2xindex> -> memref<2x2xf64>"),
        "element types of source and destination memref types should be the same",
      ],
      [
        op("memref<4xf32, strided<[2]>>, memref<2xindex> -> memref<2x2xf32>"),
        "source memref type should have identity affine map",
      ],
      [
        op("memref<4xf32>, memref<?xindex> -> memref<2x2xf32>"),
        "cannot use shape operand with dynamic length to reshape to statically-ranked memref type",
      ],
      [
        op("memref<4xf32>, memref<1xindex> -> memref<2x2xf32>"),
        "length of shape operand differs from the result's memref rank",
      ],
    ),
    ["tensor.reshape", op("tensor<*xf32>, tensor<2xindex> -> tensor<?x2xf32>")],
    [
      "tensor.reshape",
      op("tensor<5xf32>, tensor<2xindex> -> tensor<2x2xf32>"),
      "source and destination tensor should have the same number of elements",
    ],
  ]);
});
