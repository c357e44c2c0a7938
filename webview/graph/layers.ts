/** The layers of a graph: every edge leads down to a later layer, but for those that lead back to a loop's head. */

/** An edge between two nodes, by their indexes. */
export interface Edge {
  readonly from: number;
  readonly to: number;
}

/** The layer of each node, from 0, and which edges lead back. */
export interface Layers {
  readonly layers: readonly number[];
  readonly back: readonly boolean[];
}

/** Puts the nodes of a graph into layers; node 0 is the entry. */
export function layersOf(count: number, edges: readonly Edge[]): Layers {
  const out = outgoing(count, edges);
  const { back, order } = walk(out, edges);
  const layers = new Array<number>(count).fill(0);
  for (const node of order)
    for (const index of out[node] ?? []) {
      const { to } = edges[index] as Edge;
      if (!back[index]) layers[to] = Math.max(layers[to] ?? 0, (layers[node] ?? 0) + 1);
    }
  return { layers, back };
}

/** The indexes of the edges that leave each node. */
function outgoing(count: number, edges: readonly Edge[]): readonly (readonly number[])[] {
  const out = Array.from({ length: count }, (): number[] => []);
  edges.forEach(({ from }, index) => out[from]?.push(index));
  return out;
}

/**
 * Walks depth first, without recursion. An edge to a node on the path from the start leads back. `order`: the nodes so
 * that each other edge leads to a later one.
 */
function walk(
  out: readonly (readonly number[])[],
  edges: readonly Edge[],
): { readonly back: readonly boolean[]; readonly order: readonly number[] } {
  const back = edges.map(() => false);
  const state = out.map((): "new" | "onPath" | "done" => "new");
  const ended: number[] = [];
  const path: { readonly node: number; next: number }[] = [];
  const enter = (node: number): void => {
    state[node] = "onPath";
    path.push({ node, next: 0 });
  };
  out.forEach((_, start) => {
    if (state[start] === "new") enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const index = out[top.node]?.[top.next++];
      if (index === undefined) {
        state[top.node] = "done";
        ended.push(top.node);
        path.pop();
        continue;
      }
      const { to } = edges[index] as Edge;
      if (state[to] === "onPath") back[index] = true;
      else if (state[to] === "new") enter(to);
    }
  });
  return { back, order: ended.reverse() };
}
