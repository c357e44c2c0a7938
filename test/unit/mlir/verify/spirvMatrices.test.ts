/** What MLIR's verifier refuses by the C++ of spirv's ops on matrices. */
import { SPIRV_MATRICES } from "../../../../extension/formats/mlir/verify/ops/spirvMatrices";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, changed, op, testOpRows } from "../../../support/mlirRows";

type Properties = Readonly<Record<string, string>>;
const since = (words: string): string => `failed to verify that ${words}`;
const matrix = (columns: number, rows: number, element = "f32"): string =>
  `!spirv.matrix<${columns} x vector<${rows}x${element}>>`;
const operand = (rows: number, columns: number, element: string, use: string, where = "Subgroup"): string =>
  `!spirv.coopmatrix<${rows}x${columns}x${element}, ${where}, Matrix${use}>`;
const multiplyAdd = (a: string, b: string, c: string, properties: Properties = {}): Sketch =>
  op(`${a}, ${b}, ${c} -> ${c}`, properties);
const [A, B, C] = [operand(8, 16, "f16", "A"), operand(16, 4, "f16", "B"), operand(8, 4, "f16", "Acc")];
const LAYOUT = { matrix_layout: "#spirv.coop_matrix_layout_khr<RowMajor>" };
const ALIGNMENT = { alignment: "4 : i32" };
const OPERANDS = { matrix_operands: "#spirv.cooperative_matrix_operands_khr<ASigned>" };
const memory = (words: string): Properties => ({ memory_operand: `#spirv.memory_access<${words}>` });

const accessedMatrix = (name: string, signature: (pointer: string) => string, refused: string): readonly OpRow[] => {
  const make = (properties: Properties, pointee = "f32"): Sketch =>
    op(signature(`!spirv.ptr<${pointee}, StorageBuffer>`), { ...LAYOUT, ...properties });
  return [
    [name, make({})],
    [name, make({ ...memory("Aligned"), ...ALIGNMENT })],
    [
      name,
      make({}, "!spirv.struct<(f32)>"),
      "Pointer must point to a scalar or vector type but provided '!spirv.struct<(f32)>'",
    ],
    [name, make(memory(`${refused}|NonPrivatePointer`)), `not compatible with memory operand '${refused}'`],
    [name, make(memory("Aligned")), "missing value for the 'Aligned' memory operand"],
    [name, make({ ...memory("Volatile"), ...ALIGNMENT }), "found alignment attribute for non-'Aligned' memory operand"],
  ];
};

const MATRICES: readonly OpRow[] = [
  ["spirv.MatrixTimesScalar", op(`${matrix(3, 2)}, f32 -> ${matrix(3, 2)}`)],
  ["spirv.MatrixTimesScalar", op(`${A}, f16 -> ${A}`)],
  ...changed(
    "spirv.MatrixTimesScalar",
    op(`${matrix(3, 2)}, f16 -> ${matrix(3, 2)}`),
    "input matrix components' type and scaling value must have the same type",
    since("all of {matrix, scalar} have same element type"),
  ),
  ["spirv.MatrixTimesMatrix", op(`${matrix(3, 2)}, ${matrix(4, 3)} -> ${matrix(4, 2)}`)],
  ...changed(
    "spirv.MatrixTimesMatrix",
    op(`${matrix(3, 2)}, ${matrix(4, 2)} -> ${matrix(4, 2)}`),
    bare("left matrix columns' count must be equal to the right matrix rows' count"),
    since("leftmatrix columns count matches rightmatrix rows count"),
  ),
  ...changed(
    "spirv.MatrixTimesMatrix",
    op(`${matrix(3, 2)}, ${matrix(4, 3)} -> ${matrix(3, 2)}`),
    bare("right and result matrices must have equal columns' count"),
    since("rightmatrix columns count matches result columns count"),
  ),
  ...changed(
    "spirv.MatrixTimesMatrix",
    op(`${matrix(3, 2)}, ${matrix(4, 3, "f16")} -> ${matrix(4, 2)}`),
    bare("right and result matrices' component type must be the same"),
    since("all of {leftmatrix, rightmatrix, result} have same element type"),
  ),
  ...changed(
    "spirv.MatrixTimesMatrix",
    op(`${matrix(3, 2, "f16")}, ${matrix(4, 3)} -> ${matrix(4, 2)}`),
    bare("left and result matrices' component type must be the same"),
    since("all of {leftmatrix, rightmatrix, result} have same element type"),
  ),
  ...changed(
    "spirv.MatrixTimesMatrix",
    op(`${matrix(3, 2)}, ${matrix(4, 3)} -> ${matrix(4, 3)}`),
    bare("left and result matrices must have equal rows' count"),
    since("leftmatrix rows count matches result rows count"),
  ),
  ["spirv.MatrixTimesVector", op(`${matrix(3, 2)}, vector<3xf32> -> vector<2xf32>`)],
  ...changed(
    "spirv.MatrixTimesVector",
    op(`${matrix(3, 2)}, vector<2xf32> -> vector<2xf32>`),
    "matrix columns (3) must match vector operand size (2)",
    since("matrix columns count matches vector elements count"),
  ),
  ...changed(
    "spirv.MatrixTimesVector",
    op(`${matrix(3, 2)}, vector<3xf32> -> vector<3xf32>`),
    "result size (3) must match the matrix rows (2)",
    since("matrix rows count matches result elements count"),
  ),
  ...changed(
    "spirv.MatrixTimesVector",
    op(`${matrix(3, 2, "f16")}, vector<3xf32> -> vector<2xf32>`),
    "matrix and result element types must match",
    since("all of {matrix, result} have same element type"),
  ),
  ["spirv.VectorTimesMatrix", op(`vector<2xf32>, ${matrix(3, 2)} -> vector<3xf32>`)],
  ...changed(
    "spirv.VectorTimesMatrix",
    op(`vector<3xf32>, ${matrix(3, 2)} -> vector<3xf32>`),
    "number of components in vector must equal the number of components in each column in matrix",
    since("matrix rows count matches vector elements count"),
  ),
  ...changed(
    "spirv.VectorTimesMatrix",
    op(`vector<2xf32>, ${matrix(3, 2)} -> vector<2xf32>`),
    "number of columns in matrix must equal the number of components in result",
    since("matrix columns count matches result elements count"),
  ),
  ...changed(
    "spirv.VectorTimesMatrix",
    op(`vector<2xf32>, ${matrix(3, 2, "f16")} -> vector<3xf32>`),
    "matrix must be a matrix with the same component type as the component type in result",
    since("all of {matrix, result} have same element type"),
  ),
  ["spirv.Transpose", op(`${matrix(3, 2)} -> ${matrix(2, 3)}`)],
  ...changed(
    "spirv.Transpose",
    op(`${matrix(3, 2)} -> ${matrix(3, 3)}`),
    bare("input matrix rows count must be equal to output matrix columns count"),
    since("matrix rows count matches result columns count"),
  ),
  ...changed(
    "spirv.Transpose",
    op(`${matrix(3, 2)} -> ${matrix(2, 2)}`),
    bare("input matrix columns count must be equal to output matrix rows count"),
    since("matrix columns count matches result rows count"),
  ),
  ...changed(
    "spirv.Transpose",
    op(`${matrix(3, 2)} -> ${matrix(2, 3, "f16")}`),
    bare("input and output matrices must have the same component type"),
    since("all of {matrix, result} have same element type"),
  ),
  ["spirv.KHR.CooperativeMatrixMulAdd", multiplyAdd(A, B, C)],
  ["spirv.KHR.CooperativeMatrixMulAdd", multiplyAdd(C, B, C), "operand #0 must be of use 'MatrixA'"],
  ["spirv.KHR.CooperativeMatrixMulAdd", multiplyAdd(A, A, C), "operand #1 must be of use 'MatrixB'"],
  ["spirv.KHR.CooperativeMatrixMulAdd", multiplyAdd(A, B, B), "operand #2 must be of use 'MatrixAcc'"],
  [
    "spirv.KHR.CooperativeMatrixMulAdd",
    multiplyAdd(operand(8, 16, "f16", "A", "Workgroup"), B, C),
    "matrix scope mismatch",
  ],
  [
    "spirv.KHR.CooperativeMatrixMulAdd",
    multiplyAdd(operand(9, 16, "f16", "A"), B, C),
    "matrix size mismatch on dimension 'M'",
  ],
  [
    "spirv.KHR.CooperativeMatrixMulAdd",
    multiplyAdd(A, operand(16, 5, "f16", "B"), C),
    "matrix size mismatch on dimension 'N'",
  ],
  [
    "spirv.KHR.CooperativeMatrixMulAdd",
    multiplyAdd(A, operand(15, 4, "f16", "B"), C),
    "matrix size mismatch on dimension 'K'",
  ],
  [
    "spirv.KHR.CooperativeMatrixMulAdd",
    multiplyAdd(A, B, C, OPERANDS),
    "Matrix Operands require all matrix element types to be Integer Types",
  ],
  ...accessedMatrix("spirv.KHR.CooperativeMatrixLoad", (pointer) => `${pointer}, i32 -> ${A}`, "MakePointerAvailable"),
  ...accessedMatrix("spirv.KHR.CooperativeMatrixStore", (pointer) => `${pointer}, ${A}, i32`, "MakePointerVisible"),
];

describe("checks of spirv's ops on matrices", () => {
  testOpRows(SPIRV_MATRICES, MATRICES);
});
