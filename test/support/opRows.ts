/** Tables of MLIR's ops that the checks of single ops accept or refuse. */
import assert from "node:assert/strict";
import { partsOf } from "../../extension/formats/mlir/verify/lists";
import type { OpChecks } from "../../extension/formats/mlir/verify/opView";
import { spokenFault } from "../../extension/formats/mlir/verify/opView";
import type { Sketch } from "./mlirOps";
import { placed } from "./mlirOps";

const RELEASES = [22, 23] as const;

/** An op, and the words that refuse it; it is accepted without. It is so in all releases if the sketch names none. */
export type OpRow = readonly [name: string, sketch: Sketch, words?: string | undefined];

/** The sketch of an op by its signature: `f32, f32 -> f32` takes two values and makes one. */
export function op(signature: string, properties: Sketch["properties"] = {}, more: Partial<Sketch> = {}): Sketch {
  const [operands = [], results = []] = signature.split(/(?:^|\s)->(?![^<>]*>)/).map(partsOf);
  return { operands, results, properties, ...more };
}

/** The same rows for several ops. */
export const each = (names: readonly string[], ...rows: readonly (readonly [Sketch, string?])[]): readonly OpRow[] =>
  names.flatMap((name) => rows.map(([sketch, words]): OpRow => [name, sketch, words]));

/** An op that is refused in other words since MLIR 23. */
export const changed = (name: string, sketch: Sketch, words: string, since23: string): readonly OpRow[] => [
  [name, { ...sketch, release: 22 }, words],
  [name, { ...sketch, release: 23 }, since23],
];

/** Words that MLIR says without the op's name. */
export const bare = (words: string): string => `${BARE}${words}`;
const BARE = "error: ";

const said = (name: string, words: string | undefined): string | undefined =>
  words?.startsWith(BARE) === true ? words.slice(BARE.length) : words && `'${name}' op ${words}`;

const spoken = (checks: OpChecks, name: string, sketch: Sketch): string | undefined =>
  spokenFault(name, () => {
    const check = checks[name];
    assert.ok(check);
    check(placed(name, sketch));
  });

/** Tests rows, and that there are both kinds of them for each op that has a check. */
export function testRows(checks: OpChecks, rows: readonly OpRow[]): void {
  for (const name of new Set(rows.map(([row]) => row)))
    it(name, () => {
      for (const [row, sketch, words] of rows)
        for (const release of sketch.release ? [sketch.release] : RELEASES)
          if (row === name)
            assert.equal(spoken(checks, name, { ...sketch, release }), said(name, words), JSON.stringify(sketch));
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
