/** What mlir::spirv's ops on matrices demand (SPIRVOps.cpp, CooperativeMatrixOps.cpp). */
import type { TypeView } from "../entryView";
import { refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { pointer } from "./spirv";

/** Element, rows, columns, scope and use of a cooperative matrix. */
function cooperative(
  type: TypeView,
): readonly [rows: string, columns: string, element: string, scope: string, use: string] {
  const [shape = "", scope = "", use = ""] = type.parameters;
  const [, rows = "", columns = "", element = ""] = /^(\d+)x(\d+)x(.*)$/.exec(shape) ?? unknown();
  return [rows, columns, element, scope, use];
}

const multipliedAdd: OpCheck = (op) => {
  const [a, b, c] = [op.operand(0), op.operand(1), op.operand(2)].map(cooperative);
  if (!a || !b || !c) return;
  ["MatrixA", "MatrixB", "MatrixAcc"].forEach((use, i) => {
    refuse([a, b, c][i]?.[4] !== use, `operand #${i} must be of use '${use}'`);
  });
  refuse(a[3] !== b[3] || b[3] !== c[3], "matrix scope mismatch");
  refuse(a[0] !== c[0], "matrix size mismatch on dimension 'M'");
  refuse(b[1] !== c[1], "matrix size mismatch on dimension 'N'");
  refuse(a[1] !== b[0], "matrix size mismatch on dimension 'K'");
  refuse(
    op.has("matrix_operands") && [a, b, c].some(([, , element]) => !/^[su]?i\d+$/.test(element)),
    "Matrix Operands require all matrix element types to be Integer Types",
  );
};

const cooperativeAccess =
  (refused: string): OpCheck =>
  (op) => {
    const [pointee] = pointer(op.operand(0));
    const words = `Pointer must point to a scalar or vector type but provided '${pointee}'`;
    refuse(/^!spirv\.(?:struct|array|rtarray|matrix)</.test(pointee), words);
    const access = op.word("memory_operand").split("|");
    if (!op.has("memory_operand")) return;
    refuse(access.includes(refused), `not compatible with memory operand '${refused}'`);
    const isAligned = access.includes("Aligned");
    refuse(isAligned && !op.has("alignment"), "missing value for the 'Aligned' memory operand");
    refuse(!isAligned && op.has("alignment"), "found alignment attribute for non-'Aligned' memory operand");
  };

/** The columns, rows and element of a matrix. */
function matrix(type: TypeView): readonly [columns: number, rows: number, element: string] {
  const [, columns, rows, element = ""] = /^!spirv\.matrix<(\d+) x vector<(\d+)x(.*)>>$/.exec(type.text) ?? unknown();
  return [Number(columns), Number(rows), element];
}

/** What is refused if it holds: in the words of MLIR 22, and in those since 23. */
type Demand = readonly [isWrong: boolean, words: string, since23: string];
const SAME_ELEMENTS = /same element type$/;

/** Refuses by the first demand that is not met, in the order of MLIR 22; since 23, types of elements come first. */
function demand(op: OpView, ...demands: readonly Demand[]): void {
  const isOld = op.release < 23;
  const isBare = op.name === "spirv.MatrixTimesMatrix" || op.name === "spirv.Transpose";
  const isElement = ([, , words]: Demand): boolean => SAME_ELEMENTS.test(words);
  const ordered = [...demands.filter(isElement), ...demands.filter((one) => !isElement(one))];
  for (const [isWrong, words, since23] of isOld ? demands : ordered)
    if (isOld) (isBare ? refuseBare : refuse)(isWrong, words);
    else refuse(isWrong, `failed to verify that ${since23}`);
}

const scaled: OpCheck = (op) => {
  const type = op.operand(0);
  const element = type.text.startsWith("!spirv.matrix<") ? matrix(type)[2] : cooperative(type)[2];
  const words = "input matrix components' type and scaling value must have the same type";
  demand(op, [!op.operand(1).is(element), words, "all of {matrix, scalar} have same element type"]);
};

const multiplied: OpCheck = (op) => {
  const [left, right, result] = [matrix(op.operand(0)), matrix(op.operand(1)), matrix(op.result())];
  const elements = "all of {leftmatrix, rightmatrix, result} have same element type";
  demand(
    op,
    [
      left[0] !== right[1],
      "left matrix columns' count must be equal to the right matrix rows' count",
      "leftmatrix columns count matches rightmatrix rows count",
    ],
    [
      right[0] !== result[0],
      "right and result matrices must have equal columns' count",
      "rightmatrix columns count matches result columns count",
    ],
    [right[2] !== result[2], "right and result matrices' component type must be the same", elements],
    [left[2] !== result[2], "left and result matrices' component type must be the same", elements],
    [
      left[1] !== result[1],
      "left and result matrices must have equal rows' count",
      "leftmatrix rows count matches result rows count",
    ],
  );
};

const matrixTimesVector: OpCheck = (op) => {
  const [[columns, rows, element], { count }, result] = [matrix(op.operand(0)), op.operand(1), op.result()];
  demand(
    op,
    [
      columns !== count,
      `matrix columns (${columns}) must match vector operand size (${count})`,
      "matrix columns count matches vector elements count",
    ],
    [
      rows !== result.count,
      `result size (${result.count}) must match the matrix rows (${rows})`,
      "matrix rows count matches result elements count",
    ],
    [
      !result.element.is(element),
      "matrix and result element types must match",
      "all of {matrix, result} have same element type",
    ],
  );
};

const vectorTimesMatrix: OpCheck = (op) => {
  const [{ count }, [columns, rows, element], result] = [op.operand(0), matrix(op.operand(1)), op.result()];
  demand(
    op,
    [
      count !== rows,
      "number of components in vector must equal the number of components in each column in matrix",
      "matrix rows count matches vector elements count",
    ],
    [
      columns !== result.count,
      "number of columns in matrix must equal the number of components in result",
      "matrix columns count matches result elements count",
    ],
    [
      !result.element.is(element),
      "matrix must be a matrix with the same component type as the component type in result",
      "all of {matrix, result} have same element type",
    ],
  );
};

const transposed: OpCheck = (op) => {
  const [from, to] = [matrix(op.operand(0)), matrix(op.result())];
  demand(
    op,
    [
      from[1] !== to[0],
      "input matrix rows count must be equal to output matrix columns count",
      "matrix rows count matches result columns count",
    ],
    [
      from[0] !== to[1],
      "input matrix columns count must be equal to output matrix rows count",
      "matrix columns count matches result rows count",
    ],
    [
      from[2] !== to[2],
      "input and output matrices must have the same component type",
      "all of {matrix, result} have same element type",
    ],
  );
};

/** By the names of ops. */
export const SPIRV_MATRICES: OpChecks = {
  "spirv.MatrixTimesScalar": scaled,
  "spirv.MatrixTimesMatrix": multiplied,
  "spirv.MatrixTimesVector": matrixTimesVector,
  "spirv.VectorTimesMatrix": vectorTimesMatrix,
  "spirv.Transpose": transposed,
  "spirv.KHR.CooperativeMatrixMulAdd": multipliedAdd,
  "spirv.KHR.CooperativeMatrixLoad": cooperativeAccess("MakePointerAvailable"),
  "spirv.KHR.CooperativeMatrixStore": cooperativeAccess("MakePointerVisible"),
};
