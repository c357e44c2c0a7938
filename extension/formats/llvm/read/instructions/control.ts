/** Reads terminators, phis and exception pads. */
import type { ValueId } from "../../ir/ids";
import type { Instruction } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { fastMathText } from "../../operations";
import { signedBig } from "../../stream/blocks";
import type { InstructionContext, InstructionReader } from "./context";
import { makeBranch, makePhi, makePlain, makeRare, makeSwitch } from "./make";

/** The first release that takes fast-math flags of phis. */
const PHI_FLAGS: Release = 11;

const NO_OPERANDS: readonly ValueId[] = [];

function readReturn(c: InstructionContext): Instruction {
  return makePlain(c, "ret", c.tables.interner.void, c.left > 0 ? [c.value()] : NO_OPERANDS);
}

/** [block] or [block if true, block if false, condition]. */
function readBranch(c: InstructionContext): Instruction {
  if (c.left === 1) return makeBranch(c, NO_OPERANDS, [c.block()]);
  if (c.left !== 3) c.fail("Invalid br record");
  const blocks = [c.block(), c.block()];
  return makeBranch(c, [c.known(c.tables.interner.i1)], blocks);
}

/** In the upper half of the first operand, this marks the form with case ranges that LLVM 3.2 and 3.3 wrote. */
const CASE_RANGES = 0x4b5;

/** [type, condition, default, (case constant: absolute, block)…]. */
function readSwitch(c: InstructionContext): Instruction {
  if (Math.floor(c.record.value(0) / 65536) === CASE_RANGES) return readSwitchOfRanges(c);
  const type = c.typeOperand();
  const operands = [c.known(type)];
  const blocks = [c.block()];
  if (c.left % 2 !== 0) c.fail("Invalid switch record");
  while (c.left > 0) {
    operands.push(c.typed(c.raw(), type));
    blocks.push(c.block());
  }
  return makeSwitch(c, operands, blocks);
}

/** [magic, type, condition, default, cases, (items, (is single, [words], low, [words, high])…, block)…]. */
function readSwitchOfRanges(c: InstructionContext): Instruction {
  c.raw();
  const type = c.typeOperand();
  const operands = [c.known(type)];
  const blocks = [c.block()];
  for (let cases = c.raw(); cases > 0; cases--) {
    const first = operands.length;
    for (let items = c.raw(); items > 0; items--) readCaseItem(c, type, operands);
    const block = c.block();
    for (let i = first; i < operands.length; i++) blocks.push(block);
  }
  return makeSwitch(c, operands, blocks);
}

/** The most cases of one range; more can only be a damaged file. */
const MAX_RANGE = 1 << 16;

function readCaseItem(c: InstructionContext, type: Type, operands: number[]): void {
  const width = type.kind === "integer" ? type.width : c.fail("Invalid switch record", "bad-type");
  const single = c.flag();
  const low = readWideNumber(c, width);
  const high = single ? low : readWideNumber(c, width);
  if (high - low > MAX_RANGE) c.fail("Invalid switch record: a range of too many cases", "limit");
  const { startBit, endBit } = c.record;
  for (let value = low; value <= high; value++) {
    operands.push(
      c.tables.values.pushExtra({ kind: "integer", type, startBit, endBit, value: BigInt.asIntN(width, value) }, type),
    );
  }
}

function readWideNumber(c: InstructionContext, width: number): bigint {
  const words = width > 64 ? c.raw() : 1;
  if (words > c.left) c.fail("Invalid switch record");
  let value = 0n;
  for (let i = 0; i < words; i++) value |= BigInt.asUintN(64, signedBig(c.record.big(c.at++))) << BigInt(64 * i);
  return BigInt.asUintN(width, value);
}

function readIndirectBranch(c: InstructionContext): Instruction {
  const operands = [c.known(c.typeOperand())];
  const blocks: number[] = [];
  while (c.left > 0) blocks.push(c.block());
  return makeRare(c, "indirectbr", "indirectbr", c.tables.interner.void, operands, { blocks });
}

/** Gives a block that a phi lists several times the value of its first occurrence each time. */
function mergeRepeated(operands: number[], blocks: readonly number[]): void {
  if (blocks.length < 2) return;
  const first = new Map<number, number>();
  for (const [i, block] of blocks.entries()) {
    const known = first.get(block);
    if (known === undefined) first.set(block, operands[i] as number);
    else operands[i] = known;
  }
}

/** [type, (value: signed relative, block)…, fast-math flags if the number of operands is even]. */
function readPhi(c: InstructionContext): Instruction {
  const type = c.typeOperand();
  const operands: number[] = [];
  const blocks: number[] = [];
  while (c.left > 1) {
    operands.push(c.typed(c.signed(), type));
    blocks.push(c.block());
  }
  if (c.left > 0 && !c.takesFastMath(type)) c.fail("Invalid phi record");
  if (c.tables.mergesPhis) mergeRepeated(operands, blocks);
  // A copy has no spare room, of which a list that has grown has more than most phis need.
  return makePhi(c, type, operands.slice(), fastMathText(c.optional(PHI_FLAGS)), c.keptBlocks(blocks));
}

function readResume(c: InstructionContext): Instruction {
  return makePlain(c, "resume", c.tables.interner.void, [c.value()]);
}

/**
 * LANDINGPAD [type, is cleanup, clauses, (0 catch or 1 filter, V)…].
 * @param hasPersonality whether the personality function comes after the type, as in the old record
 */
function readLandingPad(c: InstructionContext, hasPersonality: boolean): Instruction {
  const type = c.typeOperand();
  const personality = hasPersonality ? c.value() : undefined;
  const cleanup = c.flag();
  const operands: number[] = [];
  const filters: boolean[] = [];
  for (let clauses = c.raw(); clauses > 0; clauses--) {
    filters.push(c.raw() === 1);
    operands.push(c.value());
  }
  return makeRare(c, "landingpad", "landingpad", type, operands, { cleanup, filters, personality });
}

function readFuncletReturn(c: InstructionContext, opcode: "cleanupret" | "catchret"): Instruction {
  const operands = [c.known(c.tables.interner.token)];
  const blocks = c.left > 0 ? [c.block()] : [];
  return makeRare(c, "funcletret", opcode, c.tables.interner.void, operands, { blocks });
}

function readFuncletPad(c: InstructionContext, opcode: "catchpad" | "cleanuppad"): Instruction {
  const { token } = c.tables.interner;
  const operands = [c.known(token)];
  for (let count = c.raw(); count > 0; count--) operands.push(c.value());
  return makeRare(c, "funcletpad", opcode, token, operands, {});
}

function readCatchSwitch(c: InstructionContext): Instruction {
  const { token } = c.tables.interner;
  const operands = [c.known(token)];
  const blocks: number[] = [];
  for (let count = c.raw(); count > 0; count--) blocks.push(c.block());
  const unwind = c.left > 0 ? c.block() : undefined;
  return makeRare(c, "catchswitch", "catchswitch", token, operands, { blocks, unwind });
}

function readUnwind(c: InstructionContext): Instruction {
  if (!c.tables.takesUnwind) c.fail("Invalid value: instruction code 14", "unsupported");
  return makePlain(c, "unwind", c.tables.interner.void, []);
}

/** Readers by the name of the record's code. */
export const CONTROL: Readonly<Record<string, InstructionReader>> = {
  INST_RET: readReturn,
  INST_BR: readBranch,
  INST_SWITCH: readSwitch,
  INST_INDIRECTBR: readIndirectBranch,
  INST_UNWIND: readUnwind,
  INST_UNREACHABLE: (c) => makePlain(c, "unreachable", c.tables.interner.void, []),
  INST_PHI: readPhi,
  INST_RESUME: readResume,
  INST_LANDINGPAD_OLD: (c) => readLandingPad(c, true),
  INST_LANDINGPAD: (c) => readLandingPad(c, false),
  INST_CLEANUPRET: (c) => readFuncletReturn(c, "cleanupret"),
  INST_CATCHRET: (c) => readFuncletReturn(c, "catchret"),
  INST_CATCHPAD: (c) => readFuncletPad(c, "catchpad"),
  INST_CLEANUPPAD: (c) => readFuncletPad(c, "cleanuppad"),
  INST_CATCHSWITCH: readCatchSwitch,
};
