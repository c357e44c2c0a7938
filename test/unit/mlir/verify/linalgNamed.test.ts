/** What the checks of linalg's bodies, and of its ops whose maps follow from their names, accept and refuse. */
import { namedMaps } from "../../../../extension/formats/mlir/properties/namedMaps";
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { LINALG_NAMED } from "../../../../extension/formats/mlir/verify/ops/linalg";
import { LINALG_BODIES } from "../../../../extension/formats/mlir/verify/ops/linalgBodies";
import type { Sketch } from "../../../support/mlirOps";
import { block } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { testRows } from "../../../support/mlirRows";

const tensor = (sizes: string): string => `tensor<${sizes === "" ? "" : `${sizes}x`}f32>`;
/** An op with one output, which is its last operand and its result if it is a tensor. */
const into = (operands: readonly string[], properties: Properties, output: string): Sketch => ({
  ...{ operands: [...operands, output], results: [output], properties, groups: [operands.length, 1] },
});

/** An op whose maps follow from its name; all loops have two turns. @param added sizes of the first operand after the others */
function namedOp(name: string, added = ""): Sketch {
  const sizes = namedMaps(name, 22)?.maps.map((map) =>
    map.map(({ window }) => (window === undefined ? 2 : 3)).join("x"),
  );
  const operands = (sizes ?? []).map((list, i) => {
    const all = i === 0 ? [list, added].filter((part) => part !== "").join("x") : list;
    return all === "" ? "f32" : tensor(all);
  });
  const output = operands.pop() ?? "";
  return into(operands, {}, output === "f32" ? tensor("") : output);
}
const STEPS: Properties = { strides: "dense<2> : tensor<1xi64>", dilations: "dense<3> : tensor<1xi64>" };
/** Rows of ops with windows, and of one without. */
const WINDOWS: Readonly<Record<string, readonly Row[]>> = {
  "linalg.mmt4d": [
    [into([tensor("2x4x3x5"), tensor("6x4x7x5")], {}, tensor("2x6x3x7"))],
    [
      into([tensor("2x4x3x5"), tensor("6x4x7x8")], {}, tensor("2x6x3x7")),
      "inferred input/output operand #1 has shape's dimension #3 to be 5, but found 8",
    ],
  ],
  "linalg.conv_1d": [
    [into([tensor("4"), tensor("2")], {}, tensor("3"))],
    [
      into([tensor("3"), tensor("2")], {}, tensor("3")),
      "inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 4, but found 3",
    ],
  ],
  "linalg.conv_1d_nwc_wcf": [
    [into([tensor("1x8x2"), tensor("2x2x4")], STEPS, tensor("1x3x4"))],
    [
      into([tensor("1x7x2"), tensor("2x2x4")], STEPS, tensor("1x3x4")),
      "inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7",
    ],
    [
      { ...into([tensor("1x8x2"), tensor("2x2x4")], STEPS, tensor("1x3x4")), results: [] },
      "expected the number of tensor results (0) to be equal to the number of output tensors (1)",
    ],
  ],
  "linalg.matvec": [
    [namedOp("linalg.matvec")],
    [into(["memref<2x2xf32>", tensor("2")], {}, tensor("2")), "expected to have pure tensor or buffer semantics"],
    [{ ...namedOp("linalg.matvec"), properties: { indexing_maps: "[]" } }, UNKNOWN],
  ],
};

/** An op with a block of these arguments. */
const bodied = (operands: readonly string[], ...args: readonly string[]): Sketch => ({
  ...{ operands, regions: [[block(args)]] },
});
const BODIES: readonly Row[] = [
  [bodied([tensor("2"), "memref<2xi8>", "f16"], "f32", "i8", "f16")],
  [bodied(["vector<2xf32>"], "vector<2xf32>")],
  [
    bodied([tensor("2"), tensor("2")], "f32"),
    "expected as many non-induction variable region arguments as the number of input/output operands",
  ],
  [
    bodied([tensor("2"), tensor("2")], "f32", "f16"),
    "expected type of bb argument #1 (f16) to match element or self type of the corresponding operand (f32)",
  ],
  [{ operands: [tensor("2")], regions: [[]] }, "expects to have 1 region with 1 block"],
];

describe("the body of an op of the linalg dialect", () => {
  const arity = "expects number of operands to match the arity of mapper, but got:";
  testRows(LINALG_BODIES, {
    ...Object.fromEntries(Object.keys(LINALG_BODIES).map((name) => [name, BODIES])),
    "linalg.map": [
      [{ ...bodied([tensor("2"), tensor("2")], "f32", "f32"), release: 22 }],
      [{ ...bodied([tensor("2"), tensor("2")], "f32"), release: 21 }],
      [{ ...bodied([tensor("2"), tensor("2")], "f32"), release: 22 }, `${arity} 2 and 1`],
      [{ ...bodied([tensor("2"), tensor("2")], "f32", "f32"), release: 21 }, `${arity} 1 and 2`],
      [
        { ...bodied([tensor("2"), tensor("2")], "i8", "f32"), release: 22 },
        "expected element type of input 'f32' to match bbArg type 'i8'",
      ],
    ],
  });
});

describe("an op of the linalg dialect whose maps follow from its name", () => {
  testRows(LINALG_NAMED, {
    ...Object.fromEntries(
      Object.keys(LINALG_NAMED).map((name): [string, readonly Row[]] => {
        const rank = namedMaps(name, 22)?.maps[0]?.length ?? 0;
        const words = `expected operand #0 rank (${rank + 1}) to match the result rank of indexing_map (${rank})`;
        return [name, [[namedOp(name)], [namedOp(name, "2"), words]]];
      }),
    ),
    ...WINDOWS,
  });
});
