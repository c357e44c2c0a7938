/** What mlir::nvgpu's conversions of floats demand by their types and rounding (NVGPUDialect.cpp, since MLIR 23). */
import type { TypeView } from "../entryView";
import { refuse } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { isSet, shapeWords } from "./shared";

const SCALE = "f8E8M0FNU";

/** The types of the elements: both are scalars, or vectors of one shape. */
function types(op: OpView): readonly [from: TypeView, to: TypeView] {
  const [input, output] = [op.operand(0), op.result()];
  const both = `got '${input.text}' and '${output.text}'`;
  const isVector = input.kind === "vector";
  const isMixed = isVector !== (output.kind === "vector");
  refuse(isMixed, `input and output must both be scalars or both be vectors, ${both}`);
  const isSame = !isVector || shapeWords(input.shape) === shapeWords(output.shape);
  refuse(!isSame, `input and output shapes must match, ${both}`);
  return [input.scalar, output.scalar];
}

const WHOLE = [16, 32, 64];

/** How an op rounds, as the reference says it. */
const mode = (rounding: string): string => `but got #nvvm.fp_rnd_mode<${rounding}>`;

const extended: OpCheck = (op) => {
  const [from, to] = types(op);
  refuse(to.bits <= from.bits, `result type '${to.text}' must be wider than operand type '${from.text}'`);
  refuse(!WHOLE.includes(to.bits), `result type must be 16, 32, or 64 bitwidth, but got ${to.bits}`);
  const isScaled = from.is(SCALE) && !to.is("bf16", "f32");
  refuse(isScaled, "expects bf16 or f32 output type when input type is e8m0.");
  const rounding = op.word("rnd");
  refuse(rounding !== "rn", `expects RN rounding mode, ${mode(rounding)}`);
  refuse(isSet(op, "relu") && to.is("bf16"), "relu is not supported for bf16 destination");
};

/** Rounds to fewer bits. @param hasBits whether random bits are given */
function rounds(from: TypeView, to: TypeView, rounding: string, hasBits: boolean): void {
  const isHalf = from.is("f32") && to.is("f16", "bf16");
  if (to.is(SCALE)) {
    const fits = rounding === "rz" || rounding === "rp";
    refuse(!fits, `expects RZ or RP rounding mode when result type is e8m0, ${mode(rounding)}`);
  } else if (rounding === "rs") {
    const both = `got '${from.text}' -> '${to.text}'`;
    refuse(!isHalf, `RS (stochastic) rounding is only supported for f32->f16/bf16, ${both}`);
    refuse(!hasBits, "random_bits operand is required with RS rounding");
  } else if (from.is("f64") && to.bits >= 16)
    refuse(rounding !== "rn", `expects RN rounding mode for f64 input, ${mode(rounding)}`);
  else if (isHalf) {
    const fits = rounding === "rn" || rounding === "rz";
    refuse(!fits, `expects RN or RZ rounding mode for f32 to f16/bf16, ${mode(rounding)}`);
  } else refuse(rounding !== "rn", `expects RN rounding mode, ${mode(rounding)}`);
}

const truncated: OpCheck = (op) => {
  const [from, to] = types(op);
  refuse(to.bits >= from.bits, `result type '${to.text}' must be narrower than operand type '${from.text}'`);
  refuse(!WHOLE.includes(from.bits), `input type must be 64/32/16 bitwidth, but got ${from.bits}`);
  const [rounding, hasBits] = [op.word("rnd"), op.operands.length > 1];
  rounds(from, to, rounding, hasBits);
  refuse(hasBits && rounding !== "rs", "random_bits can only be used with RS rounding mode");
};

/** By the names of ops. */
export const NVGPU_FLOATS: OpChecks = { "nvgpu.extf": extended, "nvgpu.truncf": truncated };
