/** What checks of shape's ops accept and refuse. */
import { SHAPE } from "../../../../extension/formats/mlir/verify/ops/shape";
import type { OpRow } from "../../../support/mlirRows";
import { bare, each, op, testOpRows } from "../../../support/mlirRows";

const errors = (type: string): string =>
  `if at least one of the operands can hold error values then the result must be of type \`${type}\` to propagate them`;
const ERRORS: readonly OpRow[] = [
  ...each(
    ["add", "mul", "div"].map((name) => `shape.${name}`),
    [op("!shape.size, index -> !shape.size")],
    [op("index, index -> index")],
    [op("!shape.size, index -> index"), errors("size")],
  ),
  ["shape.get_extent", op("!shape.shape, index -> !shape.size")],
  ["shape.get_extent", op("!shape.shape, index -> index"), errors("size")],
  ...each(
    ["shape.num_elements", "shape.rank"],
    [op("!shape.shape -> !shape.size")],
    [op("tensor<?xindex> -> index")],
    [op("!shape.shape -> index"), errors("size")],
  ),
  ["shape.shape_of", op("!shape.value_shape -> !shape.shape")],
  ["shape.shape_of", op("!shape.value_shape -> tensor<?xindex>"), errors("shape")],
  ["shape.broadcast", op("!shape.shape, !shape.shape -> !shape.shape")],
  ["shape.broadcast", op("!shape.shape, !shape.shape -> tensor<?xindex>"), errors("shape")],
];
const inferred = (type: string, found: string): string =>
  `inferred type(s) '${type}' are incompatible with return type(s) of operation '${found}'`;

describe("checks of shapes", () => {
  testOpRows(SHAPE, [
    ...ERRORS,
    ["shape.cstr_broadcastable", op("!shape.shape, !shape.shape -> !shape.witness")],
    ["shape.cstr_broadcastable", op("!shape.shape -> !shape.witness"), "required at least 2 input shapes"],
    ["shape.assuming_all", op("!shape.witness -> !shape.witness")],
    ["shape.assuming_all", op("-> !shape.witness"), "no operands specified"],
    ["shape.shape_of", op("tensor<1x2xf32> -> tensor<2xindex>")],
    ["shape.shape_of", op("tensor<1x2xf32> -> tensor<?xindex>")],
    ["shape.shape_of", op("tensor<*xf32> -> tensor<?xindex>")],
    ["shape.shape_of", op("tensor<1x2xf32> -> tensor<3xindex>"), inferred("tensor<2xindex>", "tensor<3xindex>")],
    ["shape.const_shape", op("-> tensor<3xindex>", { shape: "dense<[4, 5, 6]> : tensor<3xindex>" })],
    ["shape.const_shape", op("-> !shape.shape", { shape: "dense<[4, 5, 6]> : tensor<3xindex>" })],
    [
      "shape.const_shape",
      op("-> tensor<?xindex>", { shape: "dense<[4, 5, 6]> : tensor<3xindex>" }),
      inferred("tensor<3xindex>", "tensor<?xindex>"),
    ],
    ["shape.meet", op("!shape.shape, tensor<2xindex> -> !shape.shape")],
    ["shape.meet", op("!shape.size, index -> !shape.size")],
    ["shape.meet", op("tensor<?xindex>, tensor<3xindex> -> tensor<3xindex>")],
    ["shape.meet", op("!shape.shape, index -> index"), bare("requires all sizes or shapes")],
    ["shape.meet", op("tensor<2xindex>, tensor<3xindex> -> tensor<?xindex>"), bare("unequal shape cardinality")],
  ]);
});
