/** The drawing of a graph: boxes in layers from the top down, and lines between them that run through no box. */
import type { Cell, Grid, Size } from "./grid";
import { gridOf } from "./grid";
import type { Edge } from "./layers";
import { orderCells } from "./order";
import { placeCells } from "./place";

/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box's upper left corner, and its layer with its place there, for going from box to box. */
export interface Box extends Point {
  readonly layer: number;
  readonly order: number;
}

/** A line from one box to another. */
export interface Route {
  /** As SVG writes a path. */
  readonly path: string;
  /** Where it begins, where it reaches the next layer, and where it ends. */
  readonly start: Point;
  readonly first: Point;
  readonly end: Point;
  /** Whether it leads back up. */
  readonly back: boolean;
}

/** A drawing; all is at least {@link MARGIN} away from its edges. */
export interface Layout {
  readonly boxes: readonly Box[];
  readonly routes: readonly Route[];
  readonly width: number;
  readonly height: number;
}

/** Space around the drawing, and between layers, in pixels. */
const MARGIN = 24;
const GAP = 56;
/** How far lines bend down or up where they turn back. */
const TURN = 30;
/** Space between the ends of lines at a box. */
const PORTS = 22;

/** Lays out a graph; node 0 is its entry. */
export function layOut(sizes: readonly Size[], edges: readonly Edge[]): Layout {
  if (sizes.length === 0) return { boxes: [], routes: [], width: 0, height: 0 };
  const grid = gridOf(sizes, edges);
  orderCells(grid);
  const width = placeCells(grid);
  const bands = bandsOf(grid.rows);
  const drawing = new Drawing(grid, edges, bands);
  return {
    boxes: grid.boxes.map(({ x, width: own, layer, order }) => ({
      x: x - own / 2 + MARGIN,
      y: bands[layer]?.top ?? 0,
      layer,
      order,
    })),
    routes: edges.map((_, edge) => drawing.route(edge)),
    width: width + 2 * MARGIN,
    height: (bands.at(-1)?.bottom ?? 0) + MARGIN + (grid.back.includes(true) ? TURN : 0),
  };
}

/** The pixels from the top to the bottom of a layer. */
interface Band {
  readonly top: number;
  readonly bottom: number;
}

function bandsOf(rows: readonly (readonly Cell[])[]): readonly Band[] {
  let top = MARGIN + TURN;
  return rows.map((row) => {
    const bottom = top + Math.max(0, ...row.map(({ height }) => height));
    const band = { top, bottom };
    top = bottom + GAP;
    return band;
  });
}

/** Draws the lines of a graph whose cells are placed. */
class Drawing {
  /** By edge: where it leaves its first box and where it reaches its last one, from the left. */
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];

  constructor(
    private readonly grid: Grid,
    private readonly edges: readonly Edge[],
    private readonly bands: readonly Band[],
  ) {
    this.starts = this.portsOf("from", (edge) => (grid.passes[edge]?.[0] ?? this.box(edge, "to")).x);
    this.ends = this.portsOf("to", (edge) => (grid.passes[edge]?.at(-1) ?? this.box(edge, "from")).x);
  }
  private box(edge: number, end: "from" | "to"): Cell {
    return this.grid.boxes[(this.edges[edge] as Edge)[end]] as Cell;
  }

  /** The ends of edges at each box, side by side in the order of what they lead to. */
  private portsOf(end: "from" | "to", towards: (edge: number) => number): readonly number[] {
    const byBox = new Map<number, number[]>();
    this.edges.forEach((edge, index) => byBox.set(edge[end], [...(byBox.get(edge[end]) ?? []), index]));
    const ports: number[] = [];
    for (const [box, edges] of byBox) {
      const { x, width } = this.grid.boxes[box] as Cell;
      const space = Math.min(PORTS, width / (edges.length + 1));
      edges
        .sort((a, b) => towards(a) - towards(b))
        .forEach((edge, index) => (ports[edge] = x + (index - (edges.length - 1) / 2) * space + MARGIN));
    }
    return ports;
  }

  route(edge: number): Route {
    const { passes, back } = this.grid;
    const [from, to] = [this.box(edge, "from"), this.box(edge, "to")];
    const start = { x: this.starts[edge] ?? 0, y: this.band(from).top + from.height };
    const end = { x: this.ends[edge] ?? 0, y: this.band(to).top };
    const path = new Path(start);
    path.down(this.band(from).bottom);
    const isBack = back[edge] ?? false;
    const pass = passes[edge]?.[0];
    const first = pass ? { x: pass.x + MARGIN, y: this.band(pass)[isBack ? "bottom" : "top"] } : end;
    if (isBack) this.up(path, passes[edge] ?? [], end);
    else this.down(path, passes[edge] ?? [], end);
    return { path: path.text, start, first, end, back: isBack };
  }
  private down(path: Path, passes: readonly Cell[], end: Point): void {
    for (const pass of passes) {
      const { top, bottom } = this.band(pass);
      path.curve({ x: pass.x + MARGIN, y: top });
      path.down(bottom);
    }
    path.curve(end);
  }
  private up(path: Path, passes: readonly Cell[], end: Point): void {
    passes.forEach((pass, index) => {
      const { top, bottom } = this.band(pass);
      const x = pass.x + MARGIN;
      if (index === 0) path.turn({ x, y: bottom }, TURN);
      else path.curve({ x, y: bottom });
      path.down(top);
    });
    path.turn(end, -TURN);
  }
  private band({ layer }: Cell): Band {
    return this.bands[layer] as Band;
  }
}

/** A path as SVG writes it. */
class Path {
  text: string;
  constructor(private at: Point) {
    this.text = `M${written(at)}`;
  }
  /** A vertical line. */
  down(y: number): void {
    if (y === this.at.y) return;
    this.at = { x: this.at.x, y };
    this.text += `V${round(y)}`;
  }
  /** A curve to a point in another layer, vertical at both ends. */
  curve(to: Point): void {
    const middle = (this.at.y + to.y) / 2;
    this.bend({ x: this.at.x, y: middle }, { x: to.x, y: middle }, to);
  }
  /** A curve that turns back, `by` pixels below the layer or, if negative, above it. */
  turn(to: Point, by: number): void {
    this.bend({ x: this.at.x, y: this.at.y + by }, { x: to.x, y: to.y + by }, to);
  }
  private bend(first: Point, second: Point, to: Point): void {
    this.text += `C${written(first)} ${written(second)} ${written(to)}`;
    this.at = to;
  }
}
const round = (pixels: number): number => Math.round(pixels * 10) / 10;
const written = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
