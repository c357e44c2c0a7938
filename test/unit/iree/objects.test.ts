import assert from "node:assert/strict";
import { Analysis } from "../../../extension/formats/iree/analysis";
import { ResidentWindow } from "../../../extension/document/window";
import { bytesKept } from "../../support/heap";
import { HOSTILE } from "../../support/hostile";

describe("the objects of an IREE module", () => {
  it("and their tiles take memory in proportion to the file", () => {
    const bytes = HOSTILE["functions.vmfb"]?.(4_000) ?? new Uint8Array();
    const kept = bytesKept(() => {
      const analysis = new Analysis(new ResidentWindow(bytes), undefined);
      assert.ok(analysis.tiles().count > 12_000);
      return analysis;
    });
    assert.ok(kept < 16 * bytes.length, `${(kept / bytes.length).toFixed(1)} bytes for each byte`);
  });
});
