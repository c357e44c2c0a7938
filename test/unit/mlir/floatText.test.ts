import * as assert from "node:assert/strict";
import fc from "fast-check";
import { finiteFloat, FLOAT_FORMATS } from "../../../extension/formats/mlir/attributes/floatFormat";
import { floatText } from "../../../extension/formats/mlir/attributes/floatText";

const text = (name: string, bits: bigint | number): string => floatText(BigInt(bits), FLOAT_FORMATS.get(name)!);
const bitsOf = (value: number): bigint => new BigUint64Array(new Float64Array([value]).buffer)[0]!;
const singleBits = (value: number): number => new Uint32Array(new Float32Array([value]).buffer)[0]!;

describe("MLIR float text", () => {
  it("prints six decimals if they are exact", () => {
    assert.equal(text("f32", singleBits(1)), "1.000000e+00");
    assert.equal(text("f32", singleBits(-0)), "-0.000000e+00");
    assert.equal(text("f32", singleBits(0.1)), "1.000000e-01");
    assert.equal(text("f64", bitsOf(5e-324)), "4.940660e-324");
    assert.equal(text("f64", bitsOf(1e300)), "1.000000e+300");
  });
  it("prints the default form if they are not", () => {
    assert.equal(text("f32", singleBits(1 / 3)), "0.333333343");
    assert.equal(text("f64", bitsOf(123456.789)), "123456.789");
    assert.equal(text("f32", 0x7f7fffff), "3.40282347E+38");
    assert.equal(text("f32", 0x00800000), "1.17549435E-38");
  });
  it("prints the bits of integers without a point, infinities and NaNs", () => {
    assert.equal(text("f32", 0x4b800000), "0x4B800000");
    assert.equal(text("f32", 0x7f800000), "0x7F800000");
    assert.equal(text("f64", 0xfff8000000000000n), "0xFFF8000000000000");
    assert.equal(text("f8E4M3FN", 0x7f), "0x7F");
    assert.equal(text("f8E5M2FNUZ", 0x80), "0x80");
  });
  it("truncates early, as APFloat does", () => {
    assert.equal(text("f16", 0x2e66), "9.997550e-02");
    assert.equal(text("bf16", 0x3dcd), "1.000980e-01");
  });
  it("reads back to the same double", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (bits) => {
        const printed = text("f64", bits);
        const back = printed.startsWith("0x") ? BigInt(printed) : bitsOf(Number(printed));
        assert.equal(back, bits);
      }),
    );
  });
  it("reads back to the same single", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const printed = text("f32", singleBits(value));
        const back = printed.startsWith("0x") ? Number(printed) : singleBits(Math.fround(Number(printed)));
        assert.equal(back, singleBits(value));
      }),
    );
  });
  it("distinguishes all numbers of the narrow formats", () => {
    for (const [name, format] of FLOAT_FORMATS) {
      if (format.width > 8) continue;
      const texts = new Set<string>();
      for (let bits = 0; bits < 2 ** format.width; bits++) texts.add(text(name, bits));
      assert.equal(texts.size, 2 ** format.width, name);
    }
  });
  it("knows the largest number of each narrow format", () => {
    const greatest = (name: string): number => {
      const format = FLOAT_FORMATS.get(name)!;
      const values = Array.from({ length: 2 ** format.width }, (_, bits) => finiteFloat(BigInt(bits), format));
      return Math.max(...values.map((v) => (v && !v.negative ? Number(v.significand) * 2 ** v.exponent : 0)));
    };
    assert.equal(greatest("f8E5M2"), 57344);
    assert.equal(greatest("f8E4M3"), 240);
    assert.equal(greatest("f8E4M3FN"), 448);
    assert.equal(greatest("f8E4M3FNUZ"), 240);
    assert.equal(greatest("f8E4M3B11FNUZ"), 30);
    assert.equal(greatest("f8E3M4"), 15.5);
    assert.equal(greatest("f6E3M2FN"), 28);
    assert.equal(greatest("f6E2M3FN"), 7.5);
    assert.equal(greatest("f4E2M1FN"), 6);
    assert.equal(greatest("f8E8M0FNU"), 2 ** 127);
  });
});
