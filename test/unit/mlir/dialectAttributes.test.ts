import * as assert from "node:assert/strict";
import { namedFault } from "../../../extension/formats/mlir/verify/ops/dialectAttributes";

const fault = (name: string, text = "", isLoaded = true): string | undefined =>
  namedFault(
    name,
    () => isLoaded,
    () => text,
  );

describe("attributes of dialects on any op", () => {
  it("have the names that the dialect knows", () => {
    assert.equal(fault("linalg.memoized_indexing_maps"), undefined);
    assert.equal(fault("dlti.map", "#dlti.map<>"), undefined);
    assert.equal(fault("dlti.mop"), "attribute 'dlti.mop' not supported by dialect");
    assert.equal(fault("spirv.rarget_env"), "found unsupported 'spirv.rarget_env' attribute on operation");
    assert.equal(fault("linalg.x"), "attribute '\"linalg.x\"' not supported by the linalg dialect");
    assert.equal(fault("linalg.x", "", false), undefined, "nothing of the dialect was loaded");
    assert.equal(fault("other.x"), undefined);
    assert.equal(fault("plain"), undefined);
  });
  it("are of the class that the dialect wants", () => {
    assert.equal(fault("spirv.target_env", "#spirv.target_env<>"), undefined);
    assert.equal(
      fault("spirv.entry_point_abi", "1 : i32"),
      "'spirv.entry_point_abi' attribute must be #spirv.entry_point_abi",
    );
    assert.equal(fault("dlti.dl_spec", "42 : i64"), "'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute");
  });
});
