/** What checks of ops of mlir::arm_sme and mlir::arm_neon accept and refuse. */
import { ARM } from "../../../../extension/formats/mlir/verify/ops/arm";
import type { OpRow } from "../../../support/mlirRows";
import { each, op, testOpRows } from "../../../support/mlirRows";

const failed = (words: string): string => `failed to verify that ${words}`;
const MASKS = failed("both `lhsMask` and `rhsMask` should be provided or neither");
/** @param left how many masks of the first operand there are */
const masked = (type: string, left: number, right: number): OpRow[1] => {
  const masks = Array<string>(left + right).fill("vector<[8]xi1>");
  const sketch = op([type, type, ...masks].join(", "), {}, { groups: [1, 1, left, right, 0] });
  return { ...sketch, results: ["vector<[4]x[4]xi32>"] };
};
const products = (ways: number, names: readonly string[]): readonly OpRow[] =>
  each(
    names.map((name) => `arm_sme.${name}_${ways}way`),
    [masked(`vector<[8]xi${32 / ways}>`, 0, 0)],
    [masked(`vector<[8]xi${32 / ways}>`, 1, 0), MASKS],
    [masked("vector<[8]xi32>", 1, 1), failed(`tile element size equals input element size * ${ways}`)],
  );

const fits = (type: string): string => `result #0 must be a vector type that fits into a SME tile, but got '${type}'`;
const tiles = (type: string, isRefused = false): readonly OpRow[] =>
  ["arm_sme.get_tile", "arm_sme.zero"].map((name): OpRow => [
    name,
    op(`-> ${type}`),
    isRefused ? fits(type) : undefined,
  ]);
const load = (memref: string, padding: number, mask: number): OpRow[1] =>
  op(`${memref}, index, index${", f32".repeat(padding + mask)}`, {}, { groups: [1, 2, padding, mask] });
const flat = (operand: number): string =>
  `operand #${operand} must be 2D memref of any type values, but got 'memref<?xi8>'`;
const slice = (name: string): string => failed(`\`mask\` has i1 element type and the shape is a slice of \`${name}\``);
const matches = (name: string): string => failed(`type of '${name}' matches type of 'tile' slice`);
const sdot = (a: string, b: string): OpRow[1] => op(`vector<${a}xi32>, vector<${b}xi8>`);

describe("checks of arm's ops", () => {
  testOpRows(ARM, [
    ["arm_sme.outerproduct", masked("vector<[8]xi32>", 1, 1)],
    ["arm_sme.outerproduct", masked("vector<[8]xi32>", 0, 1), MASKS],
    ...products(2, ["fmopa", "fmops", "smopa", "smops", "umopa", "umops"]),
    ...products(4, ["smopa", "smops", "umopa", "umops", "sumopa", "sumops", "usmopa", "usmops"]),
    ...tiles("vector<[16]x[16]xi8>"),
    ...tiles("vector<[4]x[4]xf32>"),
    ...tiles("vector<16x[16]xi8>", true),
    ...tiles("vector<[8]x[8]xf32>", true),
    ["arm_sme.tile_load", load("memref<?x?xi8>", 1, 1)],
    ["arm_sme.tile_load", load("memref<?xi8>", 0, 0), flat(0)],
    [
      "arm_sme.tile_load",
      load("memref<?x?xi8>", 1, 0),
      failed("both `padding` and `mask` should be provided or neither"),
    ],
    ["arm_sme.tile_store", op("vector<[16]x[16]xi8>, memref<?x?xi8>")],
    ["arm_sme.tile_store", op("vector<[16]x[16]xi8>, memref<?xi8>"), flat(1)],
    ["arm_sme.load_tile_slice", op("memref<?x?xi8>, vector<[16]xi1> -> vector<[16]x[16]xi8>")],
    ["arm_sme.load_tile_slice", op("memref<?x?xi8>, vector<[2]xi1> -> vector<[16]x[16]xi8>"), slice("result")],
    ["arm_sme.store_tile_slice", op("vector<[16]x[16]xi8>, index, vector<[16]xi1>")],
    ["arm_sme.store_tile_slice", op("vector<[16]x[16]xi8>, index, vector<[16]xi8>"), slice("tile")],
    ["arm_sme.insert_tile_slice", op("vector<[4]xf32>, vector<[4]x[4]xf32>")],
    ["arm_sme.insert_tile_slice", op("vector<[4]xf64>, vector<[4]x[4]xf32>"), matches("vector")],
    ["arm_sme.extract_tile_slice", op("vector<[4]x[4]xf32> -> vector<[4]xf32>")],
    ["arm_sme.extract_tile_slice", op("vector<[4]x[4]xf32> -> vector<[2]xf32>"), matches("result")],
    ...each(
      ["b", "d", "h", "w"].map((size) => `arm_sme.intr.cnts${size}`),
      [op("-> i64")],
      [op("-> i32"), failed("`res` is i64")],
    ),
    ["arm_neon.2d.sdot", sdot("4", "4x4")],
    ["arm_neon.2d.sdot", sdot("2x2", "4x4"), failed("operand `a` should be 1-dimensional")],
    ["arm_neon.2d.sdot", sdot("4", "1x4x4"), failed("operand `b` should be 2-dimensional")],
    ["arm_neon.2d.sdot", sdot("4", "4x2"), failed("operand `b` should have 4 columns")],
    ["arm_neon.2d.sdot", sdot("4", "2x4"), failed("operand `b` should have as many rows as the size of operand `a`")],
  ]);
});
