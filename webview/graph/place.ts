/** Where cells are from left to right: near the cells that they are connected with, without touching their neighbours. */
import type { Cell, Grid } from "./grid";

/** Space between cells in pixels. */
const GAP = 28;
/** How often the layers are placed, alternately from the top down and from the bottom up. */
const SWEEPS = 16;
/** How much an edge pulls, by how many of its ends are passes: long edges are to be straight. */
const PULL = [1, 2, 8] as const;
/** How firmly a pass stays where it is pulled to, compared with a box. */
const FIRM = 6;

/** Gives each cell its place from left to right; the leftmost edge is at 0. Returns the width of all. */
export function placeCells({ rows }: Pick<Grid, "rows">): number {
  for (const row of rows) placeRow(row, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    // At last both sides pull.
    const sides = sweep >= SWEEPS - 2 ? (["above", "below"] as const) : ([down ? "above" : "below"] as const);
    for (const row of down ? rows : [...rows].reverse()) placeRow(row, (cell) => wanted(cell, sides));
  }
  const cells = rows.flat();
  const left = Math.min(...cells.map(({ x, width }) => x - width / 2));
  for (const cell of cells) cell.x -= left;
  return Math.max(...cells.map(({ x, width }) => x + width / 2));
}

/** Where a cell is pulled to. */
function wanted(cell: Cell, sides: readonly ("above" | "below")[]): number {
  let [sum, weight] = [0, 0];
  const pull = (x: number, by: number): void => {
    sum += x * by;
    weight += by;
  };
  for (const side of sides)
    for (const other of cell[side]) pull(other.x, PULL[Number(isPass(cell)) + Number(isPass(other))] ?? 1);
  if (cell.beside) pull(cell.beside.x + (cell.beside.width + cell.width) / 2 + GAP, PULL[1]);
  return weight === 0 ? cell.x : sum / weight;
}
const isPass = ({ edge }: Cell): boolean => edge !== undefined;

/** Cells that touch, moved as one: their mean distance to where they want to be is least. */
interface Group {
  /** Where the first of them wants to be so that all others are where they want to be on average. */
  readonly at: number;
  readonly cells: number;
  /** How firmly all of them stay. */
  readonly firm: number;
}

/**
 * Places the cells of a row, in order, as near as possible to where they want to be: the least squares of the distances,
 * found by joining neighbours that would overlap.
 */
function placeRow(row: readonly Cell[], want: (cell: Cell) => number): void {
  const offsets: number[] = [];
  let offset = 0;
  row.forEach((cell, index) => {
    const before = row[index - 1];
    if (before) offset += (before.width + cell.width) / 2 + GAP;
    offsets.push(offset);
  });
  const groups: Group[] = [];
  row.forEach((cell, index) => {
    let group: Group = { at: want(cell) - (offsets[index] ?? 0), cells: 1, firm: isPass(cell) ? FIRM : 1 };
    for (let last = groups.at(-1); last && last.at > group.at; last = groups.at(-1)) {
      const firm = last.firm + group.firm;
      const at = (last.at * last.firm + group.at * group.firm) / firm;
      group = { at, cells: last.cells + group.cells, firm };
      groups.pop();
    }
    groups.push(group);
  });
  let index = 0;
  for (const { at, cells } of groups)
    for (const end = index + cells; index < end; index++) (row[index] as Cell).x = at + (offsets[index] ?? 0);
}
