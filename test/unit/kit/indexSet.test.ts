import assert from "node:assert/strict";
import { IndexSet } from "../../../extension/kit/indexSet";
import { bytesKept } from "../../support/heap";

describe("a set of indexes", () => {
  it("finds items by their content, also among others with the same hash", () => {
    const items: string[] = [];
    const hashOf = (text: string): number => text.length;
    const set = new IndexSet((index) => hashOf(items[index] as string));
    const find = (text: string): number => set.find(hashOf(text), (index) => items[index] === text);
    for (let i = 0; i < 300; i++) {
      assert.equal(find(String(i)), -1);
      items.push(String(i));
      set.add(i);
    }
    for (let i = 0; i < 300; i++) assert.equal(find(String(i)), i);
    assert.equal(find("x"), -1);
  });
  it("takes few bytes for each", () => {
    const count = 100_000;
    const kept = bytesKept(() => {
      const set = new IndexSet((index) => index);
      for (let i = 0; i < count; i++) set.add(i);
      return set;
    });
    assert.ok(kept < 16 * count, `${Math.round(kept / count)} bytes`);
  });
});
