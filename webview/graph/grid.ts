/**
 * A graph as layers of cells: a cell for each box, and one in each layer that an edge passes, so that no edge runs
 * through a box.
 */
import type { Edge } from "./layers";
import { layersOf } from "./layers";

/** The size of a box in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box, or a place where an edge passes a layer. */
export interface Cell {
  readonly width: number;
  readonly height: number;
  readonly layer: number;
  /** The edge that passes here; absent for a box. */
  readonly edge?: number;
  /** The place in its layer, from 0. */
  order: number;
  /** The middle, in pixels. */
  x: number;
  /** Cells of the layer above and of the layer below that an edge connects with it. */
  readonly above: Cell[];
  readonly below: Cell[];
  /** For an end of an edge that leads back: the box in the same layer at which it turns. */
  beside?: Cell;
}

/** The cells of a graph. */
export interface Grid {
  readonly boxes: readonly Cell[];
  /** By edge: the cells that it passes from its beginning to its end, without the two boxes. */
  readonly passes: readonly (readonly Cell[])[];
  /** By edge: whether it leads back to an earlier layer, or to its own box. */
  readonly back: readonly boolean[];
  /** The cells by layer, in order. */
  readonly rows: readonly Cell[][];
}

/** Width of the cell of an edge in pixels. */
const PASS = 14;

/** Makes the cells of a graph; in each layer they are in the order of the nodes. */
export function gridOf(sizes: readonly Size[], edges: readonly Edge[]): Grid {
  const { layers, back } = layersOf(sizes.length, edges);
  const boxes = sizes.map((size, index) => cellOf(size, layers[index] ?? 0));
  const rows = Array.from({ length: Math.max(0, ...layers) + 1 }, (): Cell[] => []);
  const passes = edges.map(({ from, to }, edge) => {
    const [start, end] = [boxes[from] as Cell, boxes[to] as Cell];
    return back[edge] ? passBack(start, end, edge) : passDown(start, end, edge);
  });
  for (const cell of [...boxes, ...passes.flat()]) rows[cell.layer]?.push(cell);
  for (const row of rows) row.forEach((cell, order) => (cell.order = order));
  return { boxes, passes, back, rows };
}

function cellOf({ width, height }: Size, layer: number, edge?: number): Cell {
  return { width, height, layer, order: 0, x: 0, above: [], below: [], ...(edge === undefined ? {} : { edge }) };
}
const passOf = (layer: number, edge: number): Cell => cellOf({ width: PASS, height: 0 }, layer, edge);

/** The cells between two boxes, from the upper one down. */
function passDown(start: Cell, end: Cell, edge: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (let layer = start.layer + 1; layer < end.layer; layer++) cells.push(passOf(layer, edge));
  connect([start, ...cells, end]);
  return cells;
}
/** The cells from the layer of the lower box up to that of the upper one. */
function passBack(start: Cell, end: Cell, edge: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (let layer = start.layer; layer >= end.layer; layer--) cells.push(passOf(layer, edge));
  connect([...cells].reverse());
  const [first, last] = [cells[0], cells.at(-1)];
  if (last) last.beside = end;
  if (first) first.beside = start;
  return cells;
}
/** Connects cells of successive layers, the uppermost first. */
function connect(cells: readonly Cell[]): void {
  cells.forEach((cell, index) => {
    const lower = cells[index + 1];
    if (!lower) return;
    cell.below.push(lower);
    lower.above.push(cell);
  });
}
