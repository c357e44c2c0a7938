/** What checks of mlir::amx's ops accept and refuse. */
import { AMX } from "../../../../extension/formats/mlir/verify/ops/amx";
import type { OpRow } from "../../../support/mlirRows";
import { op, testOpRows } from "../../../support/mlirRows";

const tile = (text: string): string => `!amx.tile<${text}>`;
const amx = (name: string, sketch: OpRow[1], outcome?: string): readonly OpRow[] =>
  ["amx", "x86.amx"].map((dialect): OpRow => [`${dialect}.${name}`, sketch, outcome]);
const moves = (
  memref: string,
  indices: number,
  type: string,
  stride = 0,
): readonly [load: OpRow[1], store: OpRow[1]] => {
  const list = Array<string>(indices).fill("index");
  const last = Array<string>(stride).fill("index");
  return [
    op(`${[memref, ...list, ...last].join(", ")} -> ${tile(type)}`, {}, { groups: [1, indices, stride] }),
    op([memref, ...list, tile(type), ...last].join(", "), {}, { groups: [1, indices, 1, stride] }),
  ];
};
const both = ([load, store]: ReturnType<typeof moves>, outcome?: string): readonly OpRow[] => [
  ...amx("tile_load", load, outcome),
  ...amx("tile_store", store, outcome),
];
const multiplies = (name: string, types: readonly string[], outcome?: string): readonly OpRow[] =>
  amx(name, op(types.map(tile).join(", ")), outcome);

describe("checks of amx's ops", () => {
  testOpRows(AMX, [
    ...both(moves("memref<?x?xf32>", 2, "16x16xf32")),
    ...both(moves("memref<?x?xf32, strided<[?, ?]>>", 2, "16x16xf32", 1)),
    ...both(moves("memref<?x?xf32>", 1, "16x16xf32"), "requires 2 indices"),
    ...both(moves("memref<?xf32>", 1, "16x16xf32"), "requires at least 2D memref"),
    ...both(moves("memref<?x?xf32, strided<[?, ?]>>", 2, "16x16xf32"), "requires memref with unit innermost stride"),
    ...amx("tile_zero", op(`-> ${tile("16x16xf32")}`)),
    ...amx("tile_zero", op(`-> ${tile("17x16xf32")}`), "bad row height: 17"),
    ...amx("tile_zero", op(`-> ${tile("16x17xf32")}`), "bad column width: 68"),
    ...amx("tile_zero", op(`-> ${tile("16x5xi8")}`), "bad column width: 5"),
    ...amx(
      "tile_zero",
      op(`-> ${tile("32xi8")}`),
      "result #0 must be tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer values, but got '!amx.tile<32xi8>'",
    ),
    ...multiplies("tile_mulf", ["8x8xbf16", "4x16xbf16", "8x8xf32"]),
    ...multiplies("tile_mulf", ["8x8xf8E5M2", "2x32xf8E4M3FN", "8x8xf32"]),
    ...multiplies("tile_mulf", ["8x8xbf16", "8x8xbf16", "4x4xf32"], "bad mult shape: 4 x 4 x 4"),
    ...multiplies("tile_mulf", ["8x8xbf16", "4x16xf16", "8x8xf32"], "unsupported type combination"),
    ...multiplies("tile_muli", ["8x8xi8", "2x32xi8", "8x8xi32"]),
    ...multiplies("tile_muli", ["8x8xi8", "8x8xi8", "4x4xi32"], "bad mult shape: 4 x 4 x 2"),
    ...multiplies("tile_muli", ["8x8xi8", "2x32xi8", "8x8xf32"], "unsupported type combination"),
  ]);
});
