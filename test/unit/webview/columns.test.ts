import assert from "node:assert/strict";
import { fit, readable } from "../../../webview/rows/columns";

describe("columns", () => {
  const wanted = { position: 12, record: 43 };
  it("include one that can be read, whichever are hidden", () => {
    assert.deepEqual(readable(["position", "assembly"], "assembly"), ["position", "record"]);
    assert.deepEqual(readable([], "assembly"), ["record"]);
    assert.deepEqual(readable(["assembly"], "records"), ["assembly"]);
    assert.deepEqual(readable(["assembly", "record", "position"], "records"), ["record", "position"]);
  });
  it("have their widths if there is room", () => {
    assert.deepEqual(fit(160, wanted, "assembly"), { ...wanted, assembly: true });
  });
  it("shrink in the order record, position, never assembly", () => {
    const widths = [160, 100, 90, 70, 50, 40, 30].map((room) => fit(room, wanted, "assembly"));
    widths.forEach(({ record, position }, index) => {
      const before = widths[index - 1] ?? wanted;
      assert.ok(record <= before.record && position <= before.position);
      if (position < wanted.position) assert.equal(record, 0);
    });
    assert.equal(fit(80, wanted, "assembly").record, 80 - 12 - 2.4 - 48);
    assert.deepEqual(fit(60, wanted, "assembly"), { position: 12, record: 0, assembly: true });
    assert.deepEqual(fit(30, wanted, "assembly"), { position: 0, record: 0, assembly: true });
  });
  it("of records that the reader has asked for stay longer", () => {
    assert.deepEqual(fit(110, wanted, "records"), { ...wanted, assembly: true });
    assert.deepEqual(fit(80, wanted, "records"), { position: 12, record: (80 - 12 - 2.4) / 2, assembly: true });
    assert.deepEqual(fit(40, wanted, "records"), { position: 12, record: 0, assembly: true });
    assert.deepEqual(fit(30, wanted, "records"), { position: 0, record: 0, assembly: true });
  });
  it("that the reader has chosen leave the assembly just enough room", () => {
    const chosen = { ...wanted, chosen: true };
    assert.deepEqual(fit(80, chosen, "records"), { ...wanted, assembly: true });
    assert.deepEqual(fit(55, chosen, "records"), { position: 12, record: 55 - 12 - 2.4 - 20, assembly: true });
  });
  it("of records beside the assembly take its room", () => {
    assert.deepEqual(fit(80, wanted, "beside"), { ...wanted, assembly: true });
    assert.deepEqual(fit(60, wanted, "beside"), { ...wanted, assembly: false });
    assert.deepEqual(fit(50, wanted, "beside"), { position: 12, record: 50 - 12 - 2.4, assembly: false });
    assert.deepEqual(fit(22, wanted, "beside"), { position: 0, record: 22 - 2.4, assembly: false });
  });
});
