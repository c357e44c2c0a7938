/** How the loops of mlir::linalg's structured ops lead through their operands (IndexingMapOpInterface.cpp). */
import { mapResults } from "../../attributes/affine/text";
import { ANY_SIZE } from "../entryView";
import { known, refuse } from "../fault";
import type { MapText } from "../lists";
import type { OpView } from "../opView";
import { sizeAt } from "./shared";

/** The number of a dimension that an expression is; -1: it is another. */
export const dimOf = (expression: string): number => Number(/^d(\d+)$/.exec(expression)?.[1] ?? -1);
/** Each operand's rank is that of its map, and dimensions that loops share are equal. */
export function structured(op: OpView, maps: readonly MapText[], loops: number | undefined): void {
  const { operands } = op;
  refuse(
    maps.length !== operands.length,
    `expected the number of indexing_map (${maps.length}) to be equal to the number of input/output operands (${operands.length})`,
  );
  maps.forEach(({ dims, symbols, results }, i) => {
    refuse(symbols > 0, `unexpected symbols in indexing_map #${i}`);
    refuse(
      loops !== undefined && dims !== loops,
      `expected indexing_map #${i} to have ${loops ?? 0} dim(s) to match the number of loops`,
    );
    const type = op.operand(i);
    const rank = type.isRanked && type.kind !== "vector" ? type.rank : 0;
    refuse(
      rank !== results.length,
      `expected operand #${i} rank (${rank}) to match the result rank of indexing_map (${results.length})`,
    );
  });
  loopSizes(op, maps);
}

/**
 * Loops have the size of the first dimension that they alone lead through. A dimension that one loop leads through has
 * its size, any other at least what the first and the last turn of all loops reach.
 */
function loopSizes(op: OpView, maps: readonly MapText[]): void {
  const sizes = new Map<number, number>();
  maps.forEach(({ results }, operand) => {
    results.forEach((result, i) => {
      const dim = dimOf(result);
      if (dim >= 0 && !sizes.has(dim)) sizes.set(dim, sizeAt(op.operand(operand), i));
    });
  });
  if (sizes.size !== (maps[0]?.dims ?? 0)) return;
  if ([...sizes.values()].some((size) => size === 0 || size === ANY_SIZE)) return;
  const ends = [...sizes.keys()].map((_, dim) => (sizes.get(dim) ?? 1) - 1);
  maps.forEach((map, operand) => {
    map.results.forEach((result, i) => {
      const found = sizeAt(op.operand(operand), i);
      if (found === ANY_SIZE || found === 0) return;
      const at = `inferred input/output operand #${operand} has shape's dimension #${i} to be`;
      const size = sizes.get(dimOf(result));
      if (size !== undefined) refuse(size !== found, `${at} ${size}, but found ${found}`);
      else refuseReach(reached(result, ends), found, [`${i} in ${printed(map)}`, at]);
    });
  });
}

const printed = ({ dims, results }: Pick<MapText, "dims" | "results">): string =>
  `(${Array.from({ length: dims }, (_, i) => `d${i}`).join(", ")}) -> (${results.join(", ")})`;

/** What an expression is in the first and in the last turn of all loops. */
const reached = (result: string, ends: readonly number[]): readonly number[] =>
  [ends.map(() => 0), ends].map((values) => {
    const map = printed({ dims: ends.length, results: [result] });
    return known(mapResults(`affine_map<${map}>`, values)?.[0]);
  });

/** @param words where the expression is, and which dimension it leads through */
function refuseReach(reach: readonly number[], found: number, [where, at]: readonly [string, string]): void {
  const least = Math.max(...reach) + 1;
  refuse(Math.min(...reach) < 0, `unexpected result less than 0 at expression #${where}`);
  refuse(least > found, `${at} greater than or equal to ${least}, but found ${found}`);
}
