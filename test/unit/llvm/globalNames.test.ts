/** Finding globals by name. */
import assert from "node:assert/strict";
import { attempt } from "../../../extension/document/window";
import { GlobalNames } from "../../../extension/formats/llvm/listing/globalNames";

type Module = ConstructorParameters<typeof GlobalNames>[0];

/** A module of so many globals; `due` tells whether others wait. */
function moduleOf(count: number, due: () => boolean): Module {
  const globals = Array.from({ length: count }, (_, id) => ({ id }));
  return { globals, window: { due } } as unknown as Module;
}

describe("globals by name", () => {
  it("are put into an index once, in steps between which others have their turn", () => {
    let [named, most, before] = [0, 0, 0];
    const names = new GlobalNames(
      moduleOf(5000, () => true),
      (id) => {
        named++;
        return `@g${id}`;
      },
    );
    let turns = 0;
    for (let found = false; !found; turns++) {
      const step = attempt(() => names.of("@g4999"));
      most = Math.max(most, named - before);
      before = named;
      found = "value" in step;
      if ("value" in step) assert.equal(step.value?.id, 4999);
    }
    assert.ok(turns > 5 && most <= 256, `${turns} turns, ${most} names in one`);
    assert.equal(names.of("@none"), undefined);
    assert.equal(named, 5000, "each name is made once");
    assert.ok(names.areDistinct);
  });
  it("are the first of those with one name", () => {
    const names = new GlobalNames(
      moduleOf(4, () => false),
      (id) => (id % 2 === 0 ? "@even" : "@odd"),
    );
    assert.equal(names.of("@odd")?.id, 1);
    assert.ok(!names.areDistinct);
  });
});
