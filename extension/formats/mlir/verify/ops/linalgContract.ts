/** What `linalg.contract` demands of its maps (LinalgOps.cpp). */
import type { OpCheck } from "../opView";
import { known, refuseBare } from "../fault";

/** The numbers of the dimensions that a map leads to; undefined for a map that does more than leave out and reorder. */
function dimsOf(results: readonly string[]): readonly number[] | undefined {
  const dims = results.map((result) => Number(/^d(\d+)$/.exec(result)?.[1] ?? -1));
  return dims.includes(-1) || new Set(dims).size < dims.length ? undefined : dims;
}

/** The check of the op. */
export const contracts: OpCheck = (op) => {
  const maps = known(op.attribute("indexing_maps")).list.map(({ map }) => map);
  const loops = maps[0]?.dims ?? 0;
  const uses = maps.map(({ dims, results, symbols }, i) => {
    const found = symbols > 0 ? undefined : dimsOf(results);
    refuseBare(!found, "provided affine_map is not a projected permutation");
    const type = op.operand(i);
    const ranks = "ranks of shaped operand and results of corresponding affine_map differ";
    refuseBare(type.isRanked && type.rank !== results.length, ranks);
    const shaped = "affine_map specifies shaped access while operand has non-shaped type";
    refuseBare(!type.isRanked && results.length > 0, shaped);
    refuseBare(dims !== loops, "iteration spaces of provided affine_maps differ");
    return known(found);
  });
  const contracted = Array.from({ length: loops }, (_, dim) => {
    const [left, right, out] = uses.map((dims) => (dims.includes(dim) ? 1 : 0));
    const inputs = (left ?? 0) + (right ?? 0);
    const start = `iteration space dim at index ${dim}`;
    refuseBare(inputs + (out ?? 0) === 0, `${start} not used to access any operand`);
    const isOther = inputs === 1 && out !== 1;
    refuseBare(isOther, `${start} is neither a contracting dim nor of parallel iteration type`);
    return inputs === 2 && out === 0;
  });
  refuseBare(!contracted.includes(true), "'indexing_maps' do not specify a contracting dimension");
};
