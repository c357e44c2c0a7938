/** Ctrl with the wheel: which turns zoom, and by how many steps. */
import * as assert from "node:assert/strict";
import { stepper, zooms } from "../../../webview/rows/wheelZoom";

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("the wheel's zoom", () => {
  it("is with Ctrl or Cmd alone, and only where the user's editors zoom so", () => {
    const on = { wheelZooms: true };
    assert.ok(zooms({ ...NONE, ctrlKey: true }, on));
    assert.ok(zooms({ ...NONE, metaKey: true }, on));
    assert.ok(!zooms(NONE, on));
    assert.ok(!zooms({ ...NONE, ctrlKey: true, shiftKey: true }, on));
    assert.ok(!zooms({ ...NONE, ctrlKey: true }, { wheelZooms: false }));
  });

  it("is one step for a notch, whatever its pixels, and for several small turns together", () => {
    const steps: number[] = [];
    const turn = stepper((by) => steps.push(by));
    for (const delta of [-120, -53, 100]) turn(delta);
    assert.deepEqual(steps, [1, 1, -1]);
    for (const delta of [-20, -20, -20]) turn(delta);
    assert.deepEqual(steps, [1, 1, -1, 1]);
  });
});
