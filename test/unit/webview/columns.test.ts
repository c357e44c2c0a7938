import assert from "node:assert/strict";
import { fit } from "../../../webview/rows/columns";

describe("columns", () => {
  const wanted = { position: 12, record: 43 };
  it("have their widths if there is room", () => {
    assert.deepEqual(fit(160, wanted), wanted);
  });
  it("shrink in the order record, position, never assembly", () => {
    const widths = [160, 100, 90, 70, 50, 40, 30].map((room) => fit(room, wanted));
    widths.forEach(({ record, position }, index) => {
      const before = widths[index - 1] ?? wanted;
      assert.ok(record <= before.record && position <= before.position);
      if (position < wanted.position) assert.equal(record, 0);
    });
    assert.equal(fit(80, wanted).record, 80 - 12 - 2.4 - 48);
    assert.deepEqual(fit(60, wanted), { position: 12, record: 0 });
    assert.deepEqual(fit(30, wanted), { position: 0, record: 0 });
  });
  it("of records that the reader has asked for stay longer", () => {
    assert.deepEqual(fit(80, wanted, true), wanted);
    assert.deepEqual(fit(55, wanted, true), { position: 12, record: 55 - 12 - 2.4 - 20 });
    assert.deepEqual(fit(40, wanted, true), { position: 12, record: 0 });
    assert.deepEqual(fit(30, wanted, true), { position: 0, record: 0 });
  });
});
