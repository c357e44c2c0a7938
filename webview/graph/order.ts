/** The order of cells in their layers: connected cells near each other, so that few edges cross. */
import type { Cell, Grid } from "./grid";

/** How often the layers are ordered, alternately from the top down and from the bottom up. */
const SWEEPS = 12;

/** Orders the cells of each layer: by the mean place of the cells that they are connected with, as long as that helps. */
export function orderCells({ rows }: Pick<Grid, "rows">): void {
  let best = rows.map((row) => [...row]);
  let fewest = crossings(rows);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) sortRow(row, down ? "above" : "below");
    const found = crossings(rows);
    if (found >= fewest) continue;
    fewest = found;
    best = rows.map((row) => [...row]);
  }
  best.forEach((row, index) => number(rows[index] as Cell[], row));
}

/** Puts cells into a row in this order. */
function number(row: Cell[], cells: readonly Cell[]): void {
  row.splice(0, row.length, ...cells);
  row.forEach((cell, order) => (cell.order = order));
}

function sortRow(row: Cell[], side: "above" | "below"): void {
  const keys = new Map(row.map((cell) => [cell, keyOf(cell, side)]));
  const key = (cell: Cell): number => keys.get(cell) ?? 0;
  number(
    row,
    [...row].sort((a, b) => key(a) - key(b)),
  );
}
/** The mean place of connected cells; without any, the cell keeps its place. */
function keyOf(cell: Cell, side: "above" | "below"): number {
  const places = cell[side].map(({ order }) => order);
  // To the right of the box at which it turns.
  if (cell.beside) places.push(cell.beside.order + 0.5);
  return places.length === 0 ? cell.order : places.reduce((sum, place) => sum + place, 0) / places.length;
}

/** How many pairs of edges cross between layers. */
function crossings(rows: readonly (readonly Cell[])[]): number {
  return rows.reduce((sum, row) => sum + crossingsBelow(row), 0);
}
/** Those below a row: the edges from left to right, each crosses the earlier ones that end to its right. */
function crossingsBelow(row: readonly Cell[]): number {
  const ends: number[] = [];
  let found = 0;
  for (const { below } of row)
    for (const end of below.map(({ order }) => order).sort((a, b) => a - b)) {
      let at = ends.length;
      while (at > 0 && (ends[at - 1] as number) > end) at--;
      found += ends.length - at;
      ends.splice(at, 0, end);
    }
  return found;
}
