/** What mlir::xevm's ops demand of the blocks that they move and of matrices (XeVMDialect.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { isPowerOf2 } from "../../../../kit/numbers";
import { isSet } from "./shared";

/** How many lanes load or store a block together. */
const LANES = 16;

type Range = readonly [least: number, most: number];
/** By the bits of an element, how wide tiles are; together, blocks are no wider than one can be. */
const WIDTHS: Readonly<Record<number, Range>> = { 8: [4, 64], 16: [2, 32], 32: [1, 16], 64: [1, 8] };
/** By the bits of an element, how many blocks an op loads. */
const BLOCKS: Readonly<Record<number, readonly number[]>> = { 8: [1, 2, 4], 16: [1, 2, 4], 32: [1, 2], 64: [1] };

interface Block {
  readonly bits: number;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

const blockOf = (op: OpView): Block => ({
  bits: op.integer("elem_size_in_bits"),
  width: op.integer("tile_width"),
  height: op.integer("tile_height"),
  count: op.attribute("v_blocks")?.integer ?? 1,
});

/** Numbers as the reference lists them: `1, 2, or 4`, `1 or 2`. */
const listed = (numbers: readonly number[]): string =>
  numbers.length < 3 ? numbers.join(" or ") : `${numbers.slice(0, -1).join(", ")}, or ${numbers.at(-1) ?? ""}`;

function within(size: number, [least, most]: Range, name: string): void {
  refuse(size < least || size > most, `expecting ${name} to be between ${least} and ${most}`);
}
function oneOf(size: number, sizes: readonly number[], name: string): void {
  refuse(!sizes.includes(size), `expecting ${name} to be ${listed(sizes)}`);
}

/** A block that is neither transposed nor packed. */
function plain({ bits, width, count }: Block): void {
  const widths = WIDTHS[bits];
  refuse(!widths, "expecting elem_size_in_bits to be 8, 16, 32, or 64");
  within(width, known(widths), "tile_width");
  oneOf(count, known(BLOCKS[bits]), "v_blocks");
  const most = known(widths)[1];
  const words = `tile_width * v_blocks should be less than or equal to ${most} for ${bits} bit elements`;
  refuse(bits < 64 && width * count > most, words);
}

function transposed({ bits, width, height, count }: Block): void {
  oneOf(count, [1], "v_blocks");
  refuse(bits !== 32 && bits !== 64, "transpose is only supported for 32 and 64 bit elements");
  if (bits === 32) {
    within(height, [1, 32], "tile_height");
    within(width, [1, 8], "tile_width");
    return;
  }
  refuse(height !== 8, "expecting tile_height to be 8 for 64 bit elements");
  oneOf(width, [1, 2, 4], "tile_width");
}

function packed({ bits, width, height, count }: Block): void {
  oneOf(count, [1, 2, 4], "v_blocks");
  refuse(bits !== 8 && bits !== 16, "pack_register is only supported for 8 and 16 bit elements");
  within(height, [bits === 8 ? 4 : 2, 32], "tile_height");
  within(width, [bits === 8 ? 4 : 2, 16], "tile_width");
  const words = "tile_width * v_blocks should be less than or equal to 32 for 16 bit elements";
  refuse(bits === 16 && width * count > 32, words);
}

/** What is asked of all blocks. */
function matrix({ bits, height, count }: Block): void {
  refuse(![8, 16, 32].includes(bits), "expecting 'elem_size_in_bits' to be 8, 16, or 32");
  refuse(height > 32 || !isPowerOf2(height), "expecting tile_height to be 1, 2, 4, 8, 16, or 32");
  refuse(count > 8 || !isPowerOf2(count), "expecting v_blocks to be 1, 2, 4, or 8");
}

const loaded: OpCheck = (op) => {
  const [block, result] = [blockOf(op), op.result()];
  const [size, expected] = [result.count * result.element.bits, block.bits * block.height * block.width * block.count];
  const bits = Math.floor(expected / LANES);
  refuse(size !== bits, `result size of ${size} bits does not match the expected size of ${bits} bits`);
  const [isTransposed, isPacked] = [isSet(op, "transpose"), isSet(op, "pack_register")];
  refuse(isTransposed && isPacked, "transpose and pack_register are mutually exclusive");
  if (!isTransposed && !isPacked) within(block.height, [1, 32], "tile_height");
  (isTransposed ? transposed : isPacked ? packed : plain)(block);
  matrix(block);
  const isWide = block.bits === 32 || isPacked;
  refuse(isWide && result.element.bits !== 32, "expecting result element type to be 32 bits");
  const words = "tile_width when pack_register is true should be equal to subgroup size (16 elements)";
  refuse(isPacked && block.width !== LANES, words);
};

/** @param widths by the bits of an element, how wide tiles are */
function wide({ bits, width }: Block, widths: Readonly<Record<number, readonly number[]>>): void {
  const sizes = known(widths[bits]);
  refuse(!sizes.includes(width), `tile_width for ${bits} bit elements should be equal to ${listed(sizes)}`);
}

const stored: OpCheck = (op) => {
  const block = blockOf(op);
  within(block.height, [1, 8], "tile_height");
  plain({ ...block, count: 1 });
  oneOf(block.count, [1], "v_blocks");
  matrix(block);
  wide(block, { 8: [16, 32], 16: [16], 32: [16] });
};

/** @param value what is loaded or stored */
const inLine =
  (value: (op: OpView) => TypeView): OpCheck =>
  (op) => {
    const type = value(op);
    if (type.kind !== "vector") return;
    const isByte = Math.floor(type.element.bits / 8) === 1;
    const words = isByte ? "2, 4, 8 or 16 for 8-bit element type" : "2, 4 or 8 for element type > 8 bits";
    refuse(![2, 4, 8, isByte ? 16 : 2].includes(type.count), `vector size must be ${words}`);
  };

/** @param operand the accumulator, which may be left out */
const accumulated =
  (operand: number): OpCheck =>
  (op) => {
    const isOther = op.operands[operand]?.isSame(op.result()) === false;
    refuse(isOther, "type of C operand must match result type");
  };

/** Floats become wider or narrower. */
const cast =
  (isWider: boolean): OpCheck =>
  (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const isMixed = (from.kind === "vector") !== (to.kind === "vector");
    refuse(isMixed, "both src and dst should be vector types or both should be scalar types");
    const isWrong = isWider ? from.scalar.bits >= to.scalar.bits : from.scalar.bits <= to.scalar.bits;
    refuseBare(isWrong, `dst element bitwidth should be ${isWider ? "greater" : "less"} than src element bitwidth`);
  };

/** By the names of ops. */
export const XEVM: OpChecks = {
  "xevm.blockload": inLine((op) => op.result()),
  "xevm.blockstore": inLine((op) => op.operand(1)),
  "xevm.blockload2d": loaded,
  "xevm.blockstore2d": stored,
  "xevm.blockprefetch2d": (op) => {
    const block = blockOf(op);
    matrix(block);
    wide(block, { 8: [16, 32], 16: [16], 32: [8, 16] });
  },
  "xevm.mma": accumulated(2),
  "xevm.mma_mx": accumulated(4),
  "xevm.extf": cast(true),
  "xevm.truncf": cast(false),
};
