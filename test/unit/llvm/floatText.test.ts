import assert from "node:assert/strict";
import { floatText } from "../../../extension/formats/llvm/constants/floatText";

function bitsOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}
const double = (value: number): string => floatText("double", bitsOf(value), 22);

describe("floating-point text", () => {
  it("prints decimals that read back", () => {
    assert.equal(double(0), "0.000000e+00");
    assert.equal(double(-0), "-0.000000e+00");
    assert.equal(double(1.5), "1.500000e+00");
    assert.equal(double(100000), "1.000000e+05");
    assert.equal(double(5e-324), "4.940660e-324");
  });
  it("prints bits if the truncated expansion does not read back, though a rounded one would", () => {
    assert.equal(double(0.7), "0x3FE6666666666666");
    assert.equal(double(1e23), `0x${bitsOf(1e23).toString(16).toUpperCase()}`);
  });
  it("rounds correctly in the style of LLVM 3.0", () => {
    assert.equal(floatText("double", bitsOf(0.7), 3), "7.000000e-01");
    assert.equal(floatText("double", bitsOf(1 / 3), 3), "0x3FD5555555555555");
  });
  it("widens floats, and keeps the payload of a signalling NaN", () => {
    assert.equal(floatText("float", 0x3f000000n, 22), "5.000000e-01");
    assert.equal(floatText("float", 0x3dcccccdn, 22), "0x3FB99999A0000000");
    assert.equal(floatText("float", 0x7f800001n, 22), "0x7FF0000020000000");
    assert.equal(floatText("float", 0xff800000n, 22), "0xFFF0000000000000");
  });
  it("prints the other kinds as bits", () => {
    assert.equal(floatText("half", 0x3c00n, 22), "0xH3C00");
    assert.equal(floatText("bfloat", 0x3f80n, 22), "0xR3F80");
    assert.equal(floatText("x86_fp80", (0x3fffn << 64n) | (1n << 63n), 22), "0xK3FFF8000000000000000");
    assert.equal(floatText("fp128", 0x3fffn << 112n, 22), "0xL00000000000000003FFF000000000000");
    assert.equal(floatText("ppc_fp128", 0x3ff0000000000000n, 22), "0xM3FF00000000000000000000000000000");
  });
});
