import assert from "node:assert/strict";
import { namedMaps, spellMaps } from "../../../extension/formats/mlir/properties/namedMaps";

const NONE = { strides: [], dilations: [] };

/** The maps of an op, without what all begin with. */
function mapsOf(op: string, release: number, steps: Parameters<typeof spellMaps>[1] = NONE): readonly string[] {
  const maps = namedMaps(op, release);
  assert.ok(maps, op);
  return spellMaps(maps, steps).map((text) => text.replace(/^.* -> /, "").slice(0, -1));
}

describe("the maps of linalg's named ops", () => {
  it("have a stride and a dilation for each window", () => {
    const steps = { strides: [2, 3], dilations: [4, 5] };
    assert.deepEqual(mapsOf("linalg.pooling_nchw_max", 22, steps), [
      "(d0, d1, d2 * 2 + d4 * 4, d3 * 3 + d5 * 5)",
      "(d4, d5)",
      "(d0, d1, d2, d3)",
    ]);
  });
  it("are shared by the kinds of pooling, and by quantized ops, which have two scalars more", () => {
    assert.deepEqual(mapsOf("linalg.pooling_nwc_min_unsigned", 22), mapsOf("linalg.pooling_nwc_sum", 22));
    const [input = "", kernel = "", output = ""] = mapsOf("linalg.conv_2d_nhwc_fhwc", 22);
    assert.deepEqual(mapsOf("linalg.conv_2d_nhwc_fhwc_q", 22), [input, kernel, "()", "()", output]);
  });
  it("were others in earlier releases", () => {
    const kernels = [17, 18].map((release) => mapsOf("linalg.conv_2d_ngchw_fgchw", release)[1]);
    assert.deepEqual(kernels, ["(d1, d2, d5, d6, d7)", "(d2, d1, d5, d6, d7)"]);
    const outputs = [19, 21].map((release) => mapsOf("linalg.conv_3d_ncdhw_fcdhw", release)[2]);
    assert.deepEqual(outputs, ["(d0, d4, d1, d2, d3)", "(d0, d1, d2, d3, d4)"]);
  });
  it("are not those of ops of any rank", () => {
    for (const op of ["linalg.copy", "linalg.max", "linalg.generic", "tosa.matmul"])
      assert.equal(namedMaps(op, 22), undefined);
  });
});
