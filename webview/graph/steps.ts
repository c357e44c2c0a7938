/** Going from block to block with the arrow keys. */
import type { Edge } from "./layers";
import type { Box } from "./layout";

/** The keys that go to another block. */
export type StepKey = "ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** Whether a key goes to another block. */
export function isStepKey(key: string): key is StepKey {
  return /^(?:Arrow(?:Down|Up|Left|Right)|Home|End)$/.test(key);
}

/**
 * The block that a key leads to: down to the first that may follow, up to the first that leads here, sideways within the
 * layer. Undefined if there is none.
 */
export function stepFrom(
  block: number,
  key: StepKey,
  boxes: readonly Box[],
  edges: readonly Edge[],
): number | undefined {
  switch (key) {
    case "Home":
      return 0;
    case "End":
      return boxes.length - 1;
    case "ArrowDown":
      return nearestOf(edges.filter(({ from, to }) => from === block && to !== block).map(({ to }) => to));
    case "ArrowUp":
      return nearestOf(edges.filter(({ from, to }) => to === block && from !== block).map(({ from }) => from));
    case "ArrowLeft":
      return beside(block, -1, boxes);
    case "ArrowRight":
      return beside(block, 1, boxes);
  }
}

/** The first in the order of the text. */
function nearestOf(blocks: readonly number[]): number | undefined {
  return blocks.length === 0 ? undefined : Math.min(...blocks);
}
/** The next box of the layer to one side. */
function beside(block: number, by: 1 | -1, boxes: readonly Box[]): number | undefined {
  const own = boxes[block];
  if (!own) return undefined;
  const there = boxes
    .map(({ layer, order }, index) => ({ index, layer, away: (order - own.order) * by }))
    .filter(({ layer, away }) => layer === own.layer && away > 0)
    .sort((a, b) => a.away - b.away);
  return there[0]?.index;
}
