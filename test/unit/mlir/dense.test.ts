import * as assert from "node:assert/strict";
import fc from "fast-check";
import { bytes, EntryFile } from "../../support/mlirEntries";

/** The content of `dense<…>` for a tensor with this buffer. */
function dense(shape: readonly number[], element: (file: EntryFile) => number, ...buffer: number[]): string {
  const file = new EntryFile();
  const type = file.tensorType(element(file), ...shape);
  const text = file.attributeText(
    file.addAttribute(
      "builtin",
      bytes()
        .varints(18, type)
        .blob(...buffer),
    ),
    "must",
  );
  return /^dense<(.*)>$/s.exec(text)?.[1] ?? text;
}

const integer =
  (width: number, sign: 0 | 1 | 2 = 0) =>
  (file: EntryFile): number =>
    file.integerType(width, sign);
const complex =
  (element: (file: EntryFile) => number) =>
  (file: EntryFile): number =>
    file.addType("builtin", bytes().varints(9, element(file)));

describe("MLIR dense elements", () => {
  it("brackets by the shape", () => {
    assert.equal(dense([2, 3], integer(8), 1, 2, 3, 4, 5, 0xff), "[[1, 2, 3], [4, 5, -1]]");
    assert.equal(dense([2, 1, 2], integer(8, 2), 1, 2, 3, 0xff), "[[[1, 2]], [[3, 255]]]");
    assert.equal(dense([0, 3], integer(8)), "");
    assert.equal(dense([], integer(8), 7), "7");
  });
  it("prints a single element that is stored for all", () => {
    assert.equal(dense([2, 3], integer(16), 5, 0), "5");
    assert.equal(dense([1, 1], integer(16), 5, 0), "5");
  });
  it("reads bools as bits", () => {
    assert.equal(dense([4], integer(1), 0b1010), "[false, true, false, true]");
    assert.equal(dense([9], integer(1), 0xff, 0), `[${"true, ".repeat(8)}false]`);
    assert.equal(dense([4], integer(1), 0xff), "true");
    assert.equal(dense([64], integer(1), 0), "false");
  });
  it("sign-extends odd widths", () => {
    assert.equal(dense([2], integer(3), 4, 3), "[-4, 3]");
    assert.equal(dense([2], integer(17), 0xff, 0xff, 1, 1, 0, 0), "[-1, 1]");
    assert.equal(dense([2], integer(65), ...new Array<number>(8).fill(0xff), 1, 2, 0, 0, 0, 0, 0, 0, 0, 0), "[-1, 2]");
  });
  it("prints complex numbers, those of bools from the buffer's bits", () => {
    assert.equal(dense([2], complex(integer(8)), 1, 2, 3, 0xff), "[(1,2), (3,-1)]");
    assert.equal(dense([2], complex(integer(1)), 1, 0, 0, 1), "[(true,false), (false,false)]");
  });
  it("lists up to a hundred elements and prints longer lists as hexadecimal", () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i);
    assert.equal(dense([100], integer(8), ...hundred), `[${hundred.join(", ")}]`);
    const hex = [...hundred, 0xab].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
    assert.equal(dense([101], integer(8), ...hundred, 0xab), `"0x${hex}"`);
  });
  it("shows a buffer that does not fit the shape as it is", () => {
    assert.equal(dense([3], integer(8), 1, 2), '"0x0102"');
  });
  it("prints any number of strings", () => {
    const file = new EntryFile();
    const opaque = file.addType("builtin", "!t.s");
    const strings = Array.from({ length: 101 }, (_, i) => file.addString(`s${i}`));
    const list = file.addAttribute("builtin", bytes().varints(19, file.tensorType(opaque, 101), 0, ...strings));
    const expected = strings.map((_, i) => `"s${i}"`).join(", ");
    assert.equal(file.attributeText(list), `dense<[${expected}]> : tensor<101x!t.s>`);
    const splat = file.addAttribute("builtin", bytes().varints(19, file.tensorType(opaque, 5), 1, strings[0]!));
    assert.equal(file.attributeText(splat), 'dense<"s0"> : tensor<5x!t.s>');
  });
  it("lists any number of sparse indices, and leaves empty ones out", () => {
    const file = new EntryFile();
    const i64 = file.integerType(64);
    const dense64 = (shape: number[], ...buffer: number[]): number =>
      file.addAttribute(
        "builtin",
        bytes()
          .varints(18, file.tensorType(i64, ...shape))
          .blob(...buffer),
      );
    const words = (...values: number[]): number[] => values.flatMap((value) => [value, 0, 0, 0, 0, 0, 0, 0]);
    const type = file.tensorType(i64, 200);
    const many = Array.from({ length: 101 }, (_, i) => i);
    const indices = dense64([101, 1], ...words(...many));
    const values = dense64([101], ...words(7));
    const sparse = file.addAttribute("builtin", bytes().varints(20, type, indices, values));
    const listed = many.map((i) => `[${i}]`).join(", ");
    assert.equal(file.attributeText(sparse), `sparse<[${listed}], 7> : tensor<200xi64>`);
    const none = dense64([0, 1]);
    const empty = file.addAttribute("builtin", bytes().varints(20, type, none, dense64([0])));
    assert.equal(file.attributeText(empty), "sparse<> : tensor<200xi64>");
  });
  it("prints arrays, with a byte for each bool", () => {
    const file = new EntryFile();
    const array = (type: number, count: number, ...buffer: number[]): string =>
      file.attributeText(
        file.addAttribute(
          "builtin",
          bytes()
            .varints(17, type, count)
            .blob(...buffer),
        ),
      );
    assert.equal(array(file.integerType(16), 2, 1, 0, 0xfe, 0xff), "array<i16: 1, -2>");
    assert.equal(array(file.integerType(1), 2, 1, 0), "array<i1: true, false>");
    assert.equal(array(file.integerType(32), 0), "array<i32>");
    assert.equal(array(file.floatType("f16"), 1, 0, 0x3c), "array<f16: 1.000000e+00>");
  });
  it("prints any 48- and 64-bit integers", () => {
    fc.assert(
      fc.property(fc.constantFrom(48, 64), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (width, any) => {
        const value = BigInt.asIntN(width, any);
        const buffer = Array.from({ length: width / 8 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
        assert.equal(dense([2], integer(width), ...buffer, ...buffer), `[${value}, ${value}]`);
      }),
    );
  });
});
