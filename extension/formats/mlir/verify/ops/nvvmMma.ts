/**
 * What `nvvm.mma.sync` and `nvvm.mma.sp.sync` demand: the shapes of their matrices and the types of their parts
 * (MmaOp::verify and MmaSpOp::verify of NVVMDialect.cpp).
 */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { structText } from "./llvmTypes";
import { caseOf, shapeOf } from "./nvvmTypes";

/** A number of values of one type. */
type Parts = readonly [count: number, type: string];
/** What a shape and the type of its elements lead to: one of each list is what an op has. */
interface Variant {
  readonly shapes: readonly string[];
  readonly a: Parts;
  readonly b: Parts;
  readonly c: readonly Parts[];
  readonly results: readonly Parts[];
}

const HALVES = "vector<2xf16>";
const INTEGERS = ["s4", "u4", "s8", "u8", "b1"];
/** For 16 rows: how many columns of a type are one part, and the type of the part. */
const TALL: Readonly<Record<string, readonly [columns: number, part: string, since?: 23]>> = {
  tf32: [4, "i32"],
  bf16: [8, "i32"],
  f16: [8, HALVES],
  ...{ s4: [32, "i32"], u4: [32, "i32"], s8: [16, "i32"], u8: [16, "i32"], b1: [128, "i32"] },
  ...{ e4m3: [16, "i32", 23], e5m2: [16, "i32", 23] },
};
/** For 8 rows, columns of whole numbers. */
const COLUMNS: Readonly<Record<string, number>> = { s4: 32, u4: 32, s8: 16, u8: 16, b1: 128 };

/** Accumulators of 16 rows. */
const FLOATS: readonly Parts[] = [
  [2, HALVES],
  [4, "f32"],
];

function tall(op: OpView, type: string, columns: number): Variant {
  const [unit, part, since = 22] = TALL[type] ?? [0, ""];
  refuseBare(unit === 0 || op.release < since, `invalid shape or multiplicand type: ${type}`);
  const parts = Math.trunc(columns / unit);
  const isWhole = INTEGERS.includes(type);
  return {
    shapes: [unit, 2 * unit].map((size) => `16, 8, ${size}`),
    ...{ a: [2 * parts, part], b: [parts, part] },
    c: isWhole ? [[4, "i32"]] : FLOATS,
    results: isWhole ? [[4, "i32"]] : ["tf32", "bf16"].includes(type) ? FLOATS.slice(1) : FLOATS,
  };
}

function flat(type: string): Variant | undefined {
  const one = (part: string, list: readonly Parts[], count: number, columns: number): Variant => ({
    ...{ shapes: [`8, 8, ${columns}`], a: [count, part], b: [count, part], c: list, results: list },
  });
  if (type === "f64") return one("f64", [[2, "f64"]], 1, 4);
  const columns = COLUMNS[type];
  if (columns !== undefined) return one("i32", [[2, "i32"]], 1, columns);
  const floats: readonly Parts[] = [
    [4, HALVES],
    [8, "f32"],
  ];
  return type === "f16" ? one(HALVES, floats, 2, 4) : undefined;
}

/** The type of the elements of an accumulator. @param text of a part, or of the struct of all */
const accumulated = (text: string): string => {
  const [first = text] = structText(text) ?? [];
  return first === HALVES ? "f16" : /^i\d+$/.test(first) ? "s32" : /^f(?:16|32|64)$/.test(first) ? first : unknown();
};

const struct = ([count, type]: Parts): string => `!llvm.struct<(${Array<string>(count).fill(type).join(", ")})>`;

function typesFit(op: OpView, { a, b, c, results }: Variant): void {
  [[a], [b], c].forEach((lists, member) => {
    const found = op.group(member);
    const fits = ([count, type]: Parts): boolean => found.length === count && found.every((one) => one.is(type));
    const expected = lists.map(([count, type]) => `${count}x${type} `).join("");
    const got = found.map(({ text }: TypeView) => text).join(", ");
    const words = `Could not match types for the ${"ABC"[member] ?? ""} operands; expected one of ${expected}but got ${got}`;
    refuse(!lists.some(fits), words);
  });
  const found = op.result().text;
  const structs = results.map(struct);
  const words = `Could not match allowed types for the result; expected one of ${structs.join(", ")}`;
  refuse(!structs.includes(found), `${words} but got ${found}`);
}

/** Whether the accumulator of matrices of 16 rows has other elements than the result. */
const isOtherResult = (op: OpView): boolean =>
  accumulated(op.result().text) !== accumulated(known(op.group(2)[0]).text);

const SMALL_FLOATS = ["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"];
/** Columns of a small float that are one part of a sparse product, up to MLIR 22 and since 23. */
const SMALL_COLUMNS = [32, 16] as const;

/** Of A, half of the elements are there. */
function sparse(op: OpView, type: string, columns: number): Variant {
  const isSmall = SMALL_FLOATS.includes(type);
  if (!isSmall) {
    refuseBare(type === "b1" || TALL[type] === undefined, `invalid shape or multiplicand type: ${type}`);
    const one = tall(op, type, columns);
    const [unit] = known(TALL[type]);
    return { ...one, a: one.b, shapes: [2, 4].map((many) => `16, 8, ${many * unit}`) };
  }
  const parts: Parts = [Math.trunc(columns / SMALL_COLUMNS[op.release < 23 ? 0 : 1]), "i32"];
  return { shapes: ["16, 8, 64"], a: parts, b: parts, c: FLOATS, results: FLOATS };
}

const multipliedSparse: OpCheck = (op) => {
  const { m, n, k } = shapeOf(op);
  const [shape, type] = [`${m}, ${n}, ${k}`, caseOf(op, "multiplicandAPtxType")];
  const variant = m === 16 ? sparse(op, type, k) : m === 8 && type !== "b1" ? flat(type) : undefined;
  refuse(m === 16 && isOtherResult(op), "ctype does not match dtype");
  refuse(!variant?.shapes.includes(shape), `unimplemented variant for MMA shape <${shape}>`);
  typesFit(op, known(variant));
  overflowIsTold(op, type);
};

/** Whole numbers of 4 and 8 bits need to know what an overflow does. */
function overflowIsTold(op: OpView, type: string): void {
  refuse(/^[su][48]$/.test(type) && !op.has("intOverflowBehavior"), "op requires intOverflowBehavior attribute");
}

const multiplied: OpCheck = (op) => {
  const { m, n, k } = shapeOf(op);
  const [shape, type] = [`${m}, ${n}, ${k}`, caseOf(op, "multiplicandAPtxType")];
  const variant = m === 16 ? tall(op, type, k) : m === 8 ? flat(type) : undefined;
  refuse(m === 16 && isOtherResult(op), "ctype does not match dtype");
  refuse(!variant?.shapes.includes(shape), `unimplemented variant for MMA shape <${shape}>`);
  typesFit(op, known(variant));
  refuse(type === "b1" && !op.has("b1Op"), "op requires b1Op attribute");
  overflowIsTold(op, type);
  const isFree = shape === "8, 8, 4" && type === "f16";
  const isUsual = caseOf(op, "layoutA") === "row" && caseOf(op, "layoutB") === "col";
  const layouts = "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col>";
  refuse(!isFree && !isUsual, () => {
    const types = `${type} and ${caseOf(op, "multiplicandBPtxType")}`;
    const others = "Only m8n8k4 with f16 supports other layouts.";
    return `${layouts} for shape <${shape}> with element types ${types}. ${others}`;
  });
};

/** By the names of ops. */
export const NVVM_MMA: OpChecks = { "nvvm.mma.sync": multiplied, "nvvm.mma.sp.sync": multipliedSparse };
