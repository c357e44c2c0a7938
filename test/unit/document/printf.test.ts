import assert from "node:assert/strict";
import { cExponential, cFixed } from "../../../extension/document/printf";

describe("C's number formats", () => {
  it("round ties to even, as glibc does", () => {
    assert.equal(cFixed(14.625, 2), "14.62");
    assert.equal(cFixed(14.875, 2), "14.88");
    assert.equal(cFixed(0.5, 0), "0");
    assert.equal(cFixed(1.5, 0), "2");
    assert.equal(cFixed(2.5, 0), "2");
  });
  it("round what only looks like a tie by its true value", () => {
    assert.equal(cFixed(1.005, 2), "1.00");
    assert.equal(cFixed(1.115, 2), "1.11");
  });
  it("have an exponent of two digits", () => {
    assert.equal(cExponential(0, 6), "0.000000e+00");
    assert.equal(cExponential(13.5, 6), "1.350000e+01");
    assert.equal(cExponential(1234.5625, 6), "1.234562e+03");
    assert.equal(cExponential(1e-100, 2), "1.00e-100");
  });
});
