/** What checks of reshapes by a list of sizes accept and refuse. */
import { RESHAPES } from "../../../../extension/formats/mlir/verify/ops/reshapes";
import type { OpRow } from "../../../support/mlirRows";
import { each, op, testOpRows } from "../../../support/mlirRows";

const DYNAMIC = "-9223372036854775808";
const expand = (types: string, shape: string, outcome?: string, release?: 22 | 23): OpRow => [
  types.startsWith("memref") ? "memref.expand_shape" : "tensor.expand_shape",
  op(types, { static_output_shape: `array<i64: ${shape}>` }, release ? { release } : {}),
  outcome,
];
const given = (dynamic: number, values: number): string =>
  `mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has ${dynamic} dynamic dims while output_shape has ${values} values`;
const sizes = (found: number, wanted: number): string =>
  `incorrect number of dynamic sizes, has ${found}, expected ${wanted}`;
/** The first two dimensions become one. */
const collapse = (type: string, isRefused = false): OpRow => [
  "memref.collapse_shape",
  op(`${type} -> memref<12x5xf32>`, { reassociation: "[[0 : i64, 1 : i64], [2 : i64]]" }),
  isRefused ? "invalid source layout map or collapsing non-contiguous dims" : undefined,
];

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
    ...["memref", "tensor"].flatMap((kind): readonly OpRow[] => [
      expand(`${kind}<?xf32>, index -> ${kind}<2x?xf32>`, `2, ${DYNAMIC}`),
      expand(`${kind}<6xf32>, index -> ${kind}<2x3xf32>`, "2, 3", given(0, 1), 22),
      expand(`${kind}<6xf32>, index -> ${kind}<2x3xf32>`, "2, 3", sizes(1, 0), 23),
      expand(`${kind}<?xf32>, index -> ${kind}<2x?xf32>`, "2, 3", given(0, 1), 23),
      expand(`${kind}<?xf32> -> ${kind}<?x?xf32>`, "2, 3", undefined, 22),
      expand(`${kind}<?xf32> -> ${kind}<?x?xf32>`, "2, 3", sizes(0, 2), 23),
    ]),
    collapse("memref<3x4x5xf32>"),
    collapse("memref<3x4x5xf32, strided<[40, 10, 1]>>"),
    collapse("memref<3x4x5xf32, strided<[?, 10, 1]>>"),
    collapse("memref<3x?x5xf32, strided<[50, 10, 1]>>"),
    collapse("memref<1x4x5xf32, strided<[7, 10, 1]>>"),
    collapse("memref<3x1x5xf32, strided<[50, 7, 1]>>"),
    collapse("memref<3x4x5xf32, strided<[50, 10, 1]>>", true),
    collapse("memref<3x4x5xf32, affine_map<(d0, d1, d2) -> (d0 * 50 + d1 * 10 + d2)>>", true),
    ["tensor.reshape", op("tensor<*xf32>, tensor<2xindex> -> tensor<?x2xf32>")],
    [
      "tensor.reshape",
      op("tensor<5xf32>, tensor<2xindex> -> tensor<2x2xf32>"),
      "source and destination tensor should have the same number of elements",
    ],
  ]);
});
