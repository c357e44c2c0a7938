/** Finds the line that shows a bit. */
import { countBefore } from "./sortedSearch";

/** Lines, of which some have positions. */
interface Placed {
  readonly length: number;
  positionBit(index: number): number | undefined;
}
/** The positions of the lines that have one, in ascending order, and the first line of each. */
interface Positions {
  readonly bits: Float64Array;
  readonly lines: Uint32Array;
}
const positionsOf = new WeakMap<Placed, Positions>();

function sortedPositions(lines: Placed): Positions {
  const bits = new Float64Array(lines.length);
  const placed = new Uint32Array(lines.length);
  let [count, isSorted] = [0, true];
  for (let line = 0; line < lines.length; line++) {
    const bit = lines.positionBit(line);
    if (bit === undefined) continue;
    // Of several lines with the same position, the first counts.
    if (count > 0 && bit === bits[count - 1]) continue;
    if (count > 0 && bit < (bits[count - 1] ?? 0)) isSorted = false;
    placed[count] = line;
    bits[count++] = bit;
  }
  const found = { bits: bits.slice(0, count), lines: placed.slice(0, count) };
  return isSorted ? found : inOrder(found);
}
/** The positions in ascending order, which those of most texts are in already. */
function inOrder({ bits, lines }: Positions): Positions {
  const bitAt = (index: number): number => bits[index] ?? 0;
  // The sort is stable: the first of several lines with the same position stays the first.
  const order = Array.from(bits.keys()).sort((a, b) => bitAt(a) - bitAt(b));
  const first = order.filter((index, place) => bitAt(index) !== bitAt(order[place - 1] ?? -1) || place === 0);
  return { bits: Float64Array.from(first, bitAt), lines: Uint32Array.from(first, (index) => lines[index] ?? 0) };
}

/** The line that shows a bit or, if none does, the one that shows the nearest earlier bit. */
export function lineOfBit(lines: Placed, bit: number): number {
  let known = positionsOf.get(lines);
  if (!known) positionsOf.set(lines, (known = sortedPositions(lines)));
  const { bits } = known;
  return known.lines[countBefore(bits.length, (index) => (bits[index] ?? 0) > bit) - 1] ?? 0;
}
