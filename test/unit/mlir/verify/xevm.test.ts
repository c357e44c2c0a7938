/** What checks of xevm's ops accept and refuse. */
import { XEVM } from "../../../../extension/formats/mlir/verify/ops/xevm";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { bare, each, op, testOpRows } from "../../../support/mlirRows";

type Size = readonly [bits: number, width: number, height: number, count?: number];
const sized = ([bits, width, height, count]: Size): Properties => ({
  ...{ elem_size_in_bits: `${bits} : i32`, tile_width: `${width} : i32`, tile_height: `${height} : i32` },
  ...(count === undefined ? {} : { v_blocks: `${count} : i32` }),
});
const POINTER = "!llvm.ptr<1>, i32, i32, i32, i32, i32";
/** A load of a block. @param how `transpose` or `pack_register` */
const load = (size: Size, ...how: readonly string[]): Sketch => {
  const [bits, width, height, count = 1] = size;
  const words = Math.floor((bits * width * height * count) / 16 / 32);
  const rest = Object.fromEntries(["transpose", "pack_register"].map((name) => [name, String(how.includes(name))]));
  return op(`${POINTER} -> vector<${words}xi32>`, { ...sized(size), ...rest });
};
const loads = (rows: readonly (readonly [Size, ...string[]])[]): readonly OpRow[] =>
  rows.map(([size, words, ...how]): OpRow => ["xevm.blockload2d", load(size, ...how), words]);
const store = (size: Size): Sketch => op(`${POINTER}, vector<8xi32>`, sized(size));
const MATRIX = "expecting 'elem_size_in_bits' to be 8, 16, or 32";
const mma = (...types: readonly string[]): Sketch => op(`${types.join(", ")} -> vector<8xf32>`);

describe("checks of xevm's ops", () => {
  testOpRows(XEVM, [
    ["xevm.blockload", op("!llvm.ptr<1> -> vector<4xi16>")],
    ["xevm.blockload", op("!llvm.ptr<1> -> i16")],
    ["xevm.blockload", op("!llvm.ptr<1> -> vector<3xi16>"), "vector size must be 2, 4 or 8 for element type > 8 bits"],
    ["xevm.blockstore", op("!llvm.ptr<1>, vector<16xi8>")],
    ["xevm.blockstore", op("!llvm.ptr<1>, vector<5xi8>"), "vector size must be 2, 4, 8 or 16 for 8-bit element type"],
    ["xevm.blockload2d", load([32, 16, 8])],
    ["xevm.blockload2d", load([16, 16, 16, 2], "pack_register")],
    ["xevm.blockload2d", load([32, 8, 8], "transpose")],
    [
      "xevm.blockload2d",
      { ...load([16, 26, 8]), results: ["vector<8xi16>"] },
      "result size of 128 bits does not match the expected size of 208 bits",
    ],
    [
      "xevm.blockload2d",
      { ...load([32, 16, 8]), results: ["vector<16xi16>"] },
      "expecting result element type to be 32 bits",
    ],
    ...loads([
      [[32, 8, 8], "transpose and pack_register are mutually exclusive", "transpose", "pack_register"],
      [[32, 16, 64], "expecting tile_height to be between 1 and 32"],
      [[8, 128, 8], "expecting tile_width to be between 4 and 64"],
      [[24, 16, 8], "expecting elem_size_in_bits to be 8, 16, 32, or 64"],
      [[32, 4, 8, 4], "expecting v_blocks to be 1 or 2"],
      [[8, 16, 8, 3], "expecting v_blocks to be 1, 2, or 4"],
      [[16, 16, 8, 4], "tile_width * v_blocks should be less than or equal to 32 for 16 bit elements"],
      [[64, 8, 8], MATRIX],
      [[32, 16, 6], "expecting tile_height to be 1, 2, 4, 8, 16, or 32"],
      [[32, 8, 8, 2], "expecting v_blocks to be 1", "transpose"],
      [[16, 8, 8], "transpose is only supported for 32 and 64 bit elements", "transpose"],
      [[32, 16, 8], "expecting tile_width to be between 1 and 8", "transpose"],
      [[64, 4, 16], "expecting tile_height to be 8 for 64 bit elements", "transpose"],
      [[64, 8, 8], "expecting tile_width to be 1, 2, or 4", "transpose"],
      [[32, 16, 8], "pack_register is only supported for 8 and 16 bit elements", "pack_register"],
      [[8, 64, 8], "expecting tile_width to be between 4 and 16", "pack_register"],
      [[16, 16, 8, 4], "tile_width * v_blocks should be less than or equal to 32 for 16 bit elements", "pack_register"],
      [
        [16, 8, 8],
        "tile_width when pack_register is true should be equal to subgroup size (16 elements)",
        "pack_register",
      ],
    ]),
    ["xevm.blockstore2d", store([32, 16, 8])],
    ["xevm.blockstore2d", store([64, 16, 8]), "expecting tile_width to be between 1 and 8"],
    ["xevm.blockstore2d", store([18, 16, 8]), "expecting elem_size_in_bits to be 8, 16, 32, or 64"],
    ["xevm.blockstore2d", store([32, 16, 16]), "expecting tile_height to be between 1 and 8"],
    ["xevm.blockstore2d", store([32, 16, 8, 2]), "expecting v_blocks to be 1"],
    ["xevm.blockstore2d", store([64, 8, 8]), MATRIX],
    ["xevm.blockstore2d", store([8, 8, 8]), "tile_width for 8 bit elements should be equal to 16 or 32"],
    ["xevm.blockstore2d", store([16, 8, 8]), "tile_width for 16 bit elements should be equal to 16"],
    ["xevm.blockprefetch2d", op(POINTER, sized([32, 8, 8, 1]))],
    ["xevm.blockprefetch2d", op(POINTER, sized([64, 8, 8, 1])), MATRIX],
    ["xevm.blockprefetch2d", op(POINTER, sized([32, 8, 8, 3])), "expecting v_blocks to be 1, 2, 4, or 8"],
    [
      "xevm.blockprefetch2d",
      op(POINTER, sized([32, 4, 8, 1])),
      "tile_width for 32 bit elements should be equal to 8 or 16",
    ],
    ["xevm.mma", mma("vector<8xi16>", "vector<8xi32>", "vector<8xf32>")],
    ["xevm.mma", mma("vector<8xi16>", "vector<8xi32>")],
    ["xevm.mma", mma("vector<8xi16>", "vector<8xi32>", "vector<4xf32>"), "type of C operand must match result type"],
    ["xevm.mma_mx", mma("vector<8xi16>", "vector<8xi32>", "i8", "i8", "vector<8xf32>")],
    [
      "xevm.mma_mx",
      mma("vector<8xi16>", "vector<8xi32>", "i8", "i8", "vector<4xf32>"),
      "type of C operand must match result type",
    ],
    ["xevm.extf", op("i8 -> f16")],
    ["xevm.extf", op("f16 -> i8"), bare("dst element bitwidth should be greater than src element bitwidth")],
    ["xevm.truncf", op("vector<4xf16> -> vector<4xi8>")],
    ["xevm.truncf", op("i8 -> f16"), bare("dst element bitwidth should be less than src element bitwidth")],
    ...each(
      ["xevm.extf", "xevm.truncf"],
      [op("f16 -> vector<4xi8>"), "both src and dst should be vector types or both should be scalar types"],
    ),
  ]);
});
