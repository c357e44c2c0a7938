/** Drawings of graphs: layers, places, lines, and going from box to box. */
import * as assert from "node:assert/strict";
import type { Size } from "../../../webview/graph/grid";
import { gridOf } from "../../../webview/graph/grid";
import type { Edge } from "../../../webview/graph/layers";
import { layersOf } from "../../../webview/graph/layers";
import { layOut } from "../../../webview/graph/layout";
import { orderCells } from "../../../webview/graph/order";
import { placeCells } from "../../../webview/graph/place";
import { stepFrom } from "../../../webview/graph/steps";

const edges = (...pairs: readonly (readonly [number, number])[]): readonly Edge[] =>
  pairs.map(([from, to]) => ({ from, to }));
const boxes = (count: number): readonly Size[] =>
  Array.from({ length: count }, (_, i) => ({ width: 60 + ((i * 37) % 90), height: 20 + ((i * 13) % 50) }));

/** A graph as compilers make them, and worse: mostly forward edges, loops, edges to oneself, unreachable nodes. */
function random(count: number, seed: number): readonly Edge[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
  const made: Edge[] = [];
  for (let from = 0; from < count; from++)
    for (let i = below(3); i >= 0; i--)
      made.push({ from, to: below(4) === 0 ? below(count) : Math.min(count - 1, from + 1 + below(5)) });
  return made.filter(({ from, to }, index) => made.findIndex((e) => e.from === from && e.to === to) === index);
}

describe("layers", () => {
  it("lead down, but for edges to a loop's head", () => {
    const loop = edges([0, 1], [1, 2], [2, 1], [1, 3], [3, 3]);
    assert.deepEqual(layersOf(4, loop), { layers: [0, 1, 2, 2], back: [false, false, true, false, true] });
  });
  it("hold what cannot be reached too", () => {
    assert.deepEqual(layersOf(3, edges([0, 1], [2, 1])).layers, [0, 1, 0]);
  });
  it("do not recurse", () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => ({ from: i, to: i + 1 }));
    assert.equal(layersOf(100_001, chain).layers.at(-1), 100_000);
  });
});

describe("a drawing", () => {
  it("has boxes of a layer side by side, and long lines run beside boxes", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const count = 2 + seed;
      const grid = gridOf(boxes(count), random(count, seed));
      orderCells(grid);
      placeCells(grid);
      for (const row of grid.rows)
        row.forEach((cell, index) => {
          const next = row[index + 1];
          assert.equal(cell.order, index);
          if (next) assert.ok(cell.x + cell.width / 2 < next.x - next.width / 2, `seed ${seed}`);
        });
      const cells = count + grid.passes.flat().length;
      assert.equal(grid.rows.flat().length, cells);
    }
  });
  it("is as large as what it holds", () => {
    const sizes = boxes(30);
    const { boxes: drawn, width, height, routes } = layOut(sizes, random(30, 7));
    drawn.forEach(({ x, y }, index) => {
      const size = sizes[index] as Size;
      assert.ok(x >= 0 && y >= 0 && x + size.width <= width && y + size.height <= height);
    });
    for (const { path } of routes)
      for (const [x, y] of [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, a, b]) => [Number(a), Number(b)]))
        assert.ok((x ?? -1) >= 0 && (y ?? -1) >= 0 && (x ?? 0) <= width && (y ?? 0) <= height, path);
  });
  it("of a branch has no crossing, and its order is kept", () => {
    // 0 branches to 1 and 2; 1 leads to 4 and 2 to 3, which the text has in the other order.
    const { boxes: drawn } = layOut(boxes(5), edges([0, 1], [0, 2], [1, 4], [2, 3]));
    const [, one, two, three, four] = drawn.map(({ order }) => order);
    assert.equal((one ?? 0) < (two ?? 0), (four ?? 0) < (three ?? 0));
  });
  it("of nothing is empty", () => {
    assert.deepEqual(layOut([], []), { boxes: [], routes: [], width: 0, height: 0 });
  });
});

describe("the arrow keys of a graph", () => {
  const diamond = edges([0, 1], [0, 2], [1, 3], [2, 3], [3, 0]);
  const { boxes: drawn } = layOut(boxes(4), diamond);
  it("go down to a block that may follow, and up to one that leads here", () => {
    assert.equal(stepFrom(0, "ArrowDown", drawn, diamond), 1);
    assert.equal(stepFrom(3, "ArrowUp", drawn, diamond), 1);
    assert.equal(stepFrom(3, "ArrowDown", drawn, diamond), 0);
  });
  it("go sideways within a layer", () => {
    const [left, right] = (drawn[1]?.order ?? 0) < (drawn[2]?.order ?? 0) ? [1, 2] : [2, 1];
    assert.equal(stepFrom(left, "ArrowRight", drawn, diamond), right);
    assert.equal(stepFrom(right, "ArrowLeft", drawn, diamond), left);
    assert.equal(stepFrom(left, "ArrowLeft", drawn, diamond), undefined);
  });
  it("go to the first and the last block", () => {
    assert.deepEqual([stepFrom(2, "Home", drawn, diamond), stepFrom(0, "End", drawn, diamond)], [0, 3]);
  });
});
