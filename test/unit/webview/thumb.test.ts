import assert from "node:assert/strict";
import fc from "fast-check";
import type { Extent } from "../../../webview/rows/thumb";
import { dragged, thumbOf, valueAt } from "../../../webview/rows/thumb";

/** Up to 10^8 lines, more of them than are in view, scrolled to any. */
const extents: fc.Arbitrary<Extent> = fc
  .tuple(
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 1, max: 100_000_000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([page, more, share]) => ({ page, total: page + more, value: share * more }));
const tracks = fc.integer({ min: 60, max: 4000 });

describe("a scrollbar's thumb", () => {
  it("stays on its track, and can be grasped", () => {
    fc.assert(
      fc.property(tracks, extents, (track, extent) => {
        const { size, offset } = thumbOf(track, extent);
        assert.ok(size >= 20 && size <= track, `${size} of ${track}`);
        assert.ok(offset >= 0 && offset + size <= track + 1e-6, `${offset} + ${size} of ${track}`);
      }),
    );
  });
  it("is at the ends for the first and the last line", () => {
    fc.assert(
      fc.property(tracks, extents, (track, extent) => {
        assert.equal(thumbOf(track, { ...extent, value: 0 }).offset, 0);
        const last = thumbOf(track, { ...extent, value: extent.total - extent.page });
        assert.ok(Math.abs(last.offset + last.size - track) < 1e-6);
      }),
    );
  });
  it("has the value that its place has on the track", () => {
    fc.assert(
      fc.property(tracks, extents, (track, extent) => {
        const { size, offset } = thumbOf(track, extent);
        const value = valueAt(offset + size / 2, track, extent);
        assert.ok(Math.abs(value - extent.value) <= extent.total * 1e-9 + 1e-6, `${value}, not ${extent.value}`);
      }),
    );
  });
  it("has it too if it can move less than a pixel", () => {
    const extent = { page: 60, total: 61, value: 0.9999 };
    const { size, offset } = thumbOf(60, extent);
    assert.ok(Math.abs(valueAt(offset + size / 2, 60, extent) - extent.value) < 1e-9);
  });
  it("follows the pointer that drags it", () => {
    fc.assert(
      fc.property(tracks, extents, fc.double({ min: 0, max: 1, noNaN: true }), (track, extent, share) => {
        const before = thumbOf(track, extent);
        const by = share * (track - before.size) - before.offset;
        const after = thumbOf(track, { ...extent, value: extent.value + dragged(by, track, extent) });
        assert.ok(Math.abs(after.offset - (before.offset + by)) < 1e-3);
      }),
    );
  });
  it("of a place that is past the end of fewer lines is at the end", () => {
    const { size, offset } = thumbOf(100, { value: 5000, page: 10, total: 1000 });
    assert.equal(offset + size, 100);
  });
});
