import assert from "node:assert/strict";
import fc from "fast-check";
import { Folding } from "../../../webview/folds/folding";

const sections = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
const newFolding = (): Folding => new Folding("assembly", true, []);
const sorted = (ids: readonly number[]): readonly number[] => [...ids].sort((a, b) => a - b);

describe("the folds of an editor", () => {
  it("are as before after the same sections have changed twice", () => {
    fc.assert(
      fc.property(sections, sections, (first, second) => {
        const folding = newFolding();
        folding.flip(first);
        const before = sorted(folding.now().toggled);
        folding.flip(second);
        folding.flip(second);
        assert.deepEqual(sorted(folding.now().toggled), before);
      }),
    );
  });
  it("are one object until something changes", () => {
    const folding = newFolding();
    const now = folding.now();
    assert.equal(folding.now(), now);
    folding.flip([]);
    assert.equal(folding.now(), now);
    for (const change of [
      () => folding.flip([1]),
      () => folding.setAll("all"),
      () => folding.toggleDetail(),
      () => folding.hide(["lifetime"]),
      () => folding.use("records"),
    ]) {
      const before = folding.now();
      change();
      assert.notEqual(folding.now(), before);
    }
  });
  it("of both arrangements are what the user sets for the preamble", () => {
    const folding = newFolding();
    folding.flip([3]);
    folding.use("records");
    folding.foldPreamble(false);
    for (const arrangement of ["records", "assembly"] as const) {
      folding.use(arrangement);
      assert.deepEqual([folding.now().base, folding.now().toggled], ["none", []]);
    }
  });
  it("of one arrangement do not change the other's", () => {
    fc.assert(
      fc.property(sections, sections, (assembly, records) => {
        const folding = newFolding();
        folding.flip(assembly);
        const before = folding.now().toggled;
        folding.use("records");
        folding.flip(records);
        folding.setAll("none");
        folding.use("assembly");
        assert.deepEqual(folding.now().toggled, before);
      }),
    );
  });
  it("are remembered by the bits where sections begin, and restored under other ids", () => {
    fc.assert(
      fc.property(sections, (ids) => {
        const folding = newFolding();
        folding.flip(ids);
        const memory = folding.memory((id) => id * 32);
        const other = newFolding();
        other.restore(
          memory,
          memory.toggledBits.map((bit) => bit / 32 + 1000),
        );
        assert.deepEqual(
          sorted(other.now().toggled),
          sorted(folding.now().toggled).map((id) => id + 1000),
        );
        assert.equal(other.now().base, folding.now().base);
      }),
    );
  });
});
