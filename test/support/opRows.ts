/** Tables of MLIR's ops that the checks of single ops accept or refuse. */
import assert from "node:assert/strict";
import { partsOf } from "../../extension/formats/mlir/verify/lists";
import type { OpChecks } from "../../extension/formats/mlir/verify/opView";
import type { Sketch } from "./mlirOps";
import { fault } from "./mlirOps";

const RELEASES = [22, 23] as const;

/** An op, and the words that refuse it; it is accepted without. It is so in all releases if the sketch names none. */
export type OpRow = readonly [name: string, sketch: Sketch, words?: string | undefined];

/** The sketch of an op by its signature: `f32, f32 -> f32` takes two values and makes one. */
export function op(signature: string, properties: Sketch["properties"] = {}, more: Partial<Sketch> = {}): Sketch {
  const [operands = [], results = []] = signature.split("->").map(partsOf);
  return { operands, results, properties, ...more };
}

/** The same rows for several ops. */
export const each = (names: readonly string[], ...rows: readonly (readonly [Sketch, string?])[]): readonly OpRow[] =>
  names.flatMap((name) => rows.map(([sketch, words]): OpRow => [name, sketch, words]));

/** Tests rows, and that there are both kinds of them for each op that has a check. */
export function testRows(checks: OpChecks, rows: readonly OpRow[]): void {
  for (const name of new Set(rows.map(([row]) => row)))
    it(name, () => {
      for (const [row, sketch, words] of rows)
        for (const release of sketch.release ? [sketch.release] : RELEASES)
          if (row === name) assert.equal(fault(name, { ...sketch, release }), words, JSON.stringify(sketch));
    });
  it("accepts and refuses each op that has a check", () => {
    const named = (isAccepted: boolean): readonly string[] => [
      ...new Set(rows.filter(([, , words]) => (words === undefined) === isAccepted).map(([name]) => name)),
    ];
    const all = Object.keys(checks).sort();
    assert.deepEqual(named(true).toSorted(), all);
    assert.deepEqual(named(false).toSorted(), all);
  });
}
