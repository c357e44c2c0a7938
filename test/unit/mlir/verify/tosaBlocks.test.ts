/** What MLIR's verifier refuses by the C++ of tosa's ops on data with a scale for each block. */
import { TOSA_BLOCKS } from "../../../../extension/formats/mlir/verify/ops/tosaBlocks";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { op, testOpRows } from "../../../support/mlirRows";

const blocks = (signature: string): Sketch => op(signature, { block_size: "#tosa.block_size<BLOCK_SIZE_32>" });

const ROWS: readonly OpRow[] = [
  ...(
    [
      ["4x8x32xf8E5M2", "4x8x1x", "4x16x32xf8E5M2", "4x16x1x", "4x8x16x"],
      ["4x8x32xf8E5M2", "4x8x1x", "1x16x32xf8E5M2", "1x16x1x", "4x8x16x"],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "4x16x32xf8E4M3FN", "4x16x1x", "4x8x16x"],
        "expect A_data and B_data to have same element type, got 'f8E5M2' and 'f8E4M3FN'",
      ],
      [
        ...["4x8x32xf8E5M2", "5x8x1x", "4x16x32xf8E5M2", "4x16x1x", "4x8x16x"],
        "expected batch of a_scale to match size 4, got 5",
      ],
      [
        ...["4x8x32xf8E5M2", "4x9x1x", "4x16x32xf8E5M2", "4x16x1x", "4x8x16x"],
        "expected height of a_scale to match size 8, got 9",
      ],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "4x16x64xf8E5M2", "4x16x1x", "4x8x16x"],
        "expected channels of b_data to match size 32, got 64",
      ],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "4x16x32xf8E5M2", "3x16x1x", "4x8x16x"],
        "expected batch of b_scale to match size 4, got 3",
      ],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "4x16x32xf8E5M2", "4x15x1x", "4x8x16x"],
        "expected width of b_scale to match size 16, got 15",
      ],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "4x16x32xf8E5M2", "4x16x2x", "4x8x16x"],
        "expected C/block_size of b_scale to match size 1, got 2",
      ],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "3x16x32xf8E5M2", "3x16x1x", "4x8x16x"],
        "expect B matrix batch size to be broadcast compatible with A, got D=3 vs N=4",
      ],
      [
        ...["4x8x32xf8E5M2", "4x8x1x", "4x16x32xf8E5M2", "4x16x1x", "4x8x8x"],
        "expected output shape 4, 8, 8 to be compatible with expected output shape 4, 8, 16",
      ],
      [
        ...["?x8x32xf8E5M2", "?x8x1x", "?x16x32xf8E5M2", "?x16x1x", "?x8x8x"],
        "expected output shape ?, 8, 8 to be compatible with expected output shape ?, 8, 16",
      ],
    ] as const
  ).map(([a = "", aScale = "", b = "", bScale = "", output = "", words]): OpRow => [
    "tosa.matmul_t_block_scaled",
    blocks(
      `tensor<${a}>, tensor<${aScale}f8E8M0FNU>, tensor<${b}>, tensor<${bScale}f8E8M0FNU> -> tensor<${output}f32>`,
    ),
    words,
  ]),
  ...(
    [
      ["2x64", "2x2", "2x64"],
      [
        ...["2x64", "2x2", "3x64"],
        ["require compatible shapes for input_data ('tensor<2x64xA>') and output_data ('tensor<3x64xB>')"],
      ],
      [...["2x48", "2x2", "2x48"], ["expect last dimension of DATA (48) to be divisible by block_size (32)"]],
      [
        ...["2x64", "3x2", "2x64"],
        [
          "require compatible shapes for DATA ('tensor<2x64xD>') and SCALE ('tensor<3x2xf8E8M0FNU>') except for the last dimension",
        ],
      ],
      [
        ...["2x64", "2x3", "2x64"],
        ["expect last dimension of SCALE (3) to be equal to last dimension of DATA / block_size (2)"],
      ],
    ] as const
  ).flatMap(([input, scale, output, words]): readonly OpRow[] => {
    const said = (from: string, to: string, scaled: string, type: string): string | undefined =>
      words?.[0]
        .replaceAll("DATA", `${scaled}_data`)
        .replace("SCALE", `${scaled}_scale`)
        .replace("xA>", `x${from}>`)
        .replace("xB>", `x${to}>`)
        .replace("xD>", `x${type}>`);
    const [small, scales] = ["f8E5M2", `tensor<${scale}xf8E8M0FNU>`];
    return [
      [
        "tosa.cast_from_block_scaled",
        blocks(`tensor<${input}x${small}>, ${scales} -> tensor<${output}xf32>`),
        said(small, "f32", "input", small),
      ],
      [
        "tosa.cast_to_block_scaled",
        blocks(`tensor<${input}xf32> -> tensor<${output}x${small}>, ${scales}`),
        said("f32", small, "output", small)?.replace("output_data (48)", "input_data (48)"),
      ],
    ];
  }),
];

describe("checks of tosa's ops on scaled blocks", () => {
  testOpRows(TOSA_BLOCKS, ROWS);
});
