/** What `linalg.pack` and `linalg.unpack` demand (LinalgOps.cpp). */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpView } from "../opView";
import { mayFit, shapeWords, sizeAt } from "./shared";

export const packed: OpCheck = (op) => {
  const packs = op.name === "linalg.pack";
  const [source, dest] = [op.operand(0), op.operand(1)];
  const [plain, tiled] = packs ? [source, dest] : [dest, source];
  if (plain.kind !== "tensor" || tiled.kind !== "tensor") unknown();
  const tiles = op.integers("static_inner_tiles");
  const [inner, outer] = [op.integers("inner_dims_pos"), op.attribute("outer_dims_perm")?.integers ?? []];
  refuseBare(tiles.includes(0), "invalid zero tile factor");
  const { rank } = plain;
  const isWrong = (list: readonly number[]): boolean =>
    list.length > rank || new Set(list).size < list.length || list.some((one) => one < 0 || one >= rank);
  refuseBare(isWrong(inner), "invalid inner_dims_pos vector");
  refuseBare(isWrong(outer), "invalid outer_dims_perm vector");
  refuseBare(outer.length > 0 && outer.length !== rank, "outer_dims_perm must be a permutation or empty");
  refuseBare(
    tiles.length > rank,
    "tiling factors must be less than or equal to the input rank for pack or output rank for unpack",
  );
  refuseBare(tiles.length !== inner.length, "tiling factors must equal the number of dimensions to tile");
  const expected = rank + tiles.length;
  const ranks = `got ${tiled.rank} != ${expected}`;
  refuseBare(tiled.rank !== expected, `packed rank != (unpacked rank + num tiling factors), ${ranks}`);
  tilesFit(op, tiles, tiled.shape.slice(rank));
  packedShape(op, plain, tiled, { tiles, inner, outer });
};

/** @param sizes of the dimensions in which the tiles are */
function tilesFit(op: OpView, tiles: readonly number[], sizes: readonly number[]): void {
  tiles.forEach((tile, i) => {
    const size = sizes[i] ?? ANY_SIZE;
    if (tile < 0 ? size === ANY_SIZE : size === tile) return;
    const words = "mismatch in inner tile sizes specified";
    const shaped = `${words} and shaped of tiled dimension in the packed type`;
    refuseBare(op.release < 23, shaped);
    refuseBare(tile < 0, `${words} at index ${i}: got static shape ${size} but dynamic tile size`);
    refuseBare(true, `${shaped} at index ${i}: got ${size === ANY_SIZE ? "-9223372036854775808" : size} != ${tile}`);
  });
}

interface Packing {
  readonly tiles: readonly number[];
  readonly inner: readonly number[];
  readonly outer: readonly number[];
}

/** Where what is packed has as many tiles as it needs; before, it may have more. */
const EXACT_SINCE = 22;

function packedShape(op: OpView, plain: TypeView, tiled: TypeView, { tiles, inner, outer }: Packing): void {
  const sizes = [...plain.shape];
  inner.forEach((dim, i) => {
    const [size, tile] = [sizes[dim] ?? ANY_SIZE, tiles[i] ?? ANY_SIZE];
    sizes[dim] = size === ANY_SIZE || tile < 0 ? ANY_SIZE : Math.ceil(size / tile);
  });
  const wanted = outer.length > 0 ? outer.map((dim) => sizes[dim] ?? ANY_SIZE) : sizes;
  const found = tiled.shape.slice(0, plain.rank);
  const expected = shapeWords([...wanted, ...tiles.map((tile) => (tile < 0 ? ANY_SIZE : tile))]);
  const type = `'tensor<${expected}x${plain.element.text}>'`;
  const got = `got '${tiled.text}'`;
  if (op.release < EXACT_SINCE) {
    const isSmall = found.some((size, i) => size !== ANY_SIZE && size < (wanted[i] ?? ANY_SIZE));
    const words = "the shape of output is not large enough to hold the packed data";
    refuseBare(isSmall, `${words}. Expected at least ${type}, ${got}`);
  } else refuseBare(!mayFit(found, wanted), `expected ${type} for the packed domain value, ${got}`);
  if (op.name !== "linalg.pack") return;
  const [padding] = op.group(2);
  if (padding) {
    const element = plain.element.text;
    refuse(!padding.is(element), `expected padding_value has '${element}' but got: '${padding.text}'`);
    return;
  }
  const isPartial = inner.some((dim, i) => {
    const [size, tile] = [sizeAt(plain, dim), tiles[i] ?? ANY_SIZE];
    if (size === ANY_SIZE) return false;
    if (tile > 0) return size % tile !== 0;
    // The number of tiles divides the size, whatever the tile's is.
    const count = found[outer.length > 0 ? outer.indexOf(dim) : dim] ?? ANY_SIZE;
    return count > 0 && size % count !== 0;
  });
  refuse(
    isPartial,
    "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
  );
}
