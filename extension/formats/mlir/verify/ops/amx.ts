/** What mlir::amx's ops demand of the sizes of tiles (AMXDialect.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import type { ShapedText } from "./memory";
import { bitsOf, hasUnitStride, shapedText } from "./memory";

const MOST_ROWS = 16;
const MOST_BITS = 512;

/** A tile that has a valid size: `!amx.tile<16x16xf32>`. */
function tileOf(type: TypeView): ShapedText {
  const tile = known(shapedText(type.text));
  const elements =
    "tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer";
  refuse(tile.shape.length !== 2, `result #0 must be ${elements} values, but got '${type.text}'`);
  const [rows = 0, columns = 0] = tile.shape;
  refuse(rows > MOST_ROWS, `bad row height: ${rows}`);
  const bits = columns * bitsOf(tile.element);
  refuse(bits > MOST_BITS || bits % 32 !== 0, `bad column width: ${Math.trunc(bits / 8)}`);
  return tile;
}

/** @param tile the tile that is loaded or stored @param stride the member of the definition */
const moves =
  (tile: (op: OpView) => TypeView, stride: number): OpCheck =>
  (op) => {
    const memref = known(op.group(0)[0]);
    refuse(op.group(1).length !== memref.rank, `requires ${memref.rank} indices`);
    tileOf(tile(op));
    if (op.group(stride).length > 0) return;
    refuse(memref.rank < 2, "requires at least 2D memref");
    refuse(!hasUnitStride(memref), "requires memref with unit innermost stride");
  };

/** @param types of A, B and the sum */
const multiplies =
  (types: RegExp): OpCheck =>
  (op) => {
    const [a, b, c] = [op.operand(0), op.operand(1), op.operand(2)].map(tileOf) as [ShapedText, ShapedText, ShapedText];
    // Elements of 32 bits are multiplied at once.
    const packed = Math.min(4, 32 / bitsOf(a.element));
    const [height = 0, depth = 0] = [a.shape[0], Math.floor((a.shape[1] ?? 0) / packed)];
    const [layers, width] = [b.shape[0], Math.floor((b.shape[1] ?? 0) / packed)];
    const [rows = 0, columns = 0] = c.shape;
    const fits = rows === height && columns === width && depth === layers;
    refuse(!fits, `bad mult shape: ${rows} x ${columns} x ${depth}`);
    const isKnown = types.test(`${a.element} ${b.element} ${c.element}`);
    refuse(!isKnown, "unsupported type combination");
  };

const TILES: OpChecks = {
  tile_load: moves((op) => op.result(), 2),
  tile_mulf: multiplies(/^(?:(b?f16) \1|f8E(?:4M3FN|5M2) f8E(?:4M3FN|5M2)) f32$/),
  tile_muli: multiplies(/^i8 i8 i32$/),
  tile_store: moves((op) => known(op.group(2)[0]), 3),
  tile_zero: (op) => {
    tileOf(op.result());
  },
};

/** By the names of ops, which are of the dialect x86 since 23. */
export const AMX: OpChecks = Object.fromEntries(
  Object.entries(TILES).flatMap(([name, check]) => ["amx", "x86.amx"].map((dialect) => [`${dialect}.${name}`, check])),
);
