import * as assert from "node:assert/strict";
import { withGroups } from "../../../extension/outline/grouped";

describe("what the outline shows beside a node", () => {
  it("has its count grouped, in the user's language", () => {
    assert.equal(withGroups("20000", "en"), "20,000");
    assert.equal(withGroups("20000", "de"), "20.000");
    assert.equal(withGroups("3176 bytes, defines a, b", "en"), "3,176 bytes, defines a, b");
    assert.equal(withGroups("LLVM bitcode, 3360 bytes", "en"), "LLVM bitcode, 3,360 bytes");
  });
  it("is otherwise as the format says it", () => {
    for (const detail of ["i32 (i32)", "87", "78 bytes", "() -> (), 1,039,323 bytes", "[65000 x i32]", "!12345"])
      assert.equal(withGroups(detail, "en"), detail);
  });
});
