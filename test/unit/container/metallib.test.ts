import assert from "node:assert/strict";
import { chars, halves, long, metalTag, MODULE, words } from "../../support/boxes";
import { assertTiles, opened } from "../../support/tiling";

/** The entry of a function whose module starts at `offset` of the bitcode, in the form of AIR 1.8: without a size. */
function sizelessEntry(name: string, offset: number): number[] {
  const tags = [
    ...metalTag("NAME", chars(`${name}\0`)),
    ...metalTag("TYPE", [1]),
    ...metalTag("OFFT", [0, 0, offset].flatMap(long)),
    ...metalTag("VERS", halves(1, 8, 1, 1)),
    ...chars("ENDT"),
  ];
  return [...words(tags.length + 4), ...tags];
}

/** A library whose entries do not tell the size of the modules, which start at `offsets` of `bitcode`. */
function sizelessLibrary(
  offsets: readonly (readonly [name: string, offset: number])[],
  bitcode: readonly number[],
): Uint8Array {
  const list = [...words(offsets.length), ...offsets.flatMap(([name, offset]) => sizelessEntry(name, offset))];
  const listEnd = 88 + list.length;
  const places = [88, list.length - 4, listEnd, 0, listEnd, 0, listEnd, bitcode.length];
  const head = [...chars("MTLB"), ...halves(1, 2, 4), 0, 0, ...halves(0, 0), ...long(listEnd + bitcode.length)];
  return Uint8Array.from([...head, ...places.flatMap(long), ...list, ...bitcode]);
}

describe("Metal libraries without sizes of modules", () => {
  const padded = [...MODULE, ...new Array<number>(16).fill(0)];
  it("let a module reach to the next one, or to the section's end", () => {
    const document = opened(
      sizelessLibrary(
        [
          ["second", padded.length],
          ["first", 0],
        ],
        [...padded, ...MODULE],
      ),
    );
    assert.deepEqual(document.problems(), []);
    assertTiles(document);
    const members = document.derived().map(({ name, startBit, endBit }) => [name, (endBit - startBit) / 8]);
    assert.deepEqual(members, [
      ["first", padded.length],
      ["second", MODULE.length],
    ]);
  });
});
