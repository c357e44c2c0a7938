import assert from "node:assert/strict";
import { fit, fitRecords } from "../../../webview/rows/columns";

describe("columns", () => {
  const wanted = { position: 12, record: 43 };
  it("have their widths if there is room", () => {
    assert.deepEqual(fit(160, wanted), { ...wanted, assembly: true });
  });
  it("shrink in the order record, position, never assembly", () => {
    const widths = [160, 100, 90, 70, 50, 40, 30].map((room) => fit(room, wanted));
    widths.forEach(({ record, position }, index) => {
      const before = widths[index - 1] ?? wanted;
      assert.ok(record <= before.record && position <= before.position);
      if (position < wanted.position) assert.equal(record, 0);
    });
    assert.equal(fit(80, wanted).record, 80 - 12 - 2.4 - 48);
    assert.deepEqual(fit(60, wanted), { position: 12, record: 0, assembly: true });
    assert.deepEqual(fit(30, wanted), { position: 0, record: 0, assembly: true });
  });
  it("of records that the reader has asked for make the assembly give way", () => {
    assert.deepEqual(fitRecords(80, wanted), { ...wanted, assembly: true });
    assert.deepEqual(fitRecords(60, wanted), { ...wanted, assembly: false });
  });
});
